/** What is drawn, how much of it, and how? */

import { ArrowLeft } from "lucide-preact";
import { Button } from "../../components/button";
import { Select } from "../../components/form";
import { go, setParams } from "../../state/route";
import type { Explorer } from "./explorer";
import { Finder } from "./finder";

/** As the API allows. */
const HOPS = ["1", "2", "3"];
const LIMITS = ["250", "1000", "2500", "5000"];

interface BarProps {
  explorer: Explorer;
  hops: number;
  limit: number;
  isList: boolean;
  fieldRef: { current: HTMLInputElement | null };
}

/** The row above the drawing. */
export function Bar({ explorer, hops, limit, isList, fieldRef }: BarProps) {
  return (
    <div class="graph-bar">
      <h1 class="hidden-text">Graph</h1>
      <Button label="To the whole graph" onClick={() => go("graph")}>
        <ArrowLeft aria-hidden="true" />
      </Button>
      <Finder
        label="Find an entity or memory"
        fieldRef={fieldRef}
        onPick={(place) => go("graph", place.id)}
      />
      <Select
        label="Hops"
        value={String(hops)}
        options={HOPS}
        onChange={(value) => setParams({ hops: value })}
      />
      <Select
        label="Nodes at most"
        value={String(limit)}
        options={LIMITS.map((one) => [one, Number(one).toLocaleString()] as const)}
        onChange={(value) => setParams({ limit: value })}
      />
      <Select
        label="Colours"
        value={explorer.colorsBy.value}
        options={[
          ["kind", "by kind"],
          ["community", "by community"],
        ]}
        onChange={(value) => setParams({ color: value === "kind" ? "" : value })}
      />
      <div class="graph-bar__views" role="group" aria-label="Shown as">
        <Button kind="quiet" aria-pressed={!isList} onClick={() => setParams({ view: "" })}>
          Drawing
        </Button>
        <Button kind="quiet" aria-pressed={isList} onClick={() => setParams({ view: "list" })}>
          List
        </Button>
      </div>
    </div>
  );
}
