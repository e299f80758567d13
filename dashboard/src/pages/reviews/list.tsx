/** Which questions wait for a person? */

import type { Review } from "../../api/types";
import { Badge, State } from "../../components/badge";
import { Num } from "../../components/num";
import { StoredText } from "../../components/stored-text";
import { Time } from "../../components/time";
import { VirtualList } from "../../components/virtual-list";
import { href } from "../../state/route";
import { addressOf } from "./ask";
import { WORDS } from "./kinds";

interface ListProps {
  reviews: readonly Review[];
  active: string;
  /** The filters, kept in each address. */
  params: Record<string, string>;
  onEnd: () => void;
}

/** The reviews, newest first. */
export function List({ reviews, active, params, onEnd }: ListProps) {
  return (
    <VirtualList
      items={reviews}
      keyOf={(one) => one.id}
      label="Reviews"
      height={84}
      size="100%"
      active={reviews.findIndex((one) => one.id === active)}
      onEnd={onEnd}
      render={(one) => <Row review={one} isActive={one.id === active} params={params} />}
    />
  );
}

interface RowProps {
  review: Review;
  isActive: boolean;
  params: Record<string, string>;
}

function Row({ review, isActive, params }: RowProps) {
  return (
    <a
      class="review-row"
      href={href("reviews", review.id, params)}
      aria-current={isActive ? "true" : undefined}
    >
      <span class="spread">
        <Badge>{WORDS[review.kind].one}</Badge>
        <span class="tiny muted">
          <Time at={review.created_at} />
        </span>
      </span>
      <StoredText text={review.reason} lines={2} />
      <span class="row tiny muted">
        {review.n_memories > 2 && (
          <span>
            <Num value={review.n_memories} from={addressOf(review.id)} path="review.n_memories" />{" "}
            memories
          </span>
        )}
        {review.state !== "open" && <State of={review.state} />}
      </span>
    </a>
  );
}
