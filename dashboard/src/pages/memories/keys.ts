/** How do keys walk through the list, and what do they do to the memory shown? */

import type { RefObject } from "preact";
import { useRef, useState } from "preact/hooks";
import type { Memory } from "../../api/types";
import { type Shortcut, useShortcuts } from "../../state/keys";
import { go, route } from "../../state/route";
import { sayFailed } from "../../state/toasts";
import { isAllowed, useActions } from "./actions";
import { kept } from "./addresses";
import { closeDetail, type Opened } from "./bar";
import type { Rows } from "./rows";

interface WalkProps {
  list: Rows;
  memory: Memory | undefined;
  field: RefObject<HTMLInputElement>;
  onOpen: (dialog: Opened) => void;
}

/** The row that keys act on, and the keys. */
export function useWalk({ list, memory, field, onOpen }: WalkProps) {
  const actions = useActions();
  const isBusy = useRef(false);
  const [at, setAt] = useState(-1);
  const shown = route.value.id;
  const rows = list.rows;
  const place = rows.findIndex((row) => row.id === shown);
  // What is shown may have left the list, deleted for instance: its place stays.
  const active = Math.min(place >= 0 ? place : at, rows.length - 1);

  function step(by: number): void {
    const isShown = place >= 0 || !shown;
    const next = Math.max(0, Math.min(rows.length - 1, isShown || by < 0 ? active + by : active));
    setAt(next);
    const row = rows[next];
    if (shown && row) go("memories", row.id, kept(), true);
  }

  function open(): void {
    const row = rows[Math.max(active, 0)];
    if (row && row.id !== shown) go("memories", row.id, kept());
  }

  /** From the search field into the list. */
  function enter(): void {
    field.current?.blur();
    setAt(Math.max(active, 0));
    open();
  }

  function search(): void {
    field.current?.focus();
    field.current?.select();
  }

  const can = memory ? isAllowed(memory) : null;
  const keys: Shortcut[] = [
    { keys: "/", does: "Search the memories", run: search },
    { keys: "j", does: "The next memory", run: () => step(1) },
    { keys: "k", does: "The memory before", run: () => step(-1) },
    { keys: "ArrowDown", does: "The next memory", run: () => step(1) },
    { keys: "ArrowUp", does: "The memory before", run: () => step(-1) },
    { keys: "Enter", does: "Open the memory", run: open },
    { keys: "n", does: "Store a memory", run: () => onOpen({ what: "store" }) },
  ];
  if (shown) keys.push({ keys: "Escape", does: "Close the memory", run: closeDetail });
  if (memory && can) {
    const { id } = memory;
    const act = (does: string, run: () => Promise<void>) => async () => {
      if (isBusy.current) return; // the same key again, before the first has its answer
      isBusy.current = true;
      await run().catch((error: unknown) => sayFailed(`${does} failed`, error));
      isBusy.current = false;
    };
    if (can.edit)
      keys.push({ keys: "e", does: "Edit", run: () => onOpen({ what: "edit", memory }) });
    if (can.pin) {
      const does = memory.pinned ? "Unpin" : "Pin";
      keys.push({ keys: "p", does, run: act(does, () => actions.pin(id, !memory.pinned)) });
    }
    if (can.archive)
      keys.push({ keys: "a", does: "Archive", run: act("Archive", () => actions.archive(id)) });
    if (can.restore)
      keys.push({ keys: "r", does: "Restore", run: act("Restore", () => actions.restore(id)) });
    if (can.delete)
      keys.push({ keys: "x", does: "Delete", run: act("Delete", () => actions.delete(id)) });
    keys.push({
      keys: "X",
      does: "Erase for good",
      run: () => onOpen({ what: "erase", id }),
    });
  }
  useShortcuts(keys);
  return { active, enter };
}
