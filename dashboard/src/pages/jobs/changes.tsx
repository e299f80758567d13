/** What did jobs and people change? */

import { useInfiniteQuery } from "@tanstack/preact-query";
import { useMemo, useState } from "preact/hooks";
import { api, ask } from "../../api/client";
import { Button } from "../../components/button";
import { Card } from "../../components/card";
import { DemoOffer } from "../../components/demo-offer";
import { Empty, Failed, Loading } from "../../components/loaded";
import { VirtualList } from "../../components/virtual-list";
import { useShortcuts } from "../../state/keys";
import { go, tenant } from "../../state/route";
import { ChangeLine, type Listed } from "./change-line";
import { useIsEmpty } from "./queries";

const PAGE = 50;
const LOOK_MS = 10_000;

/** The change sets of a tenant, page by page, each with the address that told it. */
export function useChanges(of: string) {
  const query = useInfiniteQuery({
    queryKey: ["changes", of, "list"],
    queryFn: ({ pageParam, signal }) =>
      ask(
        api.GET("/api/changes", {
          params: { query: { tenant_id: of, limit: PAGE, cursor: pageParam || undefined } },
          signal,
        }),
      ),
    initialPageParam: "",
    getNextPageParam: (last) => last.next_cursor ?? undefined,
    refetchInterval: LOOK_MS,
  });
  const items = useMemo(() => {
    const { pages = [], pageParams = [] } = query.data ?? {};
    return pages.flatMap((page, n): Listed[] => {
      const asked = new URLSearchParams({ tenant_id: of, limit: String(PAGE) });
      if (pageParams[n]) asked.set("cursor", String(pageParams[n]));
      return page.items.map((change) => ({ change, from: `/api/changes?${asked}` }));
    });
  }, [query.data, of]);
  return { query, items };
}

/** All change sets, the newest first. */
export function Changes() {
  const { query, items } = useChanges(tenant.value);
  const isEmpty = useIsEmpty();
  const [active, setActive] = useState(-1);
  const walk = (step: number) =>
    setActive(Math.min(Math.max(active + step, 0), Math.max(items.length - 1, 0)));
  useShortcuts([
    { keys: "j", does: "Next change", run: () => walk(1) },
    { keys: "k", does: "Change before", run: () => walk(-1) },
    {
      keys: "Enter",
      does: "Show its steps",
      run: () => {
        const one = items[active];
        if (one) go("jobs", `changes/${one.change.id}`);
      },
    },
  ]);
  if (query.isPending) return <Loading what="The changes" height="24rem" />;
  return (
    <Card title="What was changed, newest first" isFlush>
      {query.isError && <Failed what="The changes" error={query.error} retry={query.refetch} />}
      {items.length === 0 && !query.isError ? (
        <Empty
          title="Nothing was changed yet"
          actions={
            isEmpty ? (
              <DemoOffer kind="main" />
            ) : (
              <Button onClick={() => go("jobs", "processes/consolidation/preview")}>
                What would consolidation change?
              </Button>
            )
          }
        >
          Each phase of a job, and each decision in a review, is listed here with its steps, and can
          be undone.
          {isEmpty && " Nothing is stored here yet: store a memory, or look at the sample."}
        </Empty>
      ) : (
        <VirtualList
          items={items}
          keyOf={({ change }) => change.id}
          label="Changes"
          height={56}
          size="calc(100dvh - 17rem)"
          active={active}
          onEnd={() => {
            if (query.hasNextPage && !query.isFetchingNextPage) void query.fetchNextPage();
          }}
          render={(one, n) => (
            <div class={n === active ? "jobs-row jobs-row--active" : "jobs-row"}>
              <ChangeLine {...one} />
            </div>
          )}
        />
      )}
    </Card>
  );
}
