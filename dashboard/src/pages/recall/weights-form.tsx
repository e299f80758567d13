/** How are scores combined? A profile, and its weights to try. */

import { RotateCcw } from "lucide-preact";
import { useId } from "preact/hooks";
import type { Setting } from "../../api/types";
import { Button } from "../../components/button";
import { Select } from "../../components/form";
import { change, type Profile, type Side, writeWeights } from "./lab";
import { useLate } from "./late";
import { PROFILES } from "./signals";
import { defaultOf, keptWeights, profileInForce, type Weight, weightsOf } from "./weights";

interface SideFormProps {
  side: Side;
  /** The names that the address has for it. */
  names: { profile: string; weights: string };
  label: string;
  settings: readonly Setting[];
}

/** The profile and the weights of one column. */
export function SideForm({ side, names, label, settings }: SideFormProps) {
  const inForce = profileInForce(settings);
  const profile = side.profile || inForce;
  const shown = weightsOf(profile, settings);
  const kept = keptWeights(side.weights, profile);
  const options = Object.entries(PROFILES).map(([key, one]): [string, string] => [key, one.label]);

  function setWeight(weight: Weight, value: number): void {
    const next = { ...kept, [weight.name]: value };
    if (value === defaultOf(weight, settings)) delete next[weight.name];
    change({ [names.weights]: writeWeights(next) });
  }

  return (
    <div class="stack">
      <Select
        label={label}
        value={side.profile}
        options={[["", `As set (${PROFILES[inForce].label})`], ...options]}
        onChange={(next) => change({ [names.profile]: next, [names.weights]: "" })}
        note={PROFILES[profile as Profile].formula}
      />
      {shown.length > 0 && (
        <details open={Object.keys(kept).length > 0}>
          <summary>Weights</summary>
          <div class="recall-weights">
            {shown.map((one) => (
              <WeightField
                key={one.name}
                weight={one}
                value={kept[one.name] ?? defaultOf(one, settings)}
                isOwn={kept[one.name] !== undefined}
                onChange={(value) => setWeight(one, value)}
              />
            ))}
            <Button
              size="small"
              disabled={Object.keys(kept).length === 0}
              onClick={() => change({ [names.weights]: "" })}
            >
              <RotateCcw aria-hidden="true" />
              As in the settings
            </Button>
          </div>
        </details>
      )}
    </div>
  );
}

interface WeightFieldProps {
  weight: Weight;
  value: number;
  /** True where it differs from the settings. */
  isOwn: boolean;
  onChange: (value: number) => void;
}

function WeightField({ weight, value, isOwn, onChange }: WeightFieldProps) {
  const id = useId();
  const [shown, set] = useLate(String(value), (text) => {
    const number = Number(text);
    if (text.trim() && Number.isFinite(number)) onChange(number);
  });
  return (
    <div class={isOwn ? "recall-weight recall-weight--own" : "recall-weight"} title={weight.note}>
      <label for={id}>{weight.label}</label>
      <input
        type="range"
        aria-label={`${weight.label}, as a slider`}
        min="0"
        max={weight.most}
        step="0.05"
        value={shown}
        onInput={(event) => set(event.currentTarget.value)}
      />
      <input
        id={id}
        class="recall-weight__exact"
        inputMode="decimal"
        value={shown}
        onInput={(event) => set(event.currentTarget.value)}
      />
    </div>
  );
}
