/** Which memory is meant? Its words, by its id. */

import { useQuery } from "@tanstack/preact-query";
import { ApiError, api, ask } from "../../api/client";
import { State } from "../../components/badge";
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

interface MemoryLineProps {
  id: string;
  sign: Sign;
  /** Said where there is no such memory. */
  missing?: string;
  lines?: number;
}

/** A memory in a line or two that leads to it, marked as in a diff. */
export function MemoryLine({
  id,
  sign,
  missing = "is not there any more",
  lines = 2,
}: MemoryLineProps) {
  const query = useMemory(id);
  const [mark, said] = SIGNS[sign];
  return (
    <li class={`jobs-line jobs-line--${sign}`}>
      <span class="jobs-line__sign" aria-hidden="true">
        {mark}
      </span>
      <span class="hidden-text">{said}</span>
      {query.data ? (
        <>
          <a class="jobs-line__text" href={href("memories", id)}>
            <StoredText text={query.data.current.content} lines={lines} />
          </a>
          {query.data.state !== "active" && <State of={query.data.state} />}
        </>
      ) : (
        <span class="jobs-line__text muted">
          <code>{id}</code>{" "}
          {query.isError &&
            (query.error instanceof ApiError && query.error.status === 404
              ? missing
              : query.error.message)}
        </span>
      )}
    </li>
  );
}
