/** What happened, in words? Each kind of event as a verb, and which pages know more. */

import {
  Archive,
  ArchiveRestore,
  BookOpen,
  Check,
  CirclePlus,
  Eraser,
  Flag,
  GitMerge,
  type LucideIcon,
  Pencil,
  Pin,
  PinOff,
  Redo2,
  RotateCcw,
  Split,
  Target,
  Trash2,
  TrendingUp,
} from "lucide-preact";
import type { MemoryEvent } from "../../api/types";

interface Words {
  icon: LucideIcon;
  verb: string;
}

const WORDS: Record<MemoryEvent["kind"], Words> = {
  archived: { icon: Archive, verb: "Archived" },
  created: { icon: CirclePlus, verb: "Stored" },
  decided: { icon: Check, verb: "Decided in a review" },
  deleted: { icon: Trash2, verb: "Deleted" },
  edited: { icon: Pencil, verb: "Edited" },
  erased: { icon: Eraser, verb: "Erased for good" },
  extracted: { icon: BookOpen, verb: "Read" },
  flagged: { icon: Flag, verb: "Flagged for review" },
  merged: { icon: GitMerge, verb: "Merged" },
  outcome: { icon: Target, verb: "Outcome counted" },
  pinned: { icon: Pin, verb: "Pinned" },
  promoted: { icon: TrendingUp, verb: "Promoted to a fact" },
  restored: { icon: RotateCcw, verb: "Restored" },
  split: { icon: Split, verb: "Split" },
  superseded: { icon: Redo2, verb: "Superseded by a newer statement" },
  unarchived: { icon: ArchiveRestore, verb: "Taken out of the archive" },
  undone: { icon: RotateCcw, verb: "A change was undone" },
  unpinned: { icon: PinOff, verb: "Unpinned" },
};

/** The event as an icon and a few words. */
export function wordsOf(event: MemoryEvent): Words {
  const words = WORDS[event.kind] ?? { icon: Flag, verb: event.kind };
  const after = event.after as Record<string, unknown>;
  if (event.kind === "merged" && !event.memory_id) return { ...words, verb: "Entities merged" };
  if (event.kind === "split" && !event.memory_id) return { ...words, verb: "Entity split" };
  if (event.kind === "created" && typeof after.type === "string")
    return { ...words, verb: `Stored as ${after.type}` };
  if (event.kind === "edited") {
    const fields = Object.keys(after).map((field) => field.replaceAll("_", " "));
    return { ...words, verb: `Edited: ${fields.join(", ")}` };
  }
  return words;
}

const ACTORS: Record<string, string> = {
  api: "over the API",
  cli: "on the command line",
  library: "by the library",
};

/** By whom, or over what. */
export function actorOf(event: MemoryEvent): string {
  return ACTORS[event.actor] ?? `by ${event.actor}`;
}
