/** How far is a process, how did it end, and when does it run again? */

import type { Process } from "../../api/types";
import { Badge, State } from "../../components/badge";
import { Num } from "../../components/num";
import { StoredText } from "../../components/stored-text";
import { Time } from "../../components/time";
import { isBusy, PROCESSES } from "./queries";

/** How much is done, as a bar and in numbers; moving while the whole is not known. */
export function Progress({ of, label }: { of: Process; label: string }) {
  const path = `items.{id=${of.id}}`;
  return (
    <div class="jobs-progress">
      <progress
        aria-label={label}
        max={of.total ?? undefined}
        value={of.total === null ? undefined : of.done}
      />
      <span class="tiny muted nowrap">
        <Num value={of.done} from={PROCESSES} path={`${path}.done`} />
        {of.total !== null && (
          <>
            {" of "}
            <Num value={of.total} from={PROCESSES} path={`${path}.total`} />
          </>
        )}
      </span>
    </div>
  );
}

const COUNTS = ["accepted", "changed", "skipped", "failed"] as const;

/** What came in and what became of it. */
export function Counts({
  of,
  from,
  path,
}: {
  of: NonNullable<Process["counts"]>;
  from: string;
  path: string;
}) {
  return (
    <span class="jobs-counts">
      {COUNTS.map((name) => (
        <span class={name === "failed" && of[name] > 0 ? "jobs-counts__failed" : undefined}>
          <Num value={of[name]} from={from} path={`${path}.${name}`} /> {name}
        </span>
      ))}
    </span>
  );
}

/** The last run and the next one. */
export function JobFacts({ job }: { job: Process }) {
  const path = `items.{id=${job.id}}`;
  return (
    <dl class="jobs-facts">
      <div>
        <dt>{isBusy(job) ? "Began" : "Last run"}</dt>
        <dd>
          {job.started_at ? (
            <span class="row">
              <Time at={job.started_at} />
              {job.outcome && job.outcome !== "running" && <State of={job.outcome} />}
              {job.tenant_id && <Badge>{job.tenant_id}</Badge>}
            </span>
          ) : (
            <span class="muted">never</span>
          )}
        </dd>
      </div>
      <div>
        <dt>Took</dt>
        <dd>
          <Num value={job.took_s} from={PROCESSES} path={`${path}.took_s`} as="duration" />
        </dd>
      </div>
      <div>
        <dt>{job.waiting === null ? "Next run" : "Waiting"}</dt>
        <dd>
          {job.waiting === null ? (
            job.next_run_at ? (
              <Time at={job.next_run_at} />
            ) : (
              <span class="muted">{isBusy(job) ? "after this one" : "not planned"}</span>
            )
          ) : (
            <Num value={job.waiting} from={PROCESSES} path={`${path}.waiting`} />
          )}
        </dd>
      </div>
      <div class="jobs-facts__wide">
        <dt>What became of it</dt>
        <dd>
          {job.counts ? (
            <Counts of={job.counts} from={PROCESSES} path={`${path}.counts`} />
          ) : (
            <span class="muted">–</span>
          )}
        </dd>
      </div>
    </dl>
  );
}

/** The last error, in its own words. */
export function LastError({ text }: { text: string }) {
  return (
    <div class="jobs-error">
      <StoredText text={text} />
    </div>
  );
}
