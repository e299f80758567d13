/** Which lines has the log, and which come? Asked every second while the page is seen and not paused. */

import { useQuery } from "@tanstack/preact-query";
import { useEffect, useReducer, useRef, useState } from "preact/hooks";
import { api, ask } from "../../api/client";

/** What the API says of a line, besides fields of its own. */
export interface Line {
  /** Of this page's own making: it tells two equal lines apart. */
  key: string;
  at: string;
  level: string;
  event: string;
  fields: Record<string, unknown>;
}

export type Level = "debug" | "info" | "warning" | "error";

export interface Wanted {
  level: Level;
  text: string;
}

const POLL_MS = 1000;
/** Of a line: an answer stays short, whatever was logged. */
const MOST_CHARS = 1600;
/** Lines asked for at once; a line may be long, and no answer is to be. */
const FIRST = 300;
const EARLIER = 300;
/** Lines kept; the oldest go. */
const MOST = 5000;

type Entry = Record<string, unknown>;

interface Kept {
  lines: Line[];
  /** Lines as they came at the newest time: the next answer begins with them again. */
  newest: { at: string; said: Set<string> };
  /** False once the log's beginning is here. */
  hasEarlier: boolean;
  /** More came at once than an answer holds. */
  hasGap: boolean;
}

const NOTHING: Kept = {
  lines: [],
  newest: { at: "", said: new Set() },
  hasEarlier: false,
  hasGap: false,
};

let last = 0;

function lineOf(entry: Entry): Line {
  const { at, level, event, ...fields } = entry;
  last += 1;
  return {
    key: String(last),
    at: String(at ?? ""),
    level: String(level ?? "info"),
    event: String(event ?? ""),
    fields,
  };
}

/** What is kept with the answer that followed it. Lines of the newest time are told again by `since`, and
 * left out. */
function grown(kept: Kept, items: Entry[], limit: number): Kept {
  const { newest } = kept;
  const fresh = items.filter(
    (one) => one.at !== newest.at || !newest.said.has(JSON.stringify(one)),
  );
  const isFirst = newest.at === "";
  if (fresh.length === 0) return kept;
  const at = String(fresh.at(-1)?.at ?? newest.at);
  const same = items.filter((one) => one.at === at).map((one) => JSON.stringify(one));
  const lines = [...kept.lines, ...fresh.map(lineOf)];
  return {
    lines: lines.slice(-MOST),
    newest: { at, said: new Set(same) },
    hasEarlier: isFirst ? items.length === limit : kept.hasEarlier || lines.length > MOST,
    // Nothing of what is here was told again, so lines may lie between.
    hasGap: kept.hasGap || (!isFirst && items.length === limit && fresh.length === limit),
  };
}

/** The lines of the log as they come. */
export function useTail(wanted: Wanted, isPaused: boolean) {
  const kept = useRef<Kept>(NOTHING);
  const [, redraw] = useReducer((n: number) => n + 1, 0);
  const [isLoadingEarlier, setLoadingEarlier] = useState(false);
  const { level, text } = wanted;
  const asked = useRef("");
  const now = `${level} ${text}`;
  if (asked.current !== now) {
    asked.current = now;
    kept.current = NOTHING;
  }

  const query = useQuery({
    queryKey: ["logs", level, text],
    queryFn: ({ signal }) => {
      const since = kept.current.newest.at || undefined;
      const params = { query: { level, text, since, limit: FIRST, max_chars: MOST_CHARS } };
      return ask(api.GET("/api/logs", { params, signal }));
    },
    refetchInterval: isPaused ? false : POLL_MS,
    refetchOnWindowFocus: !isPaused,
    structuralSharing: false, // each answer is another piece of the log
    gcTime: 0,
  });

  useEffect(() => {
    if (!query.data) return;
    const next = grown(kept.current, query.data.items as Entry[], FIRST);
    if (next === kept.current) return;
    kept.current = next;
    redraw(undefined as never);
  }, [query.data]);

  /** Lines from before those that are here; says how many came. */
  async function loadEarlier(): Promise<number> {
    const until = kept.current.lines[0]?.at;
    if (!until) return 0;
    setLoadingEarlier(true);
    try {
      const params = { query: { level, text, until, limit: EARLIER, max_chars: MOST_CHARS } };
      const { items } = await ask(api.GET("/api/logs", { params }));
      if (asked.current !== now) return 0; // another filter was set meanwhile
      const earlier = (items as Entry[]).map(lineOf);
      kept.current = {
        ...kept.current,
        lines: [...earlier, ...kept.current.lines].slice(0, MOST),
        hasEarlier: items.length === EARLIER,
      };
      return earlier.length;
    } finally {
      setLoadingEarlier(false);
    }
  }

  /** Takes all lines away that are here; those to come are shown. */
  function clear(): void {
    kept.current = { ...kept.current, lines: [], hasEarlier: true, hasGap: false };
    redraw(undefined as never);
  }

  const { lines, hasEarlier, hasGap } = kept.current;
  return { query, lines, hasEarlier, hasGap, isLoadingEarlier, loadEarlier, clear };
}
