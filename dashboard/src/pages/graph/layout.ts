/** How do nodes get to their places? A worker says where, the drawing glides there. */

import helpers from "graphology-layout-forceatlas2/helpers.js";
import type { Begin, Hold, Moved } from "./layout.worker";
import type { Drawn, Scene } from "./types";

/** In drawing units: nearer is there. */
const THERE = 0.05;

/** Matches for who wants little motion. */
export const calm = matchMedia("(prefers-reduced-motion: reduce)");

export class Layout {
  /** Whether the worker still moves nodes. */
  isRunning = false;
  readonly #worker: Worker;
  readonly #scene: Scene;
  readonly #changed: () => void;
  #order: Drawn[] = [];

  constructor(scene: Scene, changed: () => void) {
    this.#scene = scene;
    this.#changed = changed;
    this.#worker = new Worker(new URL("./layout.worker.ts", import.meta.url), { type: "module" });
    this.#worker.addEventListener("message", (event: MessageEvent<Moved>) => this.#hear(event));
  }

  /** Lays out what is drawn now, beginning where it lies. */
  start(): void {
    this.#order = this.#scene.mapNodes((_, one) => one);
    if (this.#order.length < 2) return;
    const { nodes, edges } = helpers.graphToByteArrays(this.#scene, (_, link) => link.weight);
    const settings = {
      linLogMode: false,
      outboundAttractionDistribution: false,
      adjustSizes: false,
      edgeWeightInfluence: 0,
      scalingRatio: 60,
      strongGravityMode: true,
      gravity: 0.05,
      slowDown: 2.5,
      barnesHutOptimize: this.#order.length > 300,
      barnesHutTheta: 0.7,
    };
    this.isRunning = true;
    this.#worker.postMessage({ settings, nodes, edges } satisfies Begin, [
      nodes.buffer as ArrayBuffer,
      edges.buffer as ArrayBuffer,
    ]);
    this.#changed();
  }

  /** Leaves the nodes where they are. */
  stop(): void {
    this.#order = [];
    this.isRunning = false;
    this.#worker.postMessage({
      settings: {},
      nodes: new Float32Array(0),
      edges: new Float32Array(0),
    } satisfies Begin);
    this.#scene.forEachNode((_, one) => {
      one.toX = one.x;
      one.toY = one.y;
    });
    this.#changed();
  }

  /** Tells the worker that a node is held at its place, or let go. */
  hold(one: Drawn, isHeld: boolean): void {
    const at = this.#order.indexOf(one);
    if (at < 0) return;
    this.isRunning = true;
    this.#worker.postMessage({ hold: at, x: one.x, y: one.y, isHeld } satisfies Hold);
  }

  /** Moves the nodes a part of their way; false when all are there. */
  glide(part: number): boolean {
    let isMoving = false;
    this.#scene.forEachNode((_, one) => {
      const x = one.toX - one.x;
      const y = one.toY - one.y;
      if (one.fixed || (x === 0 && y === 0)) return;
      if (Math.abs(x) + Math.abs(y) < THERE) {
        one.x = one.toX;
        one.y = one.toY;
      } else {
        one.x += x * part;
        one.y += y * part;
        isMoving = true;
      }
    });
    return isMoving;
  }

  end(): void {
    this.#worker.terminate();
  }

  #hear(event: MessageEvent<Moved>): void {
    const { places, isDone } = event.data;
    if (places.length !== 2 * this.#order.length) return; // of a drawing of before
    if (isDone) this.isRunning = false;
    // Who wants no motion sees the nodes jump once, when all is laid out.
    if (calm.matches && !isDone) return;
    this.#order.forEach((one, i) => {
      if (one.fixed) return;
      one.toX = places[2 * i] as number;
      one.toY = places[2 * i + 1] as number;
    });
    this.#changed();
  }
}
