/** What waits to be done: texts to be read, long texts, reviews? */

import { useQuery } from "@tanstack/preact-query";
import { api, ask } from "../../api/client";
import { State } from "../../components/badge";
import { Card } from "../../components/card";
import { Loaded } from "../../components/loaded";
import { Num } from "../../components/num";
import { href } from "../../state/route";

const WORDS: readonly [state: string, does: string][] = [
  ["pending", "wait to be read"],
  ["running", "are being read"],
  ["failed", "could not be read"],
  ["done", "are read"],
];

/** The queue of texts that extraction reads, by state. */
export function Queue({ tenant, isDue }: { tenant: string; isDue: boolean }) {
  const queue = useQuery({
    queryKey: ["queue", tenant, "counts"],
    queryFn: ({ signal }) =>
      ask(api.GET("/api/queue", { params: { query: { tenant_id: tenant, limit: 1 } }, signal })),
    enabled: isDue,
    refetchInterval: 10_000,
  });
  const health = useQuery({
    queryKey: ["health"],
    queryFn: ({ signal }) => ask(api.GET("/api/health", { signal })),
  });
  const from = `/api/queue?${new URLSearchParams({ tenant_id: tenant, limit: "1" })}`;
  const isOff = health.data?.extraction.state === "none";
  return (
    <Card title="Extraction queue" aside={<a href={href("jobs", "queue")}>Open</a>}>
      <Loaded query={queue} what="The queue" height="6rem">
        {({ counts }) => {
          const known = WORDS.filter(([state]) => counts[state] !== undefined);
          if (known.length === 0) return <p class="muted">No text waits to be read.</p>;
          return (
            <div class="stack">
              <ul class="overview__queue">
                {known.map(([state, does]) => (
                  <li key={state}>
                    <span class="number">
                      <Num value={counts[state]} from={from} path={`counts.${state}`} />
                    </span>
                    <span class="muted">{does}</span>
                    <State of={state} />
                  </li>
                ))}
              </ul>
              {isOff && counts.pending !== undefined && (
                <p class="small muted">
                  Extraction is off, so they wait. Set <code>extraction.mode</code> to have them
                  read: <a href={href("settings", "", { find: "extraction.mode" })}>see it</a>.
                </p>
              )}
            </div>
          );
        }}
      </Loaded>
    </Card>
  );
}
