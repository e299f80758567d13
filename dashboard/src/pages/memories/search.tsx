/** What is sought? A field that asks while somebody types, and filters as chips. */

import { useQuery } from "@tanstack/preact-query";
import { ListFilter, X } from "lucide-preact";
import type { RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { api, ask } from "../../api/client";
import { Button } from "../../components/button";
import { Field, Select } from "../../components/form";
import { setParams, tenant } from "../../state/route";
import { FILTER_NAMES, FILTERS, type FilterName, type Filters, STATES, TYPES } from "./filters";

/** A key after a pause asks at once; quick ones ask once in so many milliseconds. */
const PAUSE_MS = 60;

interface SearchProps {
  filters: Filters;
  field: RefObject<HTMLInputElement>;
  /** Goes from the field into the list. */
  onDown: () => void;
}

/** The search field with the filters below it. */
export function Search({ filters, field, onDown }: SearchProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <search class="memories__search">
      <div class="memories__sought">
        <Sought q={filters.q} field={field} onDown={onDown} />
        <Button
          label="Filters"
          aria-expanded={isOpen}
          aria-controls="memories-filters"
          onClick={() => setOpen(!isOpen)}
        >
          <ListFilter aria-hidden="true" />
        </Button>
      </div>
      {isOpen && <Controls filters={filters} />}
      <Chips filters={filters} />
    </search>
  );
}

function Sought({
  q,
  field,
  onDown,
}: {
  q: string;
  field: RefObject<HTMLInputElement>;
  onDown: () => void;
}) {
  const [typed, setTyped] = useState(q);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const sent = useRef([q]);
  const sentAt = useRef(0);
  // What this field put into the address comes back when more may have been typed: it says nothing
  // new. Anything else was set elsewhere, and is taken over.
  useEffect(() => {
    const at = sent.current.lastIndexOf(q);
    sent.current = at < 0 ? [q] : sent.current.slice(at);
    if (at < 0) setTyped(q);
  }, [q]);
  useEffect(() => () => clearTimeout(timer.current), []);

  function type(text: string): void {
    setTyped(text);
    clearTimeout(timer.current);
    const wait = sentAt.current + PAUSE_MS - performance.now();
    if (wait > 0) timer.current = setTimeout(send, wait, text);
    else send(text);
  }

  function send(text: string): void {
    sentAt.current = performance.now();
    const sought = text.trim();
    sent.current.push(sought);
    setParams({ q: sought });
  }

  function press(event: KeyboardEvent): void {
    if (event.isComposing) return;
    if (event.key === "Escape") {
      if (typed) type("");
      else (event.currentTarget as HTMLElement).blur();
    } else if (event.key === "ArrowDown" || event.key === "Enter") onDown();
    else return;
    event.preventDefault();
  }

  return (
    <input
      ref={field}
      type="search"
      aria-label="Search the memories"
      placeholder="Ask or search, as recall does"
      autocomplete="off"
      dir="auto"
      value={typed}
      onInput={(event) => type(event.currentTarget.value)}
      onKeyDown={press}
    />
  );
}

/** One control for each filter. */
function Controls({ filters }: { filters: Filters }) {
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
  const names = new Set((namespaces.data?.items ?? []).map((one) => one.name));
  if (filters.namespace) names.add(filters.namespace);
  const all: readonly [string, string] = ["", "All"];
  return (
    <div class="memories__filters" id="memories-filters">
      <Select
        label={FILTERS.type}
        value={filters.type}
        options={[all, ...TYPES]}
        onChange={(type) => setParams({ type })}
      />
      <Select
        label={FILTERS.state}
        value={filters.state}
        options={[["", "All but deleted"], ...STATES]}
        onChange={(state) => setParams({ state })}
      />
      <Select
        label={FILTERS.namespace}
        value={filters.namespace}
        options={[all, ...[...names].sort()]}
        onChange={(namespace) => setParams({ namespace })}
      />
      <Typed name="tag" filters={filters} />
      <Typed name="speaker" filters={filters} />
      <Typed name="session" filters={filters} />
      <Typed name="since" filters={filters} type="date" />
      <Typed name="until" filters={filters} type="date" />
    </div>
  );
}

interface TypedProps {
  name: FilterName;
  filters: Filters;
  type?: "text" | "date";
}

/** A filter that is typed: in force once the field is left or Enter pressed. */
function Typed({ name, filters, type = "text" }: TypedProps) {
  return (
    <Field label={FILTERS[name]}>
      {(id) => (
        <input
          id={id}
          type={type}
          maxLength={256}
          value={filters[name]}
          onChange={(event) => setParams({ [name]: event.currentTarget.value.trim() })}
        />
      )}
    </Field>
  );
}

/** The filters in force, each with a way to take it off. */
function Chips({ filters }: { filters: Filters }) {
  const set = FILTER_NAMES.filter((name) => filters[name]);
  if (set.length === 0) return null;
  const none = Object.fromEntries(FILTER_NAMES.map((name) => [name, ""]));
  return (
    <div class="memories__chips">
      {set.map((name) => (
        <button
          key={name}
          type="button"
          class="memories__chip"
          onClick={() => setParams({ [name]: "" })}
        >
          <span class="hidden-text">Remove the filter</span>
          <span class="muted">{FILTERS[name]}</span>
          <span class="memories__chip-value stored" dir="auto">
            {filters[name]}
          </span>
          <X aria-hidden="true" />
        </button>
      ))}
      {set.length > 1 && (
        <Button kind="quiet" size="small" onClick={() => setParams(none)}>
          Clear
        </Button>
      )}
    </div>
  );
}
