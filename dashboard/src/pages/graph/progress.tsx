/** How far is the drawing, and is there more? */

import { Button } from "../../components/button";
import { Failed } from "../../components/loaded";
import type { Explorer, Progress } from "./explorer";

const WORDS: Record<Exclude<Progress["state"], "failed">, string> = {
  idle: "",
  loading: "Reading what lies around …",
  done: "All within reach is shown.",
  cut: "The heaviest edges are shown; the lightest are left out.",
  full: "As many nodes are shown as you allowed.",
  stopped: "Stopped. What came stays.",
};

/** One line above the drawing. */
export function ProgressLine({ explorer, hops }: { explorer: Explorer; hops: number }) {
  explorer.version.value; // what may come changes with what is there
  const progress = explorer.progress.value;
  if (progress.state === "failed") {
    return <Failed what="The graph" error={progress.error} retry={() => explorer.grow(hops)} />;
  }
  const isLoading = progress.state === "loading";
  return (
    <div class="graph-progress">
      <span role="status">{WORDS[progress.state]}</span>
      {isLoading ? (
        <>
          <progress value={progress.share} aria-label="Nodes drawn, of those allowed" />
          <Button size="small" onClick={() => explorer.stop()}>
            Stop
          </Button>
        </>
      ) : (
        explorer.canGrow() && (
          <Button size="small" onClick={() => explorer.grow(hops)}>
            Grow outwards
          </Button>
        )
      )}
    </div>
  );
}
