/** What was it made from, and what was made from it? */

import type { Inspection, Memory } from "../../api/types";
import { StoredText } from "../../components/stored-text";
import { href } from "../../state/route";
import { kept } from "./addresses";
import { PartList } from "./parts";

interface SourcesProps {
  memory: Memory;
  inspection: Inspection;
}

/** The memories it rests on, those that rest on it, and the other parts of its text. */
export function Sources({ memory, inspection }: SourcesProps) {
  const { sources, derived } = inspection.outlook;
  return (
    <div class="stack">
      <section aria-label="Made from">
        <h3>Made from</h3>
        {sources.length > 0 ? (
          <Relatives of={sources} />
        ) : (
          <p class="small muted">
            {memory.source_id
              ? "It is a part of a long text, below."
              : "It was stored as it is: no other memory stands behind it."}
          </p>
        )}
      </section>
      <section aria-label="Derived from it">
        <h3>Derived from it</h3>
        {derived.length > 0 ? (
          <Relatives of={derived} />
        ) : (
          <p class="small muted">Nothing yet. Facts read out of it would stand here.</p>
        )}
      </section>
      {memory.source_id && (
        <section aria-label="Parts of the long text">
          <div class="spread">
            <h3>Parts of the long text</h3>
            <a class="small" href={href("memories", memory.source_id, kept())}>
              Open the whole text
            </a>
          </div>
          <PartList sourceId={memory.source_id} current={memory.id} size="22rem" />
        </section>
      )}
    </div>
  );
}

function Relatives({ of }: { of: Inspection["outlook"]["sources"] }) {
  return (
    <ul class="memory__links">
      {of.map((one) => (
        <li key={one.id}>
          <a href={href("memories", one.id, kept())}>
            <StoredText text={one.content} lines={3} />
          </a>
        </li>
      ))}
    </ul>
  );
}
