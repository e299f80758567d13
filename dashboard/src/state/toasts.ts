/** What was just done, and can it be taken back? Short messages at the edge of the page. */

import { signal } from "@preact/signals";

export interface Toast {
  id: number;
  text: string;
  kind: "done" | "failed";
  /** Takes back what was done. */
  undo?: () => Promise<unknown>;
}

const SHOWN_MS = 8000;
let last = 0;

/** What is shown now. */
export const toasts = signal<Toast[]>([]);

/** Shows a message for some seconds; one that failed stays until it is closed. Gives its id. */
export function say(text: string, undo?: () => Promise<unknown>): number {
  const id = add({ text, kind: "done", undo });
  setTimeout(() => close(id), SHOWN_MS);
  return id;
}

/** Shows what failed until it is closed. */
export function sayFailed(what: string, error: unknown): void {
  add({ text: `${what}: ${error instanceof Error ? error.message : error}`, kind: "failed" });
}

/** Takes a message away. */
export function close(id: number): void {
  toasts.value = toasts.value.filter((one) => one.id !== id);
}

function add(toast: Omit<Toast, "id">): number {
  last += 1;
  toasts.value = [...toasts.value.slice(-3), { ...toast, id: last }];
  return last;
}
