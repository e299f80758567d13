/** Which models are in use, can they be used, and is one being changed for another? */

import { useQuery, useQueryClient } from "@tanstack/preact-query";
import { api, ask } from "../../api/client";
import type { Health, Process } from "../../api/types";
import { State } from "../../components/badge";
import { Button } from "../../components/button";
import { Card } from "../../components/card";
import { Loaded } from "../../components/loaded";
import { Num } from "../../components/num";
import { StoredText } from "../../components/stored-text";
import { Time } from "../../components/time";
import { href, tenant } from "../../state/route";
import { say } from "../../state/toasts";

/** The models of the daemon and of the tenant shown, and what goes on about them. */
export function Models() {
  const health = useQuery({
    queryKey: ["health"],
    queryFn: ({ signal }) => ask(api.GET("/api/health", { signal })),
    refetchInterval: 5000,
  });
  return (
    <>
      <Card title="In use" aside={<a href={href("settings", "", { group: "embedding" })}>Set</a>}>
        <Loaded query={health} what="The models" height="8rem">
          {(of) => <InUse of={of} />}
        </Loaded>
      </Card>
      <OfTenant />
      <Evolving />
    </>
  );
}

function InUse({ of }: { of: Health }) {
  const { extraction } = of;
  return (
    <div class="settings__scroll" role="region" aria-label="Models" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th>For</th>
            <th>Model</th>
            <th>State</th>
            <th class="number">Dimensions</th>
            <th>Why</th>
          </tr>
        </thead>
        <tbody>
          {Object.entries(of.models).map(([choice, model]) => (
            <tr key={choice}>
              <td>embedding, {choice}</td>
              <td>
                <code>{model.name}</code>
              </td>
              <td>
                <State of={model.state} />
              </td>
              <td class="number">
                <Num
                  value={model.dimensions}
                  from="/api/health"
                  path={`models.${choice}.dimensions`}
                />
              </td>
              <td>{model.reason && <StoredText text={model.reason} lines={4} />}</td>
            </tr>
          ))}
          <tr>
            <td>extraction</td>
            <td>{extraction.name ? <code>{extraction.name}</code> : "–"}</td>
            <td>
              <State of={extraction.state === "none" ? "off" : extraction.state} />
            </td>
            <td class="number">–</td>
            <td>
              {extraction.reason ? (
                <StoredText text={extraction.reason} lines={4} />
              ) : (
                extraction.state === "none" && (
                  <a href={href("settings", "", { find: "extraction.mode" })}>
                    <code>extraction.mode</code> is off
                  </a>
                )
              )}
            </td>
          </tr>
        </tbody>
      </table>
    </div>
  );
}

function OfTenant() {
  const id = tenant.value;
  const view = useQuery({
    queryKey: ["tenants", id],
    queryFn: ({ signal }) =>
      ask(api.GET("/api/tenants/{id}", { params: { path: { id } }, signal })),
  });
  return (
    <Card title="Of the tenant shown">
      <Loaded query={view} what="The tenant" height="4rem">
        {(of) => (
          <dl class="facts">
            <dt>Tenant</dt>
            <dd>
              <bdi>{of.id}</bdi>
            </dd>
            <dt>Chosen</dt>
            <dd>{of.settings.embedding}</dd>
            <dt>In service</dt>
            <dd>
              {of.embedding_model ? (
                <>
                  <code>{of.embedding_model}</code>,{" "}
                  <Num
                    value={of.dimensions}
                    from={`/api/tenants/${encodeURIComponent(of.id)}`}
                    path="dimensions"
                  />{" "}
                  dimensions
                </>
              ) : (
                <span class="muted">none yet: it comes with the first memory</span>
              )}
            </dd>
          </dl>
        )}
      </Loaded>
    </Card>
  );
}

function Evolving() {
  const queries = useQueryClient();
  const processes = useQuery({
    queryKey: ["processes"],
    queryFn: ({ signal }) => ask(api.GET("/api/processes", { signal })),
    refetchInterval: 2000,
  });

  async function stop(of: Process): Promise<void> {
    await ask(api.POST("/api/processes/{id}/stop", { params: { path: { id: of.id } } }));
    await queries.invalidateQueries({ queryKey: ["processes"] });
    say("The former model stays in service.");
  }

  return (
    <Card title="Changes of model">
      <Loaded query={processes} what="The changes of model" height="4rem">
        {({ items }) => {
          const shown = items.filter((one) => one.kind === "evolve");
          if (shown.length === 0) {
            return (
              <p class="muted small">
                None is under way. When a tenant chooses another model, its memories are embedded
                anew in the background; recall goes on with the former one until the new one knows
                all.
              </p>
            );
          }
          return (
            <ul class="settings__list">
              {shown.map((one) => (
                <Evolve key={one.id} of={one} onStop={() => stop(one)} />
              ))}
            </ul>
          );
        }}
      </Loaded>
    </Card>
  );
}

function Evolve({ of, onStop }: { of: Process; onStop: () => Promise<void> }) {
  const pick = `items.{id=${of.id}}`;
  const isGoing = of.state === "running" || of.state === "pending";
  return (
    <li class="settings__evolve small">
      <span>
        <bdi>{of.tenant_id}</bdi> <State of={of.state} />
      </span>
      <span class="muted">
        {of.total !== null && (
          <>
            <Num value={of.done} from="/api/processes" path={`${pick}.done`} /> of{" "}
            <Num value={of.total} from="/api/processes" path={`${pick}.total`} /> embedded,{" "}
          </>
        )}
        {of.finished_at ? (
          <>
            ended <Time at={of.finished_at} />
          </>
        ) : (
          <>
            since <Time at={of.started_at} />
          </>
        )}
      </span>
      {of.total !== null && of.total > 0 && (
        <span class="meter" aria-hidden="true">
          <span style={{ width: `${(100 * of.done) / of.total}%` }} />
        </span>
      )}
      {of.error && <StoredText text={of.error} lines={3} />}
      {isGoing && of.is_stoppable && (
        <Button size="small" onClick={onStop}>
          Stop
        </Button>
      )}
    </li>
  );
}
