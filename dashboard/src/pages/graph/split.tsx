/** Is one entity two? What goes by a name, or what some memories mention, becomes its own. */

import { useState } from "preact/hooks";
import type { EntityDetail } from "../../api/types";
import { Button } from "../../components/button";
import { Dialog } from "../../components/dialog";
import { Tabs } from "../../components/form";
import { StoredText } from "../../components/stored-text";
import { say } from "../../state/toasts";
import { mergeEntities, splitEntity } from "./merge";

interface SplitProps {
  entity: EntityDetail;
  onClose: () => void;
  begin: (id: string) => Promise<void>;
}

/** Chooses what is split off, says what will happen, and splits. */
export function SplitDialog({ entity, onClose, begin }: SplitProps) {
  const names = namesOf(entity);
  const memories = entity.neighbors.filter((one) => one.what === "memory" && one.kind === "entity");
  const isCut = memories.length < entity.n_mentions;
  const [by, setBy] = useState(names.length > 1 ? "name" : "memories");
  const [name, setName] = useState("");
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const isReady = by === "name" ? name !== "" : chosen.size > 0;

  async function split(): Promise<void> {
    const { entity: stayed, split_off } = await splitEntity(
      entity.id,
      by === "name" ? { name, memory_ids: [] } : { name: null, memory_ids: [...chosen] },
    );
    onClose();
    say(`“${split_off.name}” is an entity of its own now.`, async () => {
      await mergeEntities(stayed.id, split_off.id);
      await begin(stayed.id);
    });
    await begin(stayed.id);
  }

  function turn(id: string): void {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  }

  const foot = (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <Button kind="main" disabled={!isReady} onClick={split}>
        Split
      </Button>
    </>
  );
  return (
    <Dialog title={`Split “${entity.name}”`} onClose={onClose} foot={foot}>
      <Tabs
        label="Split by"
        value={by}
        onChange={setBy}
        tabs={[
          ["name", "By a name"],
          ["memories", "By memories"],
        ]}
      />
      {by === "name" ? (
        <fieldset class="graph-choice">
          <legend>Which name means another?</legend>
          {names.map((one) => (
            <label class="check">
              <input
                type="radio"
                name="split"
                checked={one === name}
                onChange={() => setName(one)}
              />
              <StoredText text={one} lines={1} />
            </label>
          ))}
          <span class="small muted">
            Its own name can be split off only where another entity of that name was merged.
          </span>
        </fieldset>
      ) : (
        <fieldset class="graph-choice graph-choice--long">
          <legend>Which memories mean another?</legend>
          {memories.map((one) => (
            <label class="check">
              <input type="checkbox" checked={chosen.has(one.id)} onChange={() => turn(one.id)} />
              <StoredText text={one.content ?? one.id} lines={2} />
            </label>
          ))}
          {isCut && <span class="small muted">Those most closely linked are listed.</span>}
        </fieldset>
      )}
      <p class="muted">
        What is split off is an entity of its own, and stays so when the memories are read again. No
        memory is changed. To take it back, merge the two.
      </p>
    </Dialog>
  );
}

/** What it is called, its own name last: each spelling once. */
function namesOf(entity: EntityDetail): string[] {
  const found = new Map<string, string>();
  for (const name of [...Object.keys(entity.names), ...entity.aliases, entity.name]) {
    if (!found.has(normal(name))) found.set(normal(name), name);
  }
  found.delete(normal(entity.name));
  return [...found.values(), entity.name];
}

/** About what the daemon compares names by. */
export function normal(name: string): string {
  return name.normalize("NFKC").toLowerCase().trim();
}
