/** What happened to it, when, and who did it? */

import { useInfiniteQuery } from "@tanstack/preact-query";
import { api, ask } from "../../api/client";
import type { MemoryEvent } from "../../api/types";
import { Button } from "../../components/button";
import { Failed, Loading } from "../../components/loaded";
import { StoredText } from "../../components/stored-text";
import { TextDiff } from "../../components/text-diff";
import { Time } from "../../components/time";
import { href, tenant } from "../../state/route";

const WORDS: Record<MemoryEvent["kind"], string> = {
  archived: "Archived",
  created: "Stored",
  decided: "A review about it was decided",
  deleted: "Deleted",
  edited: "Edited",
  erased: "Erased for good",
  extracted: "Read for entities and facts",
  flagged: "Flagged for review",
  merged: "Merged with a duplicate",
  outcome: "An outcome was counted",
  pinned: "Pinned",
  promoted: "Promoted to a fact",
  restored: "Restored",
  split: "Its entities were split",
  superseded: "Superseded by a newer statement",
  unarchived: "Taken out of the archive",
  undone: "A change to it was undone",
  unpinned: "Unpinned",
};

/** What the fields of an event are called, where the API's word is not a plain one. */
const FIELDS: Record<string, string> = {
  content: "text",
  event_at: "happened",
  event_zone: "time zone",
};

/** What happened to a memory, newest first; it is there when the memory is gone. */
export function useLineage(id: string) {
  return useInfiniteQuery({
    queryKey: ["memories", "lineage", tenant.value, id],
    queryFn: ({ signal, pageParam }) =>
      ask(
        api.GET("/api/memories/{id}/lineage", {
          params: {
            path: { id },
            query: { tenant_id: tenant.value, limit: 50, cursor: pageParam },
          },
          signal,
        }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  });
}

/** The events, one under the other. */
export function Lineage({ id }: { id: string }) {
  const lineage = useLineage(id);
  if (lineage.isPending) return <Loading what="The lineage" height="10rem" />;
  if (lineage.isError)
    return <Failed what="The lineage" error={lineage.error} retry={lineage.refetch} />;
  const events = lineage.data.pages.flatMap((page) => page.items);
  return (
    <>
      <ol class="memory__events">
        {events.map((one) => (
          <Happened key={one.id} event={one} />
        ))}
      </ol>
      {lineage.hasNextPage && <Button onClick={() => lineage.fetchNextPage()}>Older</Button>}
    </>
  );
}

function Happened({ event }: { event: MemoryEvent }) {
  const before = event.before as Record<string, unknown>;
  const { change, step: _step, ...after } = event.after as Record<string, unknown>;
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return (
    <li class="memory__event">
      <div class="spread">
        <span>
          <strong>{WORDS[event.kind] ?? event.kind}</strong>{" "}
          <span class="muted small">
            by <code>{event.actor}</code>
          </span>
        </span>
        <span class="small muted">
          {typeof change === "string" && (
            <>
              <a href={href("jobs", `changes/${change}`)}>the change</a> ·{" "}
            </>
          )}
          <Time at={event.at} />
        </span>
      </div>
      {names.length > 0 && (
        <dl class="facts">
          {names.map((name) => (
            <>
              <dt>{FIELDS[name] ?? name.replaceAll("_", " ")}</dt>
              <dd>
                <Difference name={name} before={before[name]} after={after[name]} />
              </dd>
            </>
          ))}
        </dl>
      )}
    </li>
  );
}

interface DifferenceProps {
  name: string;
  before: unknown;
  after: unknown;
}

function Difference({ name, before, after }: DifferenceProps) {
  if (name === "content" && typeof before === "string" && typeof after === "string")
    return <TextDiff before={before} after={after} />;
  return (
    <span class="memory__change">
      {before !== undefined && (
        <>
          <del>
            <StoredText text={plain(before)} lines={3} />
          </del>
          {after !== undefined && "→"}
        </>
      )}
      {after !== undefined && (
        <ins>
          <StoredText text={plain(after)} lines={3} />
        </ins>
      )}
    </span>
  );
}

/** A value of the history as words. */
export function plain(value: unknown): string {
  if (value === null || value === undefined) return "none";
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.length > 0 ? value.map(plain).join(", ") : "none";
  return JSON.stringify(value);
}
