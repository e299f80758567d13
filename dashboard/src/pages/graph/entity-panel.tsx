/** What is the selected entity, how is it called, and is it one or two? */

import { useQuery } from "@tanstack/preact-query";
import { useState } from "preact/hooks";
import { api, ask } from "../../api/client";
import type { EntityDetail } from "../../api/types";
import { Kind } from "../../components/badge";
import { Button } from "../../components/button";
import { Facts } from "../../components/card";
import { Loaded } from "../../components/loaded";
import { Num } from "../../components/num";
import { StoredText } from "../../components/stored-text";
import { Time } from "../../components/time";
import { tenant } from "../../state/route";
import { addressOf } from "./address";
import type { Explorer } from "./explorer";
import { MergeDialog } from "./merge";
import { Degree, NeighborList, NodeActions } from "./panel-parts";
import { normal, SplitDialog } from "./split";
import type { Drawn } from "./types";

/** So many neighbours are listed, and can be chosen for a split. */
const NEIGHBORS = 60;

interface EntityPanelProps {
  one: Drawn;
  explorer: Explorer;
  begin: (id: string) => Promise<void>;
}

/** Its names, its facts and its neighbours. */
export function EntityPanel({ one, explorer, begin }: EntityPanelProps) {
  const { id } = one;
  const [asks, setAsks] = useState<"" | "merge" | "split">("");
  const query = { tenant_id: tenant.value, limit: NEIGHBORS };
  const from = addressOf(`/api/entities/${encodeURIComponent(id)}`, query);
  const entity = useQuery({
    queryKey: ["entities", tenant.value, id, NEIGHBORS],
    queryFn: ({ signal }) =>
      ask(api.GET("/api/entities/{id}", { params: { path: { id }, query }, signal })),
  });
  const aliases = entity.data ? aliasesOf(entity.data) : [];
  const close = () => setAsks("");
  return (
    <div class="graph-panel">
      <div class="row">
        <Kind of={one.node.type} />
        <span class="muted small">Entity</span>
      </div>
      <Loaded query={entity} what="The entity">
        {(found) => (
          <>
            <h2>
              <StoredText text={found.name} lines={3} />
            </h2>
            <Facts
              of={[
                [
                  "Mentioned in",
                  <>
                    <Num value={found.n_mentions} from={from} path="n_mentions" /> memories
                  </>,
                ],
                ["Edges", <Degree one={one} />],
                ["Known since", <Time at={found.created_at} />],
                ["Called", <Names of={found} from={from} />],
                ["Also", aliases.length > 0 ? <Aliases of={aliases} /> : null],
              ]}
            />
            <NodeActions one={one} explorer={explorer}>
              <Button size="small" onClick={() => setAsks("merge")}>
                Merge…
              </Button>
              <Button size="small" onClick={() => setAsks("split")}>
                Split…
              </Button>
            </NodeActions>
            <h3>Linked to</h3>
            <NeighborList
              one={one}
              explorer={explorer}
              of={found.neighbors}
              from={from}
              path="neighbors"
            />
            {asks === "merge" && <MergeDialog entity={found} onClose={close} begin={begin} />}
            {asks === "split" && <SplitDialog entity={found} onClose={close} begin={begin} />}
          </>
        )}
      </Loaded>
    </div>
  );
}

/** The names by which memories call it, and how many do. */
function Names({ of, from }: { of: EntityDetail; from: string }) {
  const names = Object.entries(of.names).sort(([, a], [, b]) => b - a);
  if (names.length === 0) return <span class="muted">by tags only</span>;
  return (
    <ul class="graph-names">
      {names.map(([name, n]) => (
        <li>
          <StoredText text={name} lines={1} />
          <span class="muted">
            <Num value={n} from={from} path={`names.{=${name}}`} />
          </span>
        </li>
      ))}
    </ul>
  );
}

/** The names of what was merged with it, as far as no memory calls it so. */
function aliasesOf(of: EntityDetail): string[] {
  const said = new Set(Object.keys(of.names).map(normal));
  return of.aliases.filter((name) => !said.has(normal(name)));
}

function Aliases({ of }: { of: readonly string[] }) {
  return (
    <ul class="graph-names">
      {of.map((name) => (
        <li>
          <StoredText text={name} lines={1} />
        </li>
      ))}
    </ul>
  );
}
