/** How are numbers written? As the viewer's language has them; counts are never rounded. */

const whole = new Intl.NumberFormat();
const short = new Intl.NumberFormat(undefined, { maximumSignificantDigits: 3 });
const tiny = new Intl.NumberFormat(undefined, {
  maximumSignificantDigits: 3,
  notation: "scientific",
});
const percent = new Intl.NumberFormat(undefined, { style: "percent", maximumFractionDigits: 1 });

/** A count, to the last digit. */
export function count(value: number): string {
  return whole.format(value);
}

/** A score or share, to three digits. */
export function score(value: number): string {
  return value !== 0 && Math.abs(value) < 1e-4 ? tiny.format(value) : short.format(value);
}

/** A share of 1 as per cent. */
export function share(value: number): string {
  return percent.format(value);
}

/** Seconds as people say them. */
export function duration(seconds: number): string {
  if (seconds < 1) return `${Math.round(seconds * 1000)} ms`;
  if (seconds < 90) return `${short.format(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 90) return `${minutes} min`;
  const hours = Math.round(seconds / 3600);
  return hours < 48 ? `${hours} h` : `${Math.round(seconds / 86_400)} days`;
}

/** `1 memory`, `2 memories`. */
export function counted(n: number, one: string, many: string = `${one}s`): string {
  return `${count(n)} ${n === 1 ? one : many}`;
}
