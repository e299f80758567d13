/** Which memories stand in the list, and how are more of them asked for? */

import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/preact-query";
import { useCallback, useState } from "preact/hooks";
import { api, ask } from "../../api/client";
import type { Found, Memory, MemoryType, RecallAnswer, RecallBody } from "../../api/types";
import { tenant } from "../../state/route";
import { type Filters, isRecall, listQuery, recallBody } from "./filters";

const PAGE = 50;
/** A row shows two lines. */
const SHOWN = 400;
const FIRST_BUDGET = 25;
const LAST_BUDGET = 100;

/** One line of the list, whether it was listed or found. */
export interface Row {
  id: string;
  content: string;
  type: MemoryType;
  namespace: string;
  /** When it happened, else when it was stored: the list's order. */
  at: string;
  speaker: string | null;
  session: string | null;
  state: string;
  isPinned: boolean;
  isFaded: boolean;
  isSuperseded: boolean;
  ordinal: number | null;
  found?: Found;
}

export interface Rows {
  rows: readonly Row[];
  /** What recall answered, and what it was asked. */
  answer?: RecallAnswer;
  body?: RecallBody;
  isLoading: boolean;
  /** True while what is shown answers the question before. */
  isOld: boolean;
  error: Error | null;
  retry: () => Promise<unknown>;
  more: () => void;
}

/** The rows that the filters ask for: by recall while something is sought, else newest first. */
export function useRows(filters: Filters): Rows {
  const listed = useListed(filters, !isRecall(filters));
  const found = useFound(filters, isRecall(filters));
  return isRecall(filters) ? found : listed;
}

function useListed(filters: Filters, enabled: boolean): Rows {
  const query = listQuery(filters, tenant.value);
  const list = useInfiniteQuery({
    queryKey: ["memories", "list", query],
    queryFn: ({ signal, pageParam }) =>
      ask(
        api.GET("/api/memories", {
          params: { query: { ...query, limit: PAGE, cursor: pageParam, max_chars: SHOWN } },
          signal,
        }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    enabled,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false, // all pages read so far would be asked for again
  });
  const { hasNextPage, isFetching, fetchNextPage } = list;
  const more = useCallback(() => {
    if (hasNextPage && !isFetching) void fetchNextPage();
  }, [hasNextPage, isFetching, fetchNextPage]);
  return {
    rows: (list.data?.pages ?? []).flatMap((page) => page.items.map(rowOfMemory)),
    isLoading: list.isPending,
    isOld: list.isPlaceholderData,
    error: list.error,
    retry: list.refetch,
    more,
  };
}

function useFound(filters: Filters, enabled: boolean): Rows {
  const [wanted, setWanted] = useState({ q: "", budget: FIRST_BUDGET });
  const budget = wanted.q === filters.q ? wanted.budget : FIRST_BUDGET;
  const body = recallBody(filters, tenant.value, budget);
  // An answer belongs to its question: one that comes late is kept with the older question, and the
  // request itself is given up as soon as the question changes.
  const found = useQuery({
    queryKey: ["recall", tenant.value, body],
    queryFn: async ({ signal }) => ({
      answer: await ask(api.POST("/api/recall", { body, signal })),
      body,
    }),
    enabled,
    placeholderData: keepPreviousData,
  });
  const n = found.data?.answer.results.length ?? 0;
  const more = useCallback(() => {
    if (n >= budget && budget < LAST_BUDGET) setWanted({ q: filters.q, budget: budget * 2 });
  }, [n, budget, filters.q]);
  return {
    rows: (found.data?.answer.results ?? []).map(rowOfFound),
    answer: found.data?.answer,
    body: found.data?.body,
    isLoading: found.isPending,
    isOld: found.isPlaceholderData,
    error: found.error,
    retry: found.refetch,
    more,
  };
}

function rowOfMemory(one: Memory): Row {
  return {
    id: one.id,
    content: one.current.content,
    type: one.type,
    namespace: one.namespace,
    at: one.current.event_at ?? one.recorded_at,
    speaker: one.speaker,
    session: one.source_session,
    state: one.deleted_at ? "deleted" : one.state,
    isPinned: one.pinned,
    isFaded: false,
    isSuperseded: one.current.superseded_by !== null,
    ordinal: one.ordinal,
  };
}

function rowOfFound(one: Found): Row {
  return {
    id: one.id,
    content: one.content,
    type: one.type,
    namespace: one.namespace,
    at: one.event_at ?? one.recorded_at,
    speaker: one.speaker,
    session: one.source_session,
    state: one.state,
    isPinned: false,
    isFaded: one.faded,
    isSuperseded: one.superseded_by !== null,
    ordinal: one.ordinal,
    found: one,
  };
}
