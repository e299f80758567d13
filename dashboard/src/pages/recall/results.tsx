/** What is found, in which order, and what would another way of scoring find? */

import { useRef, useState } from "preact/hooks";
import type { RecallAnswer, Setting } from "../../api/types";
import { Card } from "../../components/card";
import { Empty, Loaded } from "../../components/loaded";
import { Num } from "../../components/num";
import { useShortcuts } from "../../state/keys";
import type { Asked } from "./ask";
import { useRecall } from "./ask";
import { Legend, type Scale, scaleOf } from "./bar";
import { Hit } from "./hit";
import { type Lab, type Profile, recallBody, type Side } from "./lab";
import { Request } from "./request";
import "./results.css";
import { PROFILES, signalsIn } from "./signals";
import { Degraded, Verdict } from "./verdict";

const FLOOR = "retrieval.confident_above";

interface ResultsProps {
  lab: Lab;
  inForce: Profile;
  settings: readonly Setting[];
}

/** One column, or two side by side. */
export function Results({ lab, inForce, settings }: ResultsProps) {
  const body = recallBody(lab, lab.main, inForce);
  const main = useRecall(body);
  const other = useRecall(lab.other && recallBody(lab, lab.other, inForce));
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const list = useRef<HTMLDivElement>(null);
  useWalk(list);

  function toggle(id: string): void {
    const next = new Set(open);
    if (!next.delete(id)) next.add(id);
    setOpen(next);
  }

  const compared = lab.other ? other.data : undefined;
  const all = [...(main.data?.answer.results ?? []), ...(compared?.answer.results ?? [])];
  const shared = { scale: scaleOf(all), open, toggle };
  return (
    <div ref={list} class="stack">
      <Degraded of={main.data?.answer.degraded} />
      {main.data && !main.data.answer.confident && <Unsure settings={settings} />}
      {all.length > 0 && (
        <div class="recall-legend">
          <Legend signals={signalsIn(all)} />
        </div>
      )}
      <div class={lab.other ? "recall-columns recall-columns--two" : "recall-columns"}>
        <Loaded query={main} what="What is recalled" height="20rem">
          {(asked) => (
            <Column
              {...shared}
              asked={asked}
              title={lab.other ? `A · ${nameOf(lab.main, inForce)}` : nameOf(lab.main, inForce)}
              formula={formulaOf(lab.main, inForce)}
              isOld={main.isPlaceholderData}
              against={lab.other ? compared : undefined}
            />
          )}
        </Loaded>
        {lab.other && (
          <Loaded query={other} what="What is recalled for comparison" height="20rem">
            {(asked) => (
              <Column
                {...shared}
                asked={asked}
                title={`B · ${nameOf(lab.other as Side, inForce)}`}
                formula={formulaOf(lab.other as Side, inForce)}
                isOld={other.isPlaceholderData}
                against={main.data}
              />
            )}
          </Loaded>
        )}
      </div>
      <Request path="/api/recall" body={body} />
    </div>
  );
}

/** What it means that an answer is not confident. */
function Unsure({ settings }: { settings: readonly Setting[] }) {
  const floor = settings.find((one) => one.key === FLOOR)?.value;
  return (
    <div class="banner" role="status">
      <span>
        Not confident: no relevance reaches{" "}
        {typeof floor === "number" && (
          <Num value={floor} from="/api/config" path={`items.{key=${FLOOR}}.value`} as="share" />
        )}
        . An agent should say that it does not know.
      </span>
    </div>
  );
}

function nameOf(side: Side, inForce: Profile): string {
  const { label } = PROFILES[side.profile || inForce];
  return Object.keys(side.weights).length > 0 ? `${label}, own weights` : label;
}

function formulaOf(side: Side, inForce: Profile): string {
  return PROFILES[side.profile || inForce].formula;
}

interface ColumnProps {
  asked: Asked<RecallAnswer>;
  title: string;
  formula: string;
  scale: Scale;
  open: ReadonlySet<string>;
  toggle: (id: string) => void;
  /** True while a newer answer is on its way. */
  isOld: boolean;
  against?: Asked<RecallAnswer>;
}

function Column({ asked, title, formula, scale, open, toggle, isOld, against }: ColumnProps) {
  const { results } = asked.answer;
  const places = against && new Map(against.answer.results.map((one, place) => [one.id, place]));
  return (
    <Card title={title} aside={<Verdict asked={asked} />} isFlush>
      <p class="recall-formula tiny muted">{formula}</p>
      {results.length === 0 ? (
        <Empty title="Nothing was found">
          Fewer filters, another time or other words may find something.
        </Empty>
      ) : (
        <ol class="recall-hits" aria-busy={isOld}>
          {results.map((found, place) => (
            <Hit
              key={found.id}
              found={found}
              place={place}
              body={asked.body}
              scale={scale}
              isOpen={open.has(found.id)}
              onToggle={() => toggle(found.id)}
              before={places ? (places.get(found.id) ?? null) : undefined}
            />
          ))}
        </ol>
      )}
    </Card>
  );
}

/** `j` and `k` walk over the buttons that tell why. */
function useWalk(list: { current: HTMLElement | null }): void {
  function walk(step: number): void {
    const all = [...(list.current?.querySelectorAll<HTMLElement>(".recall-hit__why") ?? [])];
    const at = all.indexOf(document.activeElement as HTMLElement);
    const next = all[at < 0 ? 0 : Math.min(Math.max(at + step, 0), all.length - 1)];
    next?.focus();
    next?.closest(".recall-hit")?.scrollIntoView({ block: "nearest" });
  }
  useShortcuts([
    { keys: "j", does: "Next result (Enter tells why)", run: () => walk(1) },
    { keys: "k", does: "Previous result", run: () => walk(-1) },
  ]);
}
