/** How is a job run, stopped and looked ahead at? */

import { type QueryClient, useQueryClient } from "@tanstack/preact-query";
import { Eye, Play, Square } from "lucide-preact";
import { useState } from "preact/hooks";
import { api, ask } from "../../api/client";
import type { Process } from "../../api/types";
import { Button } from "../../components/button";
import { Dialog } from "../../components/dialog";
import { go, tenant } from "../../state/route";
import { say } from "../../state/toasts";
import { isBusy, previewOf, unforeseen } from "./queries";
import { JOBS, title } from "./words";

/** Stops what of a process runs; extraction pauses. */
export async function stop(queries: QueryClient, process: Process): Promise<void> {
  const now = await ask(
    api.POST("/api/processes/{id}/stop", { params: { path: { id: process.id } } }),
  );
  say(now.state === "paused" ? `${title(process.id)} is paused.` : "It was told to stop.");
  await queries.invalidateQueries({ queryKey: ["processes"] });
}

/** Begins to look at what a job would change, and shows that. */
export function look(queries: QueryClient, job: string): void {
  void queries.prefetchQuery({ ...previewOf(job), staleTime: 0 });
  go("jobs", `processes/${job}/preview`);
}

/** The buttons of a job. */
export function JobActs({ job, onRun }: { job: Process; onRun: () => void }) {
  const queries = useQueryClient();
  const isExtraction = job.id === "extraction";
  return (
    <div class="row">
      {!isExtraction && job.id !== "upkeep" && (
        <Button size="small" onClick={() => look(queries, job.id)}>
          <Eye aria-hidden="true" />
          Preview
        </Button>
      )}
      {(isExtraction ? job.state !== "paused" : isBusy(job)) && (
        <Button size="small" onClick={() => stop(queries, job)}>
          <Square aria-hidden="true" />
          {isExtraction ? "Pause" : "Stop"}
        </Button>
      )}
      <Button size="small" onClick={onRun}>
        <Play aria-hidden="true" />
        {job.state === "paused" ? "Go on" : "Run…"}
      </Button>
    </div>
  );
}

/** Asks over what a job is to run, and runs it. */
export function RunDialog({ job, onClose }: { job: string; onClose: () => void }) {
  const queries = useQueryClient();
  const [everywhere, setEverywhere] = useState(false);

  async function run(): Promise<void> {
    const body = { tenant_id: everywhere ? null : tenant.value };
    const begun = await ask(
      api.POST("/api/processes/{id}/run", { params: { path: { id: job } }, body }),
    );
    say(begun.state === "running" ? `${title(job)} runs.` : `${title(job)}: ${begun.state}.`);
    await queries.invalidateQueries({ queryKey: ["processes"] });
    await queries.invalidateQueries({ queryKey: ["runs", job] });
    unforeseen(queries);
    onClose();
  }

  const foot = (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <Button kind="main" onClick={run}>
        Run
      </Button>
    </>
  );
  return (
    <Dialog title={`Run ${job} now`} onClose={onClose} foot={foot}>
      <p class="muted">{JOBS[job]}</p>
      <fieldset class="jobs-scope">
        <legend class="field__label">Over</legend>
        <label class="check">
          <input
            type="radio"
            name="scope"
            checked={!everywhere}
            onChange={() => setEverywhere(false)}
          />
          <span>
            the tenant <code>{tenant.value}</code>
          </span>
        </label>
        <label class="check">
          <input
            type="radio"
            name="scope"
            checked={everywhere}
            onChange={() => setEverywhere(true)}
          />
          all tenants that need it
        </label>
      </fieldset>
      {job !== "extraction" && job !== "upkeep" && (
        <p class="small muted">What it changes is listed under Changes, and can be undone there.</p>
      )}
    </Dialog>
  );
}
