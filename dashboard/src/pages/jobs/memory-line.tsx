/** Which memory is meant? Its words, by its id. */

import { useQuery } from "@tanstack/preact-query";
import type { ComponentChildren } from "preact";
import { ApiError, api, ask } from "../../api/client";
import { Kind, State } from "../../components/badge";
import { StoredText } from "../../components/stored-text";
import { href, tenant } from "../../state/route";

export type Sign = "goes" | "comes" | "stays" | "same" | "from" | "to";

const SIGNS: Record<Sign, readonly [string, string]> = {
  goes: ["−", "goes: "],
  comes: ["+", "comes: "],
  stays: ["=", "stays: "],
  same: ["·", ""],
  from: ["○", "from: "],
  to: ["→", "to: "],
};

/** A memory as it stands now. */
export function useMemory(id: string) {
  return useQuery({
    queryKey: ["memories", tenant.value, "line", id],
    queryFn: ({ signal }) =>
      ask(
        api.GET("/api/memories/{id}", {
          params: { path: { id }, query: { tenant_id: tenant.value } },
          signal,
        }),
      ),
    staleTime: 30_000,
  });
}

interface LineProps {
  id: string;
  sign: Sign;
}

/** A memory in a line or two that leads to it, marked as in a diff. */
export function MemoryLine({ id, sign, lines = 2 }: LineProps & { lines?: number }) {
  const query = useMemory(id);
  return (
    <Line sign={sign}>
      {query.data ? (
        <>
          <a class="jobs-line__text" href={href("memories", id)}>
            <StoredText text={query.data.current.content} lines={lines} />
          </a>
          {query.data.state !== "active" && <State of={query.data.state} />}
        </>
      ) : (
        <Missing id={id} error={query.error} />
      )}
    </Line>
  );
}

/** An entity by its name. */
export function EntityLine({ id, sign }: LineProps) {
  const query = useQuery({
    queryKey: ["entities", tenant.value, "line", id],
    queryFn: ({ signal }) =>
      ask(
        api.GET("/api/entities/{id}", {
          params: { path: { id }, query: { tenant_id: tenant.value } },
          signal,
        }),
      ),
    staleTime: 30_000,
  });
  return (
    <Line sign={sign}>
      {query.data ? (
        <>
          <a class="jobs-line__text" href={href("graph", id)}>
            <StoredText text={query.data.name} lines={1} />
          </a>
          <Kind of={query.data.kind} />
        </>
      ) : (
        <Missing id={id} error={query.error} />
      )}
    </Line>
  );
}

/** A line of a diff. */
export function Line({ sign, children }: { sign: Sign; children: ComponentChildren }) {
  const [mark, said] = SIGNS[sign];
  return (
    <li class={`jobs-line jobs-line--${sign}`}>
      <span class="jobs-line__sign" aria-hidden="true">
        {mark}
      </span>
      <span class="hidden-text">{said}</span>
      {children}
    </li>
  );
}

function Missing({ id, error }: { id: string; error: Error | null }) {
  const isGone = error instanceof ApiError && error.status === 404;
  return (
    <span class="jobs-line__text muted">
      <code>{id}</code> {isGone ? "is not there any more" : error?.message}
    </span>
  );
}
