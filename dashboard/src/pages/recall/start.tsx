/** What can be asked first? */

import { useQuery } from "@tanstack/preact-query";
import { api, ask, base } from "../../api/client";
import { Button } from "../../components/button";
import { Copy } from "../../components/copy";
import { DemoOffer } from "../../components/demo-offer";
import { Empty, Loaded } from "../../components/loaded";
import { tenant } from "../../state/route";
import { change } from "./lab";

/** The tenant of the demo sample, and questions to it (those that `perspective demo` names). */
const SAMPLE = "demo";
const QUESTIONS = [
  "When do I have to be at the dentist?",
  "Which version of PostgreSQL does Pegel run on?",
  "Wie entkalke ich die Espressomaschine?",
];

/** In place of results, as long as nothing is asked. */
export function Start() {
  const memories = useQuery({
    queryKey: ["memories", tenant.value, "any"],
    queryFn: ({ signal }) =>
      ask(
        api.GET("/api/memories", {
          params: { query: { tenant_id: tenant.value, limit: 1 } },
          signal,
        }),
      ),
  });
  return (
    <Loaded query={memories} what="Whether there are memories" height="12rem">
      {({ items }) => (items.length === 0 ? <Nothing /> : <Ask />)}
    </Loaded>
  );
}

function Ask() {
  const isSample = tenant.value === SAMPLE;
  return (
    <Empty
      title="Ask something"
      actions={
        isSample &&
        QUESTIONS.map((question) => (
          <Button key={question} onClick={() => change({ q: question })}>
            {question}
          </Button>
        ))
      }
    >
      {isSample
        ? "Three questions to the sample, to begin with:"
        : "Type a question above: what is found comes as you type, with what each signal gave."}
    </Empty>
  );
}

function Nothing() {
  const line = `curl -sS '${base}/api/store' -H 'Content-Type: application/json' -d '${JSON.stringify(
    { tenant_id: tenant.value, content: "Ana moved to Lisbon in March" },
  )}'`;
  return (
    <Empty
      title="Nothing is remembered yet"
      actions={
        <>
          <Copy text={line} label="Copy the line" />
          <DemoOffer />
        </>
      }
    >
      Store something first, from an agent or with this line:
      <code class="recall-line">{line}</code>
    </Empty>
  );
}
