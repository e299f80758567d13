/** How does the first memory get in? Here, by curl, from the command line, or by the sample. */

import { useQueryClient } from "@tanstack/preact-query";
import { useState } from "preact/hooks";
import { api, ask, base, body } from "../../api/client";
import { Button } from "../../components/button";
import { Card } from "../../components/card";
import { Copy } from "../../components/copy";
import { DemoOffer } from "../../components/demo-offer";
import { Field, Tabs } from "../../components/form";
import { href } from "../../state/route";
import { say } from "../../state/toasts";
import { token } from "../../state/token";

const TEXT = "Ana moved to Lisbon in March";
const USUAL_ADDRESS = "http://127.0.0.1:2085";
const WAYS = [
  ["here", "Here"],
  ["curl", "curl"],
  ["cli", "Command line"],
] as const;

/** What to do with a tenant that holds nothing. */
export function FirstMemory({ tenant }: { tenant: string }) {
  const [way, setWay] = useState("here");
  return (
    <Card title="Nothing is remembered yet">
      <div class="stack">
        <p class="muted">
          Store the first memory, or look around in a sample, which has a tenant of its own.
        </p>
        <Tabs label="Ways to store" tabs={WAYS} value={way} onChange={setWay} />
        {way === "here" && <Here tenant={tenant} />}
        {way === "curl" && <Snippet text={curlLine(tenant)} />}
        {way === "cli" && <Snippet text={commandLine(tenant)} />}
        <div class="row">
          <DemoOffer />
          <span class="small muted">
            More ways, and every field: <a href={`${base}/api/docs`}>the API</a>
          </span>
        </div>
      </div>
    </Card>
  );
}

function Here({ tenant }: { tenant: string }) {
  const queries = useQueryClient();
  const [text, setText] = useState("");

  async function store(): Promise<void> {
    await ask(api.POST("/api/store", { body: body({ tenant_id: tenant, content: text }) }));
    await queries.invalidateQueries();
    say("Stored. Ask for it in the recall lab, or see it among the memories.");
  }

  return (
    <form class="stack" onSubmit={(event) => event.preventDefault()}>
      <Field label="Text">
        {(id) => (
          <textarea
            id={id}
            dir="auto"
            rows={3}
            placeholder={TEXT}
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        )}
      </Field>
      <div class="row">
        <Button kind="main" disabled={!text.trim()} onClick={store}>
          Store
        </Button>
        <span class="small muted">
          Then ask for it in the <a href={href("recall")}>recall lab</a>.
        </span>
      </div>
    </form>
  );
}

function Snippet({ text }: { text: string }) {
  return (
    <div class="stack">
      <div class="snippet">
        <pre>
          <code>{text}</code>
        </pre>
      </div>
      <div class="row">
        <Copy text={text} />
      </div>
    </div>
  );
}

function curlLine(tenant: string): string {
  const body = JSON.stringify({ tenant_id: tenant, content: TEXT });
  return [
    `curl -X POST ${base}/api/store`,
    "-H 'Content-Type: application/json'",
    ...(token.value ? ['-H "Authorization: Bearer $PERSPECTIVE_TOKEN"'] : []),
    `-d '${body}'`,
  ].join(" \\\n  ");
}

function commandLine(tenant: string): string {
  const where = base === USUAL_ADDRESS ? "" : ` --url ${base}`;
  const whose = tenant === "default" ? "" : ` --tenant ${tenant}`;
  return [
    `perspective store${where}${whose} '${TEXT}'`,
    `perspective recall${where}${whose} 'where does Ana live?'`,
  ].join("\n");
}
