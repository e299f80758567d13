/** Which address says what is shown of a memory? */

import { route, tenant } from "../../state/route";

/** The address of a memory, or of what belongs to it: `/inspect`. */
export function addressOf(id: string, rest = ""): string {
  return `/api/memories/${encodeURIComponent(id)}${rest}?tenant_id=${encodeURIComponent(tenant.value)}`;
}

/** The parameters of this page without the search and its filters, for links to other memories
 * that the list beside need not hold. */
export function kept(): Record<string, string> {
  return Object.fromEntries(route.value.params);
}
