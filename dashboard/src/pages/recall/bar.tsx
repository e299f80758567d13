/** How much did each signal give? A stacked bar: what was added to the right, what was taken off to
 * the left. */

import type { Found } from "../../api/types";
import { SIGNALS, type Signal } from "./signals";

/** The longest stack to either side, over all results that are drawn at one scale. */
export interface Scale {
  added: number;
  taken: number;
}

/** The scale on which all of these fit. */
export function scaleOf(results: readonly Found[]): Scale {
  const sums = results.map((one) => {
    const shares = Object.values(one.why?.shares ?? {});
    return {
      added: shares.reduce((sum, share) => sum + Math.max(share, 0), 0),
      taken: shares.reduce((sum, share) => sum - Math.min(share, 0), 0),
    };
  });
  return {
    added: Math.max(0, ...sums.map((one) => one.added)),
    taken: Math.max(0, ...sums.map((one) => one.taken)),
  };
}

/** The bar of one result; the numbers stand in its table. */
export function ShareBar({ found, scale }: { found: Found; scale: Scale }) {
  const shares = found.why?.shares ?? {};
  const total = scale.added + scale.taken;
  if (total === 0) return null;
  const parts = SIGNALS.map((signal) => ({ signal, share: shares[signal.name] ?? 0 }));
  const width = (share: number) => `${(Math.abs(share) / total) * 100}%`;
  return (
    <div class="recall-bar" aria-hidden="true">
      {scale.taken > 0 && (
        <div class="recall-bar__taken" style={{ width: width(scale.taken) }}>
          {parts
            .filter(({ share }) => share < 0)
            .map(({ signal, share }) => (
              <Part key={signal.name} signal={signal} width={`${(-share / scale.taken) * 100}%`} />
            ))}
        </div>
      )}
      {parts
        .filter(({ share }) => share > 0)
        .map(({ signal, share }) => (
          <Part key={signal.name} signal={signal} width={width(share)} />
        ))}
    </div>
  );
}

function Part({ signal, width }: { signal: Signal; width: string }) {
  return (
    <span
      class="recall-bar__part"
      title={signal.label}
      style={{ width, "--series": `var(--${signal.color})` }}
    />
  );
}

/** Which colour is which signal. */
export function Legend({ signals }: { signals: readonly Signal[] }) {
  return (
    <div class="legend">
      {signals.map((one) => (
        <span key={one.name} title={one.note}>
          <span class="dot" style={{ "--dot": `var(--${one.color})` }} />
          {one.label}
        </span>
      ))}
    </div>
  );
}
