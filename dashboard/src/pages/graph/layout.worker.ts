/** Where should nodes lie? ForceAtlas2, in a thread of its own. */

import iterate from "graphology-layout-forceatlas2/iterate.js";

export interface Begin {
  settings: Record<string, number | boolean>;
  /** Ten numbers a node and three an edge, as the library lays them out. */
  nodes: Float32Array;
  edges: Float32Array;
}

/** A node held at a place, or let go. */
export interface Hold {
  hold: number;
  x: number;
  y: number;
  isHeld: boolean;
}

export interface Moved {
  /** x and y of each node. */
  places: Float32Array;
  isDone: boolean;
}

const A_NODE = 10;
const FIXED = 9;
/** How long it works before it tells where the nodes are. */
const BATCH_MS = 60;
const MAX_ROUNDS = 900;
/** A mean step this small, as a share of the drawing's width, is rest. */
const REST = 0.00035;

let nodes: Float32Array = new Float32Array(0);
let edges: Float32Array = new Float32Array(0);
let settings: Begin["settings"] = {};
let rounds = 0;
let isRunning = false;
let begun = 0;

addEventListener("message", (event: MessageEvent<Begin | Hold>) => {
  const said = event.data;
  if ("hold" in said) {
    const at = said.hold * A_NODE;
    nodes[at] = said.x;
    nodes[at + 1] = said.y;
    nodes[at + FIXED] = said.isHeld ? 1 : 0;
    rounds = Math.min(rounds, MAX_ROUNDS - 200); // what is moved moves its neighbours
    if (!isRunning) void run(begun);
    return;
  }
  ({ nodes, edges, settings } = said);
  rounds = 0;
  begun += 1;
  isRunning = false;
  if (nodes.length > 0) void run(begun); // nothing to move: it was stopped
});

async function run(mine: number): Promise<void> {
  isRunning = true;
  while (mine === begun) {
    const end = performance.now() + BATCH_MS;
    let before = places();
    let isDone = false;
    do {
      before = places();
      iterate(settings, nodes, edges);
      rounds += 1;
    } while (performance.now() < end && rounds < MAX_ROUNDS);
    const after = places();
    isDone = rounds >= MAX_ROUNDS || isAtRest(before, after);
    postMessage({ places: after, isDone } satisfies Moved, { transfer: [after.buffer] });
    if (isDone) break;
    await new Promise((resolve) => setTimeout(resolve)); // messages come in between
  }
  if (mine === begun) isRunning = false;
}

function places(): Float32Array<ArrayBuffer> {
  const n = nodes.length / A_NODE;
  const found = new Float32Array(2 * n);
  for (let i = 0; i < n; i += 1) {
    found[2 * i] = nodes[i * A_NODE] as number;
    found[2 * i + 1] = nodes[i * A_NODE + 1] as number;
  }
  return found;
}

function isAtRest(before: Float32Array, after: Float32Array): boolean {
  let moved = 0;
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < after.length; i += 1) {
    const at = after[i] as number;
    moved += Math.abs(at - (before[i] as number));
    least = Math.min(least, at);
    most = Math.max(most, at);
  }
  return moved / after.length < REST * Math.max(1, most - least);
}
