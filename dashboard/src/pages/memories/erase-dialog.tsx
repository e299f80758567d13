/** Is a memory to be erased for good? Asks for its id, then shows the receipt. */

import { useQuery, useQueryClient } from "@tanstack/preact-query";
import { useState } from "preact/hooks";
import { api, ask } from "../../api/client";
import { State } from "../../components/badge";
import { Button } from "../../components/button";
import { Facts } from "../../components/card";
import { Dialog } from "../../components/dialog";
import { Field } from "../../components/form";
import { Num } from "../../components/num";
import { Time } from "../../components/time";
import { tenant } from "../../state/route";
import { refresh } from "./actions";

interface EraseProps {
  id: string;
  /** True for all parts of a long text. */
  isLong?: boolean;
  onClose: () => void;
}

/** Before: what will be gone. Afterwards: the receipt, until no file holds a byte of it. */
export function EraseDialog({ id, isLong, onClose }: EraseProps) {
  const queries = useQueryClient();
  const [typed, setTyped] = useState("");
  const [receiptId, setReceiptId] = useState("");

  async function erase(): Promise<void> {
    const receipt = await ask(
      api.POST("/api/memories/{id}/erase", {
        params: { path: { id }, query: { tenant_id: tenant.value } },
        body: { confirm: typed.trim() },
      }),
    );
    setReceiptId(receipt.id);
    void refresh(queries);
  }

  if (receiptId) return <Receipt id={receiptId} onClose={onClose} />;
  return (
    <Dialog
      title={isLong ? "Erase the long text for good?" : "Erase this memory for good?"}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="danger" disabled={typed.trim() !== id} onClick={erase}>
            Erase for good
          </Button>
        </>
      }
    >
      <p>
        {isLong ? "The words of all its parts go" : "Its words go, in all versions,"} from the
        records, the indexes, the history, reviews and changes, and from copies that the daemon
        made. Facts that nothing else supports go with it.{" "}
        <strong>This cannot be taken back.</strong> To hide it from recall, delete it: that can be
        restored.
      </p>
      <p class="small muted">
        What stays: that it was there, when and by whom it was erased, without a word of it.
      </p>
      <p class="small">
        Its id: <code>{id}</code>
      </p>
      <Field label="Type the id to go on">
        {(field) => (
          <input
            id={field}
            value={typed}
            autocomplete="off"
            spellcheck={false}
            onInput={(event) => setTyped(event.currentTarget.value)}
          />
        )}
      </Field>
    </Dialog>
  );
}

function Receipt({ id, onClose }: { id: string; onClose: () => void }) {
  const from = `/api/erasures/${encodeURIComponent(id)}?tenant_id=${encodeURIComponent(tenant.value)}`;
  const receipt = useQuery({
    queryKey: ["erasures", tenant.value, id],
    queryFn: ({ signal }) =>
      ask(
        api.GET("/api/erasures/{id}", {
          params: { path: { id }, query: { tenant_id: tenant.value } },
          signal,
        }),
      ),
    refetchInterval: ({ state }) => (state.data?.state === "done" ? false : 1000),
  });
  const said = receipt.data;
  return (
    <Dialog
      title="The receipt"
      onClose={onClose}
      foot={
        <Button kind="main" onClick={onClose}>
          Close
        </Button>
      }
    >
      <p>
        {said?.state === "done"
          ? "Erased. No file of the daemon holds any of it."
          : "Erased: nothing reads or recalls it. Its bytes are being taken out of the files."}
      </p>
      {said && (
        <Facts
          of={[
            ["State", <State key="state" of={said.state} />],
            ["Memories", <Num key="n" value={said.n_memories} from={from} path="n_memories" />],
            ["Versions", <Num key="v" value={said.n_versions} from={from} path="n_versions" />],
            ["Asked for", <Time key="at" at={said.requested_at} as="date" />],
            ["Done", said.done_at && <Time key="done" at={said.done_at} as="date" />],
            ["By", <code key="by">{said.actor}</code>],
            ["Erased id", <code key="target">{said.target_id}</code>],
            ["Receipt", <code key="id">{said.id}</code>],
          ]}
        />
      )}
    </Dialog>
  );
}
