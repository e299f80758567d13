/** What is a change set, in one line? */

import type { Change } from "../../api/types";
import { State } from "../../components/badge";
import { Num } from "../../components/num";
import { StoredText } from "../../components/stored-text";
import { Time } from "../../components/time";
import { href } from "../../state/route";
import { phaseName } from "./words";

/** A change set, and the address whose list holds it. */
export interface Listed {
  change: Change;
  from: string;
}

/** One change set; it leads to its steps. */
export function ChangeLine({ change, from }: Listed) {
  return (
    <a class="jobs-change" href={href("jobs", `changes/${change.id}`)}>
      <span class="jobs-change__name">
        <strong>{phaseName(change.phase)}</strong>
        <State of={change.state} />
      </span>
      <span class="jobs-change__what small">
        <StepCounts change={change} from={from} path={`items.{id=${change.id}}`} />
        {change.note && <StoredText text={change.note} lines={1} />}
      </span>
      <span class="jobs-change__who small muted">
        {change.job === change.actor ? change.job : `${change.job}, by ${change.actor}`}
      </span>
      <span class="jobs-change__when small muted">
        <Time at={change.created_at} />
      </span>
    </a>
  );
}

/** How many steps there are, and what became of them. */
export function StepCounts({ change, from, path }: Listed & { path: string }) {
  const parts = [
    ["applied", change.n_applied, "n_applied"],
    ["skipped", change.n_skipped, "n_skipped"],
    ["undone", change.n_undone, "n_undone"],
  ] as const;
  return (
    <span class="jobs-counts">
      <span>
        <Num value={change.n_steps} from={from} path={`${path}.n_steps`} />{" "}
        {change.n_steps === 1 ? "step" : "steps"}
      </span>
      {parts
        .filter(([, n]) => n > 0)
        .map(([word, n, field]) => (
          <span>
            <Num value={n} from={from} path={`${path}.${field}`} /> {word}
          </span>
        ))}
    </span>
  );
}
