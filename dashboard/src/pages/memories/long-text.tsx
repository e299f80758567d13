/** What is known about a text that was too long for one memory? */

import { ArchiveRestore, Eraser, Trash2 } from "lucide-preact";
import type { Memory } from "../../api/types";
import { Badge } from "../../components/badge";
import { Button } from "../../components/button";
import { Facts } from "../../components/card";
import { Time } from "../../components/time";
import { useActions } from "./actions";
import { Back, Close, type Opened } from "./bar";
import { PartList } from "./parts";

interface LongTextProps {
  id: string;
  parts: readonly Memory[];
  onOpen: (dialog: Opened) => void;
}

/** Its parts, and what can be done to all of them. */
export function LongText({ id, parts, onOpen }: LongTextProps) {
  const actions = useActions();
  const first = parts[0];
  const isDeleted = !!first?.deleted_at;
  return (
    <article class="memory" aria-label="Long text">
      <div class="memory__bar">
        <Back />
        <div class="memory__badges">
          <Badge>long text</Badge>
          {isDeleted && <Badge tone="bad">deleted</Badge>}
        </div>
        <div class="memory__buttons">
          {isDeleted ? (
            <Button size="small" onClick={() => actions.restore(id)}>
              <ArchiveRestore aria-hidden="true" />
              Restore all parts
            </Button>
          ) : (
            <Button kind="quiet" label="Delete all parts" onClick={() => actions.delete(id)}>
              <Trash2 aria-hidden="true" />
            </Button>
          )}
          <Button
            kind="quiet"
            label="Erase all parts for good"
            onClick={() => onOpen({ what: "erase", id, isLong: true })}
          >
            <Eraser aria-hidden="true" />
          </Button>
          <Close />
        </div>
      </div>
      <Facts
        of={[
          ["Stored", <Time key="stored" at={first?.recorded_at} as="date" />],
          ["Id", <code key="id">{id}</code>],
        ]}
      />
      <p class="small muted">
        It was stored in parts, which recall finds one by one. The parts overlap by a sentence.
      </p>
      <PartList sourceId={id} size="calc(100dvh - 19rem)" />
    </article>
  );
}
