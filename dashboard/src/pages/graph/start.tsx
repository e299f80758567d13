/** How large is the graph, and where can one begin? */

import { useQuery } from "@tanstack/preact-query";
import { useRef } from "preact/hooks";
import { api, ask } from "../../api/client";
import type { GraphAnswer } from "../../api/types";
import { Kind } from "../../components/badge";
import { Card, Figure, Head } from "../../components/card";
import { DemoOffer } from "../../components/demo-offer";
import { Empty, Loaded } from "../../components/loaded";
import { Num } from "../../components/num";
import { StoredText } from "../../components/stored-text";
import { useShortcuts } from "../../state/keys";
import { go, href, tenant } from "../../state/route";
import { addressOf } from "./address";
import { Finder } from "./finder";
import { EDGE_KINDS, EDGE_LOOKS } from "./look";

type Figures = NonNullable<GraphAnswer["figures"]>;

const ENTITIES = 500;
const SHOWN = 12;

/** The graph's figures, and places to begin. */
export function Start() {
  const field = useRef<HTMLInputElement>(null);
  useShortcuts([{ keys: "s", does: "Find in the graph", run: () => field.current?.focus() }]);
  const graph = useQuery({
    queryKey: ["graph", tenant.value, "figures"],
    queryFn: ({ signal }) =>
      ask(api.GET("/api/graph", { params: { query: { tenant_id: tenant.value } }, signal })),
  });
  return (
    <>
      <Head title="Graph">
        How memories and entities are linked. Begin with one of them, and go on from there.
      </Head>
      <Loaded query={graph} what="The graph" height="24rem">
        {({ figures }) =>
          !figures || figures.memories === 0 ? (
            <Empty title="Nothing is linked yet" actions={<DemoOffer kind="main" />}>
              Memories are linked as they are stored. Store some, or look at the sample first.
            </Empty>
          ) : (
            <>
              <Finder
                label="Find an entity or memory"
                fieldRef={field}
                onPick={(place) => go("graph", place.id)}
              />
              <div class="graph-start">
                <Size figures={figures} />
                <Edges figures={figures} />
                <Entities figures={figures} />
                <Communities figures={figures} />
              </div>
            </>
          )
        }
      </Loaded>
    </>
  );
}

function address(): string {
  return addressOf("/api/graph", { tenant_id: tenant.value });
}

function Size({ figures }: { figures: Figures }) {
  const from = address();
  const { degree } = figures;
  return (
    <Card title="Size">
      <dl class="graph-figures">
        <Figure name="Memories">
          <Num value={figures.memories} from={from} path="figures.memories" />
        </Figure>
        <Figure name="Entities">
          <Num value={figures.entities} from={from} path="figures.entities" />
        </Figure>
        <Figure name="Communities">
          <Num value={figures.communities} from={from} path="figures.communities" />
        </Figure>
      </dl>
      <h3 class="graph-start__head">Edges of a node</h3>
      <dl class="graph-figures graph-figures--small">
        <Figure name="Mean">
          <Num value={degree.mean} from={from} path="figures.degree.mean" as="score" />
        </Figure>
        <Figure name="Median">
          <Num value={degree.median} from={from} path="figures.degree.median" />
        </Figure>
        <Figure name={<code title="The 99th percentile">p99</code>}>
          <Num value={degree.p99} from={from} path="figures.degree.p99" />
        </Figure>
        <Figure name="Most">
          <Num value={degree.max} from={from} path="figures.degree.max" />
        </Figure>
        <Figure name="Nodes without">
          <Num value={degree.isolated} from={from} path="figures.degree.isolated" />
        </Figure>
      </dl>
    </Card>
  );
}

function Edges({ figures }: { figures: Figures }) {
  const kinds = EDGE_KINDS.filter((kind) => figures.edges[kind] !== undefined);
  const most = Math.max(1, ...Object.values(figures.edges));
  return (
    <Card title="Edges by kind">
      {kinds.length === 0 && <p class="muted">No edge yet: one memory has nothing to link to.</p>}
      <ul class="graph-kinds">
        {kinds.map((kind) => (
          <li class="graph-kinds__row" title={EDGE_LOOKS[kind].says}>
            <span class="graph-kinds__name">{kind}</span>
            <span class="meter" aria-hidden="true">
              <span
                style={{
                  width: `${(100 * (figures.edges[kind] ?? 0)) / most}%`,
                  background: `var(--${EDGE_LOOKS[kind].color})`,
                }}
              />
            </span>
            <span class="number">
              <Num value={figures.edges[kind]} from={address()} path={`figures.edges.${kind}`} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Entities({ figures }: { figures: Figures }) {
  const query = { tenant_id: tenant.value, limit: ENTITIES };
  const from = addressOf("/api/entities", query);
  const entities = useQuery({
    queryKey: ["entities", tenant.value, "first", figures.entities],
    queryFn: ({ signal }) => ask(api.GET("/api/entities", { params: { query }, signal })),
  });
  if (figures.entities === 0) {
    return (
      <Card title="Entities">
        <Empty
          title="No entity is known"
          actions={<a href={href("settings")}>See the settings of extraction</a>}
        >
          Entities are named things that memories speak of. They come from tags, and from texts that
          extraction reads.
        </Empty>
      </Card>
    );
  }
  // The API lists by name. Which are mentioned most is known only when all of them came.
  const isAll = entities.data !== undefined && !entities.data.next_cursor;
  return (
    <Card title={isAll ? "Entities mentioned most" : "Entities by name"} isFlush>
      <Loaded query={entities} what="The entities">
        {({ items }) => (
          <ul class="graph-places">
            {(isAll ? [...items].sort((a, b) => b.n_mentions - a.n_mentions) : items)
              .slice(0, SHOWN)
              .map((one) => (
                <li>
                  <a class="graph-places__row" href={href("graph", one.id)}>
                    <StoredText text={one.name} lines={1} />
                    <Kind of={one.kind} />
                    <span class="graph-places__end">
                      <Num
                        value={one.n_mentions}
                        from={from}
                        path={`items.{id=${one.id}}.n_mentions`}
                      />
                      <span class="muted"> memories</span>
                    </span>
                  </a>
                </li>
              ))}
          </ul>
        )}
      </Loaded>
    </Card>
  );
}

function Communities({ figures }: { figures: Figures }) {
  if (figures.largest.length === 0) {
    return (
      <Card title="Communities">
        <Empty title="No community was found yet" actions={<a href={href("jobs")}>To the jobs</a>}>
          Consolidation groups memories that are closely linked. It runs by itself, or from the page
          of jobs.
        </Empty>
      </Card>
    );
  }
  return (
    <Card title="Largest communities" isFlush>
      <ul class="graph-places">
        {figures.largest.slice(0, SHOWN).map((one) => (
          <li>
            <a class="graph-places__row" href={href("graph", one.id, { color: "community" })}>
              <StoredText text={one.summary[0] ?? ""} lines={1} />
              <span class="graph-places__end">
                <Num
                  value={one.members}
                  from={address()}
                  path={`figures.largest.{id=${one.id}}.members`}
                />
                <span class="muted"> memories</span>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </Card>
  );
}
