/** What is behind an id that is no memory: something erased, or nothing? */

import { Badge } from "../../components/badge";
import { Empty, Loading } from "../../components/loaded";
import { Time } from "../../components/time";
import { href } from "../../state/route";
import { kept } from "./addresses";
import { Back, Close } from "./bar";
import { Lineage, useLineage } from "./lineage";

/** What the history still knows of it. */
export function Gone({ id }: { id: string }) {
  const lineage = useLineage(id);
  if (lineage.isPending) return <Loading what="The memory" height="14rem" />;
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
