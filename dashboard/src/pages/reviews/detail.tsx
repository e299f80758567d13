/** What is asked, about what, and what was decided? */

import { useState } from "preact/hooks";
import type { Review } from "../../api/types";
import { State } from "../../components/badge";
import { Button } from "../../components/button";
import { Card } from "../../components/card";
import { Loaded } from "../../components/loaded";
import { Num } from "../../components/num";
import { StoredText } from "../../components/stored-text";
import { Time } from "../../components/time";
import { href } from "../../state/route";
import { addressOf, useReview } from "./ask";
import { Checklist, type Listed } from "./checklist";
import { Choices } from "./choices";
import { type Choice, choicesOf, WORDS } from "./kinds";
import { MemoryCard } from "./memory-card";
import { Pair } from "./pair";

interface DetailProps {
  id: string;
  onDecide: (review: Review, choice: Choice, kept: ReadonlySet<string>) => Promise<void>;
  onUndo: (review: Review) => Promise<void>;
}

/** A review with its memories and what can be decided. */
export function Detail({ id, onDecide, onUndo }: DetailProps) {
  const query = useReview(id);
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set());
  return (
    <Loaded query={query} what="The review" height="24rem">
      {({ pages, pageParams }) => {
        const review = pages[0]?.review;
        if (!review) return null;
        const listed = pages.flatMap((page, n) => {
          const from = addressOf(id, pageParams[n] as string | undefined);
          return page.memories.map((memory): Listed => ({ memory, from }));
        });
        const isOpen = review.state === "open";
        const isNoneLeft = !query.hasNextPage && kept.size >= listed.length;
        return (
          <Card title={WORDS[review.kind].question} aside={<State of={review.state} />}>
            <div class="stack">
              <Reason review={review} />
              <Subject
                review={review}
                listed={listed}
                kept={kept}
                onKept={isOpen ? setKept : undefined}
                onEnd={() => {
                  if (query.hasNextPage && !query.isFetching) void query.fetchNextPage();
                }}
                hasMore={query.hasNextPage}
              />
              {isOpen ? (
                <Choices
                  choices={choicesOf(review, listed[0]?.memory)}
                  isBlocked={(one) =>
                    review.kind === "forgettable" && one.decision === "confirm" && isNoneLeft
                  }
                  onChoose={(choice) => onDecide(review, choice, kept)}
                />
              ) : (
                <Decided review={review} onUndo={onUndo} />
              )}
            </div>
          </Card>
        );
      }}
    </Loaded>
  );
}

function Reason({ review }: { review: Review }) {
  return (
    <div class="spread small">
      <StoredText text={sentence(review.reason)} />
      <span class="row muted">
        {review.n_memories > 2 && (
          <span>
            <Num value={review.n_memories} from={addressOf(review.id)} path="review.n_memories" />{" "}
            memories
          </span>
        )}
        <span>
          asked <Time at={review.created_at} />
        </span>
      </span>
    </div>
  );
}

/** A reason of the engine as a sentence. */
function sentence(reason: string): string {
  return `${reason.charAt(0).toLocaleUpperCase()}${reason.slice(1)}.`;
}

interface SubjectProps {
  review: Review;
  listed: readonly Listed[];
  kept: ReadonlySet<string>;
  onKept?: (kept: ReadonlySet<string>) => void;
  onEnd: () => void;
  hasMore: boolean;
}

/** The memories that a review is about, as its kind needs them. */
function Subject({ review, listed, kept, onKept, onEnd, hasMore }: SubjectProps) {
  if (listed.length === 0)
    return <p class="muted">The memories that this was about are gone. Reject it to close it.</p>;
  if (review.kind === "forgettable")
    return (
      <Checklist listed={listed} kept={kept} onKept={onKept} onEnd={onEnd} hasMore={hasMore} />
    );
  if (review.kind === "procedure") return <Procedure review={review} listed={listed} />;
  const [first, second] = review.memory_ids.map((id) =>
    listed.find(({ memory }) => memory.id === id),
  );
  if (review.kind === "contradiction" && first && second)
    return (
      <Pair
        older={first.memory}
        newer={second.memory}
        from={first.from}
        isOpen={review.state === "open"}
      />
    );
  return (
    <div class="review-pair">
      {first && <MemoryCard {...first} title={second && "In doubt"} />}
      {second && <MemoryCard {...second} title="What it was made of" />}
    </div>
  );
}

/** The steps that are proposed, and where they were seen. */
function Procedure({ review, listed }: { review: Review; listed: readonly Listed[] }) {
  const { content } = review.detail as { content?: unknown };
  return (
    <>
      {typeof content === "string" && (
        <div class="snippet">
          <StoredText text={content} />
        </div>
      )}
      <details>
        <summary>The memories that it was seen in</summary>
        <ul class="review-sources">
          {listed.map(({ memory }) => (
            <li key={memory.id}>
              <a href={href("memories", memory.id)}>
                <StoredText text={memory.current.content} lines={1} />
              </a>
              <span class="tiny muted">
                <Time at={memory.current.event_at ?? memory.recorded_at} as="date" />
              </span>
            </li>
          ))}
        </ul>
      </details>
    </>
  );
}

interface DecidedProps {
  review: Review;
  onUndo: (review: Review) => Promise<void>;
}

function Decided({ review, onUndo }: DecidedProps) {
  return (
    <div class="review-decided">
      <span class="small">
        <State of={review.state} />{" "}
        {review.actor && (
          <>
            by <span class="stored">{review.actor}</span>
          </>
        )}{" "}
        <Time at={review.decided_at} />
        {review.change_id && (
          <>
            {" · "}
            <a href={href("jobs", `changes/${review.change_id}`)}>What it changed</a>
          </>
        )}
      </span>
      {review.change_id && (
        <Button onClick={() => onUndo(review)}>
          Undo <kbd>u</kbd>
        </Button>
      )}
    </div>
  );
}
