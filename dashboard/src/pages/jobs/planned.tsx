/** What goes and what comes with one planned change? */

import type { PlannedChange } from "../../api/types";
import { Badge } from "../../components/badge";
import { StoredText } from "../../components/stored-text";
import { TextDiff } from "../../components/text-diff";
import { Line, MemoryLine, type Sign, useMemory } from "./memory-line";
import { stepName } from "./words";

const SHOWN = 4;

/** What becomes of the memories that a step names, in their order. */
function signs(kind: string, n: number): Sign {
  if (kind === "merge") return n === 0 ? "stays" : "goes"; // the one that stays is named first
  if (kind === "close") return n === 0 ? "goes" : "comes"; // the older, then the newer
  if (kind === "promote") return "stays"; // the episode; behind it stands the fact, which is not there yet
  if (kind === "archive" || kind === "forget") return "goes";
  return "same";
}

/** One planned change as a diff, with its reason. */
export function Planned({ change }: { change: PlannedChange }) {
  const { kind, ids } = change;
  return (
    <article class="jobs-step">
      <div class="row">
        <Badge tone="accent">{stepName(kind)}</Badge>
        <span class="small muted">
          <StoredText text={change.reason ?? ""} lines={2} />
        </span>
      </div>
      <ul class="jobs-lines">
        {ids.slice(0, SHOWN).map((id, n) =>
          kind === "promote" && n > 0 ? (
            <Line sign="comes">
              <span class="jobs-line__text">a fact with the general statement</span>
            </Line>
          ) : (
            <MemoryLine key={id} id={id} sign={signs(kind, n)} />
          ),
        )}
      </ul>
      {ids.length > SHOWN && <p class="tiny muted">and others</p>}
      {(kind === "close" || kind === "merge") && ids[0] && ids[1] && (
        <Words
          kept={kind === "merge" ? ids[0] : ids[1]}
          gone={kind === "merge" ? ids[1] : ids[0]}
        />
      )}
    </article>
  );
}

/** Where the two differ, word by word; nothing for texts that are the same. */
function Words({ kept, gone }: { kept: string; gone: string }) {
  const before = useMemory(gone).data?.current.content;
  const after = useMemory(kept).data?.current.content;
  if (before === undefined || after === undefined || before === after) return null;
  return (
    <div class="jobs-step__words">
      <TextDiff before={before} after={after} />
    </div>
  );
}
