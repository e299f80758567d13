/** What do jobs, phases and steps do, in words? */

/** A job in one sentence. */
export const JOBS: Record<string, string> = {
  extraction: "Reads stored texts for entities, relations and facts, as they come in.",
  consolidation:
    "Joins duplicates, closes what was replaced, promotes what is used often, doubts what nothing supports any more, and finds communities.",
  maintenance: "Asks you about memories of which next to nothing is left. It deletes none itself.",
  archive: "Archives what has faded and was not used for long. It can be restored.",
  upkeep:
    "Keeps the files small: lets go of answers that were kept for retries, and cuts logs back. It changes no memory.",
};

/** Other work in the background, by its kind. */
export const WORK: Record<string, string> = {
  bulk: "Stores a stream of memories",
  document: "Splits a long text",
  index: "Brings an index up to date",
  evolve: "Embeds memories again, with another model",
};

/** What a step does to memories: its name, and what a person should know of it. */
export const STEPS: Record<string, { name: string; says: string }> = {
  merge: {
    name: "Merge",
    says: "The duplicates are retired; their sources and links move to the one that stays.",
  },
  close: {
    name: "Close",
    says: "The older statement ends where the newer one begins. Both are kept.",
  },
  flag: { name: "Flag", says: "It loses confidence, and a review asks you about it." },
  promote: {
    name: "Promote",
    says: "What is used often becomes a fact of its own; the episode stays.",
  },
  archive: { name: "Archive", says: "It is found only after what is active. It can be restored." },
  forget: { name: "Forget", says: "A review asks you whether they may go." },
  group: { name: "Group", says: "Closely linked memories become a community." },
  link: { name: "Link", says: "Nearly the same in two namespaces: both stay, and are linked." },
  propose: {
    name: "Propose",
    says: "Actions that succeeded again and again become a procedure, once you agree.",
  },
  decide: { name: "Decide", says: "What a person decided in a review." },
};

/** A phase of a job, or what a decision was about. */
const PHASES: Record<string, string> = {
  across: "Links across namespaces",
  stale: "Stale facts",
  proposals: "Proposed procedures",
  promotion: "Promotions",
  forgettable: "Forgettable memories",
};

/** The name of a phase. */
export function phaseName(phase: string): string {
  return PHASES[phase] ?? title(phase);
}

/** The name of a step's kind. */
export function stepName(kind: string): string {
  return STEPS[kind]?.name ?? kind;
}

/** `consolidation` as a heading: `Consolidation`. */
export function title(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
