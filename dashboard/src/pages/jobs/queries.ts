/** What does the page ask the API, and under which address? */

import { keepPreviousData, type QueryClient, useQuery } from "@tanstack/preact-query";
import { api, ask } from "../../api/client";
import type { Process } from "../../api/types";
import { tenant } from "../../state/route";

/** While something runs the page looks often, else now and then; never while it is hidden. */
const BUSY_MS = 1000;
const CALM_MS = 5000;

const BUSY = new Set(["running", "stopping", "pending"]);

/** Whether the daemon is at work on it. */
export function isBusy(process: Process): boolean {
  return BUSY.has(process.state);
}

export const PROCESSES = "/api/processes";

/** All background work. Jobs serve all tenants, so it is asked for all of them. */
export const processes = {
  queryKey: ["processes"],
  queryFn: ({ signal }: { signal: AbortSignal }) => ask(api.GET(PROCESSES, { signal })),
  refetchInterval: (query: { state: { data?: { items: Process[] } } }) =>
    query.state.data?.items.some(isBusy) ? BUSY_MS : CALM_MS,
};

/** How many runs are listed. */
export const N_RUNS = 50;

/** The runs of a job over the tenant shown, or over all. */
export function runsOf(job: string, everywhere: boolean) {
  const query = { limit: N_RUNS, ...(everywhere ? {} : { tenant_id: tenant.value }) };
  return {
    queryKey: ["runs", job, everywhere ? null : tenant.value],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      ask(api.GET("/api/processes/{id}/runs", { params: { path: { id: job }, query }, signal })),
    placeholderData: keepPreviousData,
  };
}

/** The address of `runsOf`. */
export function runsAddress(job: string, everywhere: boolean): string {
  const of = everywhere ? "" : `&tenant_id=${encodeURIComponent(tenant.value)}`;
  return `/api/processes/${job}/runs?limit=${N_RUNS}${of}`;
}

/** What a job would change now. Looking at a large store takes long, so it is asked for by hand
 * alone, and kept until the page is left for good. */
export function previewOf(job: string) {
  return {
    queryKey: ["preview", tenant.value, job],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      ask(
        api.POST("/api/processes/{id}/preview", {
          params: { path: { id: job } },
          body: { tenant_id: tenant.value },
          signal,
        }),
      ),
    staleTime: Number.POSITIVE_INFINITY,
  };
}

/** The tenant shown: it may have turned a job off, or hold nothing. */
export function thisTenant() {
  return {
    queryKey: ["tenants", tenant.value],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      ask(api.GET("/api/tenants/{id}", { params: { path: { id: tenant.value } }, signal })),
    staleTime: 30_000,
  };
}

/** Whether nothing was stored in the tenant shown. */
export function useIsEmpty(): boolean {
  return useQuery(thisTenant()).data?.counts?.memories === 0;
}

/** The setting of a tenant that turns a job off for it. */
export const SWITCHES: Record<string, "extraction" | "decay" | "consolidation"> = {
  extraction: "extraction",
  consolidation: "consolidation",
  archive: "decay",
  maintenance: "decay",
};

/** What was foreseen is not so any more: it is looked at again when somebody asks. */
export function unforeseen(queries: QueryClient): void {
  void queries.resetQueries({ queryKey: ["preview"] });
  void queries.resetQueries({ queryKey: ["maintenance"] });
}

/** What a run, or an undo, may have touched is asked again. */
export function touched(queries: QueryClient): Promise<unknown> {
  const names = [
    "processes",
    "runs",
    "changes",
    "memories",
    "reviews",
    "queue",
    "graph",
    "entities",
    "activity",
    "status",
    "stats",
  ];
  return Promise.all(names.map((name) => queries.invalidateQueries({ queryKey: [name] })));
}
