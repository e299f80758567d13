/** Where is the entity or memory that somebody has in mind? A field that suggests while one types. */

import { keepPreviousData, useQuery } from "@tanstack/preact-query";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { api, ask } from "../../api/client";
import { Kind } from "../../components/badge";
import { Failed } from "../../components/loaded";
import { StoredText } from "../../components/stored-text";
import { tenant } from "../../state/route";

/** One suggestion. */
export interface Place {
  id: string;
  name: string;
  type: string;
  isEntity: boolean;
}

interface FinderProps {
  label: string;
  onPick: (place: Place) => void;
  /** Entities only, without this one: for choosing which two are the same. */
  except?: string;
  fieldRef?: { current: HTMLInputElement | null };
}

const WAIT_MS = 140;
const ENTITIES = 8;
const MEMORIES = 6;
/** Of each memory; it is shown in one line. */
const CHARS = 200;

/** A field for a name or words, with what they may mean below. */
export function Finder({ label, onPick, except, fieldRef }: FinderProps) {
  const [typed, setTyped] = useState("");
  const [isOpen, setOpen] = useState(false);
  const [at, setAt] = useState(0);
  const own = useRef<HTMLInputElement>(null);
  const field = fieldRef ?? own;
  const list = useId();
  const places = usePlaces(typed, except);
  const shown = isOpen && typed.trim() !== "";
  const items = places.data ?? [];
  const active = Math.min(at, items.length - 1);

  function pick(place: Place | undefined): void {
    if (!place) return;
    setTyped("");
    setOpen(false);
    onPick(place);
  }

  function press(event: KeyboardEvent): void {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step !== 0 && items.length > 0) {
      event.preventDefault();
      setOpen(true);
      setAt((active + step + items.length) % items.length);
    } else if (event.key === "Enter" && shown) {
      event.preventDefault();
      pick(items[active]);
    } else if (event.key === "Escape" && shown) {
      event.preventDefault();
      event.stopPropagation(); // what is around it stays open
      setOpen(false);
    }
  }

  return (
    <div class="graph-finder">
      <input
        ref={field}
        type="text"
        role="combobox"
        aria-label={label}
        placeholder={label}
        aria-expanded={shown}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={shown && items[active] ? `${list}-${active}` : undefined}
        autocomplete="off"
        spellcheck={false}
        value={typed}
        onInput={(event) => {
          setTyped(event.currentTarget.value);
          setOpen(true);
          setAt(0);
        }}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={press}
      />
      <div class="graph-finder__list" id={list} role="listbox" aria-label={label} hidden={!shown}>
        {shown &&
          items.map((place, i) => (
            <button
              type="button"
              key={place.id}
              id={`${list}-${i}`}
              class="graph-finder__item"
              role="option"
              tabIndex={-1}
              aria-selected={i === active}
              onMouseDown={(event) => event.preventDefault()} // the field keeps the focus
              onMouseMove={() => setAt(i)}
              onClick={() => pick(place)}
            >
              <Kind of={place.type} />
              <StoredText text={place.name} lines={1} />
            </button>
          ))}
      </div>
      {shown && places.isError && <Failed what="Suggestions" error={places.error} />}
      {shown && places.isSuccess && items.length === 0 && (
        <p class="graph-finder__none" role="status">
          {except === undefined
            ? "No entity begins so, and no memory matches."
            : "No other entity begins so."}
        </p>
      )}
    </div>
  );
}

function usePlaces(typed: string, except: string | undefined) {
  const [asked, setAsked] = useState("");
  useEffect(() => {
    const later = setTimeout(() => setAsked(typed.trim()), WAIT_MS);
    return () => clearTimeout(later);
  }, [typed]);
  return useQuery({
    queryKey: ["entities", tenant.value, "places", asked, except],
    enabled: asked !== "",
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<Place[]> => {
      const tenant_id = tenant.value;
      const byName = { tenant_id, name: asked, limit: ENTITIES };
      const byWords = { tenant_id, q: asked, limit: MEMORIES, max_chars: CHARS };
      const [entities, memories] = await Promise.all([
        ask(api.GET("/api/entities", { params: { query: byName }, signal })),
        except === undefined
          ? ask(api.GET("/api/memories", { params: { query: byWords }, signal }))
          : { items: [] },
      ]);
      return [
        ...entities.items
          .filter((one) => one.id !== except)
          .map((one) => ({ id: one.id, name: one.name, type: one.kind, isEntity: true })),
        ...memories.items.map((one) => ({
          id: one.id,
          name: one.current.content,
          type: one.type,
          isEntity: false,
        })),
      ];
    },
  });
}
