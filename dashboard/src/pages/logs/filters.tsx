/** Which lines are shown? The address keeps the answer. */

import { useEffect, useRef, useState } from "preact/hooks";
import { Check, Field, Select } from "../../components/form";
import { route, setParams } from "../../state/route";
import type { Level, Wanted } from "./tail";

const LEVELS: readonly (readonly [Level, string])[] = [
  ["debug", "All"],
  ["info", "Info and above"],
  ["warning", "Warnings and errors"],
  ["error", "Errors"],
];
const WAIT_MS = 250;
/** As long as the API takes it. */
const MOST_CHARACTERS = 256;

/** The level and text of the address. */
export function useWanted(): Wanted {
  const { params } = route.value;
  const level = LEVELS.find(([one]) => one === params.get("level"))?.[0] ?? "debug";
  return { level, text: (params.get("text") ?? "").slice(0, MOST_CHARACTERS) };
}

/** Level, text, and whether each request is shown. */
export function Filters({ wanted, hasRequests }: { wanted: Wanted; hasRequests: boolean }) {
  const [typed, setTyped] = useState(wanted.text);
  const waiting = useRef<ReturnType<typeof setTimeout>>();
  useEffect(() => {
    if (waiting.current === undefined) setTyped(wanted.text); // another address was opened
  }, [wanted.text]);
  useEffect(() => () => clearTimeout(waiting.current), []);

  /** Asks once nobody types for a moment. */
  function type(text: string): void {
    setTyped(text);
    clearTimeout(waiting.current);
    waiting.current = setTimeout(() => {
      waiting.current = undefined;
      setParams({ text });
    }, WAIT_MS);
  }

  return (
    <div class="logs-filters">
      <Select
        label="Level"
        value={wanted.level}
        options={LEVELS}
        onChange={(level) => setParams({ level: level === "debug" ? null : level })}
      />
      <Field label="Text">
        {(id) => (
          <input
            id={id}
            type="search"
            value={typed}
            maxLength={MOST_CHARACTERS}
            placeholder="Only lines that hold it"
            onInput={(event) => type(event.currentTarget.value)}
          />
        )}
      </Field>
      {wanted.level === "debug" && (
        <Check
          label="Show each request"
          checked={hasRequests}
          onChange={(yes) => setParams({ requests: yes })}
        />
      )}
    </div>
  );
}
