/** What is known of a memory that is asked about? */

import type { ComponentChildren } from "preact";
import type { Memory } from "../../api/types";
import { Badge, Kind } from "../../components/badge";
import { Facts } from "../../components/card";
import { Num } from "../../components/num";
import { StoredText } from "../../components/stored-text";
import { Time } from "../../components/time";
import { href } from "../../state/route";

interface MemoryCardProps {
  memory: Memory;
  /** The address that says its numbers. */
  from: string;
  title?: string;
  /** In place of the text as it is. */
  children?: ComponentChildren;
}

/** Its text, times, sources and how sure it is. */
export function MemoryCard({ memory, from, title, children }: MemoryCardProps) {
  const { current } = memory;
  const path = `memories.{id=${memory.id}}`;
  return (
    <article class="review-memory" aria-label={title}>
      <div class="row">
        {title && <h3>{title}</h3>}
        <Marks memory={memory} />
      </div>
      <div class="review-memory__text">{children ?? <StoredText text={current.content} />}</div>
      <Facts
        of={[
          ["Happened", current.event_at && <Time at={current.event_at} as="date" />],
          ["Recorded", <Time at={memory.recorded_at} as="date" />],
          ["Holds from", current.valid_from && <Time at={current.valid_from} as="date" />],
          ["Holds until", current.valid_to && <Time at={current.valid_to} as="date" />],
          [
            "Confidence",
            <Num
              value={current.confidence}
              from={from}
              path={`${path}.current.confidence`}
              as="share"
            />,
          ],
          ["Said by", said(memory)],
          ["Session", memory.source_session && stored(memory.source_session)],
          ["Source", memory.source && stored(memory.source)],
          ["Namespace", stored(memory.namespace)],
          ["Used", memory.last_accessed_at ? <Time at={memory.last_accessed_at} /> : "never"],
          [
            "Memory",
            <a href={href("memories", memory.id)}>
              <code>{memory.id}</code>
            </a>,
          ],
        ]}
      />
    </article>
  );
}

/** What it is, and how it stands. */
export function Marks({ memory }: { memory: Memory }) {
  return (
    <>
      <Kind of={memory.type} />
      {memory.pinned && <Badge tone="accent">pinned</Badge>}
      {memory.state !== "active" && <Badge tone="warn">{memory.state}</Badge>}
      {memory.deleted_at && <Badge tone="bad">deleted</Badge>}
      {memory.current.superseded_by && <Badge tone="warn">superseded</Badge>}
    </>
  );
}

function said(memory: Memory): ComponentChildren {
  if (!memory.speaker && !memory.role) return null;
  return (
    <span class="row">
      {memory.speaker && stored(memory.speaker)}
      {memory.role && <span class="muted">{memory.role}</span>}
    </span>
  );
}

function stored(text: string): ComponentChildren {
  return (
    <span class="stored" dir="auto">
      {text}
    </span>
  );
}
