/** Where does a number come from? Every number shown is one that the API says, and tells which. */

import { count, duration, score, share } from "./numbers";

const WRITE = { count, score, share, duration };

interface NumProps {
  value: number | null | undefined;
  /** The address that says it: `/api/status`. */
  from: string;
  /** Where in the answer: `totals.memories`, or `items.{id=archive}.done` for one of a list. */
  path: string;
  as?: keyof typeof WRITE;
  /** What was asked with POST: recall's answers have no other address. */
  body?: object;
}

/** A number of the API; on hover it says which. */
export function Num({ value, from, path, as = "count", body }: NumProps) {
  if (value === null || value === undefined) return <span class="muted">–</span>;
  return (
    <data
      value={String(value)}
      data-from={from}
      data-path={path}
      data-body={body && JSON.stringify(body)}
      title={`${from} · ${path}`}
    >
      {WRITE[as](value)}
    </data>
  );
}
