/** When does an hour, day, week or month begin? In the viewer's zone, over its changes of clock. */

export type Bucket = "hour" | "day" | "week" | "month";

/** How far back each looks: about as many bars as fit a card. */
const N_BUCKETS: Record<Bucket, number> = { hour: 48, day: 60, week: 52, month: 36 };

/** The viewer's zone, by its name. */
export const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The beginning of the bucket that holds a moment. */
function floor(at: Date, bucket: Bucket): Date {
  const floored = new Date(at);
  floored.setMinutes(0, 0, 0);
  if (bucket === "hour") return floored;
  floored.setHours(0);
  if (bucket === "week") floored.setDate(floored.getDate() - ((floored.getDay() + 6) % 7));
  if (bucket === "month") floored.setDate(1);
  return floored;
}

/** The beginning of the bucket so many behind this one, or before it. */
function step(start: Date, bucket: Bucket, n: number): Date {
  const next = new Date(start);
  if (bucket === "hour") next.setTime(start.getTime() + n * 3_600_000);
  if (bucket === "day") next.setDate(next.getDate() + n);
  if (bucket === "week") next.setDate(next.getDate() + 7 * n);
  if (bucket === "month") next.setMonth(next.getMonth() + n);
  return next;
}

/** The beginnings of the last buckets, oldest first, and of the one to come as the last. */
export function bucketsUntil(now: Date, bucket: Bucket): Date[] {
  const last = floor(now, bucket);
  const n = N_BUCKETS[bucket];
  return Array.from({ length: n + 1 }, (_, i) => step(last, bucket, i - n + 1));
}

/** The bucket that shows a tenant's life best, from its age. */
export function fitting(since: string | undefined, now: Date): Bucket {
  const hours = since ? (now.getTime() - new Date(since).getTime()) / 3_600_000 : 0;
  if (hours < N_BUCKETS.hour) return "hour";
  return hours < 24 * N_BUCKETS.day ? "day" : "week";
}

const OPTIONS: Record<Bucket, Intl.DateTimeFormatOptions> = {
  hour: { dateStyle: "medium", timeStyle: "short" },
  day: { weekday: "short", day: "numeric", month: "short", year: "numeric" },
  week: { day: "numeric", month: "short", year: "numeric" },
  month: { month: "long", year: "numeric" },
};

/** A bucket in words. */
export function named(start: string, bucket: Bucket): string {
  const words = new Intl.DateTimeFormat(undefined, OPTIONS[bucket]).format(new Date(start));
  return bucket === "week" ? `Week of ${words}` : words;
}
