/** Why does this memory stand where it stands among the results? Each signal's share as a bar. */

import type { Signals } from "../../api/types";
import { Badge } from "../../components/badge";
import { Num } from "../../components/num";
import { StoredText } from "../../components/stored-text";
import type { Rows } from "./rows";

/** What each share of the score means. */
const SIGNALS: Record<string, string> = {
  vector: "Near in meaning",
  text: "Words in common",
  entity: "Names in common",
  answer_type: "Names what is asked for",
  speaker: "Said by whom it asks about",
  temporal: "Told beside what matches",
  time: "At the time asked for",
  session: "In a session that matches",
  semantic: "Like what matches",
  newer: "Newer than what it corrects",
  form: "A question or long reply",
};

/** The breakdown of the score of a memory that the search found. */
export function Why({ id, list }: { id: string; list: Rows }) {
  const found = list.answer?.results.find((one) => one.id === id);
  if (!list.body) return null;
  if (!found?.why) {
    return (
      <section aria-label="In this search">
        <h3>In this search</h3>
        <p class="small muted">
          It is not among what recall found for “<StoredText text={list.body.query} lines={1} />
          ”.
        </p>
      </section>
    );
  }
  const num = (path: string, value: number | null) => (
    <Num
      value={value}
      from="/api/recall"
      body={list.body}
      path={`results.{id=${id}}.${path}`}
      as="score"
    />
  );
  const shares = sharesOf(found.why);
  const most = Math.max(...shares.map(([, value]) => Math.abs(value)), Number.MIN_VALUE);
  return (
    <section aria-label="In this search">
      <div class="spread">
        <h3>In this search</h3>
        <span class="row">
          {found.why.arms.map((arm) => (
            <Badge key={arm}>{arm}</Badge>
          ))}
        </span>
      </div>
      <p class="small memory__scores">
        <span>
          <span class="muted">score</span> {num("score", found.score)}
        </span>
        <span>
          <span class="muted">relevance</span> {num("relevance", found.relevance)}
        </span>
        <span>
          <span class="muted">recency</span> {num("why.recency", found.why.recency)}
        </span>
        <span>
          <span class="muted">importance</span> {num("why.importance", found.why.importance)}
        </span>
      </p>
      <dl class="memory__shares">
        {shares.map(([name, value]) => (
          <div key={name}>
            <dt title={name}>{SIGNALS[name] ?? name}</dt>
            <dd>
              <span class="meter" aria-hidden="true">
                <span
                  class={value < 0 ? "memory__share--less" : undefined}
                  style={{ width: `${(Math.abs(value) / most) * 100}%` }}
                />
              </span>
              {num(`why.shares.${name}`, value)}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** The signals that gave or took something, greatest first. */
function sharesOf(why: Signals): [string, number][] {
  return Object.entries(why.shares)
    .filter(([, value]) => value !== 0)
    .sort(([, a], [, b]) => Math.abs(b) - Math.abs(a));
}
