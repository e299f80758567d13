/** What surrounds every page: where to go, whose memories, how the daemon is. */

import { useQuery, useQueryClient } from "@tanstack/preact-query";
import type { ComponentType } from "preact";
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { ApiError, api, ask, isReachable, needsToken } from "../api/client";
import { Button } from "../components/button";
import { Confirmation } from "../components/dialog";
import { Empty, Failed, Loading } from "../components/loaded";
import { Num } from "../components/num";
import { type Shortcut, useShortcuts } from "../state/keys";
import { go, href, route, tenant } from "../state/route";
import { KeyHelp } from "./key-help";
import { NoTenant } from "./no-tenant";
import { PAGES, type Page } from "./pages";
import { Toasts } from "./toasts";
import { TokenForm } from "./token-form";
import { Topbar } from "./topbar";

const RETURN_MS = 2000;

const GOING: Shortcut[] = PAGES.map((page) => ({
  keys: `g ${page.key}`,
  does: `Go to ${page.title}`,
  run: () => go(page.name),
}));

/** The whole page. */
export function Shell() {
  const [helps, setHelps] = useState(false);
  const main = useRef<HTMLElement>(null);
  const shown = PAGES.find((page) => page.name === route.value.page);
  useShortcuts([...GOING, { keys: "?", does: "Show these keys", run: () => setHelps(true) }]);
  useEffect(() => {
    document.title = shown ? `${shown.title} · Perspective` : "Perspective";
    main.current?.focus({ preventScroll: true });
  }, [shown]);
  useReturn();
  if (needsToken.value) return <TokenForm />;
  return (
    <div class="shell">
      <button type="button" class="skip" onClick={() => main.current?.focus()}>
        Skip to the page
      </button>
      <Navigation current={shown} />
      <Topbar onHelp={() => setHelps(true)} />
      <main class="main" id="main" ref={main} tabIndex={-1}>
        {!isReachable.value && (
          <div class="banner" role="alert">
            The daemon does not answer. This page shows what it knew last, and goes on when it is
            back.
          </div>
        )}
        {shown ? <OfTenant page={shown} /> : <Lost />}
      </main>
      <Toasts />
      <Confirmation />
      {helps && <KeyHelp onClose={() => setHelps(false)} />}
    </div>
  );
}

/** Asks a daemon that went away whether it is back, and then everything anew. */
function useReturn(): void {
  const queries = useQueryClient();
  const isThere = isReachable.value;
  useEffect(() => {
    if (isThere) return;
    const asking = setInterval(async () => {
      if (document.hidden) return;
      const isBack = await ask(api.GET("/api/health/live")).then(
        () => true,
        () => false,
      );
      if (isBack) await queries.invalidateQueries();
    }, RETURN_MS);
    return () => clearInterval(asking);
  }, [isThere, queries]);
}

function Navigation({ current }: { current: Page | undefined }) {
  const open = useQuery({
    queryKey: ["reviews", "open", tenant.value],
    queryFn: ({ signal }) =>
      ask(
        api.GET("/api/reviews", {
          params: { query: { tenant_id: tenant.value, limit: 1 } },
          signal,
        }),
      ),
    refetchInterval: 30_000,
  });
  const n = open.data?.counts.open ?? 0;
  return (
    <nav class="nav" aria-label="Pages">
      <a class="nav__name" href={href("overview")}>
        <img src="./favicon.svg" alt="" />
        Perspective
      </a>
      {PAGES.map((page) => (
        <a
          class="nav__link"
          href={href(page.name)}
          aria-current={page === current ? "page" : undefined}
        >
          <page.icon aria-hidden="true" />
          {page.title}
          {page.name === "reviews" && n > 0 && (
            <span class="nav__count">
              <Num
                value={n}
                from={`/api/reviews?${new URLSearchParams({ tenant_id: tenant.value, limit: "1" })}`}
                path="counts.open"
              />
              <span class="hidden-text"> open</span>
            </span>
          )}
        </a>
      ))}
      <div class="nav__foot">
        <a href="./api/docs">The API</a>
      </div>
    </nav>
  );
}

/** A page, once its code is here. What did not come while the daemon was away is fetched when it is
 * back. */
function Lazy({ page }: { page: Page }) {
  const [loaded, setLoaded] = useState<{ default: ComponentType }>();
  const [error, setError] = useState<Error>();
  const load = useCallback(async () => {
    setError(undefined);
    await page.load().then(setLoaded, setError);
  }, [page]);
  const isThere = isReachable.value;
  useEffect(() => {
    if (!loaded && isThere) void load();
  }, [load, loaded, isThere]);
  if (error) return <Unloaded page={page} error={error} retry={load} />;
  if (!loaded) return <Loading what={page.title} height="40vh" />;
  return <loaded.default key={tenant.value} />;
}

/** Browsers keep that a file did not come, and another version of the daemon has other files: both are
 * over when everything is loaded anew. */
function Unloaded(props: { page: Page; error: Error; retry: () => Promise<void> }) {
  return (
    <>
      <Failed what={`The page ${props.page.title}`} error={props.error} retry={props.retry} />
      <div class="row">
        <Button onClick={() => location.reload()}>Load everything anew</Button>
      </div>
    </>
  );
}

/** What is about a tenant, where that tenant is there. */
function OfTenant({ page }: { page: Page }) {
  const id = tenant.value;
  const held = useQuery({
    queryKey: ["tenants", id],
    queryFn: ({ signal }) =>
      ask(api.GET("/api/tenants/{id}", { params: { path: { id } }, signal })),
    refetchInterval: 15_000,
  });
  const isUnknown = held.error instanceof ApiError && [400, 404].includes(held.error.status);
  if (isUnknown && !page.isOfAll) return <NoTenant id={id} />;
  return <Lazy key={page.name} page={page} />;
}

function Lost() {
  return (
    <Empty title="There is no such page" actions={<a href={href("overview")}>To the overview</a>} />
  );
}
