/** Which nodes are named, so that no name lies on another? The looked at first, then by degree. */

import { EDGE_LOOKS, type Focus, type Looks } from "./look";
import type { Drawn, Scene } from "./types";
import type { View } from "./view";

type Ctx = CanvasRenderingContext2D;

/** Names at once at most. */
const MOST = 140;
/** In pixels: smaller nodes are named only when they are looked at. */
const LEAST_RADIUS = 3.6;
const ENTITY_CHARS = 36;
const MEMORY_CHARS = 28;
const SIZE = 12;
const LINE = 15;

/** What turns the reading direction around would reach beyond the stored text. */
const CONTROLS = /[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]/g;

const FONT = 'system-ui, "Noto Sans", "Noto Sans CJK SC", "Noto Sans Thai", sans-serif';
const ENTITY_FONT = `600 ${SIZE}px ${FONT}`;
const MEMORY_FONT = `400 ${SIZE - 1}px ${FONT}`;

interface Name {
  text: string;
  width: number;
}

const names = new WeakMap<Drawn, Name>();

/** Draws the names that have room. */
export function placeLabels(ctx: Ctx, scene: Scene, view: View, looks: Looks, focus: Focus): void {
  const taken = new Boxes();
  const wanted: Drawn[] = [];
  scene.forEachNode((id, one) => {
    if (!looks.isShown(one) || !view.isInSight(one)) return;
    if (focus.nodes ? focus.nodes.has(id) : isLookedAt(one, looks) || isLarge(one, view)) {
      wanted.push(one);
    }
  });
  wanted.sort((a, b) => rank(b, looks) - rank(a, looks));
  ctx.textBaseline = "middle";
  ctx.textAlign = "center";
  ctx.lineJoin = "round";
  ctx.lineWidth = 3;
  ctx.strokeStyle = looks.color("surface");
  let shown = 0;
  for (const one of wanted) {
    if (shown >= MOST) break;
    const isEntity = one.node.kind === "entity";
    ctx.font = isEntity ? ENTITY_FONT : MEMORY_FONT;
    const { text, width } = nameOf(ctx, one);
    const x = view.screenX(one.x);
    const y = view.screenY(one.y) + view.radius(one) + LINE / 2 + 1;
    const isFirst = isLookedAt(one, looks);
    if (!taken.take(x - width / 2, y - LINE / 2, width, LINE) && !isFirst) continue;
    shown += 1;
    ctx.fillStyle = looks.color(isEntity || isFirst ? "text" : "muted");
    ctx.strokeText(text, x, y);
    ctx.fillText(text, x, y);
  }
  if (focus.of) predicates(ctx, scene, view, looks, focus.of, taken);
}

/** What was said of two entities, on the edges of the one looked at. */
function predicates(
  ctx: Ctx,
  scene: Scene,
  view: View,
  looks: Looks,
  id: string,
  taken: Boxes,
): void {
  if (!scene.hasNode(id)) return;
  ctx.font = MEMORY_FONT;
  scene.forEachEdge(id, (_, link, _source, _target, from, to) => {
    const { kind, predicate } = link.edge;
    if (kind !== "relation" || !predicate || looks.hiddenEdges.has(kind)) return;
    const text = predicate.replace(CONTROLS, "").slice(0, MEMORY_CHARS);
    const width = ctx.measureText(text).width;
    const x = (view.screenX(from.x) + view.screenX(to.x)) / 2;
    const y = (view.screenY(from.y) + view.screenY(to.y)) / 2;
    if (!taken.take(x - width / 2, y - LINE / 2, width, LINE)) return;
    ctx.fillStyle = looks.color(EDGE_LOOKS[kind].color);
    ctx.strokeText(text, x, y);
    ctx.fillText(text, x, y);
  });
}

function isLookedAt(one: Drawn, looks: Looks): boolean {
  return one.id === looks.hovered || one.id === looks.selected;
}

function isLarge(one: Drawn, view: View): boolean {
  const least = one.node.kind === "entity" ? LEAST_RADIUS : 1.9 * LEAST_RADIUS;
  return view.radius(one) >= least;
}

function rank(one: Drawn, looks: Looks): number {
  if (one.id === looks.hovered) return 1e9;
  if (one.id === looks.selected) return 1e8;
  return one.node.degree + (one.node.kind === "entity" ? 1000 : 0);
}

function nameOf(ctx: Ctx, one: Drawn): Name {
  const known = names.get(one);
  if (known) return known;
  const chars = [...one.node.label.replace(CONTROLS, "")];
  const most = one.node.kind === "entity" ? ENTITY_CHARS : MEMORY_CHARS;
  const text = chars.length > most ? `${chars.slice(0, most).join("").trimEnd()}…` : chars.join("");
  const name = { text, width: ctx.measureText(text).width + 6 };
  names.set(one, name);
  return name;
}

/** Rectangles, none of which overlap; kept by rows so that few are compared. */
class Boxes {
  readonly #rows = new Map<number, [number, number, number, number][]>();

  /** Takes the room if it is free. */
  take(x: number, y: number, width: number, height: number): boolean {
    const rows = [Math.floor(y / LINE), Math.floor((y + height) / LINE)];
    for (const row of rows) {
      for (const [left, top, right, bottom] of this.#rows.get(row) ?? []) {
        if (x < right && x + width > left && y < bottom && y + height > top) return false;
      }
    }
    for (const row of rows) {
      const boxes = this.#rows.get(row) ?? [];
      boxes.push([x, y, x + width, y + height]);
      this.#rows.set(row, boxes);
    }
    return true;
  }
}
