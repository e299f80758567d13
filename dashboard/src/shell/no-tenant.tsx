/** What can be done where the tenant of the address is not there (any more)? */

import { useQueryClient } from "@tanstack/preact-query";
import { api, ask, body } from "../api/client";
import { Button } from "../components/button";
import { DemoOffer } from "../components/demo-offer";
import { Empty } from "../components/loaded";
import { go } from "../state/route";
import { say } from "../state/toasts";

/** It was deleted, or never made. */
export function NoTenant({ id }: { id: string }) {
  const queries = useQueryClient();

  async function create(): Promise<void> {
    await ask(api.POST("/api/tenants", { body: body({ id }) }));
    await queries.invalidateQueries();
    say(`Tenant ${id} is there.`);
  }

  return (
    <Empty
      title="There is no such tenant"
      actions={
        <>
          <Button kind="main" onClick={create}>
            Create it
          </Button>
          {id !== "default" && (
            <Button onClick={() => go("overview", "", { tenant: "default" })}>Go to default</Button>
          )}
          <DemoOffer />
        </>
      }
    >
      Tenant <bdi>{id}</bdi> was deleted, or never created.
    </Empty>
  );
}
