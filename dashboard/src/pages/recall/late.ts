/** How does a field follow the hand at once, and the address a moment later? */

import { useEffect, useRef, useState } from "preact/hooks";

/** Milliseconds without a key before the address, and so the answer, follows. */
const PAUSE_MS = 50;

/** What a field shows, and how to change it; `write` is called when the hand rests, or at once with
 * `isLast`. */
export function useLate(
  value: string,
  write: (value: string) => void,
): [string, (value: string, isLast?: boolean) => void] {
  const [shown, setShown] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const latest = useRef(write);
  latest.current = write;

  useEffect(() => {
    if (timer.current === undefined) setShown(value);
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);

  function change(next: string, isLast = false): void {
    setShown(next);
    clearTimeout(timer.current);
    const done = () => {
      timer.current = undefined;
      latest.current(next);
    };
    if (isLast) done();
    else timer.current = setTimeout(done, PAUSE_MS);
  }
  return [shown, change];
}
