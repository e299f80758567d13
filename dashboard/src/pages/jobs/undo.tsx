/** How is a change taken back: whole, or one step, or what can be? */

import type { QueryClient } from "@tanstack/preact-query";
import { ApiError, api, ask } from "../../api/client";
import type { Change } from "../../api/types";
import { confirm } from "../../components/dialog";
import { StoredText } from "../../components/stored-text";
import { tenant } from "../../state/route";
import { say } from "../../state/toasts";
import { touched, unforeseen } from "./queries";

interface Extent {
  step?: number;
  partial?: boolean;
}

/** Asks, and undoes a change set or one step of it. Where the whole is refused, says why and offers to
 * undo what can be undone. */
export async function undo(queries: QueryClient, change: Change, step?: number): Promise<void> {
  const whose = tenant.value;
  const agreed = await confirm({
    title: step === undefined ? "Undo this change?" : "Undo this step?",
    text: `${
      step === undefined
        ? "What its steps did is taken back: every memory, link and review is as it was before."
        : "What the step did is taken back; the other steps stay."
    } If anything that came later rests on it, nothing is undone, and you are told why.`,
    action: "Undo",
  });
  if (!agreed) return;
  try {
    tell(await ask(asked(whose, change.id, { step })), step);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 409 || step !== undefined) throw error;
    if (!(await offerPart(error.message))) return;
    tell(await ask(asked(whose, change.id, { partial: true })));
  } finally {
    unforeseen(queries);
    await touched(queries);
  }
}

function asked(whose: string, id: string, extent: Extent) {
  return api.POST("/api/changes/{id}/undo", {
    params: { path: { id }, query: { tenant_id: whose, ...extent } },
  });
}

function offerPart(reason: string): Promise<boolean> {
  return confirm({
    title: "The whole cannot be undone",
    text: (
      <div class="stack">
        <div class="jobs-error">
          <StoredText text={reason} />
        </div>
        <p>Nothing was undone. You can undo the other steps; those that must stay say why.</p>
      </div>
    ),
    action: "Undo the rest",
  });
}

/** What the API says became of it. */
function tell(change: Change, step?: number): void {
  if (change.state === "undone") say("The change is undone.");
  else if (step !== undefined) say("The step is undone.");
  else if (change.n_undone > 0) say("Undone in part. The steps that are left are marked applied.");
  else say("Nothing of it could be undone. Its steps say why.");
}
