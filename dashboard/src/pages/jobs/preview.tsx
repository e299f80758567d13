/** What would a job change now, and why? */

import { useQuery } from "@tanstack/preact-query";
import { useState } from "preact/hooks";
import { Button } from "../../components/button";
import { Card } from "../../components/card";
import { Empty, Failed } from "../../components/loaded";
import { Num } from "../../components/num";
import { StoredText } from "../../components/stored-text";
import { VirtualList } from "../../components/virtual-list";
import { tenant } from "../../state/route";
import { Choice, Choices } from "./choices";
import { Planned } from "./planned";
import { previewOf } from "./queries";
import { STEPS, stepName, title } from "./words";

/** What the next run over the tenant shown would do: asked for by hand, since it may take long. */
export function Preview({ job }: { job: string }) {
  const query = useQuery({ ...previewOf(job), enabled: false });
  const [kind, setKind] = useState("");
  const look = (
    <Button kind={query.data ? "plain" : "main"} onClick={() => query.refetch()}>
      {query.data ? "Look again" : "Look"}
    </Button>
  );
  if (query.isFetching) return <Looking what={`what ${job} would change`} />;
  if (query.isError) return <Failed what="The preview" error={query.error} retry={query.refetch} />;
  if (!query.data) {
    return (
      <Card>
        <Empty title="What would it change?" actions={look}>
          It looks at the memories of {tenant.value} as a run would, and changes nothing. With many
          memories this takes minutes.
        </Empty>
      </Card>
    );
  }
  const { counts = {}, changes = [], failures = {} } = query.data;
  const from = `/api/processes/${job}/preview`;
  const kinds = Object.keys(counts);
  const shown = kind ? changes.filter((one) => one.kind === kind) : changes;
  const isWhole = Object.values(counts).reduce((sum, n) => sum + n, 0) === changes.length;
  return (
    <Card title={`What ${job} would change in ${tenant.value}`} aside={look} isFlush>
      {Object.entries(failures).map(([phase, reason]) => (
        <div class="jobs-error jobs-error--inset">
          <strong>{title(phase)} could not be looked at.</strong>
          <StoredText text={reason} />
        </div>
      ))}
      {kinds.length === 0 ? (
        <Empty title="Nothing">
          A run now would change nothing here. It looks at what was stored or changed since its last
          run.
        </Empty>
      ) : (
        <>
          <Choices label="Which steps are shown">
            <Choice isChosen={kind === ""} onChoose={() => setKind("")}>
              All
            </Choice>
            {kinds.map((one) => (
              <Choice isChosen={kind === one} onChoose={() => setKind(one)}>
                {stepName(one)}{" "}
                <Num
                  value={counts[one]}
                  from={from}
                  path={`counts.${one}`}
                  body={{ tenant_id: tenant.value }}
                />
              </Choice>
            ))}
          </Choices>
          <p class="jobs-kinds__says small muted">
            {kind ? STEPS[kind]?.says : !isWhole && "Only the first of them are listed."}
          </p>
          <VirtualList
            key={kind}
            items={shown}
            keyOf={(_one, n) => String(n)}
            label="Planned changes"
            height={110}
            size="max(24rem, calc(100dvh - 26rem))"
            render={(one) => <Planned change={one} />}
          />
        </>
      )}
    </Card>
  );
}

/** A look that takes a while: nobody knows how long, but it is seen to go on. */
export function Looking({ what }: { what: string }) {
  return (
    <div class="card card__body stack" role="status">
      <p>
        Looking at {what}. <span class="muted">With many memories this takes minutes.</span>
      </p>
      <progress class="jobs-looking" aria-label={`Looking at ${what}`} />
    </div>
  );
}
