/** What is shown while something is loading, when it failed, and when there is nothing? */

import type { UseQueryResult } from "@tanstack/preact-query";
import type { ComponentChildren } from "preact";
import { ApiError } from "../api/client";
import { Button } from "./button";

interface LoadedProps<T> {
  query: UseQueryResult<T, Error>;
  /** What failed to load, for the message: `The memories`. */
  what: string;
  /** The height kept free while loading. */
  height?: string;
  children: (data: T) => ComponentChildren;
}

/** What a query brought; data of before stays while it is asked again. */
export function Loaded<T>({ query, what, height, children }: LoadedProps<T>) {
  if (query.data !== undefined) {
    return (
      <>
        {query.isError && <Failed what={what} error={query.error} retry={query.refetch} />}
        {children(query.data)}
      </>
    );
  }
  if (query.isError) return <Failed what={what} error={query.error} retry={query.refetch} />;
  return <Loading what={what} height={height} />;
}

/** A space that says to be loading. */
export function Loading({ what, height }: { what: string; height?: string }) {
  return (
    <div role="status">
      <div class="loading" style={height ? { "--height": height } : undefined} />
      <span class="hidden-text">{what}: loading</span>
    </div>
  );
}

interface FailedProps {
  what: string;
  error: Error;
  retry?: () => Promise<unknown>;
}

/** What failed and why, with a way to try again. */
export function Failed({ what, error, retry }: FailedProps) {
  const fields = error instanceof ApiError ? error.fields : [];
  return (
    <div class="failed" role="alert">
      <div>
        <strong>{what} could not be loaded.</strong> {error.message}
        {fields.length > 0 && (
          <ul>
            {fields.map((one) => (
              <li>
                <code>{one.field}</code> {one.reason}
              </li>
            ))}
          </ul>
        )}
      </div>
      {retry && (
        <Button size="small" onClick={retry}>
          Try again
        </Button>
      )}
    </div>
  );
}

interface EmptyProps {
  title: string;
  children?: ComponentChildren;
  /** What to do first. */
  actions?: ComponentChildren;
}

/** Nothing is here, and what to do about it. */
export function Empty({ title, children, actions }: EmptyProps) {
  return (
    <div class="empty">
      <h2>{title}</h2>
      {children && <p>{children}</p>}
      {actions && <div class="row">{actions}</div>}
    </div>
  );
}
