/** How is the graph drawn? On a canvas, by the processor.
 *
 * A browser without a graphics chip needs about 20 times as long to draw 5,000 nodes and 15,000
 * edges by WebGL; and only the canvas's own text joins Arabic and Indic letters.
 */

import { placeLabels } from "./labels";
import { CommunityColors, EDGE_KINDS, EDGE_LOOKS, type Focus, kindColor, type Looks } from "./look";
import type { Drawn, EdgeKind, Link, Scene } from "./types";
import type { View } from "./view";

/** Segments in one stroke: the canvas is slow with long paths. */
const STROKE = 50;
const FULL_TURN = 2 * Math.PI;
/** How far a community's ground reaches beyond its nodes, in pixels. */
const GROUND = 20;

type Ctx = CanvasRenderingContext2D;

export class Painter {
  readonly #communities = new CommunityColors();

  /** Draws all of it. */
  paint(ctx: Ctx, scene: Scene, view: View, looks: Looks): void {
    ctx.globalAlpha = 1;
    ctx.fillStyle = looks.color("surface");
    ctx.fillRect(0, 0, view.width, view.height);
    const focus = focusOf(scene, looks);
    const byCommunity = looks.colorsBy === "community";
    if (byCommunity) this.#grounds(ctx, scene, view, looks);
    edges(ctx, scene, view, looks, focus);
    this.#nodes(ctx, scene, view, looks, focus);
    rings(ctx, scene, view, looks);
    placeLabels(ctx, scene, view, looks, focus);
  }

  colorOf(one: Drawn, colorsBy: Looks["colorsBy"]): string {
    if (colorsBy === "kind") return kindColor(one.node.type);
    return this.#communities.of(one.node.community_id) ?? "line-strong";
  }

  /** A ground under each community: discs around its nodes, as one shape. */
  #grounds(ctx: Ctx, scene: Scene, view: View, looks: Looks): void {
    const groups = new Map<string, Drawn[]>();
    scene.forEachNode((_, one) => {
      const id = one.node.community_id;
      if (!id || !looks.isShown(one) || !view.isInSight(one)) return;
      const group = groups.get(id);
      if (group) group.push(one);
      else groups.set(id, [one]);
    });
    ctx.globalAlpha = 0.13;
    for (const [id, group] of groups) {
      ctx.fillStyle = looks.color(this.#communities.of(id) ?? "line");
      ctx.beginPath();
      for (const one of group) disc(ctx, view, one, GROUND * Math.min(1, view.zoom + 0.3));
      ctx.fill();
    }
    ctx.globalAlpha = 1;
  }

  #nodes(ctx: Ctx, scene: Scene, view: View, looks: Looks, focus: Focus): void {
    const batches = new Map<string, Drawn[]>();
    scene.forEachNode((id, one) => {
      if (!looks.isShown(one) || !view.isInSight(one)) return;
      const isDim = focus.nodes !== null && !focus.nodes.has(id);
      const key = `${isDim ? 0 : 1} ${this.colorOf(one, looks.colorsBy)}`;
      const batch = batches.get(key);
      if (batch) batch.push(one);
      else batches.set(key, [one]);
    });
    ctx.lineWidth = 1.5;
    ctx.strokeStyle = looks.color("surface");
    for (const [key, batch] of [...batches].sort()) {
      const [bright, color] = key.split(" ") as [string, string];
      ctx.globalAlpha = bright === "1" ? 1 : 0.22;
      ctx.fillStyle = looks.color(color);
      for (let i = 0; i < batch.length; i += STROKE) {
        ctx.beginPath();
        for (const one of batch.slice(i, i + STROKE)) shape(ctx, view, one, 0);
        ctx.fill();
        if (batch.length < 500) ctx.stroke(); // sets apart what lies on each other
      }
    }
    ctx.globalAlpha = 1;
  }
}

function focusOf(scene: Scene, looks: Looks): Focus {
  const of = looks.hovered || looks.selected;
  if (!looks.hovered || !scene.hasNode(looks.hovered)) return { nodes: null, of };
  return { nodes: new Set([looks.hovered, ...scene.neighbors(looks.hovered)]), of };
}

