/** What would an agent get to read? The context block, with what is cited and what had no room. */

import { Card, Figure } from "../../components/card";
import { Copy } from "../../components/copy";
import { Check, Field } from "../../components/form";
import { Loaded } from "../../components/loaded";
import { Num } from "../../components/num";
import { StoredText } from "../../components/stored-text";
import { href } from "../../state/route";
import { useContextBlock } from "./ask";
import { change, contextBody, type Lab, type Profile } from "./lab";
import { useLate } from "./late";
import { Request } from "./request";
import { Degraded, Verdict } from "./verdict";

const FROM = "/api/context";

/** The block for a prompt. */
export function ContextBlock({ lab, inForce }: { lab: Lab; inForce: Profile }) {
  const body = contextBody(lab, inForce);
  const block = useContextBlock(body);
  return (
    <>
      <Card>
        <div class="recall-fields">
          <TextField name="token_budget" label="Token budget" value={lab.tokenBudget} isNumber />
          <TextField name="current_session" label="Session going on" value={lab.currentSession} />
          <Check
            label="With memories that give orders"
            checked={lab.suspect}
            onChange={(suspect) => change({ suspect: suspect && "yes" })}
          />
        </div>
      </Card>
      <Loaded query={block} what="The context block" height="16rem">
        {({ answer, body: asked }) => (
          <>
            <Degraded of={answer.degraded} />
            <Card title="Context block" aside={<Verdict asked={{ answer, body: asked }} />}>
              <div class="stack" aria-busy={block.isPlaceholderData}>
                <dl class="recall-figures">
                  <Figure name="Tokens, at most">
                    <Num value={answer.n_tokens} from={FROM} body={asked} path="n_tokens" />
                  </Figure>
                  <Figure name="Found, no room">
                    <Num value={answer.left_out} from={FROM} body={asked} path="left_out" />
                  </Figure>
                  {answer.suspect_left_out > 0 && (
                    <Figure name="Left out: give orders">
                      <Num
                        value={answer.suspect_left_out}
                        from={FROM}
                        body={asked}
                        path="suspect_left_out"
                      />
                    </Figure>
                  )}
                </dl>
                {answer.text ? (
                  <div class="snippet recall-block">
                    <StoredText text={answer.text} />
                  </div>
                ) : (
                  <p class="muted">The block is empty: nothing was found, or nothing had room.</p>
                )}
                <Cited title="Cited, best first" ids={answer.ids} />
                <Cited title="Turns of the session going on" ids={answer.session_ids} />
                {answer.text && (
                  <div class="row row--end">
                    <Copy text={answer.text} label="Copy the block" />
                  </div>
                )}
              </div>
            </Card>
          </>
        )}
      </Loaded>
      <Request path={FROM} body={body} />
    </>
  );
}

/** The API leaves out what is empty. */
function Cited({ title, ids = [] }: { title: string; ids?: readonly string[] }) {
  if (ids.length === 0) return null;
  return (
    <div class="small">
      <h3>{title}</h3>
      <div class="row">
        {ids.map((id) => (
          <a key={id} href={href("memories", id)}>
            <code>{id}</code>
          </a>
        ))}
      </div>
    </div>
  );
}

interface TextFieldProps {
  /** Its name in the address. */
  name: string;
  label: string;
  value: string;
  isNumber?: boolean;
  note?: string;
}

/** A field that is kept in the address. */
export function TextField({ name, label, value, isNumber, note }: TextFieldProps) {
  const [shown, set] = useLate(value, (next) => change({ [name]: next }));
  return (
    <Field label={label} note={note}>
      {(id) => (
        <input
          id={id}
          value={shown}
          inputMode={isNumber ? "decimal" : undefined}
          dir="auto"
          autocomplete="off"
          placeholder={isNumber ? "by default" : undefined}
          onInput={(event) => set(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}
