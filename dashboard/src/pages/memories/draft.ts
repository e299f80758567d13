/** What stands in the form of a memory, and what of it does the API get? */

import type { Memory, MemoryEdit } from "../../api/types";

/** The fields as a person fills them in: texts, all of them. */
export interface Draft {
  content: string;
  tags: readonly string[];
  importance: string;
  confidence: string;
  /** Times of the viewer's zone, to the second. */
  event_at: string;
  valid_from: string;
  valid_to: string;
  metadata: string;
  code: string;
  /** One on each line. */
  preconditions: string;
  postconditions: string;
}

export type Problems = Partial<Record<string, string>>;

export const EMPTY: Draft = {
  content: "",
  tags: [],
  importance: "0.5",
  confidence: "1",
  event_at: "",
  valid_from: "",
  valid_to: "",
  metadata: "",
  code: "",
  preconditions: "",
  postconditions: "",
};

/** The form of a memory as it stands. */
export function draftOf(memory: Memory, baseConfidence: number): Draft {
  const { current } = memory;
  const steps = current.detail.type === "procedural" ? current.detail : null;
  const hasMetadata = Object.keys(current.metadata).length > 0;
  return {
    content: current.content,
    tags: current.tags,
    importance: String(current.importance),
    confidence: String(baseConfidence),
    event_at: local(current.event_at),
    valid_from: local(current.valid_from),
    valid_to: local(current.valid_to),
    metadata: hasMetadata ? JSON.stringify(current.metadata, null, 2) : "",
    code: steps?.code ?? "",
    preconditions: (steps?.preconditions ?? []).join("\n"),
    postconditions: (steps?.postconditions ?? []).join("\n"),
  };
}

/** What is wrong with a draft, by field; empty if nothing is. */
export function problemsOf(draft: Draft): Problems {
  const found: Problems = {};
  if (!draft.content.trim()) found.content = "There is nothing to remember.";
  for (const name of ["importance", "confidence"] as const) {
    const value = Number(draft[name]);
    if (draft[name].trim() === "" || !(value >= 0 && value <= 1))
      found[name] = "A number from 0 to 1.";
  }
  if (draft.valid_from && draft.valid_to && draft.valid_from >= draft.valid_to)
    found.valid_to = "It must be later than “valid from”.";
  const metadata = parsed(draft.metadata);
  if (metadata instanceof Error) found.metadata = metadata.message;
  return found;
}

/** The changes between two drafts of a memory, as an edit. Fields that nobody touched are not sent,
 * so that nothing loses its zone or its last digits. */
export function changesOf(before: Draft, after: Draft): MemoryEdit {
  const differs = (name: keyof Draft) => String(before[name]) !== String(after[name]);
  const changes: MemoryEdit = {};
  if (differs("content")) changes.content = after.content;
  if (before.tags.join("\n") !== after.tags.join("\n")) changes.tags = [...after.tags];
  if (differs("importance")) changes.importance = Number(after.importance);
  if (differs("confidence")) changes.confidence = Number(after.confidence);
  if (differs("event_at")) changes.event_at = zoned(after.event_at);
  if (differs("valid_from")) changes.valid_from = zoned(after.valid_from);
  if (differs("valid_to")) changes.valid_to = zoned(after.valid_to);
  if (differs("metadata")) changes.metadata = metadataOf(after);
  if (differs("code") || differs("preconditions") || differs("postconditions"))
    changes.procedure = procedureOf(after);
  return changes;
}

/** The same fields as they were, to take an edit back. */
export function oldOf(memory: Memory, baseConfidence: number, changes: MemoryEdit): MemoryEdit {
  const { current } = memory;
  const old: MemoryEdit = {};
  if ("content" in changes) {
    old.content = current.content;
    old.tags = current.tags; // new words may have been judged anew
  }
  if ("tags" in changes) old.tags = current.tags;
  if ("importance" in changes) old.importance = current.importance;
  if ("confidence" in changes) old.confidence = baseConfidence;
  if ("event_at" in changes) old.event_at = current.event_at;
  if ("valid_from" in changes) old.valid_from = current.valid_from;
  if ("valid_to" in changes) old.valid_to = current.valid_to;
  if ("metadata" in changes) old.metadata = current.metadata;
  if ("procedure" in changes && current.detail.type === "procedural") {
    const { code, preconditions, postconditions } = current.detail;
    old.procedure = { code, preconditions, postconditions };
  }
  return old;
}

/** The metadata of a draft without problems. */
export function metadataOf(draft: Draft): Record<string, never> {
  const value = parsed(draft.metadata);
  return (value instanceof Error ? {} : value) as Record<string, never>;
}

/** The procedure's own fields. */
export function procedureOf(draft: Draft) {
  return {
    code: draft.code.trim() ? draft.code : null,
    preconditions: linesOf(draft.preconditions),
    postconditions: linesOf(draft.postconditions),
  };
}

function linesOf(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line);
}

function parsed(text: string): object | Error {
  if (!text.trim()) return {};
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject ? value : new Error('It must be a JSON object: {"name": "value"}.');
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** A time of the API in the viewer's zone, as `datetime-local` has it. */
function local(at: string | null): string {
  if (!at) return "";
  const date = new Date(at);
  const shifted = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 19);
}

/** A time of the viewer's zone with that zone, as the API takes it; null for none. */
export function zoned(at: string): string | null {
  if (!at) return null;
  const minutes = -new Date(at).getTimezoneOffset();
  // Long ago zones had seconds, which no offset can say.
  if (!Number.isInteger(minutes)) return new Date(at).toISOString();
  const sign = minutes < 0 ? "-" : "+";
  const two = (n: number) => String(n).padStart(2, "0");
  const offset = `${sign}${two(Math.trunc(Math.abs(minutes) / 60))}:${two(Math.abs(minutes) % 60)}`;
  return `${at.length === 16 ? `${at}:00` : at}${offset}`;
}
