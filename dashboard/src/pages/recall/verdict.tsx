/** Is the answer to be trusted, how long did it take, and what could not take part? */

import { Badge } from "../../components/badge";
import type { Asked } from "./ask";
import { degradedIn } from "./signals";

/** Beside the title of an answer. */
export function Verdict({ asked }: { asked: Asked<{ confident: boolean; took_ms: number }> }) {
  return (
    <span class="row">
      {asked.answer.confident ? (
        <Badge tone="good">confident</Badge>
      ) : (
        <Badge tone="warn">not confident</Badge>
      )}
      <Took ms={asked.answer.took_ms} />
    </span>
  );
}

/** How long the daemon took. It differs each time, so it is a time and no figure of the store. */
export function Took({ ms }: { ms: number }) {
  return (
    <time class="tiny muted nowrap" dateTime={`PT${(ms / 1000).toFixed(3)}S`}>
      {Math.round(ms)} ms
    </time>
  );
}

/** What an answer had to do without. */
export function Degraded({ of }: { of: Record<string, string> | undefined }) {
  const missing = degradedIn(of ?? {});
  if (missing.length === 0) return null;
  return (
    <div class="banner" role="status">
      <ul>
        {missing.map(([name, reason]) => (
          <li key={name}>
            Answered without {name}: <span dir="auto">{reason}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
