/** Of which parts does a long text consist? Read page by page, so that no answer is too large. */

import { useQuery } from "@tanstack/preact-query";
import { api, ask } from "../../api/client";
import type { Memory } from "../../api/types";
import { Loaded } from "../../components/loaded";
import { StoredText } from "../../components/stored-text";
import { VirtualList } from "../../components/virtual-list";
import { href, tenant } from "../../state/route";
import { kept } from "./addresses";

const PAGE = 300;
/** A row shows two lines. */
const SHOWN = 320;

/** All parts of a long text in their order, deleted ones only where all are deleted. */
export function useParts(sourceId: string, enabled = true) {
  return useQuery({
    queryKey: ["memories", "parts", tenant.value, sourceId],
    queryFn: async ({ signal }) => {
      const parts = await partsOf(sourceId, undefined, signal);
      return parts.length > 0 ? parts : partsOf(sourceId, "deleted", signal);
    },
    enabled,
  });
}

async function partsOf(
  source_id: string,
  state: "deleted" | undefined,
  signal: AbortSignal,
): Promise<Memory[]> {
  const found: Memory[] = [];
  let cursor: string | undefined;
  do {
    const query = {
      tenant_id: tenant.value,
      source_id,
      state,
      limit: PAGE,
      max_chars: SHOWN,
      cursor,
    };
    const page = await ask(api.GET("/api/memories", { params: { query }, signal }));
    found.push(...page.items);
    cursor = page.next_cursor ?? undefined;
  } while (cursor);
  return found.sort((a, b) => (a.ordinal ?? 0) - (b.ordinal ?? 0));
}

interface PartListProps {
  sourceId: string;
  /** The part that is open. */
  current?: string;
  size: string;
}

/** The parts, one under the other. */
export function PartList({ sourceId, current, size }: PartListProps) {
  const parts = useParts(sourceId);
  return (
    <Loaded query={parts} what="The parts" height="8rem">
      {(all) => (
        <VirtualList
          label="Parts of the long text"
          items={all}
          keyOf={(one) => one.id}
          height={64}
          size={size}
          active={all.findIndex((one) => one.id === current)}
          render={(one) => (
            <a
              class="memory__part"
              href={href("memories", one.id, kept())}
              aria-current={one.id === current ? "true" : undefined}
            >
              <code class="muted">{one.ordinal}</code>
              <StoredText text={one.current.content} lines={2} />
            </a>
          )}
        />
      )}
    </Loaded>
  );
}
