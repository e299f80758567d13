/** How does the memory stand now: found why, held how well, trusted how much, and what comes next? */

import type { Inspection, Memory } from "../../api/types";
import { Badge, State } from "../../components/badge";
import { Figure } from "../../components/card";
import { Num } from "../../components/num";
import { StoredText } from "../../components/stored-text";
import { Time } from "../../components/time";
import { href } from "../../state/route";
import { addressOf } from "./addresses";
import { Forecast } from "./forecast";
import type { Rows } from "./rows";
import { Strength } from "./strength";
import { Why } from "./why";

interface NowProps {
  memory: Memory;
  inspection: Inspection;
  list: Rows;
}

/** The first tab. */
export function Now({ memory, inspection, list }: NowProps) {
  return (
    <div class="stack memory__now">
      {list.body && <Why id={memory.id} list={list} />}
      <Strength inspection={inspection} />
      <Standing inspection={inspection} />
      <Forecast inspection={inspection} />
      <Indexes inspection={inspection} />
      <Communities inspection={inspection} />
    </div>
  );
}

/** The figures that ranking takes. */
function Standing({ inspection }: { inspection: Inspection }) {
  const from = addressOf(inspection.id, "/inspect");
  return (
    <section aria-label="In ranking">
      <h3>In ranking</h3>
      <dl class="memory__figures">
        <Figure name="Importance">
          <Num value={inspection.importance} from={from} path="importance" as="score" />
          <small>
            given{" "}
            <Num value={inspection.base_importance} from={from} path="base_importance" as="score" />
          </small>
        </Figure>
        <Figure name="Confidence">
          <Num value={inspection.confidence} from={from} path="confidence" as="share" />
          <small>
            given{" "}
            <Num value={inspection.base_confidence} from={from} path="base_confidence" as="share" />
          </small>
        </Figure>
        <Figure name="Recency">
          <Num value={inspection.recency} from={from} path="recency" as="share" />
          <small>
            {inspection.last_accessed_at ? (
              <>
                used <Time at={inspection.last_accessed_at} />
              </>
            ) : (
              "not used yet"
            )}
          </small>
        </Figure>
        <Figure name="Uses">
          <Num value={inspection.access_count} from={from} path="access_count" />
        </Figure>
        <Figure name="Score">
          <Num value={inspection.outlook.score} from={from} path="outlook.score" as="score" />
          <small>importance × recency</small>
        </Figure>
        <Figure name="Tier">{inspection.outlook.tier}</Figure>
      </dl>
    </section>
  );
}

/** Whether it can be found, and by which index. */
function Indexes({ inspection }: { inspection: Inspection }) {
  return (
    <section aria-label="Indexes">
      <h3>In the indexes</h3>
      <ul class="memory__indexes">
        {Object.entries(inspection.indexes).map(([name, standing]) => (
          <li key={name}>
            <span>{name}</span>
            <State of={standing.state} />
            {standing.reason && <StoredText text={standing.reason} lines={2} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The communities it belongs to, and what a person is asked about it. */
function Communities({ inspection }: { inspection: Inspection }) {
  const { communities, reviews } = inspection.outlook;
  const from = addressOf(inspection.id, "/inspect");
  if (communities.length + reviews.length === 0) return null;
  return (
    <section class="stack" aria-label="Reviews and communities">
      {reviews.length > 0 && (
        <div>
          <h3>Open reviews</h3>
          <ul class="memory__links">
            {reviews.map((one) => (
              <li key={one.id}>
                <a href={href("reviews", one.id)}>
                  <Badge tone="accent">{one.kind}</Badge> <StoredText text={one.reason} lines={2} />
                </a>
              </li>
            ))}
          </ul>
        </div>
      )}
      {communities.length > 0 && (
        <div>
          <h3>Communities</h3>
          <ul class="memory__links">
            {communities.map((one) => (
              <li key={one.id}>
                <a href={href("graph", one.id)}>
                  <StoredText text={one.summary ?? "Without a summary"} lines={2} />
                </a>
                <span class="muted tiny">
                  <Num
                    value={one.n_members}
                    from={from}
                    path={`outlook.communities.{id=${one.id}}.n_members`}
                  />{" "}
                  members
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}
