/** What is drawn, and how does more come in? By pages around a node, until a limit or a stop. */

import { signal } from "@preact/signals";
import { MultiDirectedGraph } from "graphology";
import { api, ask } from "../../api/client";
import type { GraphAnswer, GraphNode } from "../../api/types";
import { addressOf } from "./address";
import { kindOf, sizeOf } from "./look";
import type { Drawn, EdgeKind, Link, Scene } from "./types";

type Around = NonNullable<GraphAnswer["around"]>;

/** Edges asked for at once: with their nodes well under 500 KB. */
const PAGE = 500;
/** Pages that come in quick succession are shown together: each makes the layout begin anew. */
const SHOW_MS = 300;
/** With so many nodes it takes twice as long until they are shown. */
const MANY = 1000;
/** So few new nodes are not worth a far question. */
const FEW = 20;
/** How far from its neighbour a new node begins. */
const NEAR = 40;

export type Progress =
  | { state: "idle" }
  | { state: "loading"; share: number }
  | { state: "done" }
  | { state: "cut" }
  | { state: "full" }
  | { state: "stopped" }
  | { state: "failed"; error: Error };

export class Explorer {
  readonly scene: Scene = new MultiDirectedGraph<Drawn, Link>();
  /** Counts up whenever nodes or edges came or went. */
  readonly version = signal(0);
  readonly progress = signal<Progress>({ state: "idle" });
  readonly selected = signal("");
  readonly hovered = signal("");
  readonly hiddenKinds = signal<ReadonlySet<string>>(new Set());
  readonly hiddenEdges = signal<ReadonlySet<EdgeKind>>(new Set());
  readonly colorsBy = signal<"kind" | "community">("kind");
  /** Nodes drawn at most. */
  limit = 1000;
  /** The node in the middle, as the API calls it: what was merged is the one that stays. */
  center = "";

  #going: AbortController | null = null;
  #shownAt = 0;
  readonly #tenant: string;

  constructor(tenant: string) {
    this.#tenant = tenant;
  }

  /** Begins anew around a node. */
  async begin(center: string, hops: number): Promise<void> {
    this.stop();
    this.scene.clear();
    this.center = "";
    this.selected.value = "";
    this.hovered.value = "";
    this.version.value += 1;
    await this.#run((signal) => this.#load(center, hops, signal));
  }

  /** Brings in what lies next to a node. */
  async expand(id: string): Promise<void> {
    this.stop();
    await this.#run((signal) => this.#load(id, 1, signal));
  }

  /** Selects a node; one that is not drawn yet is brought in, from the one beside it if it can be. */
  async reveal(id: string, beside: string): Promise<void> {
    if (!this.scene.hasNode(id)) await this.expand(beside);
    if (!this.scene.hasNode(id)) await this.expand(id);
    if (this.scene.hasNode(id)) this.selected.value = id;
  }

