/** What keeps canvas, layout and view together? Frames are drawn only when something changed. */

import { effect } from "@preact/signals";
import { color, isDark } from "../../state/theme";
import type { Explorer } from "./explorer";
import { calm, Layout } from "./layout";
import { Painter } from "./painter";
import { listenTo } from "./pointer";
import type { Drawn } from "./types";
import { View } from "./view";

/** Pixels beside a node that still mean it. */
const REACH = 6;
/** From so many nodes on, what moves is drawn in simple resolution. */
const MANY = 1500;
const A_FRAME_MS = 16;
/** A frame that takes longer jerks; one that takes less has time to spare. */
const SLOW_MS = 40;
const QUICK_MS = 12;
const MOST_LEFT_OUT = 8;
/** Within this time two thirds of a way are gone. */
const GLIDE_MS = 80;
/** How much nearer one step of the buttons is. */
const STEP = 1.35;

export type Direction = "ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown";

export class Stage {
  readonly layout: Layout;
  readonly #view = new View();
  readonly #painter = new Painter();
  readonly #end = new AbortController();
  readonly #ctx: CanvasRenderingContext2D;
  readonly #effects: (() => void)[];
  readonly #colors = new Map<string, string>();
  #frame = 0;
  /** Until somebody moves it, the view keeps all in sight. */
  #keepsAll = true;
  #isMoving = false;
  #paintedAt = 0;
  #every = 1;
  #still = 0;
  #dragged = "";

