/** What is the answer, and on which words does it rest? Sentences, each marked in its memory. */

import { useQuery } from "@tanstack/preact-query";
import { api, ask } from "../../api/client";
import type { components } from "../../api/schema";
import { Badge } from "../../components/badge";
import { Card } from "../../components/card";
import { Check } from "../../components/form";
import { Empty, Loaded } from "../../components/loaded";
import { Num } from "../../components/num";
import { StoredText } from "../../components/stored-text";
import { Time } from "../../components/time";
import { href, tenant } from "../../state/route";
import { useReflection } from "./ask";
import { TextField } from "./context";
import { around } from "./excerpt";
import { change, type Lab, type Profile, reflectBody } from "./lab";
import { Request } from "./request";
import { Degraded, Took } from "./verdict";

type Cited = components["schemas"]["CitedSentence"];
type Disagreement = components["schemas"]["Disagreement"];

const FROM = "/api/reflect";

/** The answer in sentences. */
export function Reflected({ lab, inForce }: { lab: Lab; inForce: Profile }) {
  const body = reflectBody(lab, inForce);
  const reflection = useReflection(body);
  return (
    <>
      <Card>
        <div class="recall-fields">
          <TextField
            name="max_sentences"
            label="Sentences at most"
            value={lab.maxSentences}
            isNumber
          />
          <Check
            label="Let the language model write, where there is one"
            checked={lab.model}
            onChange={(model) => change({ model: !model && "no" })}
          />
          <Check
            label="With memories that give orders"
            checked={lab.suspect}
            onChange={(suspect) => change({ suspect: suspect && "yes" })}
          />
        </div>
      </Card>
      <Loaded query={reflection} what="The answer" height="16rem">
        {({ answer, body: asked }) => (
          <>
            <Degraded of={answer.degraded} />
            <Card title="Answer" aside={<Took ms={answer.took_ms} />} isFlush>
              {answer.known && (
                <p class="recall-formula tiny muted">
                  {answer.model ? (
                    <>
                      Written by <code>{answer.model}</code> from the memories it cites.
                    </>
                  ) : (
                    "No model wrote this: each sentence is a span of the memory it cites."
                  )}
                </p>
              )}
              {answer.known ? (
                <ol class="recall-sentences" aria-busy={reflection.isPlaceholderData}>
                  {(answer.sentences ?? []).map((one) => (
                    <Sentence
                      key={`${one.memory_id} ${one.start}`}
                      of={one}
                      conflicts={(answer.conflicts ?? []).filter(
                        (c) => c.memory_id === one.memory_id,
                      )}
                    />
                  ))}
                </ol>
              ) : (
                <Empty title="Not known">
                  No memory says enough about this to answer from. Recall may still find what comes
                  near.
                </Empty>
              )}
              {answer.suspect_left_out > 0 && (
                <p class="recall-formula tiny muted">
                  Left out, since they give orders:{" "}
                  <Num
                    value={answer.suspect_left_out}
                    from={FROM}
                    body={asked}
                    path="suspect_left_out"
                  />
                </p>
              )}
            </Card>
          </>
        )}
      </Loaded>
      <Request path={FROM} body={body} />
    </>
  );
}

function Sentence({ of, conflicts }: { of: Cited; conflicts: readonly Disagreement[] }) {
  return (
    <li class="recall-sentence">
      <StoredText text={of.text} />
      <div class="row tiny muted">
        <Time at={of.at} as="date" />
        {of.speaker && <span dir="auto">{of.speaker}</span>}
        {(of.memory_ids ?? [of.memory_id]).map((id) => (
          <a key={id} href={href("memories", id)}>
            <code>{id}</code>
          </a>
        ))}
        {(of.times ?? []).map((one) => (
          <span key={one.text} class="row">
            <span class="stored" dir="auto">
              “{one.text}”
            </span>
            {one.from_at && <Time at={one.from_at} as="date" />}
          </span>
        ))}
      </div>
      <InMemory of={of} />
      {conflicts.map((one) => (
        <div key={one.other.memory_id} class="recall-conflict small">
          <Badge tone="warn">
            {one.kind === "superseded" ? "another took its place" : "contradicted"}
          </Badge>
          <StoredText text={one.other.text} />
          <a class="tiny" href={href("memories", one.other.memory_id)}>
            <code>{one.other.memory_id}</code>
          </a>
        </div>
      ))}
    </li>
  );
}

/** The memory that a sentence rests on, with its words marked; nothing where it says no more. */
function InMemory({ of }: { of: Cited }) {
  const memory = useQuery({
    queryKey: ["memories", tenant.value, of.memory_id],
    queryFn: ({ signal }) =>
      ask(
        api.GET("/api/memories/{id}", {
          params: { path: { id: of.memory_id }, query: { tenant_id: tenant.value } },
          signal,
        }),
      ),
  });
  const text = memory.data?.current.content;
  if (text === undefined) return null;
  const [before, said, after] = around(text, of.start, of.end);
  if (!before && !after) return null;
  return (
    <blockquote class="recall-source small">
      <span class="stored" dir="auto">
        {before}
        <mark>{said}</mark>
        {after}
      </span>
    </blockquote>
  );
}
