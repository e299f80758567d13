/** What do the panels of memories and entities share? */

import type { ComponentChildren } from "preact";
import type { Neighbor } from "../../api/types";
import { Button } from "../../components/button";
import { Num } from "../../components/num";
import { StoredText } from "../../components/stored-text";
import { go } from "../../state/route";
import type { Explorer } from "./explorer";
import { EDGE_LOOKS } from "./look";
import type { Drawn } from "./types";

/** What can be done with any node. */
export function NodeActions({
  one,
  explorer,
  children,
}: {
  one: Drawn;
  explorer: Explorer;
  children?: ComponentChildren;
}) {
  return (
    <div class="row">
      <Button size="small" kind="main" onClick={() => explorer.expand(one.id)}>
        Expand
      </Button>
      {one.id !== explorer.center && (
        <Button size="small" onClick={() => go("graph", one.id)}>
          Begin here
        </Button>
      )}
      <Button size="small" onClick={() => explorer.hide(one.id)}>
        Hide
      </Button>
      {children}
    </div>
  );
}

/** With how many edges a node meets. */
export function Degree({ one }: { one: Drawn }) {
  return (
    <Num value={one.node.degree} from={one.from} path={`around.nodes.{id=${one.id}}.degree`} />
  );
}

interface NeighborsProps {
  one: Drawn;
  explorer: Explorer;
  of: readonly Neighbor[];
  from: string;
  /** Where the list is in the answer: `items`. */
  path: string;
}

/** What a node is linked to, heaviest first; each selects itself. */
export function NeighborList({ one, explorer, of, from, path }: NeighborsProps) {
  if (of.length === 0) return <p class="muted">Nothing is linked to it.</p>;
  return (
    <ul class="graph-neighbors">
      {of.map((each, i) => (
        <li>
          <button
            type="button"
            class="graph-neighbors__row"
            onClick={() => explorer.reveal(each.id, one.id)}
            onMouseEnter={() => {
              explorer.hovered.value = explorer.scene.hasNode(each.id) ? each.id : "";
            }}
            onMouseLeave={() => {
              explorer.hovered.value = "";
            }}
          >
            <span class="graph-neighbors__edge" title={EDGE_LOOKS[each.kind].says}>
              <span class="dot" style={{ "--dot": `var(--${EDGE_LOOKS[each.kind].color})` }} />
              {each.kind === "relation" ? (
                <StoredText text={each.predicate} lines={1} />
              ) : (
                each.kind
              )}
              <span class="hidden-text">{each.direction === "in" ? " from" : " to"}</span>
              <span aria-hidden="true">{each.direction === "in" ? "←" : "→"}</span>
              <span class="graph-neighbors__weight">
                <Num value={each.weight} from={from} path={`${path}.${i}.weight`} as="score" />
              </span>
            </span>
            <StoredText text={each.name ?? each.content ?? each.id} lines={2} />
          </button>
        </li>
      ))}
    </ul>
  );
}
