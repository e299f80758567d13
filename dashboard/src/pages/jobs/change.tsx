/** What did a change set do, step by step, and can it be undone? */

import { useInfiniteQuery, useQueryClient } from "@tanstack/preact-query";
import { ArrowLeft, Undo2 } from "lucide-preact";
import { api, ask } from "../../api/client";
import type { Change } from "../../api/types";
import { State } from "../../components/badge";
import { Button } from "../../components/button";
import { Card, Facts } from "../../components/card";
import { Failed, Loading } from "../../components/loaded";
import { StoredText } from "../../components/stored-text";
import { Time } from "../../components/time";
import { VirtualList } from "../../components/virtual-list";
import { useShortcuts } from "../../state/keys";
import { go, href, tenant } from "../../state/route";
import { sayFailed } from "../../state/toasts";
import { StepCounts } from "./change-line";
import { StepCard } from "./step";
import { undo } from "./undo";
import { phaseName } from "./words";

/** A step of a large community is large, so pages of them are small. */
const PAGE = 20;
/** Of a step: a page of changes stays short, whatever texts they changed. */
const MOST_CHARS = 4000;

function address(id: string, cursor: string): string {
  const query = new URLSearchParams({ tenant_id: tenant.value, limit: String(PAGE) });
  if (cursor) query.set("cursor", cursor);
  return `/api/changes/${id}?${query}`;
}

/** One change set: `#/jobs/changes/ID`. */
export function ChangeDetail({ id }: { id: string }) {
  const queries = useQueryClient();
  const query = useInfiniteQuery({
    queryKey: ["changes", tenant.value, "steps", id],
    queryFn: ({ pageParam, signal }) =>
      ask(
        api.GET("/api/changes/{id}", {
          params: {
            path: { id },
            query: {
              tenant_id: tenant.value,
              limit: PAGE,
              cursor: pageParam || undefined,
              max_chars: MOST_CHARS,
            },
          },
          signal,
        }),
      ),
    initialPageParam: "",
    getNextPageParam: (last) => last.next_cursor ?? undefined,
  });
  const change = query.data?.pages[0]?.change;
  const steps = (query.data?.pages ?? []).flatMap((page, n) => {
    const from = address(id, String(query.data?.pageParams[n] ?? ""));
    return page.steps.map((step) => ({ step, from }));
  });
  const canUndo = change !== undefined && isUndoable(change);
  useShortcuts([
    { keys: "Escape", does: "Back to all changes", run: () => go("jobs", "changes") },
    {
      keys: "u",
      does: "Undo the change",
      run: () => {
        if (canUndo) undo(queries, change).catch((error) => sayFailed("Undo failed", error));
      },
    },
  ]);
  return (
    <>
      <a class="jobs-back" href={href("jobs", "changes")}>
        <ArrowLeft aria-hidden="true" />
        All changes
      </a>
      {query.isPending && <Loading what="The change" height="20rem" />}
      {query.isError && <Failed what="The change" error={query.error} retry={query.refetch} />}
      {change && (
        <>
          <Card
            title={`${phaseName(change.phase)}, by ${change.actor}`}
            aside={
              canUndo && (
                <Button onClick={() => undo(queries, change)}>
                  <Undo2 aria-hidden="true" />
                  Undo
                </Button>
              )
            }
          >
            <About change={change} from={address(id, "")} />
          </Card>
          <Card title="Steps" isFlush>
            <VirtualList
              items={steps}
              keyOf={({ step }) => String(step.number)}
              label="Steps"
              height={180}
              size="max(28rem, calc(100dvh - 24rem))"
              onEnd={() => {
                if (query.hasNextPage && !query.isFetchingNextPage) void query.fetchNextPage();
              }}
              render={({ step, from }) => <StepCard change={change} step={step} from={from} />}
            />
          </Card>
        </>
      )}
    </>
  );
}

/** Something of it is applied, and nobody is at work on it. */
function isUndoable(change: Change): boolean {
  return change.state !== "applying" && change.state !== "undone" && change.n_applied > 0;
}

function About({ change, from }: { change: Change; from: string }) {
  return (
    <Facts
      of={[
        ["State", <State of={change.state} />],
        ["Job", <a href={href("jobs", `processes/${change.job}`)}>{change.job}</a>],
        ["Steps", <StepCounts change={change} from={from} path="change" />],
        ["Began", <Time at={change.created_at} as="date" />],
        ["Ended", change.finished_at && <Time at={change.finished_at} as="date" />],
        ["Undone", change.undone_at && <Time at={change.undone_at} as="date" />],
        ["Note", change.note && <StoredText text={change.note} />],
      ]}
    />
  );
}
