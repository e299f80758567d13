/** How does the page ask the daemon? Typed by the API's own description; errors are thrown. */

import { signal } from "@preact/signals";
import createClient, { type Middleware } from "openapi-fetch";
import { forgetToken, token } from "../state/token";
import type { paths } from "./schema";

/** A problem (RFC 9457) that the daemon answered, or that kept it from answering (status 0). */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly title: string,
    readonly detail: string,
    readonly fields: readonly { field: string; reason: string }[] = [],
  ) {
    super(detail || title);
  }
}

/** The address of the API without its last slash; under a path prefix it has the prefix. */
export const base = new URL(".", document.baseURI).href.replace(/\/$/, "");

/** False while the daemon cannot be reached. */
export const isReachable = signal(true);

/** True when the daemon wants a token that this session does not have. */
export const needsToken = signal(false);

/** The headers of every request. */
export function authorization(): Record<string, string> {
  return token.value ? { Authorization: `Bearer ${token.value}` } : {};
}

/** Notes what an answer says of the token: a refused one is forgotten, and asked for again. */
export function noteStatus(status: number): void {
  isReachable.value = true;
  if (status === 401) {
    forgetToken();
    needsToken.value = true;
  }
}

const tell: Middleware = {
  onRequest({ request }) {
    for (const [name, value] of Object.entries(authorization())) request.headers.set(name, value);
    return request;
  },
  onResponse({ response }) {
    noteStatus(response.status);
  },
  onError({ error }) {
    if (error instanceof DOMException && error.name === "AbortError") return error;
    isReachable.value = false;
    return new ApiError(0, "No answer", "The daemon does not answer. Is it running?");
  },
};

/** The API, by path and method. Wrap calls in `ask`. */
export const api = createClient<paths>({ baseUrl: base });
api.use(tell);

interface Result<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

/** The answer's data; throws ApiError for a problem. */
export async function ask<T>(request: Promise<Result<T>>): Promise<T> {
  const { data, error, response } = await request;
  if (response.ok) return data as T;
  throw problemOf(error, response);
}

/** An answer that is no success, as an error. */
export function problemOf(body: unknown, response: Response): ApiError {
  const said = (typeof body === "object" && body !== null ? body : {}) as {
    title?: string;
    detail?: string;
    errors?: { field: string; reason: string }[];
  };
  const title = said.title ?? `${response.status} ${response.statusText}`;
  return new ApiError(response.status, title, said.detail ?? "", said.errors ?? []);
}

/** A request's body. What it leaves out takes its default, though the description, which is of
 * answers too, counts fields with a default as always given. */
export function body<T>(fields: NoInfer<Partial<T>>): NonNullable<T> {
  return fields as NonNullable<T>;
}
