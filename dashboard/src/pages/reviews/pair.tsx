/** Where do two statements differ, and what speaks for each? */

import type { ChangeObject } from "diff";
import { useMemo } from "preact/hooks";
import type { Memory } from "../../api/types";
import { share } from "../../components/numbers";
import { marked, StoredText } from "../../components/stored-text";
import { compared } from "../../components/text-diff";
import { MemoryCard } from "./memory-card";

interface PairProps {
  older: Memory;
  newer: Memory;
  from: string;
  isOpen: boolean;
}

/** Both side by side, with what only one of them says marked. */
export function Pair({ older, newer, from, isOpen }: PairProps) {
  const before = older.current.content;
  const after = newer.current.content;
  const parts = useMemo(() => compared(before, after), [before, after]);
  const notes = doubts(older, newer);
  return (
    <>
      <div class="review-pair">
        <MemoryCard memory={older} from={from} title="Older">
          {parts ? <Side parts={parts} is="removed" /> : <StoredText text={before} />}
        </MemoryCard>
        <MemoryCard memory={newer} from={from} title="Newer">
          {parts ? <Side parts={parts} is="added" /> : <StoredText text={after} />}
        </MemoryCard>
      </div>
      {isOpen && (
        <p class="small muted">
          The engine would keep the newer one, and asks because that is not beyond doubt.
          {notes.length > 0 && ` Worth weighing: ${new Intl.ListFormat("en").format(notes)}.`}
        </p>
      )}
    </>
  );
}

interface SideProps {
  parts: readonly ChangeObject<string>[];
  is: "added" | "removed";
}

/** One of two texts; what the other does not say is marked. */
function Side({ parts, is }: SideProps) {
  const other = is === "added" ? "removed" : "added";
  return (
    <div class="stored" dir="auto">
      {parts
        .filter((part) => !part[other])
        .map((part) =>
          part[is] ? <mark class="review-mark">{marked(part.value)}</mark> : marked(part.value),
        )}
    </div>
  );
}

/** What speaks against the newer one, as far as both memories show it. */
function doubts(older: Memory, newer: Memory): string[] {
  const at = (one: Memory) => new Date(one.current.event_at ?? one.recorded_at).getTime();
  const isPersons = older.role === "user" && newer.role !== null && newer.role !== "user";
  return [
    older.pinned && "the older one is pinned",
    isPersons && "a person said the older one and a program the newer",
    at(older) >= at(newer) && "both are of the same time",
    isLess(newer.current.confidence, older.current.confidence) && "the newer one is less sure",
  ].filter((one) => typeof one === "string");
}

/** Whether one share of 1 is less than another by as much as is shown of it. */
function isLess(one: number, other: number): boolean {
  return one < other && share(one) !== share(other);
}
