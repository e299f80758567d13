/** What happens just now? The daemon's stream of events, read with fetch so that it can carry a token. */

import { createParser } from "eventsource-parser";
import { authorization, base, noteStatus } from "./client";
import type { MemoryEvent } from "./types";

const RETRY_MS = 3000;
const REFUSED = new Set([400, 404]);

/** Calls `hear` for each event of a tenant from now on, until the returned function is called.
 *
 * A stream that breaks is opened again behind the last event heard.
 */
export function listen(
  tenant: string,
  hear: (event: MemoryEvent) => void,
  isLive: (live: boolean) => void = () => {},
): () => void {
  const end = new AbortController();
  let after: string | undefined;
  const parser = createParser({
    onEvent(message) {
      after = message.id ?? after;
      if (message.data) hear(JSON.parse(message.data) as MemoryEvent);
    },
  });

  async function read(): Promise<void> {
    const query = new URLSearchParams({ tenant_id: tenant, ...(after ? { after } : {}) });
    const response = await fetch(`${base}/api/events?${query}`, {
      headers: authorization(),
      signal: end.signal,
    });
    noteStatus(response.status);
    if (REFUSED.has(response.status)) end.abort(); // such a tenant, or none: asking again is no use
    if (!response.ok || !response.body) return;
    isLive(true);
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      parser.feed(value);
    }
  }

  async function goOn(): Promise<void> {
    while (!end.signal.aborted) {
      await read().catch(() => {});
      parser.reset();
      isLive(false);
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
  void goOn();
  return () => end.abort();
}
