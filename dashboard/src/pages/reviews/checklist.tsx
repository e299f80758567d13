/** Which memories of a list shall go? */

import type { Memory } from "../../api/types";
import { Button } from "../../components/button";
import { Num } from "../../components/num";
import { StoredText } from "../../components/stored-text";
import { Time } from "../../components/time";
import { VirtualList } from "../../components/virtual-list";
import { href } from "../../state/route";
import { Marks } from "./memory-card";

/** A memory and the address of the page that it came with. */
export interface Listed {
  memory: Memory;
  from: string;
}

interface ChecklistProps {
  listed: readonly Listed[];
  /** Those that are not to be deleted; undefined where it is decided already. */
  kept: ReadonlySet<string>;
  onKept?: (kept: ReadonlySet<string>) => void;
  onEnd: () => void;
  hasMore: boolean;
}

/** All of a review, each to be left out. */
export function Checklist({ listed, kept, onKept, onEnd, hasMore }: ChecklistProps) {
  function toggle(id: string): void {
    const next = new Set(kept);
    if (!next.delete(id)) next.add(id);
    onKept?.(next);
  }

  return (
    <div class="stack">
      {onKept && (
        <div class="row">
          <Button size="small" disabled={kept.size === 0} onClick={() => onKept(new Set())}>
            Check all
          </Button>
          <Button
            size="small"
            disabled={hasMore || kept.size === listed.length}
            onClick={() => onKept(new Set(listed.map(({ memory }) => memory.id)))}
          >
            Check none
          </Button>
          {hasMore && <span class="tiny muted">More come as you scroll; they are checked.</span>}
        </div>
      )}
      <VirtualList
        items={listed}
        keyOf={({ memory }) => memory.id}
        label="Memories that may be let go"
        height={64}
        size="min(26rem, 45dvh)"
        onEnd={onEnd}
        render={(one) => (
          <Line
            {...one}
            isChecked={!kept.has(one.memory.id)}
            onToggle={onKept && (() => toggle(one.memory.id))}
          />
        )}
      />
    </div>
  );
}

interface LineProps extends Listed {
  isChecked: boolean;
  onToggle?: () => void;
}

function Line({ memory, from, isChecked, onToggle }: LineProps) {
  return (
    <div class="review-line">
      {onToggle && (
        <input
          type="checkbox"
          aria-label="Delete this one"
          checked={isChecked}
          onChange={onToggle}
        />
      )}
      <div>
        <a class="review-line__text" href={href("memories", memory.id)}>
          <StoredText text={memory.current.content} lines={2} />
        </a>
        <div class="row tiny muted">
          <Marks memory={memory} />
          <span dir="auto">{memory.namespace}</span>
          {memory.last_accessed_at ? (
            <span>
              last used <Time at={memory.last_accessed_at} />
            </span>
          ) : (
            <span>
              never used, recorded <Time at={memory.recorded_at} />
            </span>
          )}
          <span>
            strength{" "}
            <Num
              value={memory.strength}
              from={from}
              path={`memories.{id=${memory.id}}.strength`}
              as="share"
            />
          </span>
        </div>
      </div>
    </div>
  );
}
