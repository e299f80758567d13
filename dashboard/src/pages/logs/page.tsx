/** What does the daemon say of itself, just now and lately? */

import { ArrowDown, Pause, Play } from "lucide-preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { Badge } from "../../components/badge";
import { Button } from "../../components/button";
import { Head } from "../../components/card";
import { Empty, Failed, Loading } from "../../components/loaded";
import { VirtualList } from "../../components/virtual-list";
import { useShortcuts } from "../../state/keys";
import { route, setParams } from "../../state/route";
import { Filters, useWanted } from "./filters";
import { Day, isNewDay, LogLine } from "./line";
import { useTail } from "./tail";
import "./page.css";

/** The event of each request: the page's own would drown the rest. */
const REQUEST = "request_answered";

export default function Page() {
  const wanted = useWanted();
  const hasRequests = route.value.params.has("requests");
  const [isPaused, setPaused] = useState(false);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const tail = useTail(wanted, isPaused);
  const { query, hasEarlier, hasGap } = tail;

  const lines = useMemo(
    () => (hasRequests ? tail.lines : tail.lines.filter((one) => one.event !== REQUEST)),
    [tail.lines, hasRequests],
  );
  const end = useEnd(lines.length);

  function toggle(key: string): void {
    const next = new Set(open);
    if (!next.delete(key)) next.add(key);
    setOpen(next); // while a line is open the list stands still, to be read
  }

  useShortcuts([
    { keys: "p", does: isPaused ? "Go on" : "Pause", run: () => setPaused(!isPaused) },
    { keys: "G", does: "Jump to the newest line", run: end.jump },
    { keys: "c", does: "Clear what is shown", run: tail.clear },
    {
      keys: "e",
      does: "Errors only, or all",
      run: () => setParams({ level: wanted.level === "error" ? null : "error" }),
    },
  ]);

  const isFiltered = wanted.text !== "" || wanted.level !== "debug";
  return (
    <>
      <Head
        title="Logs"
        actions={
          <>
            <Badge tone={isPaused ? "warn" : query.isError ? "bad" : "good"}>
              {isPaused ? "paused" : query.isError ? "no answer" : "live"}
            </Badge>
            <Button onClick={() => setPaused(!isPaused)}>
              {isPaused ? <Play aria-hidden="true" /> : <Pause aria-hidden="true" />}
              {isPaused ? "Go on" : "Pause"}
            </Button>
            <Button onClick={tail.clear}>Clear</Button>
          </>
        }
      >
        What the daemon writes to its log, the newest below. No line holds words of a memory.
      </Head>
      <Filters wanted={wanted} hasRequests={hasRequests} />
      {query.isError && <Failed what="The log" error={query.error} retry={query.refetch} />}
      <section class="card logs" aria-label="Log">
        {(hasEarlier || hasGap) && (
          <div class="logs__earlier small muted">
            {hasEarlier && (
              <Button size="small" disabled={tail.isLoadingEarlier} onClick={tail.loadEarlier}>
                Load earlier lines
              </Button>
            )}
            {hasGap && (
              <span>Lines came faster than they could be asked for; some are missing.</span>
            )}
          </div>
        )}
        {query.isPending ? (
          <Loading what="The log" height="20rem" />
        ) : lines.length === 0 ? (
          <Empty title={isFiltered ? "No line is like that" : "Nothing was logged yet"}>
            {isFiltered
              ? "Take a lower level or another text. New lines that fit appear by themselves."
              : "Lines appear by themselves as they are written. More of them with logging.level set to debug."}
          </Empty>
        ) : (
          <div ref={end.around} class="logs__list">
            <VirtualList
              items={lines}
              keyOf={(one) => one.key}
              label="Lines of the log"
              height={26}
              size="var(--logs-height)"
              followsEnd={open.size === 0}
              render={(one, n) => (
                <>
                  {isNewDay(one, lines[n - 1]) && <Day at={one.at} />}
                  <LogLine line={one} isOpen={open.has(one.key)} onToggle={() => toggle(one.key)} />
                </>
              )}
            />
            {end.isAway && (
              <div class="logs__jump">
                <Button kind="main" size="small" onClick={end.jump}>
                  <ArrowDown aria-hidden="true" />
                  Jump to the newest
                </Button>
              </div>
            )}
          </div>
        )}
      </section>
    </>
  );
}

/** Whether the list's end is out of sight, and the way there. */
function useEnd(n: number) {
  const [around, setAround] = useState<HTMLDivElement | null>(null);
  const [isAway, setAway] = useState(false);
  useEffect(() => {
    const box = around?.querySelector(".scroller");
    if (!box) return;
    const look = () => setAway(box.scrollHeight - box.scrollTop - box.clientHeight > 80);
    look();
    box.addEventListener("scroll", look, { passive: true });
    return () => box.removeEventListener("scroll", look);
  }, [around, n]);
  const jump = () => {
    const box = around?.querySelector(".scroller");
    if (box) box.scrollTop = box.scrollHeight;
  };
  return { around: setAround, isAway, jump };
}
