/** What is behind an id that is no memory: a long text, something erased, or nothing? */

import { ArchiveRestore, Eraser, Trash2 } from "lucide-preact";
import { Badge } from "../../components/badge";
import { Button } from "../../components/button";
import { Facts } from "../../components/card";
import { Empty, Loading } from "../../components/loaded";
import { Time } from "../../components/time";
import { href } from "../../state/route";
import { useActions } from "./actions";
import { kept } from "./addresses";
import { Back, Close, type Opened } from "./bar";
import { Lineage, useLineage } from "./lineage";
import { PartList, useParts } from "./parts";

interface GoneProps {
  id: string;
  onOpen: (dialog: Opened) => void;
}

/** Asks for parts first, then for what the history still knows. */
export function Gone({ id, onOpen }: GoneProps) {
  const parts = useParts(id);
  const isNoText = parts.data?.length === 0 || parts.isError;
  const lineage = useLineage(id, isNoText);
  const first = parts.data?.[0];
  if (first) {
    return (
      <LongText
        id={id}
        isDeleted={first.deleted_at !== null}
        at={first.recorded_at}
        onOpen={onOpen}
      />
    );
  }
  if (parts.isPending || lineage.isPending) return <Loading what="The memory" height="14rem" />;
  const events = lineage.data?.pages[0]?.items ?? [];
  const erased = events.find((one) => one.kind === "erased");
  return (
    <article class="memory" aria-label="Memory">
      <div class="memory__bar">
        <Back />
        <div class="memory__badges">
          {erased && <Badge tone="bad">erased</Badge>}
          <code>{id}</code>
        </div>
        <div class="memory__buttons">
          <Close />
        </div>
      </div>
      {events.length > 0 ? (
        <>
          <p>
            {erased ? (
              <>
                This memory was erased <Time at={erased.at} />. Nothing holds its words any more;
                what happened to it is all that is left.
              </>
            ) : (
              "This memory is gone; what happened to it is all that is left."
            )}
          </p>
          <Lineage id={id} />
        </>
      ) : (
        <Empty
          title="There is no memory with this id"
          actions={<a href={href("memories", "", kept())}>To the list</a>}
        >
          Nothing in this tenant has it, and nothing that was erased had it. It may belong to
          another tenant.
        </Empty>
      )}
    </article>
  );
}

interface LongTextProps {
  id: string;
  isDeleted: boolean;
  at: string;
  onOpen: (dialog: Opened) => void;
}

/** A text that was too long for one memory, with what can be done to all of its parts. */
function LongText({ id, isDeleted, at, onOpen }: LongTextProps) {
  const actions = useActions();
  return (
    <article class="memory" aria-label="Long text">
      <div class="memory__bar">
        <Back />
        <div class="memory__badges">
          <Badge>long text</Badge>
          {isDeleted && <Badge tone="bad">deleted</Badge>}
        </div>
        <div class="memory__buttons">
          {isDeleted ? (
            <Button size="small" onClick={() => actions.restore(id)}>
              <ArchiveRestore aria-hidden="true" />
              Restore all parts
            </Button>
          ) : (
            <Button kind="quiet" label="Delete all parts" onClick={() => actions.delete(id)}>
              <Trash2 aria-hidden="true" />
            </Button>
          )}
          <Button
            kind="quiet"
            label="Erase all parts for good"
            onClick={() => onOpen({ what: "erase", id, isLong: true })}
          >
            <Eraser aria-hidden="true" />
          </Button>
          <Close />
        </div>
      </div>
      <Facts
        of={[
          ["Stored", <Time key="stored" at={at} as="date" />],
          ["Id", <code key="id">{id}</code>],
        ]}
      />
      <p class="small muted">
        It was stored in parts, which recall finds one by one. The parts overlap by a sentence.
      </p>
      <PartList sourceId={id} size="calc(100dvh - 19rem)" />
    </article>
  );
}
