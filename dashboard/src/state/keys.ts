/** What do keys do? Each page says what its keys do; they are silent while somebody types. */

import { useLayoutEffect } from "preact/hooks";

export interface Shortcut {
  /** One key (`j`, `/`, `Enter`), or two after another (`g o`). */
  keys: string;
  does: string;
  run: () => void;
}

const registered = new Set<readonly Shortcut[]>();

/** All shortcuts that work now, those of the page shown last. */
export function shortcuts(): Shortcut[] {
  return [...registered].flat();
}

/** Held down, these go on; what acts acts once. */
const WALKING = new Set(["j", "k", "ArrowDown", "ArrowUp", "ArrowLeft", "ArrowRight"]);

let first = "";

addEventListener("keydown", (event) => {
  const target = event.target as HTMLElement | null;
  const isTyping = target?.closest("input, textarea, select, [contenteditable]");
  const isHeld = event.repeat && !WALKING.has(event.key);
  const isChoosing = document.querySelector("dialog[open]");
  if (event.ctrlKey || event.metaKey || event.altKey || isHeld || isTyping || isChoosing) return;
  if (event.key === "Enter" && target?.closest("a, button, summary")) return;
  const typed = first ? `${first} ${event.key}` : event.key;
  const known = shortcuts();
  const found = known.findLast((one) => one.keys === typed);
  first = !found && known.some((one) => one.keys.startsWith(`${event.key} `)) ? event.key : "";
  if (!found) return;
  event.preventDefault();
  found.run();
});

/** These keys work while the component is shown. */
export function useShortcuts(mine: readonly Shortcut[]): void {
  // Before the next frame: what is seen can be acted on.
  useLayoutEffect(() => {
    registered.add(mine);
    return () => {
      registered.delete(mine);
    };
  });
}
