/** How does something change over time? Drawn by uPlot, with a table for those who do not see it. */

import { useEffect, useRef } from "preact/hooks";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { color, isDark } from "../state/theme";

export interface Series {
  name: string;
  /** A colour of `tokens.css`: `series-1`. */
  color: string;
  values: readonly (number | null)[];
  /** Dashed: a forecast. */
  isDashed?: boolean;
  /** A curve through the values; it never leaves what lies between two of them. */
  isSmooth?: boolean;
}

interface ChartProps {
  /** Said to those who do not see it. */
  label: string;
  /** Seconds since 1970, ascending. */
  times: readonly number[];
  series: readonly Series[];
  /** Bars are stacked: what a bar shows is the sum of its series. */
  kind?: "line" | "bars";
  /** Pixels. */
  height?: number;
  /** The least and greatest value; by default as the values are, from 0. */
  range?: [number, number];
  /** The first and last second; by default from the first time to the last. */
  span?: [number, number];
  /** Told which time is under the pointer, by its index; null when none is. */
  onPoint?: (index: number | null) => void;
}

const whole = new Intl.NumberFormat();
const HOUR_S = 3600;
const DAY_S = 86_400;
const clock = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit" });
const day = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short" });
const month = new Intl.DateTimeFormat(undefined, { month: "short", year: "numeric" });

/** Times below the axis, as the viewer's language has them. */
function timeLabels(_chart: uPlot, at: number[], _axis: number, _space: number, step: number) {
  const format = step >= 27 * DAY_S ? month : step >= DAY_S ? day : clock;
  return at.map((second) => {
    const date = new Date(second * 1000);
    const isMidnight = step < DAY_S && step >= HOUR_S && date.getHours() === 0;
    return (isMidnight ? day : format).format(date);
  });
}

/** Each series on top of those before it. */
function stacked(series: readonly Series[]): Series[] {
  const sums: number[] = [];
  return series.map((one) => ({
    ...one,
    values: one.values.map((value, i) => {
      sums[i] = (sums[i] ?? 0) + (value ?? 0);
      return sums[i];
    }),
  }));
}

/** Series over time. */
export function Chart(props: ChartProps) {
  const { label, times, series, kind = "line", height = 180, range, span, onPoint } = props;
  const element = useRef<HTMLDivElement>(null);
  const hear = useRef(onPoint);
  hear.current = onPoint;
  const [first, last] = span ?? [];
  const dark = isDark.value;
  useEffect(() => {
    const box = element.current;
    if (!box) return;
    const axis: uPlot.Axis = {
      stroke: color("muted"),
      grid: { stroke: color("line"), width: 1 },
      ticks: { show: false },
      font: "12px system-ui, sans-serif",
    };
    // The whole bars are drawn first, so that each shows above the one it stands on.
    const drawn = kind === "bars" ? stacked(series).reverse() : series;
    const options: uPlot.Options = {
      width: box.clientWidth || 300,
      height,
      legend: { show: false },
      cursor: { y: false },
      scales: {
        ...(first !== undefined && last !== undefined ? { x: { range: [first, last] } } : {}),
        y: { range: range ?? ((_self, _least, most) => [0, Math.max(most * 1.1, 1)]) },
      },
      axes: [
        { ...axis, size: 28, values: timeLabels },
        {
          ...axis,
          size: 52,
          ...(kind === "bars"
            ? { values: (_chart, at) => at.map((n) => (n % 1 ? "" : whole.format(n))) }
            : {}),
        },
      ],
      hooks: { setCursor: [(chart) => hear.current?.(chart.cursor.idx ?? null)] },
      series: [
        {},
        ...drawn.map(
          (one): uPlot.Series => ({
            label: one.name,
            stroke: color(one.color),
            width: 2,
            points: { show: false },
            ...(one.isDashed ? { dash: [6, 4] } : {}),
            ...(one.isSmooth && uPlot.paths.spline ? { paths: uPlot.paths.spline() } : {}),
            ...(kind === "bars" && uPlot.paths.bars
              ? { fill: color(one.color), width: 0, paths: uPlot.paths.bars({ size: [0.7, 40] }) }
              : {}),
          }),
        ),
      ],
    };
    const data = [times, ...drawn.map((one) => one.values)] as uPlot.AlignedData;
    const chart = new uPlot(options, data, box);
    const observer = new ResizeObserver(() => {
      if (box.clientWidth) chart.setSize({ width: box.clientWidth, height });
    });
    observer.observe(box);
    return () => {
      observer.disconnect();
      chart.destroy();
    };
  }, [times, series, kind, height, range, first, last, dark]);
  return (
    <figure>
      <div ref={element} class="chart" role="img" aria-label={label} />
      <figcaption class="legend">
        {series.map((one) => (
          <span>
            <span class="dot" style={{ "--dot": `var(--${one.color})` }} />
            {one.name}
          </span>
        ))}
      </figcaption>
    </figure>
  );
}
