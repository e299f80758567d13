/** How did it come to read as it reads? Each version against the one before. */

import { useQuery } from "@tanstack/preact-query";
import { api, ask } from "../../api/client";
import type { MemoryEvent, Version } from "../../api/types";
import { Badge } from "../../components/badge";
import { Facts } from "../../components/card";
import { Loaded } from "../../components/loaded";
import { Num } from "../../components/num";
import { StoredText } from "../../components/stored-text";
import { TextDiff } from "../../components/text-diff";
import { Time } from "../../components/time";
import { tenant } from "../../state/route";
import { addressOf } from "./addresses";
import { plain } from "./lineage";

/** What is compared beside the words. */
const FIELDS = {
  tags: "Tags",
  metadata: "Metadata",
  importance: "Importance",
  event_at: "Happened",
  valid_from: "Valid from",
  valid_to: "Valid until",
  superseded_by: "Superseded by",
  language: "Language",
} as const satisfies Partial<Record<keyof Version, string>>;

/** All versions, the newest first. */
export function Versions({ id }: { id: string }) {
  const versions = useQuery({
    queryKey: ["memories", "versions", tenant.value, id],
    queryFn: ({ signal }) =>
      ask(
        api.GET("/api/memories/{id}", {
          params: { path: { id }, query: { tenant_id: tenant.value, versions: true } },
          signal,
        }),
      ),
  });
  const events = useQuery({
    queryKey: ["memories", "lineage", tenant.value, id, "actors"],
    queryFn: ({ signal }) =>
      ask(
        api.GET("/api/memories/{id}/lineage", {
          params: { path: { id }, query: { tenant_id: tenant.value, limit: 100 } },
          signal,
        }),
      ),
  });
  return (
    <Loaded query={versions} what="The versions" height="10rem">
      {({ versions: all }) => (
        <ol class="memory__versions">
          {all.toReversed().map((one) => (
            <One
              key={one.number}
              id={id}
              version={one}
              before={all.find((other) => other.number === one.number - 1)}
              by={byWhom(one, events.data?.items ?? [])}
            />
          ))}
        </ol>
      )}
    </Loaded>
  );
}

interface OneProps {
  id: string;
  version: Version;
  before: Version | undefined;
  by: MemoryEvent | undefined;
}

function One({ id, version, before, by }: OneProps) {
  const from = `${addressOf(id)}&versions=true`;
  const number = version.number;
  return (
    <li class="memory__version">
      <div class="row">
        <h3>
          Version <Num value={number} from={from} path={`versions.{number=${number}}.number`} />
        </h3>
        {version.known_to === null && <Badge tone="good">in force</Badge>}
        <span class="small muted">
          known since <Time at={version.known_from} />
          {version.known_to && (
            <>
              {" "}
              until <Time at={version.known_to} />
            </>
          )}
          {by && (
            <>
              {" "}
              · {by.kind} by <code>{by.actor}</code>
            </>
          )}
        </span>
      </div>
      {before && before.content !== version.content ? (
        <TextDiff before={before.content} after={version.content} />
      ) : (
        <div class={before ? "muted" : undefined}>
          {before ? "The same words." : <StoredText text={version.content} />}
        </div>
      )}
      {before && <Changed before={before} after={version} />}
    </li>
  );
}

/** What else differs, before and after. */
function Changed({ before, after }: { before: Version; after: Version }) {
  const names = (Object.keys(FIELDS) as (keyof typeof FIELDS)[]).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  return (
    <Facts
      of={names.map((name) => [
        FIELDS[name],
        <span key={name} class="memory__change">
          <del>
            <StoredText text={plain(before[name])} lines={3} />
          </del>
          →
          <ins>
            <StoredText text={plain(after[name])} lines={3} />
          </ins>
        </span>,
      ])}
    />
  );
}

/** The event that made a version. */
function byWhom(version: Version, events: readonly MemoryEvent[]): MemoryEvent | undefined {
  return events.find(
    (one) =>
      one.at === version.known_from &&
      ["created", "edited", "superseded", "merged", "promoted", "undone"].includes(one.kind),
  );
}
