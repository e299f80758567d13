/** What is shown of one result? Its text, what kind it is, how well it fits, and why. */

import { ArrowDown, ArrowUp, Equal, Plus } from "lucide-preact";
import type { Found } from "../../api/types";
import { Badge, Kind } from "../../components/badge";
import { Num } from "../../components/num";
import { StoredText } from "../../components/stored-text";
import { Time } from "../../components/time";
import { href } from "../../state/route";
import { type Scale, ShareBar } from "./bar";
import { Why } from "./why";

/** Where it stood in the other column: a place from 0, null for nowhere. */
export type Moved = number | null | undefined;

interface HitProps {
  found: Found;
  place: number;
  body: Record<string, unknown>;
  scale: Scale;
  isOpen: boolean;
  onToggle: () => void;
  /** undefined where nothing is compared. */
  before?: Moved;
}

/** One result. Its place is drawn by the list's own counter. */
export function Hit({ found, place, body, scale, isOpen, onToggle, before }: HitProps) {
  const path = `results.{id=${found.id}}`;
  return (
    <li class="recall-hit" data-id={found.id}>
      <div class="recall-hit__place">
        {before !== undefined && <Move from={before} to={place} />}
      </div>
      <div class="recall-hit__body">
        {isOpen ? (
          <StoredText text={found.content} />
        ) : (
          <StoredText text={found.content} lines={3} />
        )}
        <div class="row tiny muted">
          <Kind of={found.type} />
          <span dir="auto">{found.namespace}</span>
          <Time at={found.event_at ?? found.recorded_at} />
          {found.speaker && <span dir="auto">{found.speaker}</span>}
          <Marks found={found} />
        </div>
        <ShareBar found={found} scale={scale} />
        <div class="spread tiny">
          <span class="muted">
            Score{" "}
            <Num
              value={found.score}
              from="/api/recall"
              body={body}
              path={`${path}.score`}
              as="score"
            />
            <span class="recall-hit__gap" />
            Relevance{" "}
            <Num
              value={found.relevance}
              from="/api/recall"
              body={body}
              path={`${path}.relevance`}
              as="share"
            />
          </span>
          <button type="button" class="recall-hit__why" aria-expanded={isOpen} onClick={onToggle}>
            {isOpen ? "Less" : "Why?"}
          </button>
        </div>
        {isOpen && <Why found={found} body={body} />}
      </div>
    </li>
  );
}

/** How it stands: faded, replaced, put away. */
function Marks({ found }: { found: Found }) {
  return (
    <>
      {found.faded && <Badge tone="warn">faded</Badge>}
      {found.state !== "active" && <Badge tone="warn">{found.state}</Badge>}
      {found.superseded_by && (
        <a href={href("memories", found.superseded_by)}>
          <Badge tone="warn">superseded</Badge>
        </a>
      )}
      {found.tags.includes("suspect") && <Badge tone="bad">suspect</Badge>}
    </>
  );
}

function Move({ from, to }: { from: number | null; to: number }) {
  const [Icon, kind, words] =
    from === null
      ? [Plus, "new", "only in this column"]
      : from > to
        ? [ArrowUp, "up", "higher than in the other column"]
        : from < to
          ? [ArrowDown, "down", "lower than in the other column"]
          : [Equal, "same", "at the same place as in the other column"];
  return (
    <span
      class={`recall-move recall-move--${kind}`}
      role="img"
      aria-label={words}
      title={words}
      data-from-place={from === null || from === to ? undefined : from + 1}
    >
      <Icon aria-hidden="true" />
    </span>
  );
}
