/** What does a line of the log say? */

import { ChevronDown, ChevronRight } from "lucide-preact";
import { useEffect, useRef } from "preact/hooks";
import { Copy } from "../../components/copy";
import { marked, StoredText } from "../../components/stored-text";
import type { Line } from "./tail";

const clock = new Intl.DateTimeFormat(undefined, {
  hourCycle: "h23",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  fractionalSecondDigits: 3,
});
const day = new Intl.DateTimeFormat(undefined, { dateStyle: "full" });
const exact = new Intl.DateTimeFormat(undefined, { dateStyle: "full", timeStyle: "long" });

/** Fields with many lines of their own, which are folded. */
const FOLDED = new Set(["exception", "stack"]);
/** Characters of one field in the line; all of it is in the line's JSON. */
const SHOWN = 300;

interface LogLineProps {
  line: Line;
  isOpen: boolean;
  onToggle: () => void;
}

/** Time, level, event and fields; opened, the line as JSON and its traceback. */
export function LogLine({ line, isOpen, onToggle }: LogLineProps) {
  const fields = Object.entries(line.fields).filter(([name, value]) => isShown(name, value));
  const hasTrace = Object.keys(line.fields).some((name) => FOLDED.has(name));
  const whole = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isOpen) whole.current?.scrollIntoView({ block: "nearest" });
  }, [isOpen]);
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  return (
    <div class={`logs-line logs-line--${line.level}`}>
      <div class="logs-line__head">
        <button
          type="button"
          class="logs-line__toggle"
          aria-expanded={isOpen}
          aria-label={`${line.level} ${line.event}: all of it`}
          onClick={onToggle}
        >
          <Chevron aria-hidden="true" />
        </button>
        <At at={line.at} />
        <span class="logs-line__level">{line.level}</span>
        <span class="logs-line__said stored" dir="auto">
          <span class="logs-line__event">{marked(cut(line.event, 2 * SHOWN))}</span>
          {fields.map(([name, value]) => (
            <span class="logs-field">
              <span class="logs-field__name">{name}=</span>
              <bdi>{marked(cut(written(value), SHOWN))}</bdi>
            </span>
          ))}
          {hasTrace && !isOpen && <span class="logs-line__trace">traceback</span>}
        </span>
      </div>
      <div ref={whole}>{isOpen && <Whole line={line} />}</div>
    </div>
  );
}

/** Which of our modules spoke stands in the JSON: the event says it better. */
function isShown(name: string, value: unknown): boolean {
  return !FOLDED.has(name) && !(name === "logger" && String(value).startsWith("perspective."));
}

/** The day of the lines below. */
export function Day({ at }: { at: string }) {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return null;
  return (
    <div class="logs-day">
      <time dateTime={at}>{day.format(date)}</time>
    </div>
  );
}

/** Whether a line is of another day than the one before, in the viewer's zone. */
export function isNewDay(line: Line, before: Line | undefined): boolean {
  const date = new Date(line.at).toDateString();
  return before === undefined || date !== new Date(before.at).toDateString();
}

function At({ at }: { at: string }) {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return <span class="logs-line__at">–</span>;
  return (
    <time class="logs-line__at" dateTime={at} title={`${exact.format(date)}\n${at}`}>
      {clock.format(date)}
    </time>
  );
}

function Whole({ line }: { line: Line }) {
  const { at, level, event, fields } = line;
  const json = JSON.stringify({ at, level, event, ...fields }, null, 2);
  const traces = Object.entries(fields).filter(([name]) => FOLDED.has(name));
  return (
    <div class="logs-whole">
      {traces.map(([name, value]) => (
        <details open>
          <summary>{name === "exception" ? "Traceback" : name}</summary>
          <div class="logs-whole__text">
            <StoredText text={written(value)} />
          </div>
        </details>
      ))}
      <details open={traces.length === 0}>
        <summary>JSON</summary>
        <div class="logs-whole__text">
          <StoredText text={json} />
        </div>
      </details>
      <div class="row">
        <Copy text={json} label="Copy the JSON" />
      </div>
    </div>
  );
}

/** A field's value as it is read: texts as they are, the rest as JSON. */
function written(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}…` : text;
}
