/** What lies around a node? A drawing or a list of it, and what is known of the node selected. */

import { useQueryClient } from "@tanstack/preact-query";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { ApiError } from "../../api/client";
import { Head } from "../../components/card";
import { Empty } from "../../components/loaded";
import { useShortcuts } from "../../state/keys";
import { go, href, route, setParams, tenant } from "../../state/route";
import { Bar } from "./bar";
import { Canvas } from "./canvas";
import { Explorer } from "./explorer";
import { Legend } from "./legend";
import { NodeList } from "./list";
import { Panel } from "./panel";
import { ProgressLine } from "./progress";

const HOPS = 2;
const LIMIT = 1000;

/** The neighbourhood of a memory, entity or community. */
export function Explore({ center }: { center: string }) {
  const queries = useQueryClient();
  const explorer = useMemo(() => new Explorer(tenant.value), []);
  const field = useRef<HTMLInputElement>(null);
  const { params } = route.value;
  const hops = Number(params.get("hops")) || HOPS;
  const limit = Number(params.get("limit")) || LIMIT;
  const isList = params.get("view") === "list";
  const colors = params.get("color") === "community" ? "community" : "kind";

  useEffect(() => {
    explorer.limit = limit;
    void explorer.begin(center, hops);
    return () => explorer.stop();
  }, [explorer, center, hops, limit]);
  useEffect(() => {
    explorer.colorsBy.value = colors;
  }, [explorer, colors]);

  useShortcuts([
    { keys: "s", does: "Find in the graph", run: () => field.current?.focus() },
    { keys: "e", does: "Expand the selected node", run: withSelected((id) => explorer.expand(id)) },
    { keys: "c", does: "Begin at the selected node", run: withSelected((id) => go("graph", id)) },
    { keys: "x", does: "Take it out of the drawing", run: withSelected((id) => explorer.hide(id)) },
    { keys: "v", does: "Drawing or list", run: () => setParams({ view: isList ? "" : "list" }) },
    { keys: "Escape", does: "Select nothing", run: () => select("") },
  ]);

  function withSelected(run: (id: string) => unknown): () => void {
    return () => {
      if (explorer.selected.value) run(explorer.selected.value);
    };
  }

  function select(id: string): void {
    explorer.selected.value = id;
  }

  /** After entities were merged or split the drawing is another one. */
  async function begin(id: string): Promise<void> {
    await Promise.all([
      queries.invalidateQueries({ queryKey: ["entities"] }),
      queries.invalidateQueries({ queryKey: ["graph"] }),
    ]);
    if (id === center) await explorer.begin(center, hops);
    else go("graph", id, Object.fromEntries(params));
  }

  const { progress } = explorer;
  const isLost =
    progress.value.state === "failed" &&
    progress.value.error instanceof ApiError &&
    progress.value.error.status === 404;
  if (isLost) {
    return (
      <>
        <Head title="Graph" />
        <Empty
          title="There is no such memory or entity"
          actions={<a href={href("graph")}>To the whole graph</a>}
        >
          It may have been deleted, or it belongs to another tenant.
        </Empty>
      </>
    );
  }
  return (
    <div class="graph">
      <Bar explorer={explorer} hops={hops} limit={limit} isList={isList} fieldRef={field} />
      <div class="graph__body">
        <section class="graph__stage" aria-label="What lies around">
          <ProgressLine explorer={explorer} hops={hops} />
          <div class="graph__view">
            {isList ? <NodeList explorer={explorer} /> : <Canvas explorer={explorer} />}
          </div>
          <Legend explorer={explorer} />
        </section>
        <aside class="graph__panel" aria-label="The selected node">
          <Panel explorer={explorer} begin={begin} />
        </aside>
      </div>
    </div>
  );
}
