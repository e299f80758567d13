/** What waits for a person's word? Questions that no job may decide by itself. */

import { useQueryClient } from "@tanstack/preact-query";
import { ArrowLeft } from "lucide-preact";
import { useRef, useState } from "preact/hooks";
import type { Review } from "../../api/types";
import { Card, Head } from "../../components/card";
import { Select, Tabs } from "../../components/form";
import { Empty, Loaded } from "../../components/loaded";
import { Num } from "../../components/num";
import { useShortcuts } from "../../state/keys";
import { go, here, href, route, tenant } from "../../state/route";
import { close, say, sayFailed } from "../../state/toasts";
import { addressOfCounts, decide, refresh, type State, takeBack, useReviews } from "./ask";
import { Detail } from "./detail";
import { type Choice, KINDS, type Kind, WORDS } from "./kinds";
import { List } from "./list";
import "./page.css";

const STATES: readonly (readonly [string, string])[] = [
  ["open", "Open"],
  ["confirmed", "Confirmed"],
  ["rejected", "Rejected"],
  ["all", "All"],
];

export default function Page() {
  const { id, params } = route.value;
  const whose = tenant.value; // the page of another tenant is another one
  const state = params.get("state") ?? "open";
  const kind = KINDS.find((one) => one === params.get("kind"));
  const filters = { state: state === "open" ? "" : state, kind: kind ?? "" };
  const list = useReviews(state === "all" ? undefined : (state as State), kind);
  const reviews = list.data?.pages.flatMap((page) => page.items) ?? [];
  const shown = id || (reviews[0]?.id ?? "");
  const counts = list.data?.pages[0]?.counts;
  const queries = useQueryClient();
  const isBusy = useRef(false);
  const told = useRef<number>();
  const [last, setLast] = useState<{ id: string; change: string }>();

  /** Only the latest message stays, or they would cover what is to be decided next. */
  function tell(text: string, undoing?: () => Promise<void>): void {
    if (told.current !== undefined) close(told.current);
    told.current = say(text, undoing);
  }

  function show(next: string): void {
    go("reviews", next, filters, true);
  }

  function walk(step: number): void {
    const at = reviews.findIndex((one) => one.id === shown);
    const next = reviews[at < 0 ? 0 : at + step];
    if (next) show(next.id);
  }

  /** One thing at a time, however fast the keys come. */
  async function alone(what: string, act: () => Promise<void>): Promise<void> {
    if (isBusy.current) return;
    isBusy.current = true;
    try {
      await act();
    } catch (error) {
      sayFailed(what, error);
    } finally {
      isBusy.current = false;
    }
  }

  function take(review: Review, choice: Choice, kept: ReadonlySet<string>): Promise<void> {
    return alone("It was not decided", async () => {
      const isStillHere = here();
      const change = await decide(review, choice, kept);
      setLast({ id: review.id, change });
      const at = reviews.findIndex((one) => one.id === review.id);
      const next = reviews[at + 1] ?? reviews[at - 1];
      if (state === "open" && isStillHere()) show(next && next.id !== review.id ? next.id : "");
      tell(choice.done, () => undo(review.id, change));
      void refresh(queries); // the next key need not wait for it
    });
  }

  function undo(review: string, change: string): Promise<void> {
    return alone("It was not undone", async () => {
      const isStillHere = here();
      await takeBack(change, whose);
      setLast(undefined);
      if (isStillHere()) go("reviews", review, { kind: kind ?? "" }, true);
      tell("Undone: the question is open again.");
      void refresh(queries); // the next key need not wait for it
    });
  }

  useShortcuts([
    { keys: "j", does: "Next review", run: () => walk(1) },
    { keys: "k", does: "Previous review", run: () => walk(-1) },
    {
      keys: "u",
      does: "Undo the decision",
      run: () => {
        const decided = reviews.find((one) => one.id === shown)?.change_id;
        if (decided) void undo(shown, decided);
        else if (last) void undo(last.id, last.change);
      },
    },
  ]);

  return (
    <>
      <Head title="Reviews">
        Questions that no job decides by itself. Each decision says what it will do, and can be
        undone.
      </Head>
      <div class="spread">
        <Tabs
          label="State"
          tabs={STATES.map(([key, label]) => [
            key,
            <StateTab state={key} label={label} counts={counts} kind={kind} />,
          ])}
          value={state}
          onChange={(next) =>
            go("reviews", "", { ...filters, state: next === "open" ? "" : next }, true)
          }
        />
        <div class="review-kind">
          <Select
            label="Kind"
            value={kind ?? ""}
            options={[
              ["", "All kinds"],
              ...KINDS.map((one): [string, string] => [one, WORDS[one].many]),
            ]}
            onChange={(next) => go("reviews", "", { ...filters, kind: next }, true)}
          />
        </div>
      </div>
      <Loaded query={list} what="The reviews" height="24rem">
        {() =>
          reviews.length === 0 && !id ? (
            <Card>
              <Nothing state={state} kind={kind} />
            </Card>
          ) : (
            <div class={id ? "reviews reviews--one" : "reviews"}>
              <div class="reviews__list card">
                <List
                  reviews={reviews}
                  active={shown}
                  params={filters}
                  onEnd={() => {
                    if (list.hasNextPage && !list.isFetching) void list.fetchNextPage();
                  }}
                />
              </div>
              <div class="reviews__detail stack">
                <a class="reviews__back" href={href("reviews", "", filters)}>
                  <ArrowLeft aria-hidden="true" /> All reviews
                </a>
                {shown && (
                  <Detail
                    key={shown}
                    id={shown}
                    onDecide={take}
                    onUndo={async (review) => {
                      if (review.change_id) await undo(review.id, review.change_id);
                    }}
                  />
                )}
              </div>
            </div>
          )
        }
      </Loaded>
    </>
  );
}

interface StateTabProps {
  state: string;
  label: string;
  counts: Record<string, number> | undefined;
  kind: Kind | undefined;
}

/** A state, and how many are in it. */
function StateTab({ state, label, counts, kind }: StateTabProps) {
  const value = counts?.[state];
  return (
    <>
      {label}
      {value !== undefined && (
        <span class="review-count">
          <Num value={value} from={addressOfCounts(kind)} path={`counts.${state}`} />
        </span>
      )}
    </>
  );
}

function Nothing({ state, kind }: { state: string; kind: Kind | undefined }) {
  const what = kind ? ` of the kind “${WORDS[kind].one}”` : "";
  if (state !== "open") {
    return (
      <Empty title="Nothing here">
        {state === "all" ? `There was no question${what} yet.` : `None${what} was ${state}.`}
      </Empty>
    );
  }
  return (
    <Empty
      title="Nothing waits for you"
      actions={
        <a class="button" href={href("jobs")}>
          To the jobs
        </a>
      }
    >
      No question{what} is open. The job consolidation looks for contradictions, stale facts and
      procedures; maintenance looks for what may be let go.
    </Empty>
  );
}
