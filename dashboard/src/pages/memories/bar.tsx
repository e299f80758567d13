/** How does the memory stand, and what can be done about it? */

import {
  Archive,
  ArchiveRestore,
  ArrowLeft,
  Eraser,
  Pencil,
  Pin,
  PinOff,
  Trash2,
  X,
} from "lucide-preact";
import type { Inspection, Memory } from "../../api/types";
import { Badge, Kind, State } from "../../components/badge";
import { Button } from "../../components/button";
import { Time } from "../../components/time";
import { go } from "../../state/route";
import { isAllowed, useActions } from "./actions";
import { kept } from "./addresses";

export type Opened =
  | { what: "edit"; memory: Memory }
  | { what: "erase"; id: string; isLong?: boolean }
  | { what: "store" }
  | null;

interface BarProps {
  memory: Memory;
  inspection: Inspection;
  onOpen: (dialog: Opened) => void;
}

/** Badges at its start, buttons at its end. */
export function Bar({ memory, inspection, onOpen }: BarProps) {
  const actions = useActions();
  const can = isAllowed(memory);
  const { id, pinned } = memory;
  return (
    <>
      <div class="memory__bar">
        <Back />
        <Badges memory={memory} inspection={inspection} />
        <div class="memory__buttons">
          {can.edit && (
            <Button size="small" onClick={() => onOpen({ what: "edit", memory })}>
              <Pencil aria-hidden="true" />
              Edit
            </Button>
          )}
          {can.pin && (
            <Button
              kind="quiet"
              label={pinned ? "Unpin" : "Pin"}
              onClick={() => actions.pin(id, !pinned)}
            >
              {pinned ? <PinOff aria-hidden="true" /> : <Pin aria-hidden="true" />}
            </Button>
          )}
          {can.archive && (
            <Button kind="quiet" label="Archive" onClick={() => actions.archive(id)}>
              <Archive aria-hidden="true" />
            </Button>
          )}
          {can.restore && memory.deleted_at === null && (
            <Button kind="quiet" label="Restore" onClick={() => actions.restore(id)}>
              <ArchiveRestore aria-hidden="true" />
            </Button>
          )}
          {can.delete && (
            <Button kind="quiet" label="Delete" onClick={() => actions.delete(id)}>
              <Trash2 aria-hidden="true" />
            </Button>
          )}
          <Button kind="quiet" label="Erase for good" onClick={() => onOpen({ what: "erase", id })}>
            <Eraser aria-hidden="true" />
          </Button>
          <Close />
        </div>
      </div>
      {memory.deleted_at && (
        <div class="memory__notice" role="status">
          <span>
            Deleted <Time at={memory.deleted_at} />. No recall finds it; it can be restored.
          </span>
          <Button size="small" onClick={() => actions.restore(id)}>
            Restore
          </Button>
        </div>
      )}
    </>
  );
}

function Badges({ memory, inspection }: { memory: Memory; inspection: Inspection }) {
  return (
    <div class="memory__badges">
      <Kind of={memory.type} />
      {memory.deleted_at ? <Badge tone="bad">deleted</Badge> : <State of={memory.state} />}
      {memory.pinned && <Badge tone="accent">pinned</Badge>}
      {inspection.strength.faded && <Badge tone="warn">faded</Badge>}
      {memory.current.superseded_by && <Badge tone="warn">superseded</Badge>}
      {memory.gated && <Badge>not read for facts</Badge>}
    </div>
  );
}

/** The way back to the list; beside it, on a wide screen, the pane has a cross instead. */
export function Back() {
  return (
    <div class="memory__back">
      <Button kind="quiet" label="Back to the list" onClick={closeDetail}>
        <ArrowLeft aria-hidden="true" />
      </Button>
    </div>
  );
}

export function Close() {
  return (
    <div class="memory__close">
      <Button kind="quiet" label="Close" onClick={closeDetail}>
        <X aria-hidden="true" />
      </Button>
    </div>
  );
}

/** Shows the list alone. */
export function closeDetail(): void {
  go("memories", "", kept());
}
