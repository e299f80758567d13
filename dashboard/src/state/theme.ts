/** Light or dark? As the system has it, unless the person chose. */

import { effect, signal } from "@preact/signals";

export type Theme = "system" | "light" | "dark";

const KEY = "perspective.theme";
const system = matchMedia("(prefers-color-scheme: dark)");

/** What the person chose. */
export const theme = signal<Theme>((localStorage.getItem(KEY) as Theme | null) ?? "system");

/** What is shown; charts and the graph, which draw on a canvas, follow it. */
export const isDark = signal(false);

function follow(): void {
  isDark.value = theme.value === "dark" || (theme.value === "system" && system.matches);
  document.documentElement.dataset.theme = isDark.value ? "dark" : "light";
}

effect(() => {
  if (theme.value === "system") localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, theme.value);
  follow();
});
system.addEventListener("change", follow);

/** The value of a colour of `tokens.css`, for what draws on a canvas. */
export function color(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}
