/** What is it linked to, how, and how strongly now? */

import { useQuery } from "@tanstack/preact-query";
import { ArrowLeft, ArrowRight } from "lucide-preact";
import { api, ask } from "../../api/client";
import type { Neighbor } from "../../api/types";
import { Kind } from "../../components/badge";
import { Loaded } from "../../components/loaded";
import { Num } from "../../components/num";
import { StoredText } from "../../components/stored-text";
import { href, tenant } from "../../state/route";
import { addressOf, kept } from "./addresses";

const LIMIT = 100;

/** What an edge says, seen from this memory outwards and inwards. */
const EDGES: Record<Neighbor["kind"], readonly [string, string]> = {
  entity: ["Mentions", "Mentioned in"],
  relation: ["Related", "Related"],
  temporal: ["Followed by", "Follows"],
  semantic: ["Alike", "Alike"],
  causes: ["Causes", "Caused by"],
  enables: ["Enables", "Enabled by"],
  supports: ["Supports", "Supported by"],
  contradicts: ["Contradicts", "Contradicts"],
  promoted_from: ["Promoted from", "Promoted to"],
  similar_across: ["Alike in another namespace", "Alike in another namespace"],
};

/** The neighbours by what links them, heaviest first. */
export function Neighbours({ id }: { id: string }) {
  const neighbours = useQuery({
    queryKey: ["memories", "neighbors", tenant.value, id],
    queryFn: ({ signal }) =>
      ask(
        api.GET("/api/memories/{id}/neighbors", {
          params: { path: { id }, query: { tenant_id: tenant.value, limit: LIMIT } },
          signal,
        }),
      ),
  });
  return (
    <div class="stack">
      <div class="row">
        <a class="button button--small" href={href("graph", id)}>
          Show in the graph
        </a>
      </div>
      <Loaded query={neighbours} what="The neighbours" height="10rem">
        {({ items }) =>
          items.length === 0 ? (
            <p class="small muted">
              It has no links yet. Entities, likeness and the order within a session make them, some
              at once, some in the background.
            </p>
          ) : (
            grouped(items).map(([title, members]) => (
              <section key={title} aria-label={title}>
                <h3>{title}</h3>
                <ul class="memory__links">
                  {members.map(([at, one]) => (
                    <One
                      key={at}
                      one={one}
                      from={`${addressOf(id, "/neighbors")}&limit=${LIMIT}`}
                      at={at}
                    />
                  ))}
                </ul>
              </section>
            ))
          )
        }
      </Loaded>
    </div>
  );
}

function One({ one, from, at }: { one: Neighbor; from: string; at: number }) {
  const isOut = one.direction === "out";
  return (
    <li class="memory__neighbour">
      {isOut ? <ArrowRight aria-label="to" /> : <ArrowLeft aria-label="from" />}
      {one.what === "entity" ? (
        <a class="row" href={href("graph", one.id)}>
          <StoredText text={one.name ?? one.id} lines={1} />
          {one.entity_kind && <Kind of={one.entity_kind} />}
        </a>
      ) : (
        <a href={href("memories", one.id, kept())}>
          {one.predicate && <StoredText text={one.predicate} lines={1} />}
          <StoredText text={one.content ?? one.id} lines={2} />
        </a>
      )}
      <span class="memory__weight">
        <span class="meter" aria-hidden="true">
          <span style={{ width: `${Math.min(1, one.weight) * 100}%` }} />
        </span>
        <Num value={one.weight} from={from} path={`items.${at}.weight`} as="score" />
      </span>
    </li>
  );
}

/** Neighbours by what links them, each with its place in the answer; groups as the answer has them. */
function grouped(items: readonly Neighbor[]): [string, [number, Neighbor][]][] {
  const groups = new Map<string, [number, Neighbor][]>();
  items.forEach((one, at) => {
    const [out, inwards] = EDGES[one.kind] ?? [one.kind, one.kind];
    const title = one.direction === "out" ? out : inwards;
    groups.set(title, [...(groups.get(title) ?? []), [at, one]]);
  });
  return [...groups];
}
