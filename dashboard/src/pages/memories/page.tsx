/** What is remembered? The list of memories, searched as recall does, and one of them beside it. */

import { useQuery } from "@tanstack/preact-query";
import { Plus } from "lucide-preact";
import { useCallback, useEffect, useMemo, useRef, useState } from "preact/hooks";
import { api, ask } from "../../api/client";
import { Button } from "../../components/button";
import { Head } from "../../components/card";
import { Num } from "../../components/num";
import { route, tenant } from "../../state/route";
import type { Opened } from "./bar";
import { Detail } from "./detail";
import { EditDialog } from "./edit-dialog";
import { EraseDialog } from "./erase-dialog";
import { filtersOf } from "./filters";
import { useWalk } from "./keys";
import "./page.css";
import "./memory.css";
import "./tabs.css";
import "./forms.css";
import { useMemory } from "./reading";
import { Results } from "./results";
import { useRows } from "./rows";
import { Search } from "./search";
import { StoreDialog } from "./store-dialog";

/** The page. */
export default function Page() {
  const { id, params } = route.value;
  const filters = useMemo(() => filtersOf(params), [params]);
  const list = useRows(filters);
  const field = useRef<HTMLInputElement>(null);
  const memory = useMemory(id, false).data;
  const [opened, setOpened] = useState<Opened>(null);
  const close = useCallback(() => setOpened(null), []);
  const walk = useWalk({ list, memory, field, onOpen: setOpened });
  useTop(id);
  return (
    <div class={id ? "memories memories--open" : "memories"}>
      <Head
        title="Memories"
        actions={
          <Button kind="main" onClick={() => setOpened({ what: "store" })}>
            <Plus aria-hidden="true" />
            Store a memory
          </Button>
        }
      >
        <Held />
      </Head>
      <div class="memories__panes">
        <section class="memories__list" aria-label="List">
          <Search filters={filters} field={field} onDown={walk.enter} />
          <Results
            list={list}
            filters={filters}
            active={walk.active}
            shown={id}
            onStore={() => setOpened({ what: "store" })}
          />
        </section>
        {id && (
          <section class="memories__detail" aria-label="The memory" tabIndex={0}>
            <Detail key={id} id={id} list={list} onOpen={setOpened} />
          </section>
        )}
      </div>
      {opened?.what === "edit" && <EditDialog memory={opened.memory} onClose={close} />}
      {opened?.what === "erase" && (
        <EraseDialog id={opened.id} isLong={opened.isLong} onClose={close} />
      )}
      {opened?.what === "store" && <StoreDialog namespace={filters.namespace} onClose={close} />}
    </div>
  );
}

/** How many memories this tenant holds. */
function Held() {
  const id = tenant.value;
  const held = useQuery({
    queryKey: ["tenants", id],
    queryFn: ({ signal }) =>
      ask(api.GET("/api/tenants/{id}", { params: { path: { id } }, signal })),
  });
  const counts = held.data?.counts;
  if (!counts) return <>{held.isError ? "" : " "}</>;
  const from = `/api/tenants/${encodeURIComponent(id)}`;
  return (
    <>
      <Num value={counts.memories} from={from} path="counts.memories" /> in this tenant
      {counts.deleted > 0 && (
        <>
          {" · "}
          <Num value={counts.deleted} from={from} path="counts.deleted" /> deleted
        </>
      )}
    </>
  );
}

/** Another memory is shown from its beginning: on a phone the whole page scrolls. */
function useTop(id: string): void {
  useEffect(() => {
    if (id) scrollTo({ top: 0 });
  }, [id]);
}
