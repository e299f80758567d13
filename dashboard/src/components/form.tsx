/** What can be filled in? Each field has its label. */

import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

interface FieldProps {
  label: string;
  note?: string;
  children: (id: string) => ComponentChildren;
}

/** A label above whatever `children` makes with the id. */
export function Field({ label, note, children }: FieldProps) {
  const id = useId();
  return (
    <div class="field">
      <label class="field__label" for={id}>
        {label}
      </label>
      {children(id)}
      {note && <span class="field__note">{note}</span>}
    </div>
  );
}

interface SelectProps {
  label: string;
  value: string;
  /** Values, or pairs of value and what is shown. */
  options: readonly (string | readonly [string, string])[];
  onChange: (value: string) => void;
  note?: string;
}

/** One of several. */
export function Select({ label, value, options, onChange, note }: SelectProps) {
  return (
    <Field label={label} note={note}>
      {(id) => (
        <select id={id} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
          {options.map((one) => {
            const [key, text] = typeof one === "string" ? [one, one] : one;
            return <option value={key}>{text}</option>;
          })}
        </select>
      )}
    </Field>
  );
}

interface CheckProps {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** Yes or no. */
export function Check({ label, checked, onChange }: CheckProps) {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      {label}
    </label>
  );
}

interface TabsProps {
  label: string;
  tabs: readonly (readonly [string, ComponentChildren])[];
  value: string;
  onChange: (value: string) => void;
}

/** Which part is shown; arrow keys walk. Pairs of value and what is shown. */
export function Tabs({ label, tabs, value, onChange }: TabsProps) {
  function walk(event: KeyboardEvent): void {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (step === 0) return;
    const at = tabs.findIndex(([key]) => key === value);
    const next = tabs[(at + step + tabs.length) % tabs.length];
    if (!next) return;
    onChange(next[0]);
    const list = event.currentTarget as HTMLElement;
    list.querySelector<HTMLElement>(`[data-tab="${next[0]}"]`)?.focus();
  }
  return (
    <div class="tabs" role="tablist" aria-label={label} onKeyDown={walk}>
      {tabs.map(([key, text]) => (
        <button
          type="button"
          role="tab"
          class="tab"
          data-tab={key}
          aria-selected={key === value}
          tabIndex={key === value ? 0 : -1}
          onClick={() => onChange(key)}
        >
          {text}
        </button>
      ))}
    </div>
  );
}
