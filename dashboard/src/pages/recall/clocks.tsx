/** Of which time is the answer? What was true then, and what was known by then. */

import { RotateCcw } from "lucide-preact";
import { useId, useState } from "preact/hooks";
import { Button } from "../../components/button";
import { Select } from "../../components/form";
import { Time } from "../../components/time";
import { change, type Lab } from "./lab";
import { useLate } from "./late";

const DAY_MS = 86_400_000;
const STEPS = 400;

const SPANS: readonly (readonly [string, string])[] = [
  ["1", "a day"],
  ["7", "a week"],
  ["31", "a month"],
  ["366", "a year"],
  ["1827", "five years"],
  ["7305", "twenty years"],
];

/** Both clocks, and how far their sliders reach back. */
export function Clocks({ lab }: { lab: Lab }) {
  const [span, setSpan] = useState("366");
  return (
    <div class="stack">
      <Clock
        name="as_of"
        label="What was true"
        note="Statements that held at this time."
        value={lab.asOf}
        days={Number(span)}
      />
      <Clock
        name="known_at"
        label="What was known"
        note="Only what had been recorded by this time, as it was then."
        value={lab.knownAt}
        days={Number(span)}
      />
      <Select label="The sliders reach back" value={span} options={SPANS} onChange={setSpan} />
    </div>
  );
}

interface ClockProps {
  name: string;
  label: string;
  note: string;
  /** RFC 3339, or empty for now. */
  value: string;
  days: number;
}

function Clock({ name, label, note, value, days }: ClockProps) {
  const id = useId();
  const [shown, set] = useLate(value, (next) => change({ [name]: next }));
  const now = Date.now();
  const step = (days * DAY_MS) / STEPS;
  const at = shown ? new Date(shown).getTime() : now;
  const place = Math.min(STEPS, Math.max(0, STEPS - (now - at) / step));

  function slide(text: string): void {
    const to = Number(text);
    set(to >= STEPS ? "" : new Date(now - (STEPS - to) * step).toISOString());
  }

  return (
    <div class="field recall-clock">
      <div class="spread">
        <label class="field__label" for={id}>
          {label}
        </label>
        <span class="row tiny">
          {shown ? <Time at={shown} /> : <span class="muted">now</span>}
          <Button
            kind="quiet"
            size="small"
            label={`${label}: back to now`}
            disabled={!shown}
            onClick={() => set("", true)}
          >
            <RotateCcw aria-hidden="true" />
          </Button>
        </span>
      </div>
      <input
        type="range"
        aria-label={`${label}, as a slider`}
        aria-valuetext={shown ? new Date(shown).toLocaleString() : "now"}
        min="0"
        max={STEPS}
        step="1"
        value={place}
        onInput={(event) => slide(event.currentTarget.value)}
      />
      <input
        id={id}
        type="datetime-local"
        step="1"
        value={shown ? localOf(shown) : ""}
        onChange={(event) => set(zonedOf(event.currentTarget.value), true)}
      />
      <span class="field__note">{note}</span>
    </div>
  );
}

/** A time as a date field has it: in the viewer's zone, without one. */
export function localOf(at: string): string {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return "";
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
}

/** The time that a date field means, with its zone. */
export function zonedOf(local: string): string {
  const date = new Date(local);
  return Number.isNaN(date.getTime()) ? "" : date.toISOString();
}
