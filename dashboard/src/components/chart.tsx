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
}

interface ChartProps {
  /** Said to those who do not see it. */
  label: string;
  /** Seconds since 1970, ascending. */
  times: readonly number[];
  series: readonly Series[];
  kind?: "line" | "bars";
  /** Pixels. */
  height?: number;
  /** The least and greatest value; by default as the values are, from 0. */
  range?: [number, number];
}

/** Series over time. */
export function Chart({ label, times, series, kind = "line", height = 180, range }: ChartProps) {
  const element = useRef<HTMLDivElement>(null);
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
    const options: uPlot.Options = {
      width: box.clientWidth || 300,
      height,
      legend: { show: false },
      cursor: { y: false },
      scales: { y: { range: range ?? ((_self, _least, most) => [0, Math.max(most * 1.1, 1)]) } },
      axes: [
        { ...axis, size: 40 }, // the year stands below the day
        { ...axis, size: 46 },
      ],
      series: [
        {},
        ...series.map(
          (one): uPlot.Series => ({
            label: one.name,
            stroke: color(one.color),
            width: 2,
            points: { show: false },
            ...(one.isDashed ? { dash: [6, 4] } : {}),
            ...(kind === "bars" && uPlot.paths.bars
              ? { fill: color(one.color), width: 0, paths: uPlot.paths.bars({ size: [0.7, 40] }) }
              : {}),
          }),
        ),
      ],
    };
    const data = [times, ...series.map((one) => one.values)] as uPlot.AlignedData;
    const chart = new uPlot(options, data, box);
    const observer = new ResizeObserver(() => {
      if (box.clientWidth) chart.setSize({ width: box.clientWidth, height });
    });
    observer.observe(box);
    return () => {
      observer.disconnect();
      chart.destroy();
    };
  }, [times, series, kind, height, range, dark]);
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
