/** Of which kind and in which state is it? */

import type { ComponentChildren } from "preact";

export type Tone = "plain" | "good" | "warn" | "bad" | "accent";

/** A word on a coloured ground. */
export function Badge({ tone = "plain", children }: { tone?: Tone; children: ComponentChildren }) {
  return (
    <span class={`badge badge--${tone}`} dir="auto">
      {children}
    </span>
  );
}

const STATE_TONES: Record<string, Tone> = {
  active: "good",
  ok: "good",
  ready: "good",
  loaded: "good",
  searchable: "good",
  applied: "good",
  done: "good",
  confirmed: "good",
  running: "accent",
  open: "accent",
  loading: "accent",
  behind: "warn",
  pending: "warn",
  stopping: "warn",
  paused: "warn",
  degraded: "warn",
  interrupted: "warn",
  archived: "warn",
  warning: "warn",
  failed: "bad",
  error: "bad",
  absent: "bad",
  missing: "bad",
  retired: "plain",
};

/** A state, in the colour that all pages give it. */
export function State({ of }: { of: string }) {
  return <Badge tone={STATE_TONES[of] ?? "plain"}>{of}</Badge>;
}

/** Which series colour a kind has, in charts, lists and the graph alike. */
export const KIND_COLORS: Record<string, string> = {
  episodic: "series-1",
  semantic: "series-2",
  procedural: "series-3",
  person: "series-4",
  place: "series-5",
  organization: "series-7",
  project: "series-8",
  tool: "series-3",
  event: "series-1",
  concept: "series-2",
  other: "series-6",
};

/** A memory's type or an entity's kind, with its colour. */
export function Kind({ of }: { of: string }) {
  return (
    <span class="badge">
      <span class="dot" style={{ "--dot": `var(--${KIND_COLORS[of] ?? "series-6"})` }} />
      {of}
    </span>
  );
}
