/** What can be said about a tenant when it is made, and changed later? */

import { useQueryClient } from "@tanstack/preact-query";
import { useId, useState } from "preact/hooks";
import { api, ask, body } from "../../api/client";
import type { Tenant } from "../../api/types";
import { Button } from "../../components/button";
import { Dialog } from "../../components/dialog";
import { Check, Field, Select } from "../../components/form";
import { say } from "../../state/toasts";

type Given = Tenant["settings"];

interface TenantFormProps {
  /** The one to change; null makes a new one. */
  tenant: Tenant | null;
  onClose: () => void;
}

/** A dialog that makes or changes a tenant. What is not touched is left to the daemon. */
export function TenantForm({ tenant, onClose }: TenantFormProps) {
  const queries = useQueryClient();
  const [id, setId] = useState("");
  const [changes, setChanges] = useState<Partial<Given>>({});
  const [refused, setRefused] = useState<Error>();
  const [isBusy, setBusy] = useState(false);
  const form = useId();
  const set = (change: Partial<Given>) => setChanges({ ...changes, ...change });
  // A new one is shown as it is by default; what the daemon's own defaults say wins untouched.
  const now: Given = { ...(tenant?.settings ?? USUAL), ...changes };

  async function save(event: Event): Promise<void> {
    event.preventDefault();
    setBusy(true);
    try {
      const settings = changes as Given;
      if (tenant) {
        const path = { id: tenant.id };
        await ask(api.PATCH("/api/tenants/{id}", { params: { path }, body: { settings } }));
      } else await ask(api.POST("/api/tenants", { body: body({ id, settings }) }));
    } catch (error) {
      setRefused(error as Error);
      return;
    } finally {
      setBusy(false);
    }
    await Promise.all(
      ["tenants", "status", "processes"].map((resource) =>
        queries.invalidateQueries({ queryKey: [resource] }),
      ),
    );
    say(tenant ? `Tenant ${tenant.id} is changed.` : `Tenant ${id} is there.`);
    onClose();
  }

  return (
    <Dialog
      title={tenant ? `Change tenant ${tenant.id}` : "New tenant"}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind="main"
            type="submit"
            form={form}
            disabled={isBusy || (tenant ? Object.keys(changes).length === 0 : !id)}
          >
            {tenant ? "Save" : "Create"}
          </Button>
        </>
      }
    >
      <form id={form} class="stack" onSubmit={save}>
        {!tenant && (
          <Field
            label="Id"
            note="Lower-case letters, digits and . _ @ + - ; it begins and ends with a letter or digit."
          >
            {(field) => (
              <input
                id={field}
                value={id}
                autocomplete="off"
                spellcheck={false}
                maxLength={64}
                onInput={(event) => setId(event.currentTarget.value.trim())}
              />
            )}
          </Field>
        )}
        <Check
          label="Read texts for entities and facts (extraction)"
          checked={now.extraction}
          onChange={(extraction) => set({ extraction })}
        />
        <Check
          label="Let unused memories fade in ranking (decay)"
          checked={now.decay}
          onChange={(decay) => set({ decay })}
        />
        <Check
          label="Merge, link and promote memories (consolidation)"
          checked={now.consolidation}
          onChange={(consolidation) => set({ consolidation })}
        />
        <Select
          label="Embedding model"
          value={now.embedding}
          options={[
            ["default", "default: the one of [embedding]"],
            ["multilingual", "multilingual: for a hundred languages"],
          ]}
          note={
            tenant && changes.embedding && changes.embedding !== tenant.settings.embedding
              ? "All memories are embedded anew in the background; recall goes on with the former model until that is done. See Models."
              : undefined
          }
          onChange={(embedding) => set({ embedding: embedding as Given["embedding"] })}
        />
        <Field label="Memories at most" note="0 is no limit.">
          {(field) => (
            <input
              id={field}
              type="number"
              min={0}
              step={1}
              value={now.max_memories}
              onInput={(event) => set({ max_memories: Number(event.currentTarget.value) })}
            />
          )}
        </Field>
        {refused && (
          <div class="failed" role="alert">
            <span class="stored">{refused.message}</span>
          </div>
        )}
      </form>
    </Dialog>
  );
}

const USUAL: Given = {
  max_memories: 0,
  extraction: true,
  decay: true,
  consolidation: true,
  embedding: "default",
};
