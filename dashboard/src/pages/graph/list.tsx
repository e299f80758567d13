/** What does the drawing show, in words? Its nodes as a list, those with most edges first. */

import { Kind } from "../../components/badge";
import { Button } from "../../components/button";
import { Empty } from "../../components/loaded";
import { Num } from "../../components/num";
import { StoredText } from "../../components/stored-text";
import { VirtualList } from "../../components/virtual-list";
import type { Explorer } from "./explorer";
import type { Drawn } from "./types";

const HEIGHT = 44;

/** The same nodes as in the drawing. */
export function NodeList({ explorer }: { explorer: Explorer }) {
  explorer.version.value; // nodes come and go
  const nodes = explorer.scene
    .mapNodes((_, one) => one)
    .filter((one) => explorer.isShown(one))
    .sort((a, b) => b.node.degree - a.node.degree);
  const isLoading = explorer.progress.value.state === "loading";
  if (nodes.length === 0 && !isLoading) {
    return (
      <Empty title="Nothing is shown">
        All kinds are switched off. Switch some on in the legend below.
      </Empty>
    );
  }
  return (
    <VirtualList
      label="Nodes, those with most edges first"
      items={nodes}
      keyOf={(one) => one.id}
      height={HEIGHT}
      size="100%"
      render={(one) => <Row one={one} explorer={explorer} />}
    />
  );
}

function Row({ one, explorer }: { one: Drawn; explorer: Explorer }) {
  const isSelected = explorer.selected.value === one.id;
  return (
    <div class="graph-list__row">
      <button
        type="button"
        class="graph-list__node"
        aria-current={isSelected ? "true" : undefined}
        onClick={() => {
          explorer.selected.value = one.id;
        }}
      >
        <Kind of={one.node.type} />
        <StoredText text={one.node.label} lines={1} />
      </button>
      <span class="graph-list__degree">
        <Num value={one.node.degree} from={one.from} path={`around.nodes.{id=${one.id}}.degree`} />
        <span class="muted"> edges</span>
      </span>
      <Button size="small" onClick={() => explorer.expand(one.id)}>
        Expand
      </Button>
    </div>
  );
}
