/** Which background work is there, how does it stand, and what can be done about it? */

import { useQuery, useQueryClient } from "@tanstack/preact-query";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Process } from "../../api/types";
import { Badge, State } from "../../components/badge";
import { Button } from "../../components/button";
import { Card } from "../../components/card";
import { Loaded } from "../../components/loaded";
import { Time } from "../../components/time";
import { useShortcuts } from "../../state/keys";
import { go, href } from "../../state/route";
import { sayFailed } from "../../state/toasts";
import { JobActs, look, RunDialog, stop } from "./acts";
import { JobFacts, LastError, Progress } from "./process-facts";
import { processes, SWITCHES, thisTenant, touched } from "./queries";
import { JOBS, title, WORK } from "./words";

/** All jobs, and the other work of now and lately. */
export function Processes() {
  const query = useQuery(processes);
  useEnds(query.data?.items);
  return (
    <Loaded query={query} what="The processes" height="24rem">
      {({ items }) => (
        <>
          <Jobs jobs={items.filter((one) => one.kind === "job")} />
          <Work items={items.filter((one) => one.kind !== "job")} />
        </>
      )}
    </Loaded>
  );
}

/** When a run has ended, what it touched is asked again. */
export function useEnds(items: readonly Process[] | undefined): void {
  const queries = useQueryClient();
  const ends = items?.map((one) => `${one.id} ${one.finished_at}`).join();
  const before = useRef(ends);
  useEffect(() => {
    if (before.current !== undefined && before.current !== ends) void touched(queries);
    before.current = ends;
  }, [ends, queries]);
}

function Jobs({ jobs }: { jobs: readonly Process[] }) {
  const queries = useQueryClient();
  const [active, setActive] = useState(0);
  const [asked, setAsked] = useState("");
  const list = useRef<HTMLDivElement>(null);
  const current = jobs[active];

  function walk(step: number): void {
    const next = Math.min(Math.max(active + step, 0), jobs.length - 1);
    setActive(next);
    list.current?.querySelectorAll<HTMLElement>(".jobs-job")[next]?.focus();
  }

  useShortcuts([
    { keys: "j", does: "Next job", run: () => walk(1) },
    { keys: "k", does: "Job before", run: () => walk(-1) },
    {
      keys: "Enter",
      does: "Show the job's runs",
      run: () => current && go("jobs", `processes/${current.id}`),
    },
    { keys: "r", does: "Run the job", run: () => current && setAsked(current.id) },
    { keys: "p", does: "Preview the job", run: () => current && look(queries, current.id) },
    {
      keys: "s",
      does: "Stop the job",
      run: () => {
        if (current) stop(queries, current).catch((error) => sayFailed("Stop failed", error));
      },
    },
  ]);

  return (
    <div class="stack" ref={list}>
      {jobs.map((job, n) => (
        <Job
          key={job.id}
          job={job}
          isActive={n === active}
          onFocus={() => setActive(n)}
          onRun={() => setAsked(job.id)}
        />
      ))}
      {asked && <RunDialog job={asked} onClose={() => setAsked("")} />}
    </div>
  );
}

interface JobProps {
  job: Process;
  isActive: boolean;
  onFocus: () => void;
  onRun: () => void;
}

function Job({ job, isActive, onFocus, onRun }: JobProps) {
  return (
    <section
      class={isActive ? "card jobs-job jobs-job--active" : "card jobs-job"}
      aria-labelledby={`job-${job.id}`}
      tabIndex={-1}
      onFocusCapture={onFocus}
    >
      <div class="jobs-job__head">
        <div>
          <h2 id={`job-${job.id}`} class="row jobs-job__name">
            <a href={href("jobs", `processes/${job.id}`)}>{title(job.id)}</a>
            <State of={job.state} />
          </h2>
          <p class="small muted">{JOBS[job.id]}</p>
        </div>
        <JobActs job={job} onRun={onRun} />
      </div>
      <SwitchedOff job={job.id} />
      {job.state === "running" && <Progress of={job} label={`${title(job.id)}: progress`} />}
      <JobFacts job={job} />
      {job.error && <LastError text={job.error} />}
      {job.id === "extraction" && (
        <a class="small" href={href("jobs", "queue")}>
          Which texts wait, and which could not be read
        </a>
      )}
    </section>
  );
}

/** Says that the tenant shown has the job turned off. */
export function SwitchedOff({ job }: { job: string }) {
  const settings = useQuery(thisTenant());
  const name = SWITCHES[job];
  if (!name || settings.data?.settings[name] !== false) return null;
  return (
    <p class="jobs-note">
      The tenant <code>{settings.data.id}</code> has <code>{name}</code> turned off: no run visits
      it. <a href={href("settings")}>Settings</a>
    </p>
  );
}

function Work({ items }: { items: readonly Process[] }) {
  const queries = useQueryClient();
  if (items.length === 0) return null;
  return (
    <Card title="Other work" isFlush>
      <ul class="jobs-work">
        {items.map((one) => (
          <li key={one.id}>
            <div class="spread">
              <span class="row">
                {WORK[one.kind] ?? one.kind}
                <State of={one.state} />
                {one.tenant_id && <Badge>{one.tenant_id}</Badge>}
              </span>
              <span class="row small muted">
                {one.started_at && <Time at={one.finished_at ?? one.started_at} />}
                {one.is_stoppable && (
                  <Button size="small" onClick={() => stop(queries, one)}>
                    Stop
                  </Button>
                )}
              </span>
            </div>
            <Progress of={one} label={WORK[one.kind] ?? one.kind} />
            {one.error && <LastError text={one.error} />}
          </li>
        ))}
      </ul>
    </Card>
  );
}
