/** Why was it found, and why there? Each signal of a result in numbers. */

import type { ComponentChildren } from "preact";
import type { Found } from "../../api/types";
import { Num } from "../../components/num";
import { Time } from "../../components/time";
import { href } from "../../state/route";
import { foundBy, SIGNALS } from "./signals";

interface WhyProps {
  found: Found;
  body: Record<string, unknown>;
}

/** The numbers behind one bar, and what else is known of the result. */
export function Why({ found, body }: WhyProps) {
  const { why } = found;
  if (!why) return null;
  const path = `results.{id=${found.id}}`;
  const num = (value: number | null, rest: string) => (
    <Num value={value} from="/api/recall" body={body} path={`${path}.${rest}`} as="score" />
  );
  const raw: Record<string, number | null> = {
    vector: why.vector,
    text: why.text,
    entity: why.entity,
    temporal: why.temporal,
  };
  const given = SIGNALS.filter((one) => why.shares[one.name]);
  return (
    <div class="recall-why">
      <table>
        <thead>
          <tr>
            <th>Signal</th>
            <th class="number">Itself</th>
            <th class="number">Gave</th>
          </tr>
        </thead>
        <tbody>
          {given.map((one) => (
            <tr key={one.name}>
              <td title={one.note}>
                <span class="dot recall-why__dot" style={{ "--dot": `var(--${one.color})` }} />
                {one.label}
              </td>
              <td class="number">
                {raw[one.name] !== undefined && num(raw[one.name] ?? null, `why.${one.name}`)}
              </td>
              <td class="number">{num(why.shares[one.name] ?? null, `why.shares.${one.name}`)}</td>
            </tr>
          ))}
          <tr class="recall-why__sum">
            <td>All signals</td>
            <td />
            <td class="number">{num(why.fused, "why.fused")}</td>
          </tr>
        </tbody>
      </table>
      <dl class="facts">
        <Fact name="Found by">{foundBy(why.arms)}</Fact>
        <Fact name="Recency">{num(why.recency, "why.recency")}</Fact>
        <Fact name="Importance">{num(why.importance, "why.importance")}</Fact>
        <Fact name="Strength">{num(why.strength, "why.strength")}</Fact>
        <Fact name="Confidence">{num(found.confidence, "confidence")}</Fact>
        <Fact name="Happened">{found.event_at && <Time at={found.event_at} as="date" />}</Fact>
        <Fact name="Recorded">
          <Time at={found.recorded_at} as="date" />
        </Fact>
        <Fact name="Holds from">
          {found.valid_from && <Time at={found.valid_from} as="date" />}
        </Fact>
        <Fact name="Holds until">{found.valid_to && <Time at={found.valid_to} as="date" />}</Fact>
        <Fact name="Memory">
          <a href={href("memories", found.id)}>
            <code>{found.id}</code>
          </a>
        </Fact>
      </dl>
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ComponentChildren }) {
  if (!children) return null;
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}
