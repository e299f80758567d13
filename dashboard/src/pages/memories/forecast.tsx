/** What will become of it: what the next runs do, then what is to come? */

import type { Inspection } from "../../api/types";
import { Badge } from "../../components/badge";
import { StoredText } from "../../components/stored-text";
import { Time } from "../../components/time";
import { href } from "../../state/route";

type Foreseen = Inspection["outlook"]["forecast"][number];

const WORDS: Record<Foreseen["action"], string> = {
  promote: "Its statement becomes a fact beside it",
  archive: "It goes into the archive",
  forgettable: "A person is asked whether it may be forgotten",
  check: "It is compared with its sources",
  failing: "A person is asked about this procedure",
  fade: "It fades: found only when nothing fresher answers better",
  keep: "Nothing: it stays as it is",
};

/** The forecast, one line for each thing foreseen. */
export function Forecast({ inspection }: { inspection: Inspection }) {
  return (
    <section aria-label="What comes next">
      <h3>What comes next</h3>
      <ol class="memory__forecast">
        {inspection.outlook.forecast.map((one) => (
          <li key={one.action}>
            <span class="memory__when">
              <When foreseen={one} />
            </span>
            <span>
              {WORDS[one.action]}
              <span class="memory__reason">
                <StoredText text={one.why} lines={2} />
                {one.job && (
                  <>
                    {" · "}
                    <a href={href("jobs", `processes/${one.job}`)}>{one.job}</a>
                  </>
                )}
              </span>
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function When({ foreseen }: { foreseen: Foreseen }) {
  if (foreseen.is_due) return <Badge tone="warn">next run</Badge>;
  if (foreseen.at) return <Time at={foreseen.at} />;
  return <span class="muted">{foreseen.action === "keep" ? "–" : "when used more"}</span>;
}
