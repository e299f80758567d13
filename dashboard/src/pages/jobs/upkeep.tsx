/** What would the next runs do to the memories, and why? */

import { useQuery } from "@tanstack/preact-query";
import { useState } from "preact/hooks";
import { api, ask } from "../../api/client";
import type { MaintenancePreview } from "../../api/types";
import { Button } from "../../components/button";
import { Card, Figure } from "../../components/card";
import { DemoOffer } from "../../components/demo-offer";
import { Empty, Failed } from "../../components/loaded";
import { Num } from "../../components/num";
import { StoredText } from "../../components/stored-text";
import { href, tenant } from "../../state/route";
import { Looking } from "./preview";

type Share = MaintenancePreview["shares"][number];

const ACTIONS: Record<Share["action"], { name: string; says: string; job?: string }> = {
  promote: {
    name: "Promote",
    says: "Used often: what they say becomes a fact of its own.",
    job: "consolidation",
  },
  archive: {
    name: "Archive",
    says: "Faded, and unused for long: found only after what is active. Can be restored.",
    job: "archive",
  },
  forgettable: {
    name: "Ask whether they may go",
    says: "Next to nothing is left of them: one review asks about all. Nothing goes unless you say so.",
    job: "maintenance",
  },
  check: {
    name: "Check against their sources",
    says: "Facts that nobody used or confirmed for long: without support they lose confidence, and a review asks.",
    job: "consolidation",
  },
  failing: {
    name: "Ask about procedures that fail",
    says: "Less than half of their uses succeeded.",
    job: "consolidation",
  },
  fade: { name: "Fade", says: "They get weaker by themselves." },
  keep: { name: "Keep", says: "Nothing is due for them." },
};

/** A look at all memories, asked for by hand: with many of them it takes a while. */
export function Upkeep() {
  const query = useQuery({
    queryKey: ["maintenance", tenant.value],
    queryFn: ({ signal }) =>
      ask(
        api.GET("/api/maintenance/preview", {
          params: { query: { tenant_id: tenant.value } },
          signal,
        }),
      ),
    enabled: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const look = (
    <Button kind={query.data ? "plain" : "main"} onClick={() => query.refetch()}>
      {query.data ? "Look again" : "Look"}
    </Button>
  );
  if (query.isFetching) return <Looking what="what is due" />;
  if (query.isError) return <Failed what="What is due" error={query.error} retry={query.refetch} />;
  if (!query.data) {
    return (
      <Card>
        <Empty title="What is due?" actions={look}>
          Reads all memories of {tenant.value} and says what the next runs would promote, archive,
          ask you about, check and keep, and why. Nothing is changed.
        </Empty>
      </Card>
    );
  }
  const from = `/api/maintenance/preview?${new URLSearchParams({ tenant_id: tenant.value })}`;
  const { data } = query;
  if (data.n_memories === 0) {
    return (
      <Card>
        <Empty title="Nothing is stored here yet" actions={<DemoOffer kind="main" />}>
          Store a memory, or look at the sample; then look again.
        </Empty>
      </Card>
    );
  }
  return (
    <>
      <Card title="All together" aside={look}>
        <dl class="jobs-figures">
          <Figure name="Memories looked at">
            <Num value={data.n_memories} from={from} path="n_memories" />
          </Figure>
          <Figure name="Tokens freed by archiving, and if you let go">
            <Num value={data.freed_tokens} from={from} path="freed_tokens" />
          </Figure>
        </dl>
      </Card>
      {data.shares.map((share) => (
        <ShareCard key={share.action} share={share} from={from} />
      ))}
    </>
  );
}

function ShareCard({ share, from }: { share: Share; from: string }) {
  const [isOpen, setOpen] = useState(false);
  const { name, says, job } = ACTIONS[share.action];
  const path = `shares.{action=${share.action}}`;
  const items = share.items ?? [];
  return (
    <section class="card jobs-share" aria-label={name}>
      <div class="spread">
        <div>
          <h2>{name}</h2>
          <p class="small muted">
            {says} {job && <a href={href("jobs", `processes/${job}`)}>{job}</a>}
          </p>
        </div>
        <div class="row">
          <span class="jobs-counts">
            <span>
              <Num value={share.n_memories} from={from} path={`${path}.n_memories`} /> memories
            </span>
            <span>
              <Num value={share.tokens} from={from} path={`${path}.tokens`} /> tokens
            </span>
          </span>
          {items.length > 0 && (
            <Button size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {isOpen ? "Hide them" : "Show them"}
            </Button>
          )}
        </div>
      </div>
      {isOpen && (
        <>
          <ul class="jobs-due">
            {items.map((one) => (
              <li key={one.memory_id}>
                <a class="jobs-due__text" href={href("memories", one.memory_id)}>
                  <StoredText text={one.content} lines={2} />
                </a>
                <span class="small muted">
                  <StoredText text={one.why} lines={2} />
                </span>
              </li>
            ))}
          </ul>
          {items.length < share.n_memories && (
            <p class="tiny muted">Only the first of them are listed.</p>
          )}
        </>
      )}
    </section>
  );
}
