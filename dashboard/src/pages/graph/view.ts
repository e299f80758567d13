/** Which part of the drawing is in sight? The place in its middle, and pixels for each unit. */

import type { Drawn, Scene } from "./types";

export const LEAST_ZOOM = 0.01;
export const MOST_ZOOM = 6;
/** Kept free around the drawing, in pixels. */
const MARGIN = 48;
/** A node this far outside may still reach in. */
const BEYOND = 30;
/** So close is near enough when few nodes are fitted in. */
const FIT_ZOOM = 2.2;

export class View {
  x = 0;
  y = 0;
  zoom = 1;
  width = 1;
  height = 1;

  /** From the drawing to pixels. */
  screenX(x: number): number {
    return (x - this.x) * this.zoom + this.width / 2;
  }

  screenY(y: number): number {
    return (y - this.y) * this.zoom + this.height / 2;
  }

  /** From pixels to the drawing. */
  sceneX(x: number): number {
    return (x - this.width / 2) / this.zoom + this.x;
  }

  sceneY(y: number): number {
    return (y - this.height / 2) / this.zoom + this.y;
  }

  /** A node's radius in pixels: what lies far off is smaller, but never gone. */
  radius(one: Drawn): number {
    return Math.max(1.3, one.size * Math.min(1.7, Math.max(0.2, this.zoom ** 0.62)));
  }

  isInSight(one: Drawn): boolean {
    const x = this.screenX(one.x);
    const y = this.screenY(one.y);
    return x > -BEYOND && y > -BEYOND && x < this.width + BEYOND && y < this.height + BEYOND;
  }

  pan(dx: number, dy: number): void {
    this.x -= dx / this.zoom;
    this.y -= dy / this.zoom;
  }

  /** Zooms so that what is under the given pixel stays there. */
  zoomAt(factor: number, x = this.width / 2, y = this.height / 2): void {
    const sceneX = this.sceneX(x);
    const sceneY = this.sceneY(y);
    this.zoom = Math.min(MOST_ZOOM, Math.max(LEAST_ZOOM, this.zoom * factor));
    this.x = sceneX - (x - this.width / 2) / this.zoom;
    this.y = sceneY - (y - this.height / 2) / this.zoom;
  }

  /** Goes a part of the way to where all shown nodes are in sight; false when it is there. */
  fit(scene: Scene, isShown: (one: Drawn) => boolean, part = 1): boolean {
    let left = Number.POSITIVE_INFINITY;
    let right = Number.NEGATIVE_INFINITY;
    let top = left;
    let bottom = right;
    scene.forEachNode((_, one) => {
      if (!isShown(one)) return;
      left = Math.min(left, one.x);
      right = Math.max(right, one.x);
      top = Math.min(top, one.y);
      bottom = Math.max(bottom, one.y);
    });
    if (left > right) return false;
    const zoom = Math.min(
      FIT_ZOOM,
      (this.width - 2 * MARGIN) / Math.max(1, right - left),
      (this.height - 2 * MARGIN) / Math.max(1, bottom - top),
    );
    const nearer = Math.max(LEAST_ZOOM, zoom) - this.zoom;
    const dx = (left + right) / 2 - this.x;
    const dy = (top + bottom) / 2 - this.y;
    this.zoom += nearer * part;
    this.x += dx * part;
    this.y += dy * part;
    return Math.abs(nearer) > 0.005 * this.zoom || (Math.abs(dx) + Math.abs(dy)) * this.zoom > 1;
  }
}
