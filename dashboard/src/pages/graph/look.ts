/** How does each kind look? Colours are names of `tokens.css`. */

import type { GraphNode } from "../../api/types";
import { KIND_COLORS } from "../../components/badge";
import type { Drawn, EdgeKind } from "./types";

export interface EdgeLook {
  color: string;
  /** Lengths of line and gap; without it the line is unbroken. */
  dash?: readonly [number, number];
  /** Drawn with an arrow when it is looked at. */
  isDirected?: boolean;
  /** What it means. */
  says: string;
}

export const EDGE_LOOKS: Record<EdgeKind, EdgeLook> = {
  entity: { color: "series-6", says: "The memory mentions the entity" },
  relation: { color: "series-4", isDirected: true, says: "A memory states it of two entities" },
  semantic: { color: "series-2", says: "Two memories mean something alike" },
  temporal: {
    color: "series-5",
    dash: [5, 4],
    isDirected: true,
    says: "One memory came after the other",
  },
  causes: { color: "series-3", isDirected: true, says: "What one tells led to the other" },
  enables: { color: "series-7", isDirected: true, says: "A procedure makes it possible" },
  supports: { color: "series-1", isDirected: true, says: "An episode is evidence of a fact" },
  contradicts: { color: "bad", dash: [2, 3], says: "Both cannot be true" },
  promoted_from: {
    color: "series-8",
    isDirected: true,
    says: "The fact was made from the episode",
  },
  similar_across: {
    color: "accent",
    dash: [8, 3],
    says: "Nearly the same in another namespace",
  },
};

export const EDGE_KINDS = Object.keys(EDGE_LOOKS) as EdgeKind[];

/** The colour of a memory's type or an entity's kind. */
export function kindColor(type: string): string {
  return KIND_COLORS[type] ?? "series-6";
}

/** What the legend calls a node: memories and entities may share a colour, but not a shape. */
export function kindOf(node: GraphNode): string {
  return `${node.kind} ${node.type}`;
}

/** The radius of a node that meets so many edges. */
export function sizeOf(degree: number, isEntity: boolean): number {
  return Math.min(16, (isEntity ? 4.5 : 3.5) + 1.1 * Math.sqrt(degree));
}

const SERIES = 8;

/** Colours by community, in the order in which they are met; the palette begins anew after eight. */
export class CommunityColors {
  #met = new Map<string, string>();

  of(id: string | null | undefined): string | null {
    if (!id) return null;
    let color = this.#met.get(id);
    if (!color) {
      color = `series-${(this.#met.size % SERIES) + 1}`;
      this.#met.set(id, color);
    }
    return color;
  }
}

/** What the drawing shows just now. */
export interface Looks {
  selected: string;
  hovered: string;
  center: string;
  hiddenEdges: ReadonlySet<EdgeKind>;
  colorsBy: "kind" | "community";
  isShown: (one: Drawn) => boolean;
  /** Of the edges only every so manyth is drawn: 1 for all of them. */
  every: number;
  /** The value of a token. */
  color: (name: string) => string;
}

/** What a hovered node brings out: itself and its neighbours; null when nothing is hovered. */
export interface Focus {
  nodes: ReadonlySet<string> | null;
  /** The node whose edges are drawn strong. */
  of: string;
}
