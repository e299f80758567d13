/** Which page is shown? The address's hash says it: `#/memories/ID?tenant=ana&type=semantic`. */

import { computed, signal } from "@preact/signals";

export interface Route {
  /** The page's name, as in `pages.ts`. */
  page: string;
  /** What of it is shown, or the empty string. */
  id: string;
  /** Everything behind the question mark. */
  params: URLSearchParams;
}

const TENANT_KEY = "perspective.tenant";

function read(): Route {
  const [path = "", query = ""] = location.hash.replace(/^#\/?/, "").split(/\?(.*)/s);
  const [page = "", ...rest] = path.split("/");
  return {
    page: page || "overview",
    id: decode(rest.join("/")),
    params: new URLSearchParams(query),
  };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // an address somebody typed
  }
}

/** What is shown. */
export const route = signal(read());

/** Whose memories are shown. */
export const tenant = computed(
  () => route.value.params.get("tenant") || localStorage.getItem(TENANT_KEY) || "default",
);

addEventListener("hashchange", () => {
  route.value = read();
  localStorage.setItem(TENANT_KEY, tenant.value);
});

export type Params = Record<string, string | number | boolean | null | undefined>;

/** The address of a page; parameters that are null, undefined, false or empty are left out. */
export function href(page: string, id = "", params: Params = {}): string {
  const query = new URLSearchParams({ tenant: tenant.value });
  for (const [name, value] of Object.entries(params)) {
    if (value !== null && value !== undefined && value !== false && value !== "")
      query.set(name, String(value));
  }
  const path = encodeURIComponent(id).replaceAll("%2F", "/"); // parts of an id stay readable
  return `#/${page}${id ? `/${path}` : ""}?${query}`;
}

/** Shows a page. With `replace` the way back does not lead here. */
export function go(page: string, id = "", params: Params = {}, replace = false): void {
  const address = href(page, id, params);
  if (replace) {
    history.replaceState(null, "", address);
    route.value = read();
    localStorage.setItem(TENANT_KEY, tenant.value);
  } else location.hash = address;
}

/** Changes parameters of this page's address, keeps the others, and adds no step to the way back. */
export function setParams(changes: Params): void {
  const { page, id, params } = route.value;
  go(page, id, { ...Object.fromEntries(params), ...changes }, true);
}

/** Says later whether the same page of the same tenant is shown as now: an answer that comes late must
 * not take somebody elsewhere. */
export function here(): () => boolean {
  const { page } = route.value;
  const whose = tenant.value;
  return () => route.value.page === page && tenant.value === whose;
}
