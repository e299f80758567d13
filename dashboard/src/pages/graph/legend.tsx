/** What do colours, shapes and lines mean? Each kind can be switched off. */

import type { Signal } from "@preact/signals";
import type { Explorer } from "./explorer";
import { EDGE_KINDS, EDGE_LOOKS, kindColor, kindOf } from "./look";

/** The kinds of nodes and edges that are drawn, as switches. */
export function Legend({ explorer }: { explorer: Explorer }) {
  explorer.version.value; // kinds come and go with the nodes
  const kinds = new Map<string, { type: string; isEntity: boolean }>();
  explorer.scene.forEachNode((_, { node }) => {
    const key = kindOf(node);
    if (!kinds.has(key)) kinds.set(key, { type: node.type, isEntity: node.kind === "entity" });
  });
  const edges = new Set(explorer.scene.mapEdges((_, link) => link.edge.kind));
  const byKind = explorer.colorsBy.value === "kind";
  return (
    <div class="graph-legend">
      <div class="graph-legend__group" role="group" aria-label="Kinds of nodes">
        {[...kinds].sort().map(([key, { type, isEntity }]) => (
          <Switch of={explorer.hiddenKinds} value={key} says={isEntity ? "Entities" : "Memories"}>
            <span
              class={`graph-legend__node ${isEntity ? "graph-legend__node--round" : ""}`}
              style={{ "--dot": `var(--${byKind ? kindColor(type) : "muted"})` }}
            />
            {type}
          </Switch>
        ))}
      </div>
      <div class="graph-legend__group" role="group" aria-label="Kinds of edges">
        {EDGE_KINDS.filter((kind) => edges.has(kind)).map((kind) => (
          <Switch of={explorer.hiddenEdges} value={kind} says={EDGE_LOOKS[kind].says}>
            <span
              class={`graph-legend__edge ${EDGE_LOOKS[kind].dash ? "graph-legend__edge--dashed" : ""}`}
              style={{ "--dot": `var(--${EDGE_LOOKS[kind].color})` }}
            />
            {kind}
          </Switch>
        ))}
      </div>
    </div>
  );
}

interface SwitchProps<T extends string> {
  /** What is hidden. */
  of: Signal<ReadonlySet<T>>;
  value: T;
  says: string;
  children: preact.ComponentChildren;
}

function Switch<T extends string>({ of, value, says, children }: SwitchProps<T>) {
  function turn(): void {
    const next = new Set(of.value);
    if (!next.delete(value)) next.add(value);
    of.value = next;
  }
  return (
    <button
      type="button"
      class="graph-legend__switch"
      title={says}
      aria-pressed={!of.value.has(value)}
      onClick={turn}
    >
      {children}
    </button>
  );
}
