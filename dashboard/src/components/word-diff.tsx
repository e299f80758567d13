/** Which words differ between two stored texts? */

import { type ChangeObject, diffChars, diffWords } from "diff";
import { useMemo } from "preact/hooks";
import { marked, StoredText } from "./stored-text";

/** A comparison that takes longer says too little to wait for. */
const TIMEOUT_MS = 300;
const SHOWN = 6000;

/** Words of any script: Chinese and Thai are written without spaces. */
const segmenter = new Intl.Segmenter(undefined, { granularity: "word" });

/** One text with what was taken out and what came in; where they have nothing in common, or are too
 * long to be compared, one after the other. */
export function WordDiff({ before, after }: { before: string; after: string }) {
  const parts = useMemo(() => compare(before, after), [before, after]);
  if (!parts) {
    return (
      <div class="diff">
        <del class="diff__whole">
          <StoredText text={before} />
        </del>
        <ins class="diff__whole">
          <StoredText text={after} />
        </ins>
      </div>
    );
  }
  return (
    <div class="diff stored" dir="auto">
      {parts.map((part) => {
        if (part.added) return <ins>{marked(part.value)}</ins>;
        return part.removed ? <del>{marked(part.value)}</del> : <span>{marked(part.value)}</span>;
      })}
    </div>
  );
}

function compare(before: string, after: string): ChangeObject<string>[] | undefined {
  if (before.length + after.length > SHOWN * 2) return undefined;
  const parts = diffWords(before, after, { intlSegmenter: segmenter, timeout: TIMEOUT_MS });
  const isSpaceOnly = parts?.every((part) => !part.added && !part.removed);
  if (isSpaceOnly && before !== after) return diffChars(before, after, { timeout: TIMEOUT_MS });
  return parts;
}
