/** How does the page ask for reviews, decide them, and take a decision back? */

import { type QueryClient, useInfiniteQuery } from "@tanstack/preact-query";
import { api, ask } from "../../api/client";
import type { Memory, Review } from "../../api/types";
import { tenant } from "../../state/route";
import type { Choice, Kind } from "./kinds";

export type State = Review["state"];

const PAGE = 50;

/** The reviews of a kind and state, newest first. */
export function useReviews(state: State | undefined, kind: Kind | undefined) {
  return useInfiniteQuery({
    queryKey: ["reviews", "list", tenant.value, state, kind],
    queryFn: ({ pageParam, signal }) =>
      ask(
        api.GET("/api/reviews", {
          params: {
            query: { tenant_id: tenant.value, state, kind, limit: PAGE, cursor: pageParam },
          },
          signal,
        }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  });
}

/** Where the counts of a kind, or of all, can be read. */
export function addressOfCounts(kind: Kind | undefined): string {
  const query = new URLSearchParams({ tenant_id: tenant.value, limit: "1" });
  if (kind) query.set("kind", kind);
  return `/api/reviews?${query}`;
}

/** One review with its memories, by pages. */
export function useReview(id: string) {
  return useInfiniteQuery({
    queryKey: ["reviews", "one", tenant.value, id],
    queryFn: ({ pageParam, signal }) => readPage(id, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  });
}

/** Where a review can be read, for its numbers. */
export function addressOf(id: string, cursor?: string): string {
  const query = new URLSearchParams({ tenant_id: tenant.value, limit: String(PAGE) });
  if (cursor) query.set("cursor", cursor);
  return `/api/reviews/${encodeURIComponent(id)}?${query}`;
}

function readPage(id: string, cursor?: string, signal?: AbortSignal) {
  return ask(
    api.GET("/api/reviews/{id}", {
      params: { path: { id }, query: { tenant_id: tenant.value, limit: PAGE, cursor } },
      signal,
    }),
  );
}

/** The ids of all memories of a review, those not loaded yet, too. */
async function allIds(id: string): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await readPage(id, cursor);
    ids.push(...page.memories.map((one: Memory) => one.id));
    cursor = page.next_cursor ?? undefined;
  } while (cursor);
  return ids;
}

/** Takes a decision; `kept` are memories of a list that are left alone. Gives the change's id. */
export async function decide(
  review: Review,
  choice: Choice,
  kept: ReadonlySet<string>,
): Promise<string> {
  const isPart = choice.decision === "confirm" && kept.size > 0;
  const chosen = isPart ? (await allIds(review.id)).filter((one) => !kept.has(one)) : [];
  const { change } = await ask(
    api.POST("/api/reviews/{id}", {
      params: { path: { id: review.id }, query: { tenant_id: tenant.value } },
      body: {
        decision: choice.decision,
        memory_id: choice.memoryId ?? null,
        memory_ids: chosen,
      },
    }),
  );
  return change.id;
}

/** Takes a decision back: the review is open again. */
export async function takeBack(changeId: string, whose: string): Promise<void> {
  await ask(
    api.POST("/api/changes/{id}/undo", {
      params: { path: { id: changeId }, query: { tenant_id: whose } },
    }),
  );
}

/** What a decision touches: reviews, and all that shows memories or what was done to them. */
export async function refresh(queries: QueryClient): Promise<void> {
  const touched = [
    "reviews",
    "memories",
    "recall",
    "status",
    "stats",
    "changes",
    "activity",
    "graph",
  ];
  await Promise.all(touched.map((key) => queries.invalidateQueries({ queryKey: [key] })));
}
