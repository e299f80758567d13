/** How does the page follow what happens? The stream says that something did; what is shown is
 * then asked for anew, at most once in a while, so that it never differs from the API's own. */

import { useQueryClient } from "@tanstack/preact-query";
import { useEffect, useState } from "preact/hooks";
import { listen } from "../../api/events";

/** What to ask again after an event, and how long to gather more of them before. */
const FOLLOWERS: readonly [resource: string, waitMs: number][] = [
  ["activity", 400],
  ["tenants", 2000],
  ["queue", 2000],
  ["arrivals", 4000],
];

/** Keeps the page's queries up with the tenant's events; says whether the stream is open. */
export function useLive(tenant: string): boolean {
  const queries = useQueryClient();
  const [isLive, setLive] = useState(false);
  useEffect(() => {
    const waiting = new Map<string, ReturnType<typeof setTimeout>>();
    const stop = listen(
      tenant,
      () => {
        for (const [resource, ms] of FOLLOWERS) {
          if (waiting.has(resource)) continue;
          const ask = () => {
            waiting.delete(resource);
            void queries.invalidateQueries({ queryKey: [resource, tenant] });
          };
          waiting.set(resource, setTimeout(ask, ms));
        }
      },
      setLive,
    );
    return () => {
      stop();
      for (const timer of waiting.values()) clearTimeout(timer);
    };
  }, [tenant, queries]);
  return isLive;
}
