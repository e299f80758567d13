/** What did the search or the filters find, and what is to do if they found nothing? */

import { Button } from "../../components/button";
import { DemoOffer } from "../../components/demo-offer";
import { Empty, Failed, Loading } from "../../components/loaded";
import { setParams } from "../../state/route";
import { FILTER_NAMES, type Filters, isFiltered, isRecall } from "./filters";
import { List } from "./list";
import type { Rows } from "./rows";

interface ResultsProps {
  list: Rows;
  filters: Filters;
  active: number;
  shown: string;
  onStore: () => void;
}

/** The list, or why there is none. */
export function Results({ list, filters, active, shown, onStore }: ResultsProps) {
  if (list.error && list.rows.length === 0)
    return <Failed what="The memories" error={list.error} retry={list.retry} />;
  if (list.isLoading) return <Loading what="The memories" height="100%" />;
  return (
    <>
      <Said list={list} filters={filters} />
      {list.rows.length === 0 ? (
        <Nothing filters={filters} onStore={onStore} />
      ) : (
        <div class="memories__rows" aria-busy={list.isOld}>
          <List list={list} active={active} shown={shown} />
        </div>
      )}
    </>
  );
}

/** How far the answer is to be trusted. */
function Said({ list, filters }: { list: Rows; filters: Filters }) {
  if (filters.q && !isRecall(filters))
    return <p class="memories__said">In recall's order; with these filters it gives no scores.</p>;
  const { answer } = list;
  if (!answer) return null;
  const degraded = Object.entries(answer.degraded ?? {});
  return (
    <>
      {degraded.map(([part, reason]) => (
        <p key={part} class="memories__said memories__said--warn">
          Without {part}: {reason}
        </p>
      ))}
      {!answer.confident && answer.results.length > 0 && (
        <p class="memories__said">Nothing clearly answers this. The nearest are shown.</p>
      )}
    </>
  );
}

function Nothing({ filters, onStore }: { filters: Filters; onStore: () => void }) {
  if (isFiltered(filters)) {
    const none = Object.fromEntries(FILTER_NAMES.map((name) => [name, ""]));
    return (
      <Empty
        title="No memory passes these filters"
        actions={<Button onClick={() => setParams(none)}>Clear the filters</Button>}
      />
    );
  }
  if (filters.q) {
    return (
      <Empty
        title="Nothing was found"
        actions={<Button onClick={() => setParams({ q: "" })}>Clear the search</Button>}
      >
        Recall found no memory that has to do with this, neither by words nor by meaning.
      </Empty>
    );
  }
  return (
    <Empty
      title="Nothing is remembered here yet"
      actions={
        <>
          <Button kind="main" onClick={onStore}>
            Store a memory
          </Button>
          <DemoOffer />
        </>
      }
    >
      Agents store memories over the API; you can store one by hand to see how it is found again.
    </Empty>
  );
}