  constructor(
    readonly canvas: HTMLCanvasElement,
    readonly explorer: Explorer,
  ) {
    // Kept in main memory: see painter.ts for why the processor draws.
    const ctx = canvas.getContext("2d", { alpha: false, willReadFrequently: true });
    if (!ctx) throw new Error("this browser has no canvas");
    this.#ctx = ctx;
    this.layout = new Layout(explorer.scene, () => this.draw());
    listenTo(canvas, this.#gestures(), this.#end.signal);
    const sizes = new ResizeObserver(() => this.#measure());
    sizes.observe(canvas);
    this.#end.signal.addEventListener("abort", () => sizes.disconnect());
    this.#effects = [
      effect(() => {
        explorer.version.value;
        if (explorer.scene.order === 0) this.#keepsAll = true;
        this.layout.start();
        this.draw();
      }),
      effect(() => {
        isDark.value;
        this.#colors.clear();
        this.draw();
      }),
      effect(() => {
        explorer.selected.value;
        explorer.hovered.value;
        explorer.hiddenKinds.value;
        explorer.hiddenEdges.value;
        explorer.colorsBy.value;
        this.draw();
      }),
    ];
    this.#measure();
  }

  end(): void {
    this.#end.abort();
    for (const stop of this.#effects) stop();
    clearTimeout(this.#still);
    cancelAnimationFrame(this.#frame);
    this.layout.end();
  }

  /** Draws with the next frame. */
  draw(): void {
    if (!this.#frame) this.#frame = requestAnimationFrame(() => this.#paint());
  }

  zoom(steps: number): void {
    this.#keepsAll = false;
    this.#view.zoomAt(STEP ** steps);
    this.draw();
  }

  fit(): void {
    this.#keepsAll = true;
    this.#view.fit(this.explorer.scene, this.#isShown);
    this.draw();
  }

  /** Brings a node into the middle. */
  show(id: string): void {
    const { scene } = this.explorer;
    if (!scene.hasNode(id)) return;
    const { x, y } = scene.getNodeAttributes(id);
    const margin = 60;
    const screenX = this.#view.screenX(x);
    const screenY = this.#view.screenY(y);
    const isInside =
      screenX > margin &&
      screenY > margin &&
      screenX < this.#view.width - margin &&
      screenY < this.#view.height - margin;
    if (isInside) return;
    this.#keepsAll = false;
    this.#view.x = x;
    this.#view.y = y;
    this.draw();
  }

  /** The shown node that lies nearest in a direction of the selected one. */
  beside(direction: Direction): string {
    const { scene, selected } = this.explorer;
    if (!scene.hasNode(selected.value)) return scene.order > 0 ? this.explorer.center : "";
    const from = scene.getNodeAttributes(selected.value);
    const isAcross = direction === "ArrowLeft" || direction === "ArrowRight";
    const sign = direction === "ArrowRight" || direction === "ArrowDown" ? 1 : -1;
    let best = "";
    let least = Number.POSITIVE_INFINITY;
    scene.forEachNode((id, one) => {
      if (id === selected.value || !this.#isShown(one)) return;
      const along = sign * (isAcross ? one.x - from.x : one.y - from.y);
      const aside = Math.abs(isAcross ? one.y - from.y : one.x - from.x);
      if (along <= 0 || aside > 2 * along) return;
      const far = along + 2 * aside;
      if (far < least) {
        best = id;
        least = far;
      }
    });
    return best;
  }

  readonly #isShown = (one: Drawn): boolean => this.explorer.isShown(one);

  #gestures() {
    const { explorer } = this;
    return {
      hit: (x: number, y: number) => this.#hit(x, y),
      hover: (id: string) => {
        explorer.hovered.value = id;
      },
      select: (id: string) => {
        explorer.selected.value = id;
      },
      expand: (id: string) => {
        explorer.selected.value = id;
        void explorer.expand(id);
      },
      drag: (id: string, x: number, y: number) => this.#drag(id, x, y),
      drop: (id: string) => this.#drop(id),
      pan: (dx: number, dy: number) => {
        this.#keepsAll = false;
        this.#view.pan(dx, dy);
        this.#moves();
      },
      zoom: (factor: number, x: number, y: number) => {
        this.#keepsAll = false;
        this.#view.zoomAt(factor, x, y);
        this.#moves();
      },
    };
  }

  #hit(x: number, y: number): string {
    let best = "";
    let least = Number.POSITIVE_INFINITY;
    this.explorer.scene.forEachNode((id, one) => {
      if (!this.#isShown(one)) return;
      const far = Math.hypot(this.#view.screenX(one.x) - x, this.#view.screenY(one.y) - y);
      const beyond = far - this.#view.radius(one);
      if (beyond < REACH && far < least) {
        best = id;
        least = far;
      }
    });
    return best;
  }

  #drag(id: string, x: number, y: number): void {
    const { scene } = this.explorer;
    if (!scene.hasNode(id)) return;
    const one = scene.getNodeAttributes(id);
    this.#dragged = id;
    this.#keepsAll = false;
    one.fixed = true;
    one.x = this.#view.sceneX(x);
    one.y = this.#view.sceneY(y);
    this.layout.hold(one, true);
    this.#moves();
  }

  #drop(id: string): void {
    if (this.#dragged !== id || !this.explorer.scene.hasNode(id)) return;
    // It stays where it was put; the layout goes on around it.
    this.#dragged = "";
    this.layout.hold(this.explorer.scene.getNodeAttributes(id), true);
  }

  #moves(): void {
    this.#isMoving = true;
    clearTimeout(this.#still);
    this.#still = window.setTimeout(() => {
      this.#isMoving = false;
      this.draw();
    }, 160);
    this.draw();
  }

  #measure(): void {
    const { clientWidth, clientHeight } = this.canvas;
    if (clientWidth === 0 || clientHeight === 0) return;
    this.#view.width = clientWidth;
    this.#view.height = clientHeight;
    if (this.#keepsAll) this.#view.fit(this.explorer.scene, this.#isShown);
    this.draw();
  }

  #paint(): void {
    this.#frame = 0;
    const { scene } = this.explorer;
    const part = this.#part();
    const isGliding = this.layout.glide(part);
    const isFitting = this.#keepsAll && this.#view.fit(scene, this.#isShown, part);
    const isMoving = isGliding || isFitting || this.#isMoving || this.layout.isRunning;
    const isCoarse = isMoving && scene.order > MANY;
    this.#resize(isCoarse ? 1 : Math.min(2, devicePixelRatio));
    if (!isCoarse) this.#every = 1;
    const began = performance.now();
    this.#painter.paint(this.#ctx, scene, this.#view, {
      selected: this.explorer.selected.value,
      hovered: this.#dragged || this.explorer.hovered.value,
      center: this.explorer.center,
      hiddenEdges: this.explorer.hiddenEdges.value,
      colorsBy: this.explorer.colorsBy.value,
      isShown: this.#isShown,
      every: this.#every,
      color: (name) => this.#color(name),
    });
    // What moves shows fewer edges where all of them would make it jerk; at rest all are there.
    const took = performance.now() - began;
    if (isCoarse && took > SLOW_MS) this.#every = Math.min(MOST_LEFT_OUT, this.#every + 1);
    else if (took < QUICK_MS) this.#every = Math.max(1, this.#every - 1);
    if (isGliding || isFitting) this.draw();
    else this.#rest(isCoarse);
  }

  /** Nothing glides any more; what was drawn in simple resolution is drawn once more. */
  #rest(wasCoarse: boolean): void {
    this.#paintedAt = 0;
    if (wasCoarse && !this.#isMoving) this.draw();
  }

  /** Which part of the way is gone with this frame: as much in a second whatever the frames' rate. */
  #part(): number {
    const now = performance.now();
    const passed = this.#paintedAt ? Math.min(250, now - this.#paintedAt) : A_FRAME_MS;
    this.#paintedAt = now;
    return calm.matches ? 1 : 1 - Math.exp(-passed / GLIDE_MS);
  }

  #resize(ratio: number): void {
    const width = Math.round(this.#view.width * ratio);
    const height = Math.round(this.#view.height * ratio);
    if (this.canvas.width !== width || this.canvas.height !== height) {
      this.canvas.width = width;
      this.canvas.height = height;
    }
    this.#ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
  }

  #color(name: string): string {
    let value = this.#colors.get(name);
    if (value === undefined) {
      value = color(name);
      this.#colors.set(name, value);
    }
    return value;
  }
}
