/** How full is each tier, and what does it cost in tokens? */

import { useQuery } from "@tanstack/preact-query";
import type { ComponentChildren } from "preact";
import { api, ask } from "../../api/client";
import type { Stats } from "../../api/types";
import { Card } from "../../components/card";
import { Loaded, Loading } from "../../components/loaded";
import { Num } from "../../components/num";
import { href } from "../../state/route";

interface TiersProps {
  tenant: string;
  /** True once what matters more is here: this reads every memory. */
  isDue: boolean;
}

/** Tokens and pressure by tier. */
export function Tiers({ tenant, isDue }: TiersProps) {
  const stats = useQuery({
    queryKey: ["stats", tenant],
    queryFn: ({ signal }) =>
      ask(api.GET("/api/stats", { params: { query: { tenant_id: tenant } }, signal })),
    enabled: isDue,
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  });
  return (
    <Card title="Tiers">
      {isDue ? (
        <Loaded query={stats} what="The tiers" height="12rem">
          {(of) => <Table of={of} tenant={tenant} />}
        </Loaded>
      ) : (
        <Loading what="The tiers" height="12rem" />
      )}
    </Card>
  );
}

function Table({ of, tenant }: { of: Stats; tenant: string }) {
  const from = `/api/stats?${new URLSearchParams({ tenant_id: tenant })}`;
  return (
    <>
      <div class="overview__scroll" role="region" aria-label="Tiers" tabIndex={0}>
        <table class="overview__tiers">
          <thead>
            <tr>
              <th>Tier</th>
              <th class="number">Memories</th>
              <th class="number">Tokens</th>
              <th class="number">Limit</th>
              <th>Pressure</th>
            </tr>
          </thead>
          {of.tiers.map((tier) => (
            <Tier key={tier.tier} of={tier} rows={of.rows} from={from} />
          ))}
          <tfoot>
            <tr>
              <th scope="row">all</th>
              <td class="number">
                <Num value={of.n_memories} from={from} path="n_memories" />
              </td>
              <td class="number">
                <Num value={of.tokens} from={from} path="tokens" />
              </td>
              <td colSpan={2} />
            </tr>
          </tfoot>
        </table>
      </div>
      <p class="tiny muted">
        A tier tells how lately and how much a memory was used; pressure is its tokens by its limit
        (<a href={href("settings", "", { find: "tiers." })}>tiers</a>). Retired memories are left
        out.
      </p>
    </>
  );
}

interface TierProps {
  of: Stats["tiers"][number];
  /** Of all tiers, by type. */
  rows: Stats["rows"];
  from: string;
}

function Tier({ of, rows, from }: TierProps) {
  const pick = `tiers.{tier=${of.tier}}`;
  return (
    <tbody>
      <tr>
        <th scope="row">{of.tier}</th>
        <td class="number">
          <Num value={of.n_memories} from={from} path={`${pick}.n_memories`} />
        </td>
        <td class="number">
          <Num value={of.tokens} from={from} path={`${pick}.tokens`} />
        </td>
        <td class="number">
          <Num value={of.limit_tokens} from={from} path={`${pick}.limit_tokens`} />
        </td>
        <td>
          <Pressure value={of.pressure}>
            <Num value={of.pressure} from={from} path={`${pick}.pressure`} as="share" />
          </Pressure>
        </td>
      </tr>
      {rows.map(
        (row, i) =>
          row.tier === of.tier && (
            <tr key={row.type} class="overview__of-tier muted">
              <td>{row.type}</td>
              <td class="number">
                <Num value={row.n_memories} from={from} path={`rows.${i}.n_memories`} />
              </td>
              <td class="number">
                <Num value={row.tokens} from={from} path={`rows.${i}.tokens`} />
              </td>
              <td />
              <td class="nowrap">
                mean score{" "}
                <Num value={row.mean_score} from={from} path={`rows.${i}.mean_score`} as="score" />
              </td>
            </tr>
          ),
      )}
    </tbody>
  );
}

/** A bar that is full at the limit, and of another colour above it. */
function Pressure({ value, children }: { value: number | null; children: ComponentChildren }) {
  if (value === null) return <span class="muted">no limit</span>;
  return (
    <span class="overview__pressure">
      <span class="meter" aria-hidden="true">
        <span
          style={{
            width: `${Math.min(100, 100 * value)}%`,
            "--series": value > 1 ? "var(--warn)" : "var(--series-1)",
          }}
        />
      </span>
      {children}
    </span>
  );
}
