/** What was told with the words: when, by whom, where, about what? Each leads to its like. */

import type { ComponentChildren } from "preact";
import type { Inspection, Memory } from "../../api/types";
import { Button } from "../../components/button";
import { Facts } from "../../components/card";
import { Num } from "../../components/num";
import { StoredText } from "../../components/stored-text";
import { Time } from "../../components/time";
import { href } from "../../state/route";
import { isAllowed, useActions } from "./actions";
import { addressOf, kept } from "./addresses";
import { FILTER_NAMES, type FilterName } from "./filters";

interface AboutProps {
  memory: Memory;
  inspection: Inspection;
}

/** Tags, facts and metadata of a memory; of a procedure also its steps. */
export function About({ memory, inspection }: AboutProps) {
  const { current } = memory;
  return (
    <>
      {current.tags.length > 0 && (
        <ul class="memory__tags" aria-label="Tags">
          {current.tags.map((tag) => (
            <li key={tag}>
              <Filter name="tag" value={tag} />
            </li>
          ))}
        </ul>
      )}
      <Facts of={factsOf(memory, inspection)} />
      {current.detail.type === "procedural" && <Procedure memory={memory} />}
      <Metadata of={current.metadata} />
    </>
  );
}

function factsOf(memory: Memory, { origin }: Inspection): [string, ComponentChildren][] {
  const { current } = memory;
  const detail = current.detail;
  return [
    ["Happened", current.event_at && <When at={current.event_at} zone={current.event_zone} />],
    ["Stored", <When key="stored" at={memory.recorded_at} />],
    ["Valid from", current.valid_from && <When at={current.valid_from} />],
    ["Valid until", current.valid_to && <When at={current.valid_to} />],
    ["Speaker", memory.speaker && <Spoken memory={memory} />],
    ["Role", memory.speaker ? null : memory.role],
    ["Session", memory.source_session && <Filter name="session" value={memory.source_session} />],
    ["Namespace", <Filter key="namespace" name="namespace" value={memory.namespace} />],
    ["Source", memory.source && <StoredText text={memory.source} lines={1} />],
    [
      "Long text",
      memory.source_id && (
        <span>
          ordinal{" "}
          <Num
            value={origin.ordinal}
            from={addressOf(memory.id, "/inspect")}
            path="origin.ordinal"
          />{" "}
          of{" "}
          <Num
            value={origin.n_parts}
            from={addressOf(memory.id, "/inspect")}
            path="origin.n_parts"
          />{" "}
          parts · <a href={href("memories", memory.source_id, kept())}>all parts</a>
        </span>
      ),
    ],
    ["Superseded by", current.superseded_by && <To id={current.superseded_by} />],
    [
      "Context",
      detail.type === "episodic" && detail.context && <StoredText text={detail.context} />,
    ],
    [
      "First seen",
      detail.type === "semantic" && detail.first_seen_at && <When at={detail.first_seen_at} />,
    ],
    [
      "Last confirmed",
      detail.type === "semantic" && detail.last_validated_at && (
        <When at={detail.last_validated_at} />
      ),
    ],
    ["Not read for facts", memory.gated && <StoredText text={memory.gated} />],
    ["Id", <code key="id">{memory.id}</code>],
  ];
}

/** Day and time, how long ago, and the zone it was told in. */
function When({ at, zone }: { at: string; zone?: string | null }) {
  return (
    <span>
      <Time at={at} as="date" />{" "}
      <span class="muted">
        (<Time at={at} />
        {zone && zone !== "UTC" && (
          <>
            , told in <StoredText text={zone} lines={1} />
          </>
        )}
        )
      </span>
    </span>
  );
}

function Spoken({ memory }: { memory: Memory }) {
  return (
    <span>
      <Filter name="speaker" value={memory.speaker ?? ""} />
      {memory.role && <span class="muted"> as {memory.role}</span>}
    </span>
  );
}

/** Another memory, by its id. */
export function To({ id }: { id: string }) {
  return (
    <a href={href("memories", id, kept())}>
      <code>{id}</code>
    </a>
  );
}

/** Shows the list with this filter alone. */
function Filter({ name, value }: { name: FilterName; value: string }) {
  const none = Object.fromEntries(FILTER_NAMES.map((one) => [one, ""]));
  return (
    <a
      class="memory__filter stored"
      dir="auto"
      title={`Memories with this ${name}`}
      href={href("memories", "", { ...none, [name]: value })}
    >
      {value}
    </a>
  );
}

/** How it is done, and how often it worked. */
function Procedure({ memory }: { memory: Memory }) {
  const actions = useActions();
  const detail = memory.current.detail;
  if (detail.type !== "procedural") return null;
  const from = addressOf(memory.id);
  return (
    <section class="stack" aria-label="Procedure">
      {detail.code && <pre class="snippet stored">{detail.code}</pre>}
      <Facts
        of={[
          ["Before", detail.preconditions.length > 0 && <Listed of={detail.preconditions} />],
          ["After", detail.postconditions.length > 0 && <Listed of={detail.postconditions} />],
          [
            "Outcomes",
            <span key="outcomes" class="row">
              <span>
                worked{" "}
                <Num value={detail.success_count} from={from} path="current.detail.success_count" />
                , failed{" "}
                <Num value={detail.failure_count} from={from} path="current.detail.failure_count" />
              </span>
              {isAllowed(memory).outcome && (
                <>
                  <Button size="small" onClick={() => actions.outcome(memory.id, true)}>
                    It worked
                  </Button>
                  <Button size="small" onClick={() => actions.outcome(memory.id, false)}>
                    It failed
                  </Button>
                </>
              )}
            </span>,
          ],
        ]}
      />
    </section>
  );
}

function Listed({ of }: { of: readonly string[] }) {
  return (
    <ul>
      {of.map((one) => (
        <li key={one}>
          <StoredText text={one} />
        </li>
      ))}
    </ul>
  );
}

function Metadata({ of }: { of: Record<string, unknown> }) {
  const pairs = Object.entries(of);
  if (pairs.length === 0) return null;
  return (
    <details class="memory__metadata">
      <summary>Metadata</summary>
      <dl class="facts">
        {pairs.map(([name, value]) => (
          <>
            <dt class="stored" dir="auto">
              {name}
            </dt>
            <dd>
              <StoredText text={typeof value === "string" ? value : JSON.stringify(value)} />
            </dd>
          </>
        ))}
      </dl>
    </details>
  );
}
