/** How does a text get into the clipboard? */

import { say } from "../state/toasts";
import { Button } from "./button";

/** A button that copies; where the browser has no clipboard (plain http), by a selection. */
export function Copy({ text, label = "Copy" }: { text: string; label?: string }) {
  async function copy(): Promise<void> {
    if (navigator.clipboard) await navigator.clipboard.writeText(text);
    else copyBySelection(text);
    say("Copied.");
  }
  return (
    <Button size="small" onClick={copy}>
      {label}
    </Button>
  );
}

function copyBySelection(text: string): void {
  const area = document.createElement("textarea");
  area.value = text;
  document.body.append(area);
  area.select();
  const isCopied = document.execCommand("copy");
  area.remove();
  if (!isCopied) throw new Error("the browser did not allow it");
}
