/** What can be decided, and what will it do? */

import { Button } from "../../components/button";
import { useShortcuts } from "../../state/keys";
import type { Choice } from "./kinds";

interface ChoicesProps {
  choices: readonly Choice[];
  /** Why a decision cannot be taken now; it is then disabled. */
  isBlocked: (choice: Choice) => boolean;
  onChoose: (choice: Choice) => Promise<void>;
}

/** One button for each decision, with its key and what it does. */
export function Choices({ choices, isBlocked, onChoose }: ChoicesProps) {
  useShortcuts(
    choices.flatMap((one) =>
      one.keys.map((key) => ({
        keys: key,
        does: one.label,
        run: () => {
          if (!isBlocked(one)) void onChoose(one);
        },
      })),
    ),
  );
  return (
    <div class="review-choices">
      {choices.map((one) => (
        <div key={one.label} class="review-choice">
          <Button
            kind={one.decision === "confirm" ? "main" : "plain"}
            disabled={isBlocked(one)}
            data-decision={one.decision}
            onClick={() => onChoose(one)}
          >
            {one.label} <kbd>{one.keys[0]}</kbd>
          </Button>
          <p class="tiny muted">{one.effect}</p>
        </div>
      ))}
    </div>
  );
}
