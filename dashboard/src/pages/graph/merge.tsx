/** Are two entities the same? The other is shown as this one from then on; a split takes it back. */

import { useQuery } from "@tanstack/preact-query";
import { useState } from "preact/hooks";
import { api, ask } from "../../api/client";
import type { EntityDetail } from "../../api/types";
import { Kind } from "../../components/badge";
import { Button } from "../../components/button";
import { Dialog } from "../../components/dialog";
import { Loaded } from "../../components/loaded";
import { Num } from "../../components/num";
import { StoredText } from "../../components/stored-text";
import { tenant } from "../../state/route";
import { say } from "../../state/toasts";
import { addressOf } from "./address";
import { Finder, type Place } from "./finder";

interface MergeProps {
  entity: EntityDetail;
  onClose: () => void;
  begin: (id: string) => Promise<void>;
}

/** Chooses the other entity, says what will happen, and merges. */
export function MergeDialog({ entity, onClose, begin }: MergeProps) {
  const [other, setOther] = useState<Place>();
  const [keeps, setKeeps] = useState<"this" | "other">("this");
  const kept = keeps === "this" ? entity : other;
  const gone = keeps === "this" ? other : entity;

  async function merge(): Promise<void> {
    if (!kept || !gone) return;
    const merged = await mergeEntities(kept.id, gone.id);
    const name = gone.name;
    onClose();
    say(`“${name}” is shown as “${kept.name}” now.`, async () => {
      await splitEntity(merged.id, { name, memory_ids: [] });
      await begin(merged.id);
    });
    await begin(merged.id);
  }

  const foot = (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <Button kind="main" disabled={!other} onClick={merge}>
        Merge
      </Button>
    </>
  );
  return (
    <Dialog title={`Merge “${entity.name}” with another entity`} onClose={onClose} foot={foot}>
      <Finder label="The other entity" except={entity.id} onPick={setOther} />
      {other && <Chosen key={other.id} place={other} />}
      {other && kept && gone && (
        <>
          <fieldset class="graph-choice">
            <legend>Which name stays?</legend>
            <Option
              name={entity.name}
              isChosen={keeps === "this"}
              choose={() => setKeeps("this")}
            />
            <Option
              name={other.name}
              isChosen={keeps === "other"}
              choose={() => setKeeps("other")}
            />
          </fieldset>
          <p class="muted">
            All that mentions “<bdi>{gone.name}</bdi>” counts as a mention of “
            <bdi>{kept.name}</bdi>”, in recall too. No memory is changed. To take it back, split “
            <bdi>{kept.name}</bdi>” by the name “<bdi>{gone.name}</bdi>”.
          </p>
        </>
      )}
    </Dialog>
  );
}

/** The entity chosen, and how often it is mentioned. */
function Chosen({ place }: { place: Place }) {
  const { id } = place;
  const query = { tenant_id: tenant.value, limit: 1 };
  const detail = useQuery({
    queryKey: ["entities", tenant.value, id, 1],
    queryFn: ({ signal }) =>
      ask(api.GET("/api/entities/{id}", { params: { path: { id }, query }, signal })),
  });
  return (
    <Loaded query={detail} what="The other entity" height="2rem">
      {(found) => (
        <div class="row">
          <strong>
            <StoredText text={found.name} lines={1} />
          </strong>
          <Kind of={found.kind} />
          <span class="muted small">
            mentioned in{" "}
            <Num
              value={found.n_mentions}
              from={addressOf(`/api/entities/${encodeURIComponent(id)}`, query)}
              path="n_mentions"
            />{" "}
            memories
          </span>
        </div>
      )}
    </Loaded>
  );
}

function Option(props: { name: string; isChosen: boolean; choose: () => void }) {
  return (
    <label class="check">
      <input type="radio" name="kept" checked={props.isChosen} onChange={props.choose} />
      <StoredText text={props.name} lines={1} />
    </label>
  );
}

/** Says that two entities are one; the first stays. */
export function mergeEntities(id: string, other: string): Promise<EntityDetail> {
  return ask(
    api.POST("/api/entities/{id}/merge", {
      params: { path: { id }, query: { tenant_id: tenant.value } },
      body: { other },
    }),
  );
}

/** Says that what goes by a name, or what some memories mention, is another entity. */
export function splitEntity(id: string, body: { name: string | null; memory_ids: string[] }) {
  return ask(
    api.POST("/api/entities/{id}/split", {
      params: { path: { id }, query: { tenant_id: tenant.value } },
      body,
    }),
  );
}
