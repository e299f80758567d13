/** Is each part well, and does each index hold what was stored? */

import { type UseQueryResult, useQuery } from "@tanstack/preact-query";
import { TriangleAlert } from "lucide-preact";
import type { ComponentChildren } from "preact";
import { api, ask } from "../../api/client";
import type { Health, IndexHealth, Tenant } from "../../api/types";
import { State } from "../../components/badge";
import { Loaded } from "../../components/loaded";
import { Num } from "../../components/num";
import { StoredText } from "../../components/stored-text";
import { href } from "../../state/route";

function useHealth() {
  return useQuery({
    queryKey: ["health"],
    queryFn: ({ signal }) => ask(api.GET("/api/health", { signal })),
    refetchInterval: 5000,
  });
}

interface WarningsProps {
  tenant: string;
  /** What the tenant's own view warns of. */
  warning?: string | null;
}

/** What is degraded, in words, above everything else. */
export function Warnings({ tenant, warning }: WarningsProps) {
  const health = useHealth();
  // Parts are named `extraction`, `model`, `TENANT/vector`.
  const ours = Object.entries(health.data?.degraded ?? {}).filter(
    ([part]) => !part.includes("/") || part.startsWith(`${tenant}/`) || part.startsWith("model/"),
  );
  if (ours.length === 0 && !warning) return null;
  return (
    <div class="stack" role="status">
      {warning && (
        <div class="banner">
          <TriangleAlert class="overview__icon" aria-hidden="true" />
          <StoredText text={warning} lines={2} />
        </div>
      )}
      {ours.map(([part, reason]) => (
        <div key={part} class="banner">
          <TriangleAlert class="overview__icon" aria-hidden="true" />
          <span>
            <strong>{nameOf(part)} is degraded.</strong> <StoredText text={reason} lines={3} />{" "}
            <a href={href("logs", "", { level: "warning" })}>See the logs</a>
          </span>
        </div>
      ))}
    </div>
  );
}

function nameOf(part: string): string {
  if (part.startsWith("model")) return "The embedding model";
  if (part.endsWith("/vector")) return "The vector index";
  if (part.endsWith("/text")) return "The text index";
  return part.charAt(0).toUpperCase() + part.slice(1);
}

interface PartsProps {
  tenant: string;
  indexes: UseQueryResult<Tenant, Error>;
}

/** The models, the reader of texts, and the indexes of a tenant. */
export function Parts({ tenant, indexes }: PartsProps) {
  const health = useHealth();
  return (
    <div class="stack">
      <Loaded query={health} what="The health" height="5rem">
        {(of) => <Models of={of} />}
      </Loaded>
      <Loaded query={indexes} what="The indexes" height="7rem">
        {(view) => <Indexes tenant={tenant} of={view.indexes} />}
      </Loaded>
    </div>
  );
}

function Models({ of }: { of: Health }) {
  const models = Object.entries(of.models);
  return (
    <ul class="overview__parts">
      <Part name="Daemon" state={of.status} />
      {models.map(([choice, model]) => (
        <Part
          key={choice}
          name={choice === "default" ? "Embedding model" : `Embedding model, ${choice}`}
          state={model.state}
          reason={model.reason}
        >
          <code>{model.name}</code>
          {model.dimensions !== null && (
            <span class="muted">
              <Num
                value={model.dimensions}
                from="/api/health"
                path={`models.${choice}.dimensions`}
              />{" "}
              dimensions
            </span>
          )}
        </Part>
      ))}
      {models.length === 0 && <Part name="Embedding model" state={of.model.state} />}
      <Part
        name="Extraction"
        state={of.extraction.state === "none" ? "off" : of.extraction.state}
        reason={of.extraction.reason}
      >
        {of.extraction.state === "none" ? (
          <span class="muted">
            Set by <code>extraction.mode</code>: texts are found, but not read for entities and
            facts.
          </span>
        ) : (
          <code>{of.extraction.name}</code>
        )}
      </Part>
    </ul>
  );
}

interface PartProps {
  name: string;
  state: string;
  reason?: string | null;
  children?: ComponentChildren;
}

function Part({ name, state, reason, children }: PartProps) {
  return (
    <li class="overview__part">
      <span class="overview__part-name">{name}</span>
      <State of={state} />
      <span class="overview__part-about small">
        {children}
        {reason && <StoredText text={reason} lines={3} />}
      </span>
    </li>
  );
}

/** Each index as a sum: what was accepted is searchable, pending, or failed. */
function Indexes({ tenant, of }: { tenant: string; of: Record<string, IndexHealth> }) {
  const from = `/api/tenants/${encodeURIComponent(tenant)}`;
  const names = Object.keys(of).sort();
  if (names.length === 0) return <p class="small muted">The tenant has no index yet.</p>;
  return (
    <div class="overview__scroll" role="region" aria-label="Indexes" tabIndex={0}>
      <table class="overview__sums">
        <thead>
          <tr>
            <th>Index</th>
            <th class="number">Accepted</th>
            <td aria-hidden="true" />
            <th class="number">Searchable</th>
            <td aria-hidden="true" />
            <th class="number">Pending</th>
            <td aria-hidden="true" />
            <th class="number">Failed</th>
          </tr>
        </thead>
        <tbody>
          {names.map((name) => (
            <IndexRow key={name} name={name} of={of[name] as IndexHealth} from={from} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function IndexRow({ name, of, from }: { name: string; of: IndexHealth; from: string }) {
  const part = (n: number) => `${of.accepted > 0 ? (100 * n) / of.accepted : 0}%`;
  return (
    <>
      <tr class="overview__sum">
        <th scope="row">
          {name} <State of={of.state} />
        </th>
        <td class="number">
          <Num value={of.accepted} from={from} path={`indexes.${name}.accepted`} />
        </td>
        <td class="muted">=</td>
        <td class="number">
          <Num value={of.searchable} from={from} path={`indexes.${name}.searchable`} />
        </td>
        <td class="muted">+</td>
        <td class="number">
          <Num value={of.pending} from={from} path={`indexes.${name}.pending`} />
        </td>
        <td class="muted">+</td>
        <td class={of.failed > 0 ? "number overview__bad" : "number"}>
          <Num value={of.failed} from={from} path={`indexes.${name}.failed`} />
        </td>
      </tr>
      <tr>
        <td colSpan={8}>
          <div class="meter" aria-hidden="true">
            <span style={{ width: part(of.searchable), "--series": "var(--good)" }} />
            <span style={{ width: part(of.pending), "--series": "var(--warn)" }} />
            <span style={{ width: part(of.failed), "--series": "var(--bad)" }} />
          </div>
          {of.reason && <StoredText text={of.reason} lines={3} />}
        </td>
      </tr>
    </>
  );
}
