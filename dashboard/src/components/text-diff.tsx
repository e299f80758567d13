/** What of a text went, and what came? Word by word, in any script. */

import { type ChangeObject, diffChars, diffWords } from "diff";
import { useMemo } from "preact/hooks";
import { marked, StoredText } from "./stored-text";

/** Chinese and Thai are written without spaces. */
const words = new Intl.Segmenter(undefined, { granularity: "word" });

/** Longer texts, and those that share next to nothing, are shown one after the other. */
const MOST_CHARACTERS = 20_000;
const MOST_MS = 100;

/** What two texts share and do not; undefined where that takes too long to find out. */
export function compared(before: string, after: string): ChangeObject<string>[] | undefined {
  if (before.length + after.length > MOST_CHARACTERS) return undefined;
  const parts = diffWords(before, after, { intlSegmenter: words, timeout: MOST_MS });
  const hasNone = parts?.every((part) => !part.added && !part.removed);
  // Words do not count spaces, yet an edit may be of nothing else.
  return hasNone && before !== after ? diffChars(before, after, { timeout: MOST_MS }) : parts;
}

/** Two texts as one, with what went struck through and what came marked. */
export function TextDiff({ before, after }: { before: string; after: string }) {
  const parts = useMemo(() => compared(before, after), [before, after]);
  if (!parts) {
    return (
      <div class="stack">
        <del class="diff__gone diff__gone--whole">
          <StoredText text={before} />
        </del>
        <ins class="diff__come diff__come--whole">
          <StoredText text={after} />
        </ins>
      </div>
    );
  }
  return (
    <div class="stored" dir="auto">
      {parts.map((part) => {
        if (part.removed) return <del class="diff__gone">{marked(part.value)}</del>;
        if (part.added) return <ins class="diff__come">{marked(part.value)}</ins>;
        return <span>{marked(part.value)}</span>;
      })}
    </div>
  );
}
