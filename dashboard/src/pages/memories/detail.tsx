/** What is known about one memory? Its words, how it stands, and what can be done about it. */

import { useState } from "preact/hooks";
import { ApiError } from "../../api/client";
import { Tabs } from "../../components/form";
import { Failed, Loading } from "../../components/loaded";
import { StoredText } from "../../components/stored-text";
import { route, setParams } from "../../state/route";
import { About } from "./about";
import { Bar, type Opened } from "./bar";
import { Gone } from "./gone";
import { Lineage } from "./lineage";
import { LongText } from "./long-text";
import { Neighbours } from "./neighbours";
import { Now } from "./now";
import { useParts } from "./parts";
import { Raw } from "./raw";
import { useInspection, useMemory } from "./reading";
import type { Rows } from "./rows";
import { Sources } from "./sources";
import { Versions } from "./versions";

const TABS = [
  ["now", "Now"],
  ["versions", "Versions"],
  ["lineage", "Lineage"],
  ["sources", "Sources"],
  ["neighbours", "Neighbours"],
  ["raw", "Raw"],
] as const;

interface DetailProps {
  id: string;
  list: Rows;
  onOpen: (dialog: Opened) => void;
}

/** The pane beside the list. What is not in the list may be the id of a long text, which has parts
 * instead: reading it would bring all of its words at once. */
export function Detail(props: DetailProps) {
  const { id, list, onOpen } = props;
  const [isListed] = useState(() => list.rows.some((row) => row.id === id));
  const parts = useParts(id, !isListed);
  if (isListed || parts.data?.length === 0 || parts.isError) return <Single {...props} />;
  if (parts.isPending) return <Loading what="The memory" height="14rem" />;
  return <LongText id={id} parts={parts.data} onOpen={onOpen} />;
}

/** One memory, or what its history still knows of it. */
function Single({ id, list, onOpen }: DetailProps) {
  const inspected = useInspection(id);
  const read = useMemory(id, inspected.data?.id === id);
  const memory = read.data;
  const error = inspected.error ?? read.error;
  if (error instanceof ApiError && error.status === 404) return <Gone id={id} />;
  if (error && !memory) return <Failed what="The memory" error={error} retry={inspected.refetch} />;
  if (!memory || !inspected.data) return <Loading what="The memory" height="14rem" />;
  const tab = route.value.params.get("tab") ?? "now";
  return (
    <article class="memory" aria-label="Memory">
      <h2 class="hidden-text">The memory</h2>
      <Bar memory={memory} inspection={inspected.data} onOpen={onOpen} />
      <div class="memory__text">
        <StoredText key={id} text={memory.current.content} />
      </div>
      <About memory={memory} inspection={inspected.data} />
      <Tabs
        label="Parts of the memory"
        tabs={TABS}
        value={tab}
        onChange={(chosen) => setParams({ tab: chosen === "now" ? "" : chosen })}
      />
      <div class="memory__tab" role="tabpanel" aria-label={labelOf(tab)}>
        {tab === "versions" && <Versions id={id} />}
        {tab === "lineage" && <Lineage id={id} />}
        {tab === "sources" && <Sources memory={memory} inspection={inspected.data} />}
        {tab === "neighbours" && <Neighbours id={id} />}
        {tab === "raw" && <Raw memory={memory} inspection={inspected.data} />}
        {tab === "now" && <Now memory={memory} inspection={inspected.data} list={list} />}
      </div>
    </article>
  );
}

function labelOf(tab: string): string {
  return TABS.find(([name]) => name === tab)?.[1] ?? tab;
}
