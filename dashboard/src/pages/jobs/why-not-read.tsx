/** Why are texts not read? */

import { useQuery, useQueryClient } from "@tanstack/preact-query";
import { api, ask } from "../../api/client";
import { Button } from "../../components/button";
import { StoredText } from "../../components/stored-text";
import { href, tenant } from "../../state/route";
import { processes, thisTenant } from "./queries";

const LOOK_MS = 10_000;

/** Says what keeps texts from being read, and what to do about it; nothing while they are read. */
export function WhyNotRead() {
  const queries = useQueryClient();
  const health = useQuery({
    queryKey: ["health"],
    queryFn: ({ signal }) => ask(api.GET("/api/health", { signal })),
    refetchInterval: LOOK_MS,
  });
  const settings = useQuery(thisTenant());
  const jobs = useQuery(processes);
  const extraction = health.data?.extraction;
  const job = jobs.data?.items.find((one) => one.id === "extraction");

  async function goOn(): Promise<void> {
    await ask(
      api.POST("/api/processes/{id}/run", {
        params: { path: { id: "extraction" } },
        body: { tenant_id: tenant.value },
      }),
    );
    await queries.invalidateQueries({ queryKey: ["processes"] });
  }

  if (extraction?.state === "none") {
    return (
      <p class="jobs-note">
        Extraction is off (<code>extraction.mode</code> is <code>off</code>): what is stored is
        found, but no entities and facts are read out of it. Everything waits until you turn it on
        in <code>perspective.toml</code> and start Perspective again.{" "}
        <a href={href("settings")}>Settings</a>
      </p>
    );
  }
  if (settings.data?.settings.extraction === false) {
    return (
      <p class="jobs-note">
        The tenant <code>{tenant.value}</code> has extraction turned off: its texts wait.{" "}
        <a href={href("settings")}>Settings</a>
      </p>
    );
  }
  if (job?.state === "paused") {
    return (
      <div class="jobs-note spread">
        <span>Extraction is paused, until you go on or Perspective starts again.</span>
        <Button size="small" onClick={goOn}>
          Go on
        </Button>
      </div>
    );
  }
  if (extraction?.reason) {
    return (
      <div class="jobs-note">
        <strong>What reads texts cannot be used; they wait.</strong>
        <StoredText text={extraction.reason} />
      </div>
    );
  }
  return null;
}
