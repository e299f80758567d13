/** What is to be remembered? The form of a new memory. */

import { useQuery } from "@tanstack/preact-query";
import { useId, useState } from "preact/hooks";
import { api, ask } from "../../api/client";
import type { components } from "../../api/schema";
import type { MemoryType } from "../../api/types";
import { Field, Select } from "../../components/form";
import { go, here, tenant } from "../../state/route";
import { say } from "../../state/toasts";
import { useActions } from "./actions";
import { kept } from "./addresses";
import { type Draft, EMPTY, metadataOf, problemsOf, procedureOf, zoned } from "./draft";
import { Metadata, Shares, Steps, Tags, Times, Words } from "./fields";
import { TYPES } from "./filters";
import { FormDialog } from "./form-dialog";

type Stored = components["schemas"]["StoreAnswer"];

interface NewDraft extends Draft {
  memory_type: MemoryType;
  namespace: string;
  speaker: string;
  source_session: string;
}

/** Stores a memory and shows it. */
export function StoreDialog({ namespace, onClose }: { namespace: string; onClose: () => void }) {
  const actions = useActions();
  const [before] = useState<NewDraft>(() => ({
    ...EMPTY,
    memory_type: "episodic",
    namespace: namespace || "default",
    speaker: "",
    source_session: "",
  }));
  const [draft, setDraft] = useState(before);
  const change = (some: Partial<NewDraft>) => setDraft((now) => ({ ...now, ...some }));

  async function send(): Promise<void> {
    const isStillHere = here();
    const stored = await ask(api.POST("/api/store", { params: {}, body: bodyOf(draft) }));
    await actions.refresh();
    const id = stored.source_id ?? stored.duplicate_of ?? stored.id;
    if (id && isStillHere()) go("memories", id, kept());
    if (stored.duplicate_of || !id) say(wordsOf(stored));
    else say(wordsOf(stored), () => actions.delete(id));
  }

  return (
    <FormDialog
      title="Store a memory"
      action="Store"
      isChanged={JSON.stringify(draft) !== JSON.stringify(before)}
      check={() => problemsOf(draft)}
      send={send}
      onClose={onClose}
    >
      {(problems) => (
        <>
          <Words {...{ draft, problems, change }} />
          <div class="memories__pair">
            <Select
              label="Type"
              value={draft.memory_type}
              options={TYPES}
              onChange={(type) => change({ memory_type: type as MemoryType })}
            />
            <Namespace value={draft.namespace} onChange={(name) => change({ namespace: name })} />
          </div>
          <Tags {...{ draft, problems, change }} />
          {draft.memory_type === "procedural" && <Steps {...{ draft, problems, change }} />}
          <details>
            <summary>More: when, by whom, how important</summary>
            <div class="stack memories__more">
              <div class="memories__pair">
                <Field label="Speaker">
                  {(id) => (
                    <input
                      id={id}
                      dir="auto"
                      maxLength={256}
                      value={draft.speaker}
                      onInput={(event) => change({ speaker: event.currentTarget.value })}
                    />
                  )}
                </Field>
                <Field label="Session">
                  {(id) => (
                    <input
                      id={id}
                      maxLength={256}
                      value={draft.source_session}
                      onInput={(event) => change({ source_session: event.currentTarget.value })}
                    />
                  )}
                </Field>
              </div>
              <Shares {...{ draft, problems, change }} />
              <Times {...{ draft, problems, change }} />
              <Metadata {...{ draft, problems, change }} />
            </div>
          </details>
        </>
      )}
    </FormDialog>
  );
}

/** A namespace: one that is there, or a new one. */
function Namespace({ value, onChange }: { value: string; onChange: (name: string) => void }) {
  const known = useId();
  const namespaces = useQuery({
    queryKey: ["namespaces", tenant.value],
    queryFn: ({ signal }) =>
      ask(
        api.GET("/api/namespaces", {
          params: { query: { tenant_id: tenant.value, limit: 500 } },
          signal,
        }),
      ),
  });
  return (
    <Field label="Namespace">
      {(id) => (
        <>
          <input
            id={id}
            list={known}
            maxLength={256}
            value={value}
            onInput={(event) => onChange(event.currentTarget.value)}
          />
          <datalist id={known}>
            {(namespaces.data?.items ?? []).map((one) => (
              <option key={one.name} value={one.name} />
            ))}
          </datalist>
        </>
      )}
    </Field>
  );
}

function bodyOf(draft: NewDraft): components["schemas"]["StoreBody"] {
  return {
    tenant_id: tenant.value,
    content: draft.content,
    namespace: draft.namespace.trim() || "default",
    memory_type: draft.memory_type,
    tags: [...draft.tags],
    metadata: metadataOf(draft),
    event_at: zoned(draft.event_at),
    source_session: draft.source_session.trim() || null,
    speaker: draft.speaker.trim() || null,
    role: null,
    source: "dashboard",
    importance: Number(draft.importance),
    confidence: Number(draft.confidence),
    valid_from: zoned(draft.valid_from),
    valid_to: zoned(draft.valid_to),
    entities: [],
    procedure: draft.memory_type === "procedural" ? procedureOf(draft) : null,
    id: null,
    wait: true,
  };
}

/** What the daemon made of it, in words. */
function wordsOf(stored: Stored): string {
  if (stored.duplicate_of)
    return "The same was stored a moment ago: that one counts as used again.";
  const said = [stored.source_id ? "Stored in parts." : "Stored."];
  if (!stored.indexed) said.push("It will be found once it is indexed.");
  if (stored.masked > 0) said.push("Secrets in it were masked.");
  if (stored.suspect) said.push("It reads like an order to the agent: contexts leave it out.");
  if (stored.gated) said.push(`It is not read for facts: ${stored.gated}.`);
  return said.join(" ");
}
