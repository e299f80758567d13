/** What does the drawing hold? */

import type { MultiDirectedGraph } from "graphology";
import type { GraphEdge, GraphNode } from "../../api/types";

/** A node as it is drawn. `x` and `y` are its place, `toX` and `toY` where the layout wants it. */
export interface Drawn {
  id: string;
  node: ApiNode;
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

/** A node of the API; `community_id` is null outside of communities.
 *
 * Typed by hand until `schema.d.ts` tells it. */
export type ApiNode = GraphNode & { community_id?: string | null };

export interface Link {
  edge: GraphEdge;
  weight: number;
}

export type Scene = MultiDirectedGraph<Drawn, Link>;

export type EdgeKind = GraphEdge["kind"];
