/** How is a long list shown? Only what is in sight is in the page; more is asked for at its end. */

import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  Virtualizer,
} from "@tanstack/virtual-core";
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useReducer, useRef } from "preact/hooks";

interface VirtualListProps<T> {
  items: readonly T[];
  keyOf: (item: T, index: number) => string;
  render: (item: T, index: number) => ComponentChildren;
  /** What the list is, for those who do not see it. */
  label: string;
  /** About how high an item is, in pixels; items are measured once they are shown. */
  height: number;
  /** The greatest height; without it what `.scroller` gives. A short list takes no more than it needs. */
  size?: string;
  /** The item to keep in sight, by its index. */
  active?: number;
  /** Called when the end comes near. */
  onEnd?: () => void;
  /** Scrolls to the newest when items come in and the end was in sight. */
  followsEnd?: boolean;
}

/** A list of any length. */
export function VirtualList<T>(props: VirtualListProps<T>) {
  const { items, keyOf, render, label, height, size, active, onEnd, followsEnd } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const [, redraw] = useReducer((n: number) => n + 1, 0);
  const made = useRef<Virtualizer<HTMLDivElement, HTMLDivElement>>(null);
  const options = {
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    getItemKey: (index: number) => keyOf(items[index] as T, index),
    overscan: 8,
    observeElementRect,
    observeElementOffset,
    scrollToFn: elementScroll,
    onChange: () => redraw(undefined as never),
  };
  if (made.current === null) made.current = new Virtualizer(options);
  const list = made.current;
  list.setOptions(options);
  useLayoutEffect(() => list._didMount(), [list]);
  useLayoutEffect(() => list._willUpdate());
  const shown = list.getVirtualItems();
  const last = shown.at(-1)?.index ?? -1;

  useEffect(() => {
    if (onEnd && items.length > 0 && last >= items.length - 5) onEnd();
  }, [last, items.length, onEnd]);
  useEffect(() => {
    if (active !== undefined && active >= 0) list.scrollToIndex(active, { align: "auto" });
  }, [active, list]);
  const wasAtEnd = useRef(true);
  useLayoutEffect(() => {
    if (followsEnd && wasAtEnd.current) list.scrollToIndex(items.length - 1, { align: "end" });
  }, [items.length, followsEnd, list]);

  function noteEnd(): void {
    const box = scroller.current;
    if (box) wasAtEnd.current = box.scrollTop + box.clientHeight >= box.scrollHeight - height;
  }

  return (
    <div
      ref={scroller}
      class="scroller"
      style={{ ...(size ? { "--height": size } : {}), "--total": `${list.getTotalSize()}px` }}
      role="region"
      aria-label={label}
      tabIndex={0}
      onScroll={noteEnd}
    >
      <div class="scroller__inner" role="list" style={{ height: `${list.getTotalSize()}px` }}>
        {shown.map((one) => (
          <div
            key={one.key}
            ref={(element) => list.measureElement(element)}
            class="scroller__item"
            role="listitem"
            data-index={one.index}
            aria-setsize={items.length}
            aria-posinset={one.index + 1}
            style={{ transform: `translateY(${one.start}px)` }}
          >
            {render(items[one.index] as T, one.index)}
          </div>
        ))}
      </div>
    </div>
  );
}