function edges(ctx: Ctx, scene: Scene, view: View, looks: Looks, focus: Focus): void {
  const lines = new Map<EdgeKind, number[]>();
  const strong: [Link, Drawn, Drawn][] = [];
  let n = 0;
  scene.forEachEdge((_, link, source, target, from, to) => {
    if (looks.hiddenEdges.has(link.edge.kind) || !looks.isShown(from) || !looks.isShown(to)) return;
    if (source === focus.of || target === focus.of) {
      strong.push([link, from, to]);
      return;
    }
    n += 1;
    if (n % looks.every !== 0) return;
    const x1 = view.screenX(from.x);
    const y1 = view.screenY(from.y);
    const x2 = view.screenX(to.x);
    const y2 = view.screenY(to.y);
    if ((x1 < 0 && x2 < 0) || (y1 < 0 && y2 < 0)) return;
    if ((x1 > view.width && x2 > view.width) || (y1 > view.height && y2 > view.height)) return;
    const line = lines.get(link.edge.kind);
    if (line) line.push(x1, y1, x2, y2);
    else lines.set(link.edge.kind, [x1, y1, x2, y2]);
  });
  ctx.lineWidth = 1;
  ctx.globalAlpha = focus.nodes ? 0.12 : scene.size > 4000 ? 0.35 : 0.55;
  for (const kind of EDGE_KINDS) {
    const line = lines.get(kind);
    if (line) strokeAll(ctx, line, kind, looks, scene.size < 4000);
  }
  ctx.globalAlpha = focus.nodes ? 1 : 0.8;
  ctx.lineWidth = 1.4;
  for (const [link, from, to] of strong) strongEdge(ctx, link, from, to, view, looks);
  ctx.setLineDash([]);
  ctx.globalAlpha = 1;
}

function strokeAll(
  ctx: Ctx,
  line: readonly number[],
  kind: EdgeKind,
  looks: Looks,
  isDashed: boolean,
): void {
  const look = EDGE_LOOKS[kind];
  ctx.strokeStyle = looks.color(look.color);
  ctx.setLineDash(isDashed && look.dash ? [...look.dash] : []); // dashes are slow by thousands
  for (let i = 0; i < line.length; i += 4 * STROKE) {
    ctx.beginPath();
    for (let j = i; j < Math.min(line.length, i + 4 * STROKE); j += 4) {
      ctx.moveTo(line[j] as number, line[j + 1] as number);
      ctx.lineTo(line[j + 2] as number, line[j + 3] as number);
    }
    ctx.stroke();
  }
}

/** An edge of the node that is looked at, with its direction. */
function strongEdge(ctx: Ctx, link: Link, from: Drawn, to: Drawn, view: View, looks: Looks): void {
  const look = EDGE_LOOKS[link.edge.kind];
  const x1 = view.screenX(from.x);
  const y1 = view.screenY(from.y);
  const x2 = view.screenX(to.x);
  const y2 = view.screenY(to.y);
  ctx.strokeStyle = looks.color(look.color);
  ctx.setLineDash(look.dash ? [...look.dash] : []);
  ctx.beginPath();
  ctx.moveTo(x1, y1);
  ctx.lineTo(x2, y2);
  ctx.stroke();
  const length = Math.hypot(x2 - x1, y2 - y1);
  if (!look.isDirected || length < 24) return;
  const ux = (x2 - x1) / length;
  const uy = (y2 - y1) / length;
  const tipX = x2 - ux * (view.radius(to) + 2);
  const tipY = y2 - uy * (view.radius(to) + 2);
  ctx.fillStyle = looks.color(look.color);
  ctx.beginPath();
  ctx.moveTo(tipX, tipY);
  ctx.lineTo(tipX - 8 * ux + 4 * uy, tipY - 8 * uy - 4 * ux);
  ctx.lineTo(tipX - 8 * ux - 4 * uy, tipY - 8 * uy + 4 * ux);
  ctx.fill();
}

/** Around the selected node, and thinner around the one in the middle. */
function rings(ctx: Ctx, scene: Scene, view: View, looks: Looks): void {
  for (const [id, color, width] of [
    [looks.center, "muted", 1.2],
    [looks.selected, "accent", 2.5],
  ] as const) {
    if (!id || !scene.hasNode(id)) continue;
    const one = scene.getNodeAttributes(id);
    if (!looks.isShown(one)) continue;
    ctx.strokeStyle = looks.color(color);
    ctx.lineWidth = width;
    ctx.beginPath();
    shape(ctx, view, one, 4);
    ctx.stroke();
  }
}

/** Entities are round, memories are square. */
function shape(ctx: Ctx, view: View, one: Drawn, more: number): void {
  if (one.node.kind === "entity") {
    disc(ctx, view, one, more);
    return;
  }
  const half = 0.88 * view.radius(one) + more;
  const x = view.screenX(one.x) - half;
  const y = view.screenY(one.y) - half;
  if (half > 3) ctx.roundRect(x, y, 2 * half, 2 * half, 0.4 * half);
  else ctx.rect(x, y, 2 * half, 2 * half);
}

function disc(ctx: Ctx, view: View, one: Drawn, more: number): void {
  const x = view.screenX(one.x);
  const y = view.screenY(one.y);
  const radius = view.radius(one) + more;
  ctx.moveTo(x + radius, y);
  ctx.arc(x, y, radius, 0, FULL_TURN);
}
