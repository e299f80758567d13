/** Whose memories are shown, what is sought, and how does it look? */

import { useQuery } from "@tanstack/preact-query";
import { Keyboard, Monitor, Moon, Sun } from "lucide-preact";
import { useRef } from "preact/hooks";
import { api, ask } from "../api/client";
import { Button } from "../components/button";
import { useShortcuts } from "../state/keys";
import { go, route, tenant } from "../state/route";
import { type Theme, theme } from "../state/theme";

const NEXT: Record<Theme, Theme> = { system: "light", light: "dark", dark: "system" };
const ICONS = { system: Monitor, light: Sun, dark: Moon };

/** The bar above every page. */
export function Topbar({ onHelp }: { onHelp: () => void }) {
  const Icon = ICONS[theme.value];
  return (
    <header class="topbar">
      {route.value.page !== "memories" && <Search />}
      <div class="topbar__end">
        <TenantChoice />
        <Button kind="quiet" label="Keys" onClick={onHelp}>
          <Keyboard aria-hidden="true" />
        </Button>
        <Button
          kind="quiet"
          label={`Colours: ${theme.value}`}
          onClick={() => {
            theme.value = NEXT[theme.value];
          }}
        >
          <Icon aria-hidden="true" />
        </Button>
      </div>
    </header>
  );
}

/** Leads to the memories, which have a search of their own. */
function Search() {
  const search = useRef<HTMLInputElement>(null);
  useShortcuts([{ keys: "/", does: "Search the memories", run: () => search.current?.focus() }]);
  return (
    <form
      class="topbar__search"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        go("memories", "", { q: search.current?.value });
      }}
    >
      <input
        ref={search}
        type="search"
        aria-label="Search the memories"
        placeholder="Search the memories"
      />
    </form>
  );
}

function TenantChoice() {
  const tenants = useQuery({
    queryKey: ["tenants"],
    queryFn: ({ signal }) =>
      ask(api.GET("/api/tenants", { params: { query: { limit: 500 } }, signal })),
  });
  const ids = new Set([tenant.value, ...(tenants.data?.items ?? []).map((one) => one.id)]);
  return (
    <select
      class="topbar__tenant"
      aria-label="Tenant"
      value={tenant.value}
      onChange={(event) => go(route.value.page, "", { tenant: event.currentTarget.value })}
    >
      {[...ids].sort().map((id) => (
        <option value={id}>{id}</option>
      ))}
    </select>
  );
}
