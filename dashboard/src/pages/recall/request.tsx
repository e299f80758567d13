/** How is the same asked from elsewhere? Lines to copy, with the address of this daemon. */

import { useState } from "preact/hooks";
import { base } from "../../api/client";
import { Card } from "../../components/card";
import { Copy } from "../../components/copy";
import { Tabs } from "../../components/form";
import { token } from "../../state/token";

interface RequestProps {
  path: string;
  body: Record<string, unknown> | null;
}

const WAYS = [
  ["curl", "curl"],
  ["python", "Python"],
  ["library", "Python, in-process"],
] as const;

/** The request as a command. A token is never written, only where it goes. */
export function Request({ path, body }: RequestProps) {
  const [way, setWay] = useState<string>("curl");
  if (!body) return null;
  const text =
    way === "curl" ? curl(path, body) : way === "python" ? python(path, body) : library(path, body);
  return (
    <Card title="The same from elsewhere" aside={<Copy text={text} />}>
      <div class="stack">
        <Tabs label="Written for" tabs={WAYS} value={way} onChange={setWay} />
        <pre class="snippet">
          <code>{text}</code>
        </pre>
        <p class="tiny muted">
          {way === "library"
            ? "A data directory has one owner: this works where no daemon runs on it."
            : token.value
              ? "Put your token into the variable; this page does not write it out."
              : "Leave reinforce out where an agent asks: then what it uses grows stronger."}
        </p>
      </div>
    </Card>
  );
}

function curl(path: string, body: Record<string, unknown>): string {
  const lines = [`curl -sS ${quoted(base + path)}`, `-H 'Content-Type: application/json'`];
  if (token.value) lines.push(`-H "Authorization: Bearer $PERSPECTIVE_TOKEN"`);
  lines.push(`-d ${quoted(JSON.stringify(body))}`);
  return lines.join(" \\\n  ");
}

/** A word of a shell command, whatever it holds. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function python(path: string, body: Record<string, unknown>): string {
  const headers = [`"Content-Type": "application/json"`];
  if (token.value) headers.push(`"Authorization": f"Bearer {os.environ['PERSPECTIVE_TOKEN']}"`);
  return `import json${token.value ? ", os" : ""}, urllib.request

body = ${literal(body)}
request = urllib.request.Request(
    ${JSON.stringify(base + path)},
    data=json.dumps(body).encode(),
    headers={${headers.join(", ")}},
)
answer = json.load(urllib.request.urlopen(request))`;
}

function library(path: string, body: Record<string, unknown>): string {
  const { query, ...fields } = body;
  const call = path.slice(path.lastIndexOf("/") + 1);
  const given = Object.entries(fields).map(([name, value]) => `${name}=${literal(value)}`);
  return `import asyncio, perspective

async def main():
    async with perspective.connect() as memory:
        print(await memory.${call}(${[literal(query), ...given].join(", ")}))

asyncio.run(main())`;
}

/** A JSON value as Python writes it. */
function literal(value: unknown): string {
  if (value === null) return "None";
  if (value === true) return "True";
  if (value === false) return "False";
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
  if (typeof value === "object") {
    const pairs = Object.entries(value as object);
    return `{${pairs.map(([key, one]) => `${JSON.stringify(key)}: ${literal(one)}`).join(", ")}}`;
  }
  return JSON.stringify(value);
}
