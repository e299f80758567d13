/** What is the selected memory, and what is it linked to? */

import { useQuery } from "@tanstack/preact-query";
import { api, ask } from "../../api/client";
import { Kind, State } from "../../components/badge";
import { Facts } from "../../components/card";
import { Loaded } from "../../components/loaded";
import { Num } from "../../components/num";
import { StoredText } from "../../components/stored-text";
import { Time } from "../../components/time";
import { href, tenant } from "../../state/route";
import { addressOf } from "./address";
import type { Explorer } from "./explorer";
import { Degree, NeighborList, NodeActions } from "./panel-parts";
import type { Drawn } from "./types";

const NEIGHBORS = 30;

/** Its text, its facts and its neighbours. */
export function MemoryPanel({ one, explorer }: { one: Drawn; explorer: Explorer }) {
  const { id } = one;
  const tenant_id = tenant.value;
  const memory = useQuery({
    queryKey: ["memories", tenant_id, id],
    queryFn: ({ signal }) =>
      ask(
        api.GET("/api/memories/{id}", { params: { path: { id }, query: { tenant_id } }, signal }),
      ),
  });
  const query = { tenant_id, limit: NEIGHBORS };
  const neighbors = useQuery({
    queryKey: ["memories", tenant_id, id, "neighbors", NEIGHBORS],
    queryFn: ({ signal }) =>
      ask(api.GET("/api/memories/{id}/neighbors", { params: { path: { id }, query }, signal })),
  });
  const address = `/api/memories/${encodeURIComponent(id)}`;
  return (
    <div class="graph-panel">
      <div class="row">
        <Kind of={one.node.type} />
        <span class="muted small">Memory</span>
      </div>
      <Loaded query={memory} what="The memory">
        {(found) => (
          <>
            <StoredText text={found.current.content} lines={8} />
            <Facts
              of={[
                ["State", <State of={found.state} />],
                ["Happened", found.current.event_at && <Time at={found.current.event_at} />],
                ["Recorded", <Time at={found.recorded_at} />],
                ["Speaker", found.speaker && <StoredText text={found.speaker} lines={1} />],
                [
                  "Strength",
                  <Num
                    value={found.strength}
                    from={addressOf(address, { tenant_id })}
                    path="strength"
                    as="score"
                  />,
                ],
                ["Edges", <Degree one={one} />],
              ]}
            />
          </>
        )}
      </Loaded>
      <NodeActions one={one} explorer={explorer}>
        <a class="button button--small" href={href("memories", id)}>
          Open the memory
        </a>
      </NodeActions>
      <h3>Linked to</h3>
      <Loaded query={neighbors} what="Its neighbours">
        {({ items }) => (
          <NeighborList
            one={one}
            explorer={explorer}
            of={items}
            from={addressOf(`${address}/neighbors`, query)}
            path="items"
          />
        )}
      </Loaded>
    </div>
  );
}
