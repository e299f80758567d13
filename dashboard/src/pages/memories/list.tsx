/** What does the list show of each memory? Its words, and what tells it from others at a glance. */

import { Pin } from "lucide-preact";
import { Badge, Kind, State } from "../../components/badge";
import { Num } from "../../components/num";
import { StoredText } from "../../components/stored-text";
import { Time } from "../../components/time";
import { VirtualList } from "../../components/virtual-list";
import { href, route } from "../../state/route";
import type { Row, Rows } from "./rows";

const ROW_PX = 68;

interface ListProps {
  list: Rows;
  /** The row that keys act on. */
  active: number;
  shown: string;
}

/** The rows found or listed. */
export function List({ list, active, shown }: ListProps) {
  return (
    <VirtualList
      label="Memories"
      items={list.rows}
      keyOf={(row) => row.id}
      height={ROW_PX}
      size="100%"
      active={active}
      onEnd={list.more}
      render={(row, index) => (
        <Line row={row} list={list} isActive={index === active} isShown={row.id === shown} />
      )}
    />
  );
}

interface LineProps {
  row: Row;
  list: Rows;
  isActive: boolean;
  isShown: boolean;
}

function Line({ row, list, isActive, isShown }: LineProps) {
  const classes = ["memories__row"];
  if (isActive) classes.push("memories__row--active");
  const params = Object.fromEntries(route.value.params);
  return (
    <a
      class={classes.join(" ")}
      href={href("memories", row.id, params)}
      aria-current={isShown ? "true" : undefined}
    >
      <span class="memories__row-text">
        <StoredText text={row.content} lines={2} />
      </span>
      <span class="memories__row-about">
        <span class="memories__row-marks">
          <Kind of={row.type} />
          {row.state !== "active" && <State of={row.state} />}
          {row.isPinned && (
            <span class="memories__pinned" title="Pinned">
              <Pin aria-hidden="true" />
              <span class="hidden-text">Pinned</span>
            </span>
          )}
          {row.isFaded && <Badge tone="warn">faded</Badge>}
          {row.isSuperseded && <Badge tone="warn">superseded</Badge>}
        </span>
        <span class="memories__row-words">
          {row.speaker && (
            <span class="memories__row-word stored" dir="auto">
              {row.speaker}
            </span>
          )}
          <span class="memories__row-word stored" dir="auto">
            {row.namespace}
          </span>
        </span>
        <Time at={row.at} />
        {row.found && <Score row={row} list={list} />}
      </span>
    </a>
  );
}

/** How well it matches, as recall has it. */
function Score({ row, list }: { row: Row; list: Rows }) {
  const score = row.found?.score ?? 0;
  const width = `${Math.max(0, Math.min(1, score)) * 100}%`;
  return (
    <span class="memories__row-score">
      <span class="meter" aria-hidden="true">
        <span style={{ width }} />
      </span>
      <Num
        value={score}
        from="/api/recall"
        body={list.body}
        path={`results.{id=${row.id}}.score`}
        as="score"
      />
    </span>
  );
}
