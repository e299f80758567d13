/** What happened lately, and what happens right now? */

import { keepPreviousData, useQuery } from "@tanstack/preact-query";
import { useState } from "preact/hooks";
import { ApiError, api, ask } from "../../api/client";
import type { MemoryEvent } from "../../api/types";
import { Button } from "../../components/button";
import { Card } from "../../components/card";
import { Loaded } from "../../components/loaded";
import { StoredText } from "../../components/stored-text";
import { Time } from "../../components/time";
import { href } from "../../state/route";
import { actorOf, wordsOf } from "./happened";

/** So many are shown: what fits beside the chart. */
const N_SHOWN = 8;

interface ActivityProps {
  tenant: string;
  /** Whether the stream of events is open. */
  isLive: boolean;
  /** True once what matters more is here: the words of each memory are asked for then. */
  isDue: boolean;
}

/** The newest events of a tenant, live unless paused. */
export function Activity({ tenant, isLive, isDue }: ActivityProps) {
  const [isPaused, setPaused] = useState(false);
  const activity = useQuery({
    queryKey: ["activity", tenant, N_SHOWN],
    queryFn: ({ signal }) =>
      ask(
        api.GET("/api/activity", {
          params: { query: { tenant_id: tenant, limit: N_SHOWN } },
          signal,
        }),
      ),
    enabled: !isPaused,
    placeholderData: keepPreviousData,
  });
  const state = isPaused ? "paused" : isLive ? "live" : "connecting";
  const mark = (
    <span class="row">
      <span class={`overview__live overview__live--${state}`} role="status">
        {state}
      </span>
      <Button kind="quiet" size="small" onClick={() => setPaused(!isPaused)}>
        {isPaused ? "Go on" : "Pause"}
      </Button>
    </span>
  );
  return (
    <Card title="Recent activity" aside={mark}>
      <Loaded query={activity} what="The activity" height="15rem">
        {({ items }) =>
          items.length === 0 ? (
            <p class="muted">Nothing happened yet.</p>
          ) : (
            <ol class="overview__events">
              {items.map((event) => (
                <Happened key={event.id} event={event} tenant={tenant} isDue={isDue} />
              ))}
            </ol>
          )
        }
      </Loaded>
    </Card>
  );
}

interface HappenedProps {
  event: MemoryEvent;
  tenant: string;
  isDue: boolean;
}

function Happened({ event, tenant, isDue }: HappenedProps) {
  const { icon: Icon, verb } = wordsOf(event);
  return (
    <li class="overview__event">
      <Icon class="overview__icon" aria-hidden="true" />
      <div>
        <div class="overview__event-head tiny">
          <span class="muted">
            {verb} {actorOf(event)}
          </span>
          <span class="muted">
            <Time at={event.at} />
          </span>
        </div>
        {event.memory_id && (
          <a class="small" href={href("memories", event.memory_id)}>
            <Words id={event.memory_id} tenant={tenant} isDue={isDue && event.kind !== "erased"} />
          </a>
        )}
      </div>
    </li>
  );
}

interface WordsProps {
  id: string;
  tenant: string;
  isDue: boolean;
}

/** The memory's words, for an id tells a person nothing; its id where they are gone. */
function Words({ id, tenant, isDue }: WordsProps) {
  const memory = useQuery({
    queryKey: ["memories", tenant, id],
    queryFn: ({ signal }) =>
      ask(
        api.GET("/api/memories/{id}", {
          params: { path: { id }, query: { tenant_id: tenant } },
          signal,
        }),
      ),
    enabled: isDue,
    staleTime: 60_000,
    retry: (tries, error) => tries < 2 && error instanceof ApiError && error.status === 0,
  });
  if (memory.data) return <StoredText text={memory.data.current.content} lines={1} />;
  return <code>{id}</code>;
}
