/** Which texts wait to be read for entities and facts, which failed, and what is done about it? */

import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/preact-query";
import { useState } from "preact/hooks";
import { api, ask } from "../../api/client";
import type { QueuedText } from "../../api/types";
import { Button } from "../../components/button";
import { Card } from "../../components/card";
import { confirm } from "../../components/dialog";
import { Empty, Loaded } from "../../components/loaded";
import { Num } from "../../components/num";
import { StoredText } from "../../components/stored-text";
import { Time } from "../../components/time";
import { VirtualList } from "../../components/virtual-list";
import { useShortcuts } from "../../state/keys";
import { route, setParams, tenant } from "../../state/route";
import { say, sayFailed } from "../../state/toasts";
import { Choice, Choices } from "./choices";
import { MemoryLine } from "./memory-line";
import { WhyNotRead } from "./why-not-read";

const LIMIT = 200;
const LOOK_MS = 3000;

const STATES = ["failed", "pending", "running", "done"] as const;
type QueueState = (typeof STATES)[number];

const NAMES: Record<QueueState, string> = {
  failed: "Failed",
  pending: "Waiting",
  running: "Being read",
  done: "Read or skipped",
};

const NONE: Record<QueueState, string> = {
  failed: "Nothing has failed",
  pending: "Nothing waits",
  running: "Nothing is being read just now",
  done: "Nothing was read yet",
};

function isState(text: string | null): text is QueueState {
  return STATES.some((one) => one === text);
}

/** The texts of the tenant that extraction reads. */
export function ReadingQueue() {
  const wanted = route.value.params.get("state");
  const state = isState(wanted) ? wanted : "failed";
  const params = { tenant_id: tenant.value, state, limit: LIMIT };
  const query = useQuery({
    queryKey: ["queue", tenant.value, state],
    queryFn: ({ signal }) => ask(api.GET("/api/queue", { params: { query: params }, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_MS,
  });
  const from = `/api/queue?${new URLSearchParams({ ...params, limit: String(LIMIT) })}`;
  return (
    <>
      <WhyNotRead />
      <Loaded query={query} what="The queue" height="20rem">
        {({ counts, items }) => (
          <>
            <Choices label="Texts of which state are shown">
              {STATES.map((one) => (
                <Choice isChosen={one === state} onChoose={() => setParams({ state: one })}>
                  {NAMES[one]}{" "}
                  {counts[one] !== undefined && (
                    <Num value={counts[one]} from={from} path={`counts.${one}`} />
                  )}
                </Choice>
              ))}
            </Choices>
            {items.every((one) => one.state === state) && (
              <Texts key={state} items={items} state={state} from={from} />
            )}
          </>
        )}
      </Loaded>
    </>
  );
}

interface TextsProps {
  items: readonly QueuedText[];
  state: QueueState;
  from: string;
}

function Texts({ items, state, from }: TextsProps) {
  const { retry, skip } = useActs();
  const [active, setActive] = useState(-1);
  const current = items[active];
  const walk = (step: number) =>
    setActive(Math.min(Math.max(active + step, 0), Math.max(items.length - 1, 0)));
  const failing = (error: unknown) => sayFailed("That failed", error);
  const isFailed = state === "failed";
  const canSkip = isFailed || state === "pending";
  useShortcuts([
    { keys: "j", does: "Next text", run: () => walk(1) },
    { keys: "k", does: "Text before", run: () => walk(-1) },
    {
      keys: "r",
      does: "Try the text again",
      run: () => current && isFailed && void retry([current.memory_id]).catch(failing),
    },
    {
      keys: "x",
      does: "Leave the text unread",
      run: () => current && canSkip && void skip([current.memory_id]).catch(failing),
    },
  ]);
  if (items.length === 0) {
    return (
      <Card>
        <Empty title={NONE[state]}>
          {isFailed && "A text that could not be read is listed here with the reason."}
        </Empty>
      </Card>
    );
  }
  const all = isFailed && (
    <span class="row">
      <Button size="small" onClick={() => skip(items.map((one) => one.memory_id))}>
        Skip those listed
      </Button>
      <Button size="small" kind="main" onClick={() => retry(null)}>
        Try all again
      </Button>
    </span>
  );
  return (
    <Card title={`${NAMES[state]}, the oldest first`} aside={all} isFlush>
      <VirtualList
        items={items}
        keyOf={(one) => one.memory_id}
        label={NAMES[state]}
        height={84}
        size="max(20rem, calc(100dvh - 19rem))"
        active={active}
        render={(one, n) => (
          <div class={n === active ? "jobs-row jobs-row--active" : "jobs-row"}>
            <div class="jobs-text">
              <ul class="jobs-lines">
                <MemoryLine id={one.memory_id} sign="same" />
              </ul>
              {one.reason && (
                <div class="jobs-text__reason small">
                  <StoredText text={one.reason} lines={3} />
                </div>
              )}
              <span class="tiny muted">
                queued <Time at={one.enqueued_at} />, attempts:{" "}
                <Num
                  value={one.attempts}
                  from={from}
                  path={`items.{memory_id=${one.memory_id}}.attempts`}
                />
              </span>
            </div>
            <div class="row">
              {isFailed && (
                <Button size="small" onClick={() => retry([one.memory_id])}>
                  Try again
                </Button>
              )}
              {canSkip && (
                <Button size="small" kind="quiet" onClick={() => skip([one.memory_id])}>
                  Skip
                </Button>
              )}
            </div>
          </div>
        )}
      />
    </Card>
  );
}

/** What can be done with texts in the queue. */
function useActs() {
  const queries = useQueryClient();
  const params = { query: { tenant_id: tenant.value } };
  const again = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: ["queue"] }),
      queries.invalidateQueries({ queryKey: ["processes"] }),
    ]);

  async function retry(ids: string[] | null): Promise<void> {
    const { queued } = await ask(api.POST("/api/queue/retry", { params, body: { ids } }));
    say(queued > 0 ? "Tried again soon." : "Nothing was left to try again.");
    await again();
  }

  async function skip(ids: string[]): Promise<void> {
    const agreed = await confirm({
      title: ids.length === 1 ? "Leave this text unread?" : "Leave these texts unread?",
      text: "It stays stored and is found as before, but no entities, relations or facts are read out of it, unless it is edited.",
      action: "Skip",
    });
    if (!agreed) return;
    const { queued } = await ask(api.POST("/api/queue/skip", { params, body: { ids } }));
    say(queued > 0 ? "Left unread." : "Nothing was left to skip.");
    await again();
  }
  return { retry, skip };
}
