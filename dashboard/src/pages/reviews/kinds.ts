/** What does each kind of review ask, and what does each decision do? */

import type { Memory, Review } from "../../api/types";

export type Kind = Review["kind"];

export const KINDS: readonly Kind[] = ["contradiction", "stale", "forgettable", "procedure"];

/** The kind in a few words, and its question. */
export const WORDS: Record<Kind, { one: string; many: string; question: string }> = {
  contradiction: {
    one: "Contradiction",
    many: "Contradictions",
    question: "Which of the two holds?",
  },
  stale: { one: "Stale", many: "Stale", question: "Does this still hold?" },
  forgettable: { one: "Forgettable", many: "Forgettable", question: "May these be let go?" },
  procedure: {
    one: "Procedure",
    many: "Proposed procedures",
    question: "Is this a way of doing something?",
  },
};

/** A decision that can be taken. */
export interface Choice {
  decision: "confirm" | "reject" | "pick";
  /** The first is written on the button; each works. */
  keys: readonly string[];
  /** What is decided. */
  label: string;
  /** The same once it is done. */
  done: string;
  /** What becomes of the memories, said before it is done. */
  effect: string;
  /** The statement that holds, to pick. */
  memoryId?: string;
}

/** What can be said to a review. `about` is its first memory, if that is still there. */
export function choicesOf(review: Review, about: Memory | undefined): readonly Choice[] {
  switch (review.kind) {
    case "contradiction":
      return contradiction(review);
    case "stale":
      return about?.type === "procedural" ? FAILING : STALE;
    case "forgettable":
      return FORGETTABLE;
    case "procedure":
      return PROCEDURE;
  }
}

function contradiction(review: Review): readonly Choice[] {
  return [
    {
      decision: "pick",
      keys: ["1"],
      label: "The older holds",
      done: "The older one holds.",
      effect:
        "The newer one ends. Recall leaves it out, unless asked about its time. What was made of it alone is trusted less, and asked about.",
      memoryId: review.memory_ids[0],
    },
    {
      decision: "confirm",
      keys: ["2", "c"],
      label: "The newer holds",
      done: "The newer one holds.",
      effect:
        "The older one ends when the newer begins. Recall leaves it out, unless asked about its time. What was made of it alone is trusted less, and asked about.",
    },
    {
      decision: "reject",
      keys: ["r"],
      label: "Both hold",
      done: "Both hold.",
      effect: "Both stay as they are, and this pair is not asked about again.",
    },
  ];
}

const STALE: readonly Choice[] = [
  {
    decision: "reject",
    keys: ["r"],
    label: "It holds",
    done: "It holds.",
    effect: "It counts as checked today, and is as sure again as before it was flagged.",
  },
  {
    decision: "confirm",
    keys: ["c"],
    label: "It holds no longer",
    done: "It is retired.",
    effect: "It is retired. Recall leaves it out, unless asked what was known before.",
  },
];

const FAILING: readonly Choice[] = [
  {
    decision: "reject",
    keys: ["r"],
    label: "Keep it",
    done: "It is kept.",
    effect: "It stays as it is, and is not asked about again until it is edited.",
  },
  {
    decision: "confirm",
    keys: ["c"],
    label: "Retire it",
    done: "It is retired.",
    effect: "Recall leaves it out, unless asked what was known before.",
  },
];

const FORGETTABLE: readonly Choice[] = [
  {
    decision: "reject",
    keys: ["r"],
    label: "Keep them all",
    done: "All are kept.",
    effect: "Nothing changes. They are not offered again for as long as the settings say.",
  },
  {
    decision: "confirm",
    keys: ["c"],
    label: "Delete the checked",
    done: "The checked ones are deleted.",
    effect:
      "The checked ones are deleted, with what was read in them and nowhere else. What was used, pinned or edited since stays. It can be undone.",
  },
];

const PROCEDURE: readonly Choice[] = [
  {
    decision: "confirm",
    keys: ["c"],
    label: "Keep the procedure",
    done: "The procedure is stored.",
    effect: "It is stored as a procedure, which the memories it was seen in support.",
  },
  {
    decision: "reject",
    keys: ["r"],
    label: "It is none",
    done: "No procedure is stored.",
    effect: "Nothing is stored, and it is not proposed again.",
  },
];
