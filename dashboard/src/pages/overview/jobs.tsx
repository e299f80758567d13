/** What is done behind the answers: now, next, and how did it go last? */

import { useQuery } from "@tanstack/preact-query";
import { api, ask } from "../../api/client";
import type { Process } from "../../api/types";
import { Badge, State } from "../../components/badge";
import { Card } from "../../components/card";
import { Loaded } from "../../components/loaded";
import { Num } from "../../components/num";
import { StoredText } from "../../components/stored-text";
import { Time } from "../../components/time";
import { href } from "../../state/route";

/** What is not a job, in words. */
const KINDS: Record<Process["kind"], string> = {
  job: "Job",
  bulk: "Storing many",
  document: "Splitting a long text",
  evolve: "Embedding with another model",
  index: "Filling an index",
};

/** Jobs of all tenants, and what else runs for this one: what runs first, then what comes next. */
export function Jobs({ tenant, isDue }: { tenant: string; isDue: boolean }) {
  const processes = useQuery({
    queryKey: ["processes"],
    queryFn: ({ signal }) => ask(api.GET("/api/processes", { signal })),
    enabled: isDue,
    refetchInterval: 5000,
  });
  return (
    <Card title="Jobs" aside={<a href={href("jobs")}>Open</a>}>
      <Loaded query={processes} what="The jobs" height="12rem">
        {({ items }) => {
          const shown = items.filter(
            (one) => one.kind === "job" || (one.tenant_id === tenant && isGoing(one)),
          );
          if (shown.length === 0) return <p class="muted">No job is set up.</p>;
          return (
            <ul class="overview__jobs">
              {shown.toSorted(byTurn).map((one) => (
                <Job key={one.id} of={one} />
              ))}
            </ul>
          );
        }}
      </Loaded>
    </Card>
  );
}

function isGoing(one: Process): boolean {
  return one.state === "running" || one.state === "stopping" || one.state === "pending";
}

/** What runs comes before what is due, and that by its time; the rest has none. */
function byTurn(one: Process, other: Process): number {
  const due = (of: Process) => (isGoing(of) ? "" : (of.next_run_at ?? "~"));
  return due(one) < due(other) ? -1 : 1;
}

function Job({ of }: { of: Process }) {
  const pick = `items.{id=${of.id}}`;
  return (
    <li class="overview__job">
      <div class="spread">
        <a href={href("jobs", `processes/${of.id}`)}>
          {of.kind === "job" ? of.id : KINDS[of.kind]}
        </a>
        <span class="row small">
          {isGoing(of) && of.total !== null && (
            <span class="muted">
              <Num value={of.done} from="/api/processes" path={`${pick}.done`} /> of{" "}
              <Num value={of.total} from="/api/processes" path={`${pick}.total`} />
            </span>
          )}
          {of.outcome && of.outcome !== "done" && !isGoing(of) && <State of={of.outcome} />}
          {of.state === "idle" ? (
            <span class="muted">
              {of.next_run_at ? (
                <>
                  next <Time at={of.next_run_at} />
                </>
              ) : (
                "as texts come"
              )}
            </span>
          ) : (
            <State of={of.state} />
          )}
        </span>
      </div>
      <div class="row tiny muted">
        {of.finished_at ? (
          <span>
            last <Time at={of.finished_at} />, took{" "}
            <Num value={of.took_s} from="/api/processes" path={`${pick}.took_s`} as="duration" />
          </span>
        ) : (
          <span>has not run since the start</span>
        )}
        {of.counts && (
          <span>
            changed{" "}
            <Num value={of.counts.changed} from="/api/processes" path={`${pick}.counts.changed`} />
          </span>
        )}
        {of.counts && of.counts.failed > 0 && (
          <Badge tone="bad">
            failed{" "}
            <Num value={of.counts.failed} from="/api/processes" path={`${pick}.counts.failed`} />
          </Badge>
        )}
        {of.waiting !== null && of.waiting > 0 && (
          <span>
            waiting <Num value={of.waiting} from="/api/processes" path={`${pick}.waiting`} />
          </span>
        )}
      </div>
      {of.error && (
        <div class="tiny overview__bad">
          <StoredText text={of.error} lines={2} />
        </div>
      )}
    </li>
  );
}
