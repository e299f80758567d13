/** What does the drawing hold? */

import type { MultiDirectedGraph } from "graphology";
import type { GraphEdge, GraphNode } from "../../api/types";

/** A node as it is drawn. `x` and `y` are its place, `toX` and `toY` where the layout wants it. */
export interface Drawn {
  id: string;
  node: GraphNode;
  /** The address that said so. */
  from: string;
  x: number;
  y: number;
  toX: number;
  toY: number;
  /** What layout and painter take as its radius. */
  size: number;
  /** Held by a person: the layout leaves it where it is. */
  fixed: boolean;
  /** Its neighbourhood was asked for. */
  isExpanded: boolean;
}

export interface Link {
  edge: GraphEdge;
  weight: number;
}

export type Scene = MultiDirectedGraph<Drawn, Link>;

export type EdgeKind = GraphEdge["kind"];