  /** Goes on outwards from the nodes that have neighbours yet undrawn, nearest first. */
  async grow(hops: number): Promise<void> {
    this.stop();
    let reaching = hops;
    await this.#run(async (signal) => {
      for (;;) {
        const next = this.#border();
        if (!next) return "done";
        const before = this.scene.order;
        const reach = await this.#load(next, reaching, signal);
        // Where most is drawn already, asking far brings the same again.
        reaching = this.scene.order - before < FEW ? Math.max(1, reaching - 1) : hops;
        if (reach === "full" || reach === "stopped") return reach;
      }
    });
  }

  /** Ends the loading; what came stays. */
  stop(): void {
    if (!this.#going) return;
    this.#going.abort();
    this.#going = null;
    this.progress.value = { state: "stopped" };
    this.version.value += 1;
  }

  /** Takes a node out of the drawing; the memory itself is untouched. */
  hide(id: string): void {
    if (!this.scene.hasNode(id)) return;
    this.scene.dropNode(id);
    if (this.selected.value === id) this.selected.value = "";
    this.hovered.value = "";
    this.version.value += 1;
  }

  /** Whether a node is shown, as the legend has it. */
  isShown(one: Drawn): boolean {
    return !this.hiddenKinds.value.has(kindOf(one.node));
  }

  async #run(work: (signal: AbortSignal) => Promise<Progress["state"]>): Promise<void> {
    const going = new AbortController();
    this.#going = going;
    this.progress.value = { state: "loading", share: this.scene.order / this.limit };
    try {
      const state = await work(going.signal);
      if (this.#going === going) this.progress.value = { state } as Progress;
    } catch (error) {
      if (this.#going === going) {
        this.progress.value = { state: "failed", error: error as Error };
      }
    } finally {
      if (this.#going === going) {
        this.#going = null;
        this.version.value += 1;
      }
    }
  }

  async #load(
    center: string,
    hops: number,
    signal: AbortSignal,
  ): Promise<"done" | "cut" | "full" | "stopped"> {
    let cursor: string | undefined;
    for (;;) {
      const query = { tenant_id: this.#tenant, center, hops, limit: PAGE, cursor };
      const { around } = await ask(api.GET("/api/graph", { params: { query }, signal }));
      if (signal.aborted || !around) return "stopped";
      const isFull = this.#add(around, addressOf("/api/graph", query));
      this.progress.value = { state: "loading", share: this.scene.order / this.limit };
      if (isFull) return "full";
      cursor = around.next_cursor ?? undefined;
      if (!cursor) return around.truncated ? "cut" : "done";
    }
  }

  /** Draws a page; returns whether the limit is reached. */
  #add(around: Around, from: string): boolean {
    const nodes = new Map(around.nodes.map((node) => [node.id, node]));
    const middle = nodes.get(around.center);
    if (!this.center) {
      this.center = around.center;
      if (middle) this.selected.value = around.center; // a community is no node
    }
    if (middle) this.#place(middle, from, null);
    let isFull = false;
    for (const edge of around.edges) {
      for (const [id, other] of [
        [edge.source, edge.target],
        [edge.target, edge.source],
      ] as const) {
        const node = nodes.get(id);
        if (!node || this.scene.hasNode(id)) continue;
        if (this.scene.order >= this.limit) isFull = true;
        else this.#place(node, from, this.scene.hasNode(other) ? other : null);
      }
      const key = `${edge.source} ${edge.kind} ${edge.target} ${edge.predicate}`;
      const isDrawable = this.scene.hasNode(edge.source) && this.scene.hasNode(edge.target);
      if (isDrawable && !this.scene.hasEdge(key)) {
        this.scene.addEdgeWithKey(key, edge.source, edge.target, { edge, weight: edge.weight });
      }
    }
    // Members of a community that no edge holds.
    for (const node of around.nodes) {
      if (this.scene.hasNode(node.id)) continue;
      if (this.scene.order >= this.limit) isFull = true;
      else this.#place(node, from, null);
    }
    if (middle) this.scene.setNodeAttribute(around.center, "isExpanded", true);
    const wait = SHOW_MS * (1 + this.scene.order / MANY);
    if (performance.now() - this.#shownAt > wait) {
      this.#shownAt = performance.now();
      this.version.value += 1;
    }
    return isFull;
  }

  #place(node: GraphNode, from: string, beside: string | null): void {
    if (this.scene.hasNode(node.id)) return;
    const near = beside ? this.scene.getNodeAttributes(beside) : { x: 0, y: 0 };
    // The golden angle: neighbours that come in together do not lie on each other.
    const angle = 2.399963 * this.scene.order;
    const away = this.scene.order === 0 ? 0 : NEAR * (0.6 + 0.4 * Math.sqrt(this.scene.order % 7));
    const x = near.x + away * Math.cos(angle);
    const y = near.y + away * Math.sin(angle);
    this.scene.addNode(node.id, {
      id: node.id,
      node,
      from,
      x,
      y,
      toX: x,
      toY: y,
      size: sizeOf(node.degree, node.kind === "entity"),
      fixed: false,
      isExpanded: false,
    });
  }

  /** Whether something lies beyond what is drawn. */
  canGrow(): boolean {
    return this.scene.order < this.limit && this.#border() !== undefined;
  }

  /** The node, nearest to where the drawing began, some of whose edges are not drawn. */
  #border(): string | undefined {
    return this.scene.findNode(
      (id, one) => !one.isExpanded && one.node.degree > this.scene.degree(id),
    );
  }
}
