/** What can somebody look at who has stored nothing yet? */

import { useQueryClient } from "@tanstack/preact-query";
import { api, ask } from "../api/client";
import { go, route } from "../state/route";
import { say } from "../state/toasts";
import { Button } from "./button";

/** Loads the sample into its own tenant, and shows this page of it. */
export function DemoOffer({ kind = "plain" }: { kind?: "plain" | "main" }) {
  const queries = useQueryClient();

  async function load(): Promise<void> {
    const { tenant_id } = await ask(api.POST("/api/demo"));
    await queries.invalidateQueries();
    go(route.value.page, "", { tenant: tenant_id });
    say(`The demo sample is in tenant ${tenant_id}. Deleting that tenant takes it away.`);
  }

  return (
    <Button kind={kind} onClick={load}>
      Load the demo sample
    </Button>
  );
}
