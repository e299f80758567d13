/** What came in over time, by type? */

import { keepPreviousData, useQuery } from "@tanstack/preact-query";
import { useMemo, useState } from "preact/hooks";
import { api, ask } from "../../api/client";
import type { Arrivals as Answer } from "../../api/types";
import { KIND_COLORS } from "../../components/badge";
import { Card } from "../../components/card";
import { Chart } from "../../components/chart";
import { Loaded } from "../../components/loaded";
import { Num } from "../../components/num";
import { route, setParams } from "../../state/route";
import { type Bucket, bucketsUntil, fitting, named, ZONE } from "./buckets";

const BUCKETS: readonly Bucket[] = ["hour", "day", "week", "month"];
const TYPES = ["episodic", "semantic", "procedural"];

interface ArrivalsProps {
  tenant: string;
  /** When the tenant was made: which bars fit is told by it. */
  since?: string;
  /** True once what matters more is here. */
  isDue: boolean;
}

/** Bars over time. */
export function Arrivals({ tenant, since, isDue }: ArrivalsProps) {
  const asked = route.value.params.get("bucket") as Bucket | null;
  const bucket = asked && BUCKETS.includes(asked) ? asked : fitting(since, new Date());
  const starts = useMemo(() => bucketsUntil(new Date(), bucket), [bucket]);
  const query = { tenant_id: tenant, bucket, since: starts[0]?.toISOString(), zone: ZONE };
  const arrivals = useQuery({
    queryKey: ["arrivals", tenant, bucket, query.since],
    queryFn: ({ signal }) => ask(api.GET("/api/stats/arrivals", { params: { query }, signal })),
    enabled: isDue,
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  });
  const choice = (
    <div class="row" role="group" aria-label="Length of a bar">
      {BUCKETS.map((one) => (
        <button
          key={one}
          type="button"
          class="overview__choice"
          aria-pressed={one === bucket}
          onClick={() => setParams({ bucket: one })}
        >
          {one}
        </button>
      ))}
    </div>
  );
  return (
    <Card title="What came in" aside={choice}>
      <Loaded query={arrivals} what="What came in" height="15rem">
        {(answer) => (
          <Bars
            answer={answer}
            bucket={bucket}
            starts={starts}
            from={`/api/stats/arrivals?${new URLSearchParams(query as Record<string, string>)}`}
          />
        )}
      </Loaded>
    </Card>
  );
}

interface BarsProps {
  answer: Answer;
  bucket: Bucket;
  /** The beginnings of the bars, and the end of the last one. */
  starts: readonly Date[];
  from: string;
}

function Bars({ answer, bucket, starts, from }: BarsProps) {
  const [pointed, setPointed] = useState<number | null>(null);
  const { times, series, span, items } = useMemo(() => {
    const byStart = new Map(answer.items.map((item) => [new Date(item.start).getTime(), item]));
    const items = starts.slice(0, -1).map((start) => byStart.get(start.getTime()));
    return {
      items,
      // A bar stands in the middle of its time.
      times: items.map((_, i) => (Number(starts[i]) + Number(starts[i + 1])) / 2000),
      series: TYPES.map((name) => ({
        name,
        color: KIND_COLORS[name] ?? "series-6",
        values: items.map((item) => item?.by_type[name] ?? 0),
      })),
      span: [Number(starts[0]) / 1000, Number(starts.at(-1)) / 1000] as [number, number],
    };
  }, [answer, starts]);
  if (answer.items.length === 0) {
    return <p class="muted">Nothing came in during this time. Longer bars look further back.</p>;
  }
  const latest = answer.items.at(-1);
  const start = pointed === null ? latest?.start : starts[pointed]?.toISOString();
  return (
    <div class="stack">
      <Reading
        start={start}
        item={pointed === null ? latest : items[pointed]}
        bucket={bucket}
        from={from}
        isPointed={pointed !== null}
      />
      <Chart
        label={`Memories that came in, by ${bucket} and type. The table below says the same.`}
        kind="bars"
        height={190}
        times={times}
        series={series}
        span={span}
        onPoint={setPointed}
      />
      <Table answer={answer} bucket={bucket} from={from} />
    </div>
  );
}

type Item = Answer["items"][number];

interface ReadingProps {
  start?: string;
  /** What came in then, if anything did. */
  item?: Item;
  bucket: Bucket;
  from: string;
  isPointed: boolean;
}

/** The bar under the pointer, or the newest one. */
function Reading({ start, item, bucket, from, isPointed }: ReadingProps) {
  if (!start) return null;
  return (
    <p class="overview__reading small">
      <span class="muted">
        {isPointed ? "" : "Latest: "}
        <time dateTime={start}>{named(start, bucket)}</time>
      </span>
      {item ? <Amounts of={item} from={from} /> : <span class="muted">nothing</span>}
    </p>
  );
}

function Amounts({ of, from }: { of: Item; from: string }) {
  const pick = `items.{start=${of.start}}`;
  return (
    <>
      <strong>
        <Num value={of.n_memories} from={from} path={`${pick}.n_memories`} />
      </strong>
      {Object.entries(of.by_type).map(([type, n]) => (
        <span key={type} class="nowrap muted">
          <span
            class="dot overview__dot"
            style={{ "--dot": `var(--${KIND_COLORS[type] ?? "series-6"})` }}
          />
          {type} <Num value={n} from={from} path={`${pick}.by_type.${type}`} />
        </span>
      ))}
    </>
  );
}

interface TableProps {
  answer: Answer;
  bucket: Bucket;
  from: string;
}

function Table({ answer, bucket, from }: TableProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="small" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>As a table</summary>
      {isOpen && (
        <div class="overview__table" role="region" aria-label="What came in" tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th>{bucket}</th>
                {TYPES.map((type) => (
                  <th key={type} class="number">
                    {type}
                  </th>
                ))}
                <th class="number">all</th>
              </tr>
            </thead>
            <tbody>
              {answer.items.toReversed().map((item) => (
                <tr key={item.start}>
                  <td>
                    <time dateTime={item.start}>{named(item.start, bucket)}</time>
                  </td>
                  {TYPES.map((type) => (
                    <td key={type} class="number">
                      <Num
                        value={item.by_type[type]}
                        from={from}
                        path={`items.{start=${item.start}}.by_type.${type}`}
                      />
                    </td>
                  ))}
                  <td class="number">
                    <Num
                      value={item.n_memories}
                      from={from}
                      path={`items.{start=${item.start}}.n_memories`}
                    />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </details>
  );
}
