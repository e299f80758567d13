/** Which address says a number? With what was asked, so that anybody can ask again. */

type Query = Record<string, string | number | undefined>;

export function addressOf(path: string, query: Query): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value));
  }
  return `${path}?${search}`;
}
