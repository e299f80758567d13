/** How did a job's runs end, and what did each change? */

import { useQuery } from "@tanstack/preact-query";
import { useEffect, useState } from "preact/hooks";
import type { JobRun } from "../../api/types";
import { Badge, State } from "../../components/badge";
import { Check } from "../../components/form";
import { Empty, Loaded, Loading } from "../../components/loaded";
import { Num } from "../../components/num";
import { Time } from "../../components/time";
import { tenant } from "../../state/route";
import { ChangeLine } from "./change-line";
import { useChanges } from "./changes";
import { Counts, LastError } from "./process-facts";
import { runsAddress, runsOf } from "./queries";

/** A job's runs, the newest first: those over the tenant shown, or rounds over all. */
export function Runs({ job }: { job: string }) {
  const [everywhere, setEverywhere] = useState(false);
  const query = useQuery(runsOf(job, everywhere));
  const from = runsAddress(job, everywhere);
  return (
    <>
      <div class="jobs-runs__choice">
        <Check
          label="Rounds over all tenants, and single runs"
          checked={everywhere}
          onChange={setEverywhere}
        />
      </div>
      <Loaded query={query} what="The runs">
        {({ items }) =>
          items.length === 0 ? (
            <Empty title="It has not run yet">
              {everywhere
                ? "Run it now, or wait for its next round."
                : `It has not run over ${tenant.value}. Run it now, or wait: a round visits a tenant once something in it has changed.`}
            </Empty>
          ) : (
            <ul class="jobs-runs">
              {items.map((run) => (
                <Run key={run.id} run={run} from={from} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </>
  );
}

function Run({ run, from }: { run: JobRun; from: string }) {
  const [isOpen, setOpen] = useState(false);
  const path = `items.{id=${run.id}}`;
  const changed = run.tenant_id !== null && run.counts.changed > 0;
  return (
    <li class="jobs-run">
      <div class="jobs-run__line">
        <State of={run.state} />
        <Time at={run.started_at} as="date" />
        {run.tenant_id ? (
          run.tenant_id !== tenant.value && <Badge>{run.tenant_id}</Badge>
        ) : (
          <span class="small muted">
            round: <Num value={run.done} from={from} path={`${path}.done`} /> of{" "}
            <Num value={run.total} from={from} path={`${path}.total`} /> tenants
          </span>
        )}
        <Counts of={run.counts} from={from} path={`${path}.counts`} />
        {run.finished_at && (
          <span class="small muted">
            ended <Time at={run.finished_at} as="date" />
          </span>
        )}
        {changed && (
          <button
            type="button"
            class="jobs-run__more"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? "Hide what it changed" : "What it changed"}
          </button>
        )}
      </div>
      {run.error && <LastError text={run.error} />}
      {isOpen && <ChangesOf run={run} />}
    </li>
  );
}

/** The change sets of a run over one tenant: those that its job made while it ran. There is one run of
 * a job at a time in a tenant, so the time tells. */
function ChangesOf({ run }: { run: JobRun }) {
  const { query, items } = useChanges(run.tenant_id ?? tenant.value);
  const began = Date.parse(run.started_at);
  const ended = run.finished_at ? Date.parse(run.finished_at) : Number.POSITIVE_INFINITY;
  const oldest = items.at(-1);
  const reachesBack = oldest !== undefined && Date.parse(oldest.change.created_at) < began;
  const wantsMore =
    query.hasNextPage && !reachesBack && !query.isFetchingNextPage && !query.isError;
  useEffect(() => {
    if (wantsMore) void query.fetchNextPage();
  }, [wantsMore, query.fetchNextPage]);
  const mine = items.filter(({ change }) => {
    const at = Date.parse(change.created_at);
    return change.job === run.job && at >= began && at <= ended;
  });
  if (query.isPending || (wantsMore && mine.length === 0))
    return <Loading what="Its changes" height="3rem" />;
  if (mine.length === 0) return <p class="jobs-run__none small muted">Its change sets are gone.</p>;
  return (
    <ul class="jobs-run__changes">
      {mine.map((one) => (
        <li key={one.change.id} class="jobs-run__change">
          <ChangeLine {...one} />
        </li>
      ))}
    </ul>
  );
}
