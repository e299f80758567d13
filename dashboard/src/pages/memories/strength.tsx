/** How well is it held, and how will it fade if nobody recalls it? */

import { useMemo } from "preact/hooks";
import type { Inspection } from "../../api/types";
import { Badge } from "../../components/badge";
import { Chart } from "../../components/chart";
import { Num } from "../../components/num";
import { Time } from "../../components/time";
import { addressOf } from "./addresses";

const DAY_S = 86_400;
const AHEAD = [
  ["now", 0],
  ["in_7_days", 7],
  ["in_30_days", 30],
  ["in_90_days", 90],
] as const;

/** Strength now and its forecast, as figures and as a curve. */
export function Strength({ inspection }: { inspection: Inspection }) {
  const { strength, id } = inspection;
  const from = addressOf(id, "/inspect");
  const { now, in_7_days, in_30_days, in_90_days } = strength;
  const curve = useMemo(() => {
    const today = Date.now() / 1000;
    return {
      times: AHEAD.map(([, days]) => today + days * DAY_S),
      series: [
        {
          name: "Strength if nobody recalls it",
          color: "series-1",
          isSmooth: true,
          values: [now, in_7_days, in_30_days, in_90_days],
        },
      ],
    };
  }, [now, in_7_days, in_30_days, in_90_days]);
  return (
    <section aria-label="Strength">
      <h3>Strength</h3>
      <dl class="memory__figures">
        {AHEAD.map(([name, days]) => (
          <div class="figure" key={name}>
            <dt>{days ? <time dateTime={`P${days}D`}>In {days} days</time> : "Now"}</dt>
            <dd>
              <Num value={strength[name]} from={from} path={`strength.${name}`} as="share" />
            </dd>
          </div>
        ))}
      </dl>
      <Chart
        label="The strength now and in 7, 30 and 90 days, as in the figures above"
        times={curve.times}
        series={curve.series}
        height={130}
        range={WHOLE}
      />
      <p class="small muted">
        {strength.faded && <Badge tone="warn">faded</Badge>}{" "}
        {strength.fades_at ? (
          <>
            {strength.faded ? "Faded since" : "Fades on"} <Time at={strength.fades_at} as="date" />.
            Each use makes it last longer.
          </>
        ) : (
          `It does not fade: ${whyNot(inspection)}.`
        )}
      </p>
    </section>
  );
}

const WHOLE: [number, number] = [0, 1.02];

function whyNot({ pinned, type }: Inspection): string {
  if (pinned) return "it is pinned";
  if (type === "procedural") return "procedures do not";
  return "fading is off in this tenant";
}
