/** What is the selected node? */

import { EntityPanel } from "./entity-panel";
import type { Explorer } from "./explorer";
import { MemoryPanel } from "./memory-panel";

interface PanelProps {
  explorer: Explorer;
  /** Draws anew around a node, after entities changed. */
  begin: (id: string) => Promise<void>;
}

/** What is known of it, or how to select one. */
export function Panel({ explorer, begin }: PanelProps) {
  const id = explorer.selected.value;
  explorer.version.value; // the node may be drawn anew
  if (!id || !explorer.scene.hasNode(id)) {
    return (
      <div class="graph-panel__hint muted">
        <p>Select a node to see what it is and what it is linked to.</p>
        <p>A double click brings in its neighbours. Drag a node to put it somewhere else.</p>
      </div>
    );
  }
  const one = explorer.scene.getNodeAttributes(id);
  return one.node.kind === "entity" ? (
    <EntityPanel key={id} one={one} explorer={explorer} begin={begin} />
  ) : (
    <MemoryPanel key={id} one={one} explorer={explorer} />
  );
}
