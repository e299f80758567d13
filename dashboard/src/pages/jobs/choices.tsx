/** Which of a few kinds is shown? */

import type { ComponentChildren } from "preact";

/** Buttons of which one is pressed. */
export function Choices({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <fieldset class="jobs-kinds">
      <legend class="hidden-text">{label}</legend>
      {children}
    </fieldset>
  );
}

interface ChoiceProps {
  isChosen: boolean;
  onChoose: () => void;
  children: ComponentChildren;
}

/** One of them. */
export function Choice({ isChosen, onChoose, children }: ChoiceProps) {
  return (
    <button type="button" class="jobs-kind" aria-pressed={isChosen} onClick={onChoose}>
      {children}
    </button>
  );
}
