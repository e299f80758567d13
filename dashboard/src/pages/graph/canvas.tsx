/** Where is the graph drawn, and what can be done with it there? */

import { Maximize, Minus, Pause, Play, Plus } from "lucide-preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Button } from "../../components/button";
import { useShortcuts } from "../../state/keys";
import type { Explorer } from "./explorer";
import { type Direction, Stage } from "./stage";

const ARROWS = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"];

/** The drawing with its buttons. */
export function Canvas({ explorer }: { explorer: Explorer }) {
  const element = useRef<HTMLCanvasElement>(null);
  const [stage, setStage] = useState<Stage>();
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (!element.current) return;
    const made = new Stage(element.current, explorer);
    setStage(made);
    return () => made.end();
  }, [explorer]);
  useEffect(() => explorer.selected.subscribe((id) => stage?.show(id)), [explorer, stage]);
  useShortcuts([
    { keys: "+", does: "Zoom in", run: () => stage?.zoom(1) },
    { keys: "-", does: "Zoom out", run: () => stage?.zoom(-1) },
    { keys: "f", does: "Fit all into sight", run: () => stage?.fit() },
    { keys: "p", does: "Stop or start the layout", run: hold },
  ]);

  function hold(): void {
    if (isHeld) stage?.layout.start();
    else stage?.layout.stop();
    setHeld(!isHeld);
  }

  function walk(event: KeyboardEvent): void {
    if (!ARROWS.includes(event.key) || !stage) return;
    event.preventDefault();
    const next = stage.beside(event.key as Direction);
    if (next) explorer.selected.value = next;
  }

  return (
    <>
      <div
        class="graph__drawing"
        tabIndex={0}
        role="application"
        aria-label="The graph as a drawing. Arrow keys select the node beside. The list shows the same."
        onKeyDown={walk}
      >
        <canvas ref={element} class="graph__canvas" />
      </div>
      <div class="graph__zoom">
        <Button kind="quiet" label="Zoom in" onClick={() => stage?.zoom(1)}>
          <Plus aria-hidden="true" />
        </Button>
        <Button kind="quiet" label="Zoom out" onClick={() => stage?.zoom(-1)}>
          <Minus aria-hidden="true" />
        </Button>
        <Button kind="quiet" label="Fit all into sight" onClick={() => stage?.fit()}>
          <Maximize aria-hidden="true" />
        </Button>
        <Button kind="quiet" label={isHeld ? "Start the layout" : "Stop the layout"} onClick={hold}>
          {isHeld ? <Play aria-hidden="true" /> : <Pause aria-hidden="true" />}
        </Button>
      </div>
    </>
  );
}
