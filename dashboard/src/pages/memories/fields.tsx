/** Which fields has the form of a memory? The same for a new one and for one that is edited. */

import { X } from "lucide-preact";
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Field } from "../../components/form";
import type { Draft, Problems } from "./draft";

interface FieldsProps {
  draft: Draft;
  problems: Problems;
  change: (changes: Partial<Draft>) => void;
}

/** A field with what is wrong with it. */
export function Checked({
  label,
  note,
  problem,
  children,
}: {
  label: string;
  note?: string;
  problem?: string;
  children: (id: string) => ComponentChildren;
}) {
  return (
    <div class="memories__field">
      <Field label={label} note={note}>
        {children}
      </Field>
      {problem && (
        <span class="memories__problem" role="alert">
          {problem}
        </span>
      )}
    </div>
  );
}

/** The words themselves. */
export function Words({ draft, problems, change }: FieldsProps) {
  return (
    <Checked label="Text" problem={problems.content}>
      {(id) => (
        <textarea
          id={id}
          class="memories__words"
          dir="auto"
          value={draft.content}
          onInput={(event) => change({ content: event.currentTarget.value })}
        />
      )}
    </Checked>
  );
}

/** Tags: typed one after the other, taken off by their cross. */
export function Tags({ draft, problems, change }: FieldsProps) {
  const [typed, setTyped] = useState("");

  function add(): void {
    const tag = typed.trim();
    if (tag && !draft.tags.includes(tag)) change({ tags: [...draft.tags, tag] });
    setTyped("");
  }

  function press(event: KeyboardEvent): void {
    if (event.isComposing) return;
    if (event.key === "Backspace" && typed === "") change({ tags: draft.tags.slice(0, -1) });
    else if (event.key === "Enter" || event.key === ",") add();
    else return;
    event.preventDefault();
  }

  return (
    <Checked label="Tags" note="Enter or a comma adds one." problem={problems.tags}>
      {(id) => (
        <div class="memories__tags">
          {draft.tags.map((tag) => (
            <button
              key={tag}
              type="button"
              class="memories__chip"
              aria-label={`Remove the tag ${tag}`}
              onClick={() => change({ tags: draft.tags.filter((one) => one !== tag) })}
            >
              <span class="memories__chip-value stored" dir="auto">
                {tag}
              </span>
              <X aria-hidden="true" />
            </button>
          ))}
          <input
            id={id}
            dir="auto"
            maxLength={256}
            value={typed}
            onInput={(event) => setTyped(event.currentTarget.value)}
            onKeyDown={press}
            onBlur={add}
          />
        </div>
      )}
    </Checked>
  );
}

/** Importance and confidence, from 0 to 1. */
export function Shares({ draft, problems, change }: FieldsProps) {
  return (
    <div class="memories__pair">
      {(["importance", "confidence"] as const).map((name) => (
        <Checked
          key={name}
          label={name === "importance" ? "Importance, 0 to 1" : "Confidence, 0 to 1"}
          problem={problems[name]}
        >
          {(id) => (
            <input
              id={id}
              type="number"
              min="0"
              max="1"
              step="0.05"
              value={draft[name]}
              onInput={(event) => change({ [name]: event.currentTarget.value })}
            />
          )}
        </Checked>
      ))}
    </div>
  );
}

const TIMES = { event_at: "Happened", valid_from: "Valid from", valid_to: "Valid until" } as const;

/** Times of the viewer's zone. */
export function Times({ draft, problems, change }: FieldsProps) {
  return (
    <div class="memories__pair">
      {(Object.keys(TIMES) as (keyof typeof TIMES)[]).map((name) => (
        <Checked key={name} label={TIMES[name]} problem={problems[name]}>
          {(id) => (
            <input
              id={id}
              type="datetime-local"
              step="1"
              value={draft[name]}
              onInput={(event) => change({ [name]: event.currentTarget.value })}
            />
          )}
        </Checked>
      ))}
    </div>
  );
}

/** Metadata as JSON. */
export function Metadata({ draft, problems, change }: FieldsProps) {
  return (
    <Checked label="Metadata, a JSON object" problem={problems.metadata}>
      {(id) => (
        <textarea
          id={id}
          class="memories__code"
          spellcheck={false}
          placeholder='{"project": "pegel"}'
          value={draft.metadata}
          onInput={(event) => change({ metadata: event.currentTarget.value })}
        />
      )}
    </Checked>
  );
}

const STEPS = {
  code: ["Code or commands", ""],
  preconditions: ["Needed before", "One on each line."],
  postconditions: ["True afterwards", "One on each line."],
} as const;

/** What only procedures have. */
export function Steps({ draft, problems, change }: FieldsProps) {
  return (
    <>
      {(Object.keys(STEPS) as (keyof typeof STEPS)[]).map((name) => (
        <Checked
          key={name}
          label={STEPS[name][0]}
          note={STEPS[name][1] || undefined}
          problem={problems[`procedure.${name}`]}
        >
          {(id) => (
            <textarea
              id={id}
              class={name === "code" ? "memories__code" : "memories__lines"}
              dir="auto"
              value={draft[name]}
              onInput={(event) => change({ [name]: event.currentTarget.value })}
            />
          )}
        </Checked>
      ))}
    </>
  );
}
