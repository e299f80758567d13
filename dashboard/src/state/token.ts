/** Which token does this session send? Kept for the session only: it goes with the tab. */

import { signal } from "@preact/signals";

const KEY = "perspective.token";

/** The bearer token, or the empty string. */
export const token = signal(sessionStorage.getItem(KEY) ?? "");

/** Keeps a token until the tab is closed. */
export function keepToken(given: string): void {
  sessionStorage.setItem(KEY, given);
  token.value = given;
}

/** Forgets the token. */
export function forgetToken(): void {
  sessionStorage.removeItem(KEY);
  token.value = "";
}
