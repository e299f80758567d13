/** What did one step do, and why? */

import { useQueryClient } from "@tanstack/preact-query";
import type { Change, Step } from "../../api/types";
import { Badge, State } from "../../components/badge";
import { Button } from "../../components/button";
import { Num } from "../../components/num";
import { StoredText } from "../../components/stored-text";
import { MemoryLine } from "./memory-line";
import { Rows } from "./rows";
import { undo } from "./undo";
import { STEPS, stepName } from "./words";

interface StepProps {
  change: Change;
  step: Step;
  from: string;
}

/** A step with its reason, and the rows that it changed. */
export function StepCard({ change, step, from }: StepProps) {
  const queries = useQueryClient();
  return (
    <article class="jobs-step">
      <div class="spread">
        <span class="row">
          <span class="muted small">
            <Num value={step.number} from={from} path={`steps.{number=${step.number}}.number`} />
          </span>
          <Badge tone="accent">{stepName(step.kind)}</Badge>
          {step.state !== "applied" && <State of={step.state} />}
        </span>
        {step.state === "applied" && change.state !== "applying" && (
          <Button size="small" onClick={() => undo(queries, change, step.number)}>
            Undo this step
          </Button>
        )}
      </div>
      {step.reason && (
        <div class="jobs-step__reason">
          <StoredText text={step.reason} />
        </div>
      )}
      {step.note && (
        <div class="jobs-note">
          <StoredText text={step.note} />
        </div>
      )}
      {step.state === "erased" && (
        <p class="small muted">
          A memory that it was about was erased; it says no more what it did.
        </p>
      )}
      <p class="tiny muted">{STEPS[step.kind]?.says}</p>
      {step.changes.length > 0 ? (
        <Rows changes={step.changes} />
      ) : (
        <ul class="jobs-lines">
          {step.memory_ids.map((id) => (
            <MemoryLine key={id} id={id} sign="same" />
          ))}
        </ul>
      )}
    </article>
  );
}
