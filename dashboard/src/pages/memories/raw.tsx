/** What does the API say, and how is it asked? */

import { base } from "../../api/client";
import type { Inspection, Memory } from "../../api/types";
import { Copy } from "../../components/copy";
import { token } from "../../state/token";
import { addressOf } from "./addresses";

interface RawProps {
  memory: Memory;
  inspection: Inspection;
}

/** The answers as they came, with the lines that ask for them. */
export function Raw({ memory, inspection }: RawProps) {
  return (
    <div class="stack">
      <Answer title="Memory" path={addressOf(memory.id)} data={memory} />
      <Answer title="Inspection" path={addressOf(memory.id, "/inspect")} data={inspection} />
    </div>
  );
}

function Answer({ title, path, data }: { title: string; path: string; data: object }) {
  const json = JSON.stringify(data, null, 2);
  const line = curl(path);
  return (
    <section class="stack" aria-label={title}>
      <div class="spread">
        <h3>{title}</h3>
        <span class="row">
          <Copy text={line} label="Copy the curl line" />
          <Copy text={json} label="Copy the JSON" />
        </span>
      </div>
      <pre class="snippet">
        <code>{line}</code>
      </pre>
      <pre class="snippet memory__json" tabIndex={0}>
        <code>{json}</code>
      </pre>
    </section>
  );
}

/** A line for a shell; the token itself is never in it. */
function curl(path: string): string {
  const header = token.value ? ' -H "Authorization: Bearer $PERSPECTIVE_TOKEN"' : "";
  return `curl${header} '${base}${path.replaceAll("'", "'\\''")}'`;
}
