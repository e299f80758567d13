/** How much does the tenant hold, by type, state and namespace? */

import type { ComponentChildren } from "preact";
import type { Tenant } from "../../api/types";
import { KIND_COLORS } from "../../components/badge";
import { Figure } from "../../components/card";
import { Num } from "../../components/num";
import { StoredText } from "../../components/stored-text";
import { href } from "../../state/route";

/** So many namespaces are shown here; all are a click away. */
const N_NAMESPACES = 5;

const STATE_COLORS: Record<string, string> = {
  active: "good",
  archived: "warn",
};

/** The counts of a tenant, each with the way to what is counted. */
export function Holdings({ of }: { of: Tenant }) {
  const { counts } = of;
  if (!counts) return <p class="muted">This tenant is not open, so nothing is counted.</p>;
  const from = `/api/tenants/${encodeURIComponent(of.id)}`;
  const spaces = Object.entries(counts.by_namespace).sort((one, other) => other[1] - one[1]);
  return (
    <div class="overview__holdings">
      <dl class="overview__figures">
        <Figure name="Memories">
          <a class="overview__figure-link" href={href("memories")}>
            <Num value={counts.memories} from={from} path="counts.memories" />
          </a>
        </Figure>
        <Figure name="Entities">
          <a class="overview__figure-link" href={href("graph")}>
            <Num value={counts.entities} from={from} path="counts.entities" />
          </a>
        </Figure>
        <Figure name="Links">
          <Num value={counts.edges} from={from} path="counts.edges" />
        </Figure>
        <Figure name="Versions">
          <Num value={counts.versions} from={from} path="counts.versions" />
        </Figure>
      </dl>
      <Split title="By type">
        {Object.entries(counts.by_type)
          .sort()
          .map(([type, n]) => (
            <Row
              key={type}
              name={type}
              color={KIND_COLORS[type] ?? "series-6"}
              to={href("memories", "", { type })}
              n={n}
              whole={counts.memories}
            >
              <Num value={n} from={from} path={`counts.by_type.${type}`} />
            </Row>
          ))}
      </Split>
      <Split title="By state">
        {Object.entries(counts.by_state)
          .sort()
          .map(([state, n]) => (
            <Row
              key={state}
              name={state}
              color={STATE_COLORS[state] ?? "series-6"}
              to={href("memories", "", { state })}
              n={n}
              whole={counts.memories}
            >
              <Num value={n} from={from} path={`counts.by_state.${state}`} />
            </Row>
          ))}
        <Row name="deleted" color="series-6" to={href("memories", "", { state: "deleted" })}>
          <Num value={counts.deleted} from={from} path="counts.deleted" />
        </Row>
      </Split>
      <Split title="By namespace">
        {spaces.slice(0, N_NAMESPACES).map(([namespace, n]) => (
          <Row
            key={namespace}
            name={namespace}
            color="series-5"
            to={href("memories", "", { namespace })}
            n={n}
            whole={counts.memories}
          >
            <Num value={n} from={from} path={`counts.by_namespace.{=${namespace}}`} />
          </Row>
        ))}
        {spaces.length > N_NAMESPACES && (
          <li class="tiny">
            <a href={href("memories")}>The largest are shown; all namespaces</a>
          </li>
        )}
      </Split>
    </div>
  );
}

interface SplitProps {
  title: string;
  children: ComponentChildren;
}

function Split({ title, children }: SplitProps) {
  return (
    <div class="overview__split">
      <h3>{title}</h3>
      <ul>{children}</ul>
    </div>
  );
}

interface RowProps {
  name: string;
  color: string;
  /** Where what is counted is listed. */
  to: string;
  /** For the bar: how many of how many. Without, there is none. */
  n?: number;
  whole?: number;
  children: ComponentChildren;
}

function Row({ name, color, to, n = 0, whole = 0, children }: RowProps) {
  const width = whole > 0 ? `${(100 * n) / whole}%` : "0";
  return (
    <li class="overview__row" style={{ "--part": width, "--series": `var(--${color})` }}>
      <a href={to}>
        <StoredText text={name} lines={1} />
      </a>
      <span class="number">{children}</span>
      <span class="overview__bar" aria-hidden="true" />
    </li>
  );
}
