/** What does this tenant remember, what comes in, and is every part well? */

import { useQuery } from "@tanstack/preact-query";
import { api, ask } from "../../api/client";
import { Card, Head } from "../../components/card";
import { Failed, Loaded } from "../../components/loaded";
import { tenant } from "../../state/route";
import { Activity } from "./activity";
import { Arrivals } from "./arrivals";
import { FirstMemory } from "./first-memory";
import { Holdings } from "./holdings";
import { Jobs } from "./jobs";
import { useLive } from "./live";
import { Parts, Warnings } from "./parts";
import { Queue } from "./queue";
import { Tenants } from "./tenants";
import { Tiers } from "./tiers";
import "./page.css";

export default function Page() {
  const id = tenant.value;
  const isLive = useLive(id);
  const held = useQuery({
    queryKey: ["tenants", id],
    queryFn: ({ signal }) =>
      ask(api.GET("/api/tenants/{id}", { params: { path: { id } }, signal })),
    refetchInterval: 15_000,
  });
  // The counts come first: what asks the store for more waits until they are here.
  const isDue = !held.isPending;
  const counts = held.data?.counts;
  // A deleted memory was stored, too: only a tenant without both is new.
  const isNew = counts?.memories === 0 && counts.deleted === 0;
  return (
    <>
      <Head title="Overview">
        What tenant <bdi>{id}</bdi> remembers, what comes in, and how each part is.
      </Head>
      <Warnings tenant={id} warning={held.data?.warning} />
      <div class="overview">
        <div class="overview__whole">
          {isNew ? (
            <FirstMemory tenant={id} />
          ) : (
            <Card title="Memories">
              <Loaded query={held} what="The counts" height="7rem">
                {(view) => <Holdings of={view} />}
              </Loaded>
            </Card>
          )}
        </div>
        <div class="overview__column">
          {!isNew && <Arrivals tenant={id} since={held.data?.created_at} isDue={isDue} />}
          <Card title="Health">
            <Parts tenant={id} indexes={held} />
          </Card>
          <Tiers tenant={id} isDue={isDue} />
        </div>
        <div class="overview__column">
          {!isNew && <Activity tenant={id} isLive={isLive} isDue={isDue} />}
          <Queue tenant={id} isDue={isDue} />
          <Jobs tenant={id} isDue={isDue} />
        </div>
        <div class="overview__whole">
          <Tenants isDue={isDue} />
        </div>
      </div>
      {held.isError && held.data === undefined && (
        <Failed what="The tenant" error={held.error} retry={held.refetch} />
      )}
    </>
  );
}
