/** What can be done to a memory, what must be read again afterwards, and how is it taken back? */

import { type QueryClient, useQueryClient } from "@tanstack/preact-query";
import { useMemo } from "preact/hooks";
import { api, ask } from "../../api/client";
import type { Memory, MemoryEdit } from "../../api/types";
import { tenant } from "../../state/route";
import { say } from "../../state/toasts";

/** What a change of a memory can change elsewhere. */
const TOUCHED = [
  "memories",
  "recall",
  "namespaces",
  "reviews",
  "changes",
  "tenants",
  "status",
  "activity",
  "stats",
  "graph",
  "entities",
  "health",
];

/** Everything that shows memories is asked for again. */
export function refresh(queries: QueryClient): Promise<void> {
  return queries.invalidateQueries({
    predicate: ({ queryKey }) => TOUCHED.includes(String(queryKey[0])),
  });
}

/** What can be done to the memory with this id; each says so, and offers to take it back. */
export function useActions() {
  const queries = useQueryClient();
  const whose = tenant.value;
  return useMemo(() => actionsOf(queries, whose), [queries, whose]);
}

export type Actions = ReturnType<typeof actionsOf>;

/** Bound to the tenant: what is taken back later is taken back there, whoever is shown then. */
function actionsOf(queries: QueryClient, whose: string) {
  const at = (id: string) => ({ path: { id }, query: { tenant_id: whose } });

  async function send<T>(request: Promise<T>): Promise<T> {
    try {
      return await request;
    } finally {
      void refresh(queries); // a refusal, too, means that something is not as shown
    }
  }

  function patch(id: string, changes: MemoryEdit): Promise<Memory> {
    return send(ask(api.PATCH("/api/memories/{id}", { params: at(id), body: changes })));
  }

  /** Refuses where somebody else has changed it since that version. */
  async function expect(id: string, number: number): Promise<void> {
    const { current } = await send(ask(api.GET("/api/memories/{id}", { params: at(id) })));
    if (current.number !== number)
      throw new Error(
        `it was changed meanwhile and is at version ${current.number}. Look at that first.`,
      );
  }

  async function setPinned(id: string, pinned: boolean): Promise<void> {
    await send(ask(api.POST("/api/memories/{id}/pin", { params: at(id), body: { pinned } })));
  }

  async function remove(id: string): Promise<void> {
    await send(ask(api.DELETE("/api/memories/{id}", { params: at(id) })));
  }

  async function bringBack(id: string): Promise<void> {
    await send(ask(api.POST("/api/memories/{id}/restore", { params: at(id) })));
  }

  async function putAway(id: string): Promise<void> {
    await send(ask(api.POST("/api/memories/{id}/archive", { params: at(id) })));
  }

  async function tell(id: string, success: boolean, taken_back: boolean): Promise<void> {
    const body = { success, note: null, taken_back };
    await send(ask(api.POST("/api/memories/{id}/outcome", { params: at(id), body })));
  }

  return {
    /** Changes version `number` of it; `old` are the same fields as they were. Another version that
     * came meanwhile is not written over. */
    async edit(id: string, number: number, changes: MemoryEdit, old: MemoryEdit): Promise<void> {
      await expect(id, number);
      const edited = await patch(id, changes);
      say("Edited: it has a new version.", async () => {
        await expect(id, edited.current.number);
        await patch(id, old);
      });
    },
    async pin(id: string, pinned: boolean): Promise<void> {
      await setPinned(id, pinned);
      say(pinned ? "Pinned: it never fades." : "Unpinned: it fades again.", () =>
        setPinned(id, !pinned),
      );
    },
    async archive(id: string): Promise<void> {
      await putAway(id);
      say("Archived: recall looks at it after all others.", () => bringBack(id));
    },
    async delete(id: string): Promise<void> {
      await remove(id);
      say("Deleted: no recall finds it.", () => bringBack(id));
    },
    async restore(id: string): Promise<void> {
      await bringBack(id);
      say("Restored: recall finds it again.");
    },
    async outcome(id: string, success: boolean): Promise<void> {
      await tell(id, success, false);
      say(success ? "Counted: it worked." : "Counted: it failed.", () => tell(id, success, true));
    },
    /** Everything shown is read again. */
    refresh: () => refresh(queries),
  };
}

/** What may be done to a memory as it stands. */
export function isAllowed(memory: Memory) {
  const isDeleted = memory.deleted_at !== null;
  return {
    edit: !isDeleted,
    pin: !isDeleted,
    archive: !isDeleted && !memory.pinned && memory.state === "active",
    restore: isDeleted || memory.state === "archived",
    delete: !isDeleted,
    outcome: !isDeleted && memory.type === "procedural",
  };
}
