/** What does recall find, in which order, and why? A place to try without leaving a trace. */

import { Columns2, Search } from "lucide-preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Button } from "../../components/button";
import { Card, Head } from "../../components/card";
import { Tabs } from "../../components/form";
import { Loaded } from "../../components/loaded";
import { useShortcuts } from "../../state/keys";
import { route } from "../../state/route";
import { useSettings } from "./ask";
import { Clocks } from "./clocks";
import { ContextBlock, TextField } from "./context";
import { Filters } from "./filters";
import { change, FILTERS, readLab } from "./lab";
import { useLate } from "./late";
import "./page.css";
import { Reflected } from "./reflect";
import { Results } from "./results";
import { Start } from "./start";
import { profileInForce } from "./weights";
import { SideForm } from "./weights-form";

const TABS = [
  ["results", "Results"],
  ["context", "Context block"],
  ["reflect", "Answer"],
] as const;

export default function Page() {
  const lab = readLab(route.value.params);
  const settings = useSettings();
  const isWide = useIsWide();
  const isFiltered = FILTERS.some((one) => route.value.params.has(one));
  const isPast = Boolean(lab.asOf || lab.knownAt);

  function compare(): void {
    change({ compare: !lab.other && "yes", profile2: "", w2: "" });
  }

  useShortcuts([
    { keys: "1", does: "Show the results", run: () => change({ tab: "" }) },
    { keys: "2", does: "Show the context block", run: () => change({ tab: "context" }) },
    { keys: "3", does: "Show the answer", run: () => change({ tab: "reflect" }) },
    { keys: "c", does: "Compare two ways of scoring", run: compare },
  ]);

  return (
    <>
      <Head
        title="Recall lab"
        actions={
          lab.tab === "results" && (
            <Button onClick={compare} aria-pressed={lab.other !== null}>
              <Columns2 aria-hidden="true" />
              {lab.other ? "End comparing" : "Compare"}
            </Button>
          )
        }
      >
        Ask as an agent does, and see why each memory is found. Nothing asked here is reinforced: no
        memory grows stronger by it.
      </Head>
      <Question query={lab.query} />
      <Loaded query={settings} what="The settings" height="20rem">
        {({ items }) => (
          <div class="recall">
            <aside class="recall__side" aria-label="How it is asked">
              <Card>
                <Part title="Scoring" isOpen={isWide}>
                  <TextField name="budget" label="Results at most" value={lab.budget} isNumber />
                  <SideForm
                    side={lab.main}
                    names={{ profile: "profile", weights: "w" }}
                    label={lab.other ? "Profile A" : "Profile"}
                    settings={items}
                  />
                  {lab.other && (
                    <SideForm
                      side={lab.other}
                      names={{ profile: "profile2", weights: "w2" }}
                      label="Profile B"
                      settings={items}
                    />
                  )}
                </Part>
                <Part title="Time" isOpen={isWide || isPast} isInForce={isPast}>
                  <Clocks lab={lab} />
                </Part>
                <Part title="Filters" isOpen={isFiltered} isInForce={isFiltered}>
                  <Filters lab={lab} />
                </Part>
              </Card>
            </aside>
            <div class="recall__main stack">
              <Tabs
                label="What is shown"
                tabs={TABS}
                value={lab.tab}
                onChange={(tab) => change({ tab: tab !== "results" && tab })}
              />
              {!lab.query.trim() ? (
                <Start />
              ) : lab.tab === "context" ? (
                <ContextBlock lab={lab} inForce={profileInForce(items)} />
              ) : lab.tab === "reflect" ? (
                <Reflected lab={lab} inForce={profileInForce(items)} />
              ) : (
                <Results lab={lab} inForce={profileInForce(items)} settings={items} />
              )}
            </div>
          </div>
        )}
      </Loaded>
    </>
  );
}

function Question({ query }: { query: string }) {
  const field = useRef<HTMLInputElement>(null);
  const [shown, set] = useLate(query, (q) => change({ q }));
  useShortcuts([{ keys: "q", does: "Ask something", run: () => field.current?.select() }]);
  return (
    <form
      class="recall-question"
      role="search"
      aria-label="Question"
      onSubmit={(event) => {
        event.preventDefault();
        set(shown, true);
      }}
    >
      <Search aria-hidden="true" />
      <input
        ref={field}
        type="search"
        aria-label="Question"
        placeholder="Ask something"
        autocomplete="off"
        dir="auto"
        value={shown}
        onInput={(event) => set(event.currentTarget.value)}
      />
    </form>
  );
}

interface PartProps {
  title: string;
  isOpen: boolean;
  /** True where something of it is set. */
  isInForce?: boolean;
  children: preact.ComponentChildren;
}

/** A part of the side that folds away. */
function Part({ title, isOpen, isInForce, children }: PartProps) {
  const [open, setOpen] = useState(isOpen);
  return (
    <details
      class="recall-part"
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        {title}
        {isInForce && (
          <span class="dot recall-part__set" title="Something is set here">
            <span class="hidden-text">(something is set)</span>
          </span>
        )}
      </summary>
      <div class="stack">{children}</div>
    </details>
  );
}

/** Whether there is room for two columns; on a phone the results come first. */
function useIsWide(): boolean {
  const [wide] = useState(() => matchMedia("(min-width: 60rem)"));
  const [isWide, setWide] = useState(wide.matches);
  useEffect(() => {
    const follow = () => setWide(wide.matches);
    wide.addEventListener("change", follow);
    return () => wide.removeEventListener("change", follow);
  }, [wide]);
  return isWide;
}
