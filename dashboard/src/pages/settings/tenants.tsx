/** Which tenants are there, what does each hold, and how is one made, set and deleted? */

import {
  type InfiniteData,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from "@tanstack/preact-query";
import { useState } from "preact/hooks";
import { api, ask } from "../../api/client";
import type { Tenant } from "../../api/types";
import { Badge } from "../../components/badge";
import { Button } from "../../components/button";
import { Card } from "../../components/card";
import { DemoOffer } from "../../components/demo-offer";
import { confirm } from "../../components/dialog";
import { Failed, Loading } from "../../components/loaded";
import { Num } from "../../components/num";
import { Time } from "../../components/time";
import { VirtualList } from "../../components/virtual-list";
import { useShortcuts } from "../../state/keys";
import { go, href, tenant } from "../../state/route";
import { say } from "../../state/toasts";
import { TenantForm } from "./tenant-form";

type TenantPage = { items: Tenant[]; next_cursor: string | null };

/** No tenant has an empty id. */
const PAGES_KEY = ["tenants", "", "pages"];
const PAGE = 100;
const ROW_PX = 56;

/** All tenants. */
export function Tenants() {
  const [edited, setEdited] = useState<Tenant | "new" | null>(null);
  useShortcuts([{ keys: "n", does: "New tenant", run: () => setEdited("new") }]);
  const tenants = useInfiniteQuery({
    queryKey: PAGES_KEY,
    queryFn: ({ pageParam, signal }) =>
      ask(
        api.GET("/api/tenants", {
          params: { query: { limit: PAGE, ...(pageParam ? { cursor: pageParam } : {}) } },
          signal,
        }),
      ),
    initialPageParam: "",
    getNextPageParam: (page) => page.next_cursor,
  });
  const items = tenants.data?.pages.flatMap((page) => page.items) ?? [];
  const actions = (
    <span class="row">
      <DemoOffer />
      <Button kind="main" onClick={() => setEdited("new")}>
        New tenant
      </Button>
    </span>
  );
  return (
    <Card title="Tenants" aside={actions}>
      <p class="small muted settings__intro">
        Each tenant is a wall of its own: no search, job or export reaches two of them.
      </p>
      {tenants.isError && (
        <Failed what="The tenants" error={tenants.error} retry={tenants.refetch} />
      )}
      {tenants.isPending && <Loading what="The tenants" height="12rem" />}
      {items.length > 0 && (
        <VirtualList
          items={items}
          keyOf={(one) => one.id}
          label="Tenants"
          height={ROW_PX}
          size="65dvh"
          onEnd={() => tenants.hasNextPage && !tenants.isFetching && void tenants.fetchNextPage()}
          render={(one) => <Row of={one} onEdit={() => setEdited(one)} />}
        />
      )}
      {edited && (
        <TenantForm
          key={edited === "new" ? "" : edited.id}
          tenant={edited === "new" ? null : edited}
          onClose={() => setEdited(null)}
        />
      )}
    </Card>
  );
}

function Row({ of, onEdit }: { of: Tenant; onEdit: () => void }) {
  const queries = useQueryClient();
  const [isAsked, setAsked] = useState(false);
  // Reading one opens it; so only those are counted that are open or that somebody asks for.
  const status = useQuery({
    queryKey: ["status"],
    queryFn: ({ signal }) => ask(api.GET("/api/status", { signal })),
  });
  const isOpen = status.data?.tenants.some((one) => one.id === of.id && one.counts);
  const read = useQuery({
    queryKey: ["tenants", of.id],
    queryFn: ({ signal }) =>
      ask(api.GET("/api/tenants/{id}", { params: { path: { id: of.id } }, signal })),
    enabled: isAsked || isOpen === true,
  });
  const view = read.data ?? of;

  async function remove(): Promise<void> {
    const full = await queries.ensureQueryData({
      queryKey: ["tenants", of.id],
      queryFn: () => ask(api.GET("/api/tenants/{id}", { params: { path: { id: of.id } } })),
    });
    const isSure = await confirm({
      title: `Delete tenant ${of.id} for good?`,
      text: <Loss of={full} />,
      action: "Delete for good",
      isDangerous: true,
      word: of.id,
    });
    if (!isSure) return;
    await ask(
      api.DELETE("/api/tenants/{id}", {
        params: { path: { id: of.id }, query: { confirm: of.id } },
      }),
    );
    // It leaves the list at once: as long as it stands there, its counts would be asked for.
    queries.setQueryData<InfiniteData<TenantPage>>(
      PAGES_KEY,
      (known) => known && without(known, of),
    );
    if (tenant.value === of.id) go("settings", "tenants", { tenant: "default" });
    queries.removeQueries({ queryKey: ["tenants", of.id] });
    await queries.invalidateQueries({ queryKey: ["tenants"] });
    await queries.invalidateQueries({ queryKey: ["status"] });
    say(`Tenant ${of.id} is deleted.`);
  }

  return (
    <div class="settings__tenant">
      <div class="settings__tenant-name">
        <a href={href("overview", "", { tenant: of.id })}>
          <bdi>{of.id}</bdi>
        </a>
        {of.id === tenant.value && <Badge tone="accent">shown</Badge>}
        <span class="tiny muted">
          created <Time at={of.created_at} />
        </span>
      </div>
      <div class="settings__tenant-facts small">
        {view.counts ? (
          <span>
            <Num
              value={view.counts.memories}
              from={`/api/tenants/${encodeURIComponent(of.id)}`}
              path="counts.memories"
            />{" "}
            memories,{" "}
            <Num
              value={view.counts.deleted}
              from={`/api/tenants/${encodeURIComponent(of.id)}`}
              path="counts.deleted"
            />{" "}
            deleted
          </span>
        ) : (
          <Button size="small" disabled={isAsked} onClick={() => setAsked(true)}>
            Count its memories
          </Button>
        )}
        {view.embedding_model ? (
          <code class="muted">{view.embedding_model}</code>
        ) : (
          <span class="muted">no vectors yet</span>
        )}
        <Switched of={view} />
      </div>
      <div class="row settings__tenant-acts">
        <Button size="small" onClick={onEdit}>
          Change
        </Button>
        <Button size="small" kind="danger" onClick={remove}>
          Delete
        </Button>
      </div>
    </div>
  );
}

function without(pages: InfiniteData<TenantPage>, gone: Tenant): InfiniteData<TenantPage> {
  const rest = (page: TenantPage) => page.items.filter((one) => one.id !== gone.id);
  return { ...pages, pages: pages.pages.map((page) => ({ ...page, items: rest(page) })) };
}

/** What differs from a tenant that does all there is. */
function Switched({ of }: { of: Tenant }) {
  const { extraction, decay, consolidation, max_memories, embedding } = of.settings;
  return (
    <>
      {!extraction && <Badge>extraction off</Badge>}
      {!decay && <Badge>fading off</Badge>}
      {!consolidation && <Badge>consolidation off</Badge>}
      {embedding !== "default" && <Badge>{embedding}</Badge>}
      {max_memories > 0 && (
        <Badge>
          at most{" "}
          <Num
            value={max_memories}
            from={`/api/tenants/${encodeURIComponent(of.id)}`}
            path="settings.max_memories"
          />
        </Badge>
      )}
    </>
  );
}

/** What is lost with a tenant. */
function Loss({ of }: { of: Tenant }) {
  return (
    <p>
      Its memories (
      <Num
        value={of.counts?.memories}
        from={`/api/tenants/${encodeURIComponent(of.id)}`}
        path="counts.memories"
      />
      ), their versions, entities and indexes are removed from the disk. There is no way back.
    </p>
  );
}
