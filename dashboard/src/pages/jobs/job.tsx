/** How did a job's runs go, and what would the next one do? */

import { useQuery } from "@tanstack/preact-query";
import { ArrowLeft } from "lucide-preact";
import { useState } from "preact/hooks";
import { State } from "../../components/badge";
import { Card } from "../../components/card";
import { Tabs } from "../../components/form";
import { Empty, Loaded } from "../../components/loaded";
import { useShortcuts } from "../../state/keys";
import { go, href } from "../../state/route";
import { JobActs, RunDialog } from "./acts";
import { Preview } from "./preview";
import { JobFacts, LastError, Progress } from "./process-facts";
import { SwitchedOff, useEnds } from "./processes";
import { processes } from "./queries";
import { Runs } from "./runs";
import { JOBS, title } from "./words";

/** One job: `#/jobs/processes/consolidation`, its preview with `/preview` behind. */
export function JobDetail({ name, part }: { name: string; part: string }) {
  const query = useQuery(processes);
  const [asked, setAsked] = useState(false);
  useEnds(query.data?.items);
  useShortcuts([
    { keys: "Escape", does: "Back to all jobs", run: () => go("jobs") },
    { keys: "r", does: "Run the job", run: () => setAsked(true) },
  ]);
  const hasPreview = name !== "extraction" && name !== "upkeep";
  return (
    <>
      <a class="jobs-back" href={href("jobs")}>
        <ArrowLeft aria-hidden="true" />
        All jobs
      </a>
      <Loaded query={query} what="The job">
        {({ items }) => {
          const job = items.find((one) => one.id === name);
          if (!job) {
            return (
              <Empty
                title="There is no such job"
                actions={<a href={href("jobs")}>To all jobs</a>}
              />
            );
          }
          return (
            <section class="card jobs-job" aria-labelledby={`job-${name}`}>
              <div class="jobs-job__head">
                <div>
                  <h2 id={`job-${name}`} class="row jobs-job__name">
                    {title(name)}
                    <State of={job.state} />
                  </h2>
                  <p class="small muted">{JOBS[name]}</p>
                </div>
                <JobActs job={job} onRun={() => setAsked(true)} />
              </div>
              <SwitchedOff job={name} />
              {job.state === "running" && <Progress of={job} label={`${title(name)}: progress`} />}
              <JobFacts job={job} />
              {job.error && <LastError text={job.error} />}
            </section>
          );
        }}
      </Loaded>
      {hasPreview && (
        <Tabs
          label="Of this job"
          tabs={[
            ["runs", "Runs"],
            ["preview", "Preview"],
          ]}
          value={part === "preview" ? "preview" : "runs"}
          onChange={(key) =>
            go("jobs", `processes/${name}${key === "preview" ? "/preview" : ""}`, {}, true)
          }
        />
      )}
      {hasPreview && part === "preview" ? (
        <Preview job={name} />
      ) : (
        <Card title="Runs" isFlush>
          <Runs job={name} />
        </Card>
      )}
      {asked && <RunDialog job={name} onClose={() => setAsked(false)} />}
    </>
  );
}
