/** How is one memory read: as it stands, and all that is known of it beside its words? */

import { useQuery } from "@tanstack/preact-query";
import { api, ask } from "../../api/client";
import { tenant } from "../../state/route";

/** A memory as it stands. Where it is not `asked` for, what another part of the page reads of it. */
export function useMemory(id: string, asked: boolean) {
  return useQuery({
    queryKey: ["memories", "one", tenant.value, id],
    queryFn: ({ signal }) =>
      ask(
        api.GET("/api/memories/{id}", {
          params: { path: { id }, query: { tenant_id: tenant.value } },
          signal,
        }),
      ),
    enabled: asked,
  });
}

/** All that is known of a memory beside its words. */
export function useInspection(id: string) {
  return useQuery({
    queryKey: ["memories", "inspect", tenant.value, id],
    queryFn: ({ signal }) =>
      ask(
        api.GET("/api/memories/{id}/inspect", {
          params: { path: { id }, query: { tenant_id: tenant.value } },
          signal,
        }),
      ),
  });
}
