/** Which memories are asked for? The address says it, in words that the API takes. */

import type { MemoryState, MemoryType, RecallBody } from "../../api/types";

/** What the address holds beside the tenant, the memory shown and its tab. */
export interface Filters {
  q: string;
  type: string;
  state: string;
  namespace: string;
  tag: string;
  session: string;
  speaker: string;
  source_id: string;
  /** Days of the viewer's zone: `2026-03-01`. */
  since: string;
  until: string;
}

export type FilterName = Exclude<keyof Filters, "q">;

/** How each filter is called, in the order of its control. */
export const FILTERS: Record<FilterName, string> = {
  type: "Type",
  state: "State",
  namespace: "Namespace",
  tag: "Tag",
  speaker: "Speaker",
  session: "Session",
  source_id: "Long text",
  since: "From",
  until: "To",
};

export const FILTER_NAMES = Object.keys(FILTERS) as FilterName[];

export const TYPES: readonly MemoryType[] = ["episodic", "semantic", "procedural"];
export const STATES = ["active", "archived", "retired", "deleted"] as const;

/** The filters in an address. */
export function filtersOf(params: URLSearchParams): Filters {
  const said = (name: string) => params.get(name)?.trim() ?? "";
  return {
    q: said("q"),
    type: said("type"),
    state: said("state"),
    namespace: said("namespace"),
    tag: said("tag"),
    session: said("session"),
    speaker: said("speaker"),
    source_id: said("source_id"),
    since: said("since"),
    until: said("until"),
  };
}

/** True when anything but the search restricts the list. */
export function isFiltered(filters: Filters): boolean {
  return FILTER_NAMES.some((name) => filters[name] !== "");
}

/** What the list of memories takes. */
export function listQuery(filters: Filters, tenant: string) {
  return {
    tenant_id: tenant,
    q: filters.q || undefined,
    type: (filters.type || undefined) as MemoryType | undefined,
    state: (filters.state || undefined) as MemoryState | "deleted" | undefined,
    namespace: filters.namespace || undefined,
    tag: filters.tag || undefined,
    session: filters.session || undefined,
    speaker: filters.speaker || undefined,
    source_id: filters.source_id || undefined,
    since: startOf(filters.since),
    until: startOf(filters.until, 1),
  };
}

/** Recall looks for what holds now. It takes no state but leaves the archive out, and knows nothing
 * of long texts: with other filters the list itself searches, in recall's order but without scores. */
export function isRecall(filters: Filters): boolean {
  return !!filters.q && !filters.source_id && ["", "active"].includes(filters.state);
}

/** The same as a question to recall. It counts as no use of what it finds. */
export function recallBody(filters: Filters, tenant: string, budget: number): RecallBody {
  return {
    tenant_id: tenant,
    query: filters.q,
    types: filters.type ? [filters.type as MemoryType] : null,
    namespaces: filters.namespace ? [filters.namespace] : null,
    tags: filters.tag ? [filters.tag] : [],
    session: filters.session || null,
    speaker: filters.speaker || null,
    since: startOf(filters.since) ?? null,
    until: startOf(filters.until, 1) ?? null,
    as_of: null,
    known_at: null,
    min_confidence: null,
    include_faded: true,
    include_archived: filters.state !== "active",
    profile: null,
    weights: null,
    reinforce: false,
    budget,
    max_tokens: null,
    explain: true,
  };
}

/** The first moment of a day in the viewer's zone, or of one some days later. */
function startOf(day: string, later = 0): string | undefined {
  const [year, month, date] = day.split("-").map(Number);
  if (!year || !month || !date) return undefined;
  return new Date(year, month - 1, date + later).toISOString();
}
