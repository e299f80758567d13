/** Who may see this? The daemon wants a token, so the page asks for it. */

import { useQueryClient } from "@tanstack/preact-query";
import { useState } from "preact/hooks";
import { ApiError, base, needsToken, problemOf } from "../api/client";
import { Button } from "../components/button";
import { Field } from "../components/form";
import { keepToken } from "../state/token";

/** Asks for the token until the daemon takes it. It is kept until the tab is closed. */
export function TokenForm() {
  const queries = useQueryClient();
  const [typed, setTyped] = useState("");
  const [refused, setRefused] = useState("");

  async function tryIt(event: Event): Promise<void> {
    event.preventDefault();
    try {
      const response = await fetch(`${base}/api/status`, {
        headers: { Authorization: `Bearer ${typed.trim()}` },
      });
      if (!response.ok) throw problemOf(await response.json().catch(() => null), response);
      keepToken(typed.trim());
      needsToken.value = false;
      await queries.invalidateQueries();
    } catch (error) {
      setRefused(error instanceof ApiError ? error.message : "The daemon does not answer.");
    }
  }

  return (
    <main class="main">
      <form class="card card__body stack" onSubmit={tryIt}>
        <h1>This memory is locked</h1>
        <p class="muted">
          The daemon asks for the token in the file that <code>security.token_file</code> names. It
          is kept until this tab is closed.
        </p>
        <Field label="Token">
          {(id) => (
            <input
              id={id}
              type="password"
              autocomplete="off"
              value={typed}
              onInput={(event) => setTyped(event.currentTarget.value)}
            />
          )}
        </Field>
        {refused && (
          <p class="failed" role="alert">
            {refused}
          </p>
        )}
        <div class="row">
          <Button kind="main" type="submit" disabled={!typed.trim()}>
            Open
          </Button>
        </div>
      </form>
    </main>
  );
}
