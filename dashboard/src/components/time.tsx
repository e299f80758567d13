/** When was it? In the viewer's zone, with the exact time on hover. */

const exact = new Intl.DateTimeFormat(undefined, {
  dateStyle: "full",
  timeStyle: "long",
});
const dayTime = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: "auto", style: "long" });
const UNITS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ["year", 31_557_600], // from two on: "next year" would say too little of one and a half
  ["month", 2_629_800],
  ["week", 604_800],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
];

/** How far a time is from now, in words. */
export function ago(at: string, now: number = Date.now()): string {
  const seconds = (new Date(at).getTime() - now) / 1000;
  for (const [unit, length] of UNITS) {
    if (Math.abs(seconds) >= (unit === "year" ? 2 * length : length))
      return relative.format(Math.trunc(seconds / length), unit);
  }
  return Math.abs(seconds) < 10 ? "just now" : relative.format(Math.trunc(seconds), "second");
}

/** A time of the API (RFC 3339). `as="date"` shows day and time instead of how long ago. */
export function Time({ at, as = "ago" }: { at?: string | null; as?: "ago" | "date" }) {
  if (!at) return <span class="muted">–</span>;
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return <span>{at}</span>;
  return (
    <time class="nowrap" dateTime={at} title={`${exact.format(date)}\n${at}`}>
      {as === "ago" ? ago(at) : dayTime.format(date)}
    </time>
  );
}
