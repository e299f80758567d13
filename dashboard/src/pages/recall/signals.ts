/** What do the names of signals, arms and profiles mean, and which colours have they? */

import type { Found } from "../../api/types";
import type { Profile } from "./lab";

export interface Signal {
  name: string;
  label: string;
  /** A colour of `tokens.css`. */
  color: string;
  note: string;
}

/** In the order in which bars stack them. */
export const SIGNALS: readonly Signal[] = [
  signal("vector", "Meaning", "series-1", "How near it is in meaning: the cosine of both vectors"),
  signal(
    "text",
    "Words",
    "series-3",
    "Which words of the question it holds, rare ones counting more",
  ),
  signal("entity", "Entities", "series-2", "It mentions an entity that the question names"),
  signal("session", "Session", "series-5", "The best of its session answers well"),
  signal("temporal", "Neighbours", "series-8", "What was said just before or after answers well"),
  signal("answer_type", "Kind of answer", "series-7", "It names a person or place, as was asked"),
  signal("speaker", "Speaker", "series-4", "The speaker that the question names said it"),
  signal("time", "Time", "good", "It is of the time that the question names"),
  signal("semantic", "Alike", "accent", "It is alike to one that answers well"),
  signal("newer", "Newer", "warn", "It is the newer of two like statements"),
  signal("form", "Form", "bad", "Taken off questions, and replies of programs"),
];

function signal(name: string, label: string, color: string, note: string): Signal {
  return { name, label, color, note };
}

/** Those that gave or took something in any of these results. */
export function signalsIn(results: readonly Found[]): readonly Signal[] {
  return SIGNALS.filter((one) => results.some((found) => found.why?.shares[one.name]));
}

const ARMS: Record<string, string> = {
  vector: "meaning",
  text: "words",
  entity: "entities",
  temporal: "neighbours in time",
  semantic: "what it is alike to",
  graph: "the graph",
  scan: "a look at all",
};

/** Which arms found it, in words. */
export function foundBy(arms: readonly string[]): string {
  return new Intl.ListFormat("en").format(arms.map((one) => ARMS[one] ?? one));
}

/** How a profile makes the score. */
export const PROFILES: Record<Profile, { label: string; formula: string }> = {
  balanced: {
    label: "Balanced",
    formula: "The sum of the signals, less a little for what is unused or unimportant.",
  },
  product: {
    label: "Product",
    formula:
      "Recency × importance × the best single signal, without weights. The bars show the signals before that.",
  },
  weighted: {
    label: "Weighted",
    formula:
      "A weighted sum of the best single signal, importance, recency and accesses. The bars show the signals before that.",
  },
};

/** What could not take part, in words. */
export function degradedIn(degraded: Record<string, string>): [string, string][] {
  return Object.entries(degraded).map(([name, reason]) => [ARMS[name] ?? name, reason]);
}
