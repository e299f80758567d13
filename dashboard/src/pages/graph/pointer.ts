/** What do mouse, pen and fingers do? Click, double click, drag, pan, wheel and pinch. */

export interface Gestures {
  /** The node at a pixel, or the empty string. */
  hit: (x: number, y: number) => string;
  hover: (id: string) => void;
  select: (id: string) => void;
  expand: (id: string) => void;
  drag: (id: string, x: number, y: number) => void;
  drop: (id: string) => void;
  pan: (dx: number, dy: number) => void;
  zoom: (factor: number, x: number, y: number) => void;
}

/** Pixels within which a press is no drag. */
const STILL = 4;
const TWICE_MS = 350;
const WHEEL = 0.0016;
/** Lines, as some mice count, in pixels. */
const A_LINE = 16;

interface Finger {
  x: number;
  y: number;
}

/** Listens on the canvas until `signal` says to end. */
export function listenTo(canvas: HTMLCanvasElement, to: Gestures, signal: AbortSignal): void {
  const fingers = new Map<number, Finger>();
  let pressed = "";
  let begun: Finger | null = null;
  let isDragging = false;
  let lastClick = { id: "", at: 0 };

  function place(event: { clientX: number; clientY: number }): Finger {
    const box = canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  function on<K extends keyof HTMLElementEventMap>(
    type: K,
    hear: (event: HTMLElementEventMap[K]) => void,
    passive = true,
  ): void {
    canvas.addEventListener(type, hear, { signal, passive });
  }

  on("pointerdown", (event) => {
    if (event.button !== 0) return;
    const at = place(event);
    fingers.set(event.pointerId, at);
    canvas.setPointerCapture(event.pointerId);
    if (fingers.size > 1) {
      if (pressed && isDragging) to.drop(pressed);
      pressed = "";
      begun = null;
      return;
    }
    begun = at;
    isDragging = false;
    pressed = to.hit(at.x, at.y);
  });

  on("pointermove", (event) => {
    const at = place(event);
    const before = fingers.get(event.pointerId);
    if (!before) {
      const id = to.hit(at.x, at.y);
      canvas.style.cursor = id ? "pointer" : "grab";
      to.hover(id);
      return;
    }
    if (fingers.size === 2) {
      pinch(event.pointerId, before, at);
    } else if (begun) {
      if (!isDragging && Math.hypot(at.x - begun.x, at.y - begun.y) > STILL) isDragging = true;
      if (isDragging && pressed) to.drag(pressed, at.x, at.y);
      else if (isDragging) to.pan(at.x - before.x, at.y - before.y);
      canvas.style.cursor = isDragging ? "grabbing" : canvas.style.cursor;
    }
    fingers.set(event.pointerId, at);
  });

  function pinch(id: number, before: Finger, at: Finger): void {
    const other = [...fingers].find(([one]) => one !== id)?.[1];
    if (!other) return;
    const was = Math.hypot(before.x - other.x, before.y - other.y);
    const is = Math.hypot(at.x - other.x, at.y - other.y);
    to.pan((at.x - before.x) / 2, (at.y - before.y) / 2);
    if (was > 0) to.zoom(is / was, (at.x + other.x) / 2, (at.y + other.y) / 2);
  }

  function lift(event: PointerEvent): void {
    if (!fingers.delete(event.pointerId) || !begun) return;
    canvas.style.cursor = pressed ? "pointer" : "grab";
    if (isDragging && pressed) to.drop(pressed);
    else if (!isDragging && event.type === "pointerup") click(event);
    begun = null;
    isDragging = false;
    pressed = "";
  }

  function click(event: PointerEvent): void {
    const isTwice = lastClick.id === pressed && event.timeStamp - lastClick.at < TWICE_MS;
    lastClick = { id: pressed, at: isTwice ? 0 : event.timeStamp };
    if (isTwice && pressed) to.expand(pressed);
    else to.select(pressed);
  }

  on("pointerup", lift);
  on("pointercancel", lift);
  on("pointerleave", () => {
    if (fingers.size === 0) to.hover("");
  });
  on(
    "wheel",
    (event) => {
      event.preventDefault();
      const at = place(event);
      const delta = event.deltaY * (event.deltaMode === 1 ? A_LINE : 1);
      to.zoom(Math.exp(-delta * WHEEL * (event.ctrlKey ? 4 : 1)), at.x, at.y);
    },
    false,
  );
}
