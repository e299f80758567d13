/** What is tried in the lab? Read from the address, so that it can be shared; asked of the API. */

import type { MemoryType, RecallBody } from "../../api/types";
import { type Params, route, setParams, tenant } from "../../state/route";
import { keptWeights, type Weights } from "./weights";

export type Profile = NonNullable<RecallBody["profile"]>;
export type Tab = "results" | "context" | "reflect";

/** What may differ between two columns: how scores are combined. */
export interface Side {
  /** Empty: as the settings have it. */
  profile: Profile | "";
  weights: Weights;
}

/** The whole of what is tried. */
export interface Lab {
  query: string;
  tab: Tab;
  main: Side;
  /** The other column, if two are compared. */
  other: Side | null;
  budget: string;
  maxTokens: string;
  namespace: string;
  types: MemoryType[];
  tags: string;
  session: string;
  speaker: string;
  since: string;
  until: string;
  minConfidence: string;
  faded: boolean;
  archived: boolean;
  asOf: string;
  knownAt: string;
  tokenBudget: string;
  currentSession: string;
  maxSentences: string;
  suspect: boolean;
  model: boolean;
}

const PROFILES: readonly string[] = ["balanced", "product", "weighted"];
const TABS: readonly string[] = ["results", "context", "reflect"];
export const TYPES: readonly MemoryType[] = ["episodic", "semantic", "procedural"];

/** The names that the address has for what filters; the others say how it is asked. */
export const FILTERS = [
  "namespace",
  "types",
  "tags",
  "session",
  "speaker",
  "since",
  "until",
  "min_confidence",
  "faded",
  "archived",
  "max_tokens",
];

/** The lab as the address has it. */
export function readLab(params: URLSearchParams = route.value.params): Lab {
  const text = (name: string) => params.get(name) ?? "";
  const tab = text("tab");
  return {
    query: text("q"),
    tab: TABS.includes(tab) ? (tab as Tab) : "results",
    main: sideOf(text("profile"), text("w")),
    other: text("compare") ? sideOf(text("profile2"), text("w2")) : null,
    budget: text("budget"),
    maxTokens: text("max_tokens"),
    namespace: text("namespace"),
    types: TYPES.filter((one) => text("types").split(",").includes(one)),
    tags: text("tags"),
    session: text("session"),
    speaker: text("speaker"),
    since: text("since"),
    until: text("until"),
    minConfidence: text("min_confidence"),
    faded: text("faded") !== "no",
    archived: text("archived") !== "no",
    asOf: text("as_of"),
    knownAt: text("known_at"),
    tokenBudget: text("token_budget"),
    currentSession: text("current_session"),
    maxSentences: text("max_sentences"),
    suspect: text("suspect") === "yes",
    model: text("model") !== "no",
  };
}

function sideOf(profile: string, weights: string): Side {
  return {
    profile: PROFILES.includes(profile) ? (profile as Profile) : "",
    weights: readWeights(weights),
  };
}

function readWeights(text: string): Weights {
  const pairs = text.split(",").map((one) => one.split(":") as [string, string | undefined]);
  return Object.fromEntries(
    pairs.flatMap(([name, value]) => {
      const number = value ? Number(value) : Number.NaN;
      return name && Number.isFinite(number) ? [[name, number]] : [];
    }),
  );
}

/** Weights as the address has them. */
export function writeWeights(weights: Weights): string {
  return Object.entries(weights)
    .map(([name, value]) => `${name}:${value}`)
    .join(",");
}

/** Changes what is tried. */
export function change(changes: Params): void {
  setParams(changes);
}

/** What all three calls take, without what is as by default. `reinforce` is false always: a look
 * into the lab must not make a memory stronger. */
function scope(lab: Lab, side: Side, inForce: Profile): Record<string, unknown> {
  const weights = keptWeights(side.weights, side.profile || inForce);
  const tags = lab.tags.split(",").flatMap((one) => one.trim() || []);
  return given({
    tenant_id: tenant.value,
    query: lab.query.trim(),
    namespaces: lab.namespace ? [lab.namespace] : null,
    types: lab.types.length > 0 ? lab.types : null,
    tags: tags.length > 0 ? tags : null,
    session: lab.session.trim() || null,
    speaker: lab.speaker.trim() || null,
    since: lab.since || null,
    until: lab.until || null,
    as_of: lab.asOf || null,
    known_at: lab.knownAt || null,
    min_confidence: numberIn(lab.minConfidence),
    include_faded: lab.faded ? null : false,
    include_archived: lab.archived ? null : false,
    profile: side.profile || null,
    weights: Object.keys(weights).length > 0 ? weights : null,
    reinforce: false,
  });
}

/** The body of `/api/recall`, or null without a question. */
export function recallBody(lab: Lab, side: Side, inForce: Profile) {
  if (!lab.query.trim()) return null;
  return given({
    ...scope(lab, side, inForce),
    budget: numberIn(lab.budget),
    max_tokens: numberIn(lab.maxTokens),
    explain: true,
  });
}

/** The body of `/api/context`, or null without a question. */
export function contextBody(lab: Lab, inForce: Profile) {
  if (!lab.query.trim()) return null;
  return given({
    ...scope(lab, lab.main, inForce),
    token_budget: numberIn(lab.tokenBudget),
    current_session: lab.currentSession.trim() || null,
    include_suspect: lab.suspect || null,
  });
}

/** The body of `/api/reflect`, or null without a question. */
export function reflectBody(lab: Lab, inForce: Profile) {
  if (!lab.query.trim()) return null;
  return given({
    ...scope(lab, lab.main, inForce),
    max_sentences: numberIn(lab.maxSentences),
    include_suspect: lab.suspect || null,
    use_model: lab.model ? null : false,
  });
}

function numberIn(text: string): number | null {
  const number = Number(text);
  return text.trim() && Number.isFinite(number) ? number : null;
}

function given(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}
