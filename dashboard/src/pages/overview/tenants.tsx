/** Which tenants are there, and how much does each hold? */

import { useQuery } from "@tanstack/preact-query";
import { api, ask } from "../../api/client";
import type { Status, Tenant } from "../../api/types";
import { State } from "../../components/badge";
import { Card } from "../../components/card";
import { Loaded, Loading } from "../../components/loaded";
import { Num } from "../../components/num";
import { Time } from "../../components/time";
import { href, tenant } from "../../state/route";

/** So many are shown here; Settings has all. */
const N_SHOWN = 12;

/** The tenants with their counts. `isDue` is true once what matters more is here. */
export function Tenants({ isDue }: { isDue: boolean }) {
  const status = useQuery({
    queryKey: ["status"],
    queryFn: ({ signal }) => ask(api.GET("/api/status", { signal })),
    enabled: isDue,
    refetchInterval: 30_000,
  });
  const all = <a href={href("settings", "tenants")}>Create, change, delete</a>;
  return (
    <Card title="Tenants" aside={all}>
      {isDue ? (
        <Loaded query={status} what="The tenants" height="7rem">
          {(of) => <Table of={of} />}
        </Loaded>
      ) : (
        <Loading what="The tenants" height="7rem" />
      )}
    </Card>
  );
}

function Table({ of }: { of: Status }) {
  // Those that are open first: only they have counts.
  const shown = of.tenants.toSorted((one, other) => Number(!one.counts) - Number(!other.counts));
  return (
    <>
      <div class="overview__scroll" role="region" aria-label="Tenants" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th>Tenant</th>
              <th class="number">Memories</th>
              <th class="number">Active</th>
              <th class="number">Archived</th>
              <th class="number">Retired</th>
              <th class="number">Deleted</th>
              <th>Indexes</th>
              <th>Created</th>
            </tr>
          </thead>
          <tbody>
            {shown.slice(0, N_SHOWN).map((one) => (
              <TenantRow key={one.id} of={one} />
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">open together</th>
              <td class="number">
                <Num value={of.totals.memories} from="/api/status" path="totals.memories" />
              </td>
              <States of={of.totals} path="totals" />
              <td colSpan={2} />
            </tr>
          </tfoot>
        </table>
      </div>
      {shown.length > N_SHOWN && (
        <p class="small">
          <a href={href("settings", "tenants")}>All tenants</a>{" "}
          <span class="muted">
            (<Num value={of.n_tenants} from="/api/status" path="n_tenants" />)
          </span>
        </p>
      )}
    </>
  );
}

function TenantRow({ of }: { of: Tenant }) {
  const path = `tenants.{id=${of.id}}.counts`;
  const indexes = Object.values(of.indexes);
  const worst = indexes.find((one) => one.state !== "ok")?.state ?? "ok";
  return (
    <tr>
      <th scope="row">
        <a
          href={href("overview", "", { tenant: of.id })}
          aria-current={of.id === tenant.value ? "true" : undefined}
        >
          <bdi>{of.id}</bdi>
        </a>
      </th>
      {of.counts ? (
        <>
          <td class="number">
            <Num value={of.counts.memories} from="/api/status" path={`${path}.memories`} />
          </td>
          <States of={of.counts} path={path} />
          <td>
            <State of={worst} />
          </td>
        </>
      ) : (
        <td colSpan={6} class="muted">
          closed: counted when it is opened
        </td>
      )}
      <td>
        <Time at={of.created_at} />
      </td>
    </tr>
  );
}

const STATES = ["active", "archived", "retired"];

function States({ of, path }: { of: NonNullable<Tenant["counts"]>; path: string }) {
  return (
    <>
      {STATES.map((state) => (
        <td key={state} class="number">
          <Num value={of.by_state[state]} from="/api/status" path={`${path}.by_state.${state}`} />
        </td>
      ))}
      <td class="number">
        <Num value={of.deleted} from="/api/status" path={`${path}.deleted`} />
      </td>
    </>
  );
}
