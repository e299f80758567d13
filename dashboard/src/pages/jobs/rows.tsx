/** What stood in a row before, and what after? */

import { useMemo, useState } from "preact/hooks";
import type { RowChange } from "../../api/types";
import { Badge, Kind } from "../../components/badge";
import { Button } from "../../components/button";
import { StoredText } from "../../components/stored-text";
import { TextDiff } from "../../components/text-diff";
import { Time } from "../../components/time";
import { href } from "../../state/route";
import { EntityLine, MemoryLine } from "./memory-line";

/** As many rows, and members of a community, as are shown unasked. */
const SHOWN = 6;

type Fields = Record<string, unknown>;

/** The rows that a step made, changed or took away. */
export function Rows({ changes }: { changes: readonly RowChange[] }) {
  const [all, setAll] = useState(false);
  const rows = useMemo(() => joined(changes), [changes]);
  return (
    <div class="jobs-rows">
      {(all ? rows : rows.slice(0, SHOWN)).map((change) => (
        <Row change={change} />
      ))}
      {!all && rows.length > SHOWN && (
        <Button size="small" kind="quiet" onClick={() => setAll(true)}>
          Show all that it changed
        </Button>
      )}
    </div>
  );
}

/** The changes with those of one memory in one: what a version keeps of it and what none does are told
 * apart. */
function joined(changes: readonly RowChange[]): RowChange[] {
  const found: RowChange[] = [];
  for (const one of changes) {
    const at = found.findIndex(
      (other) => isMemoryChange(one) && isMemoryChange(other) && one.id === other.id,
    );
    const other = found[at];
    if (!other) found.push(one);
    else
      found[at] = {
        ...other,
        before: { ...other.before, ...one.before },
        after: { ...other.after, ...one.after },
      };
  }
  return found;
}

function isMemoryChange(change: RowChange): boolean {
  return change.what === "memory" && change.action === "changed";
}

const TONES = { made: "good", changed: "warn", removed: "bad" } as const;

function Row({ change }: { change: RowChange }) {
  return (
    <div class="jobs-change-row">
      <div class="row small">
        <Badge tone={TONES[change.action]}>{change.action}</Badge>
        <span>{change.what}</span>
        {change.what === "review" && change.id && (
          <a href={href("reviews", change.id)}>
            <code>{change.id}</code>
          </a>
        )}
        {change.what === "edge" && <Badge>{change.kind}</Badge>}
      </div>
      {change.what === "memory" && change.id && change.action !== "made" && (
        <ul class="jobs-lines">
          <MemoryLine id={change.id} sign="same" />
        </ul>
      )}
      {change.what === "edge" && <Ends change={change} />}
      {change.what === "community" ? (
        <Members before={members(change.before)} after={members(change.after)} />
      ) : (
        <FieldsDiff change={change} />
      )}
    </div>
  );
}

/** Which ends of an edge are entities: a memory mentions one, and relations hold between two. */
const ENTITY_ENDS: Record<string, readonly ("source" | "target")[]> = {
  entity: ["target"],
  relation: ["source", "target"],
};

function Ends({ change }: { change: RowChange }) {
  const entities = ENTITY_ENDS[change.kind ?? ""] ?? [];
  return (
    <ul class="jobs-lines">
      {(["source", "target"] as const).map((end) => {
        const id = change[end];
        if (!id) return null;
        const sign = end === "source" ? "from" : "to";
        if (entities.includes(end)) return <EntityLine id={id} sign={sign} />;
        return <MemoryLine id={id} sign={sign} lines={1} />;
      })}
    </ul>
  );
}

function members(fields: Fields | undefined): string[] {
  const ids = fields?.member_ids;
  return Array.isArray(ids) ? ids.map(String) : [];
}

/** Who came into a community and who left it. */
function Members({ before, after }: { before: string[]; after: string[] }) {
  const [all, setAll] = useState(false);
  const was = new Set(before);
  const is = new Set(after);
  const lines = [
    ...before.filter((id) => !is.has(id)).map((id) => [id, "goes"] as const),
    ...after.filter((id) => !was.has(id)).map((id) => [id, "comes"] as const),
  ];
  return (
    <>
      <ul class="jobs-lines">
        {(all ? lines : lines.slice(0, SHOWN)).map(([id, sign]) => (
          <MemoryLine key={id} id={id} sign={sign} lines={1} />
        ))}
      </ul>
      {!all && lines.length > SHOWN && (
        <Button size="small" kind="quiet" onClick={() => setAll(true)}>
          Show all members
        </Button>
      )}
    </>
  );
}

function FieldsDiff({ change }: { change: RowChange }) {
  const before = (change.before ?? {}) as Fields;
  const after = (change.after ?? {}) as Fields;
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  if (names.length === 0) return null;
  return (
    <dl class="jobs-fields">
      {names.map((name) => (
        <div class={name === "content" ? "jobs-fields__wide" : undefined}>
          <dt>{name}</dt>
          <dd>
            <FieldDiff name={name} before={before[name]} after={after[name]} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function FieldDiff({ name, before, after }: { name: string; before: unknown; after: unknown }) {
  if (name === "content") {
    return <TextDiff before={text(before)} after={text(after)} />;
  }
  return (
    <span class="row">
      {before !== undefined && (
        <del class="diff__gone">
          <Value name={name} of={before} />
        </del>
      )}
      {after !== undefined && (
        <ins class="diff__come">
          <Value name={name} of={after} />
        </ins>
      )}
    </span>
  );
}

function Value({ name, of }: { name: string; of: unknown }) {
  if (of === null) return <code>none</code>;
  if (name.endsWith("_at") || name === "valid_from" || name === "valid_to")
    return <Time at={text(of)} as="date" />;
  if (name === "superseded_by")
    return (
      <a href={href("memories", text(of))}>
        <code>{text(of)}</code>
      </a>
    );
  if (name === "type") return <Kind of={text(of)} />;
  if (typeof of === "string") return <StoredText text={of} lines={2} />;
  return <code>{JSON.stringify(of)}</code>;
}

function text(value: unknown): string {
  return value === null || value === undefined ? "" : String(value);
}
