/** What stands around a span of a memory? Spans are counted in code points. */

const AROUND = 160;

/** The text before a span, the span, and the text after it, both sides cut to some characters. */
export function around(text: string, start: number, end: number): [string, string, string] {
  const points = Array.from(text);
  const before = points.slice(Math.max(0, start - AROUND), start).join("");
  const after = points.slice(end, end + AROUND).join("");
  return [
    start > AROUND ? `…${before}` : before,
    points.slice(start, end).join(""),
    end + AROUND < points.length ? `${after}…` : after,
  ];
}
