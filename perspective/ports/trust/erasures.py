"""How does content leave the records for good?"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from perspective.domain.trust.erasure import Erasure


class ErasureStore(Protocol):
    """Erases memories of one tenant, and keeps a receipt of each order.

    An order has two halves. `erase` takes everything out of the records in one durable step:
    from its end nothing can be read. What the files still hold (free pages, logs, copies set
    aside) is gone after a `purge`, which may take long; `finish` then closes the order. Both
    halves can be repeated after a crash.
    """

    async def erase(self, order: Erasure) -> Erasure | None:
        """Removes the memory `order.target_id`, or else all parts of that long text; None, with
        nothing changed, when there is neither.

        With a memory go: all its versions with their terms, tags, metadata and embeddings; the
        edges at it and those that it states; entities and speakers that nothing else names; its
        queue item; idempotent answers that name it; the whole long text that it is a part of;
        what events of it say of before and after. Its events stay, with an `erased` one by
        `order.actor`. The removed keys stand in the change feed as removals. Returns the order,
        kept as a receipt, with its counts and keys.
        """
        ...

    async def receipt(self, erasure_id: str) -> Erasure | None:
        """An order by its id, done or not, or None."""
        ...

    async def latest(self, target_id: str) -> Erasure | None:
        """The latest order that was carried out on a memory or long text, or None."""
        ...

    async def pending(self) -> list[Erasure]:
        """The orders that are not finished, oldest first."""
        ...

    async def purge(self) -> None:
        """No file of the records, nor any copy of an index that was set aside, holds anything
        that was erased before this began. Reads go on meanwhile, writes wait."""
        ...

    async def tidy(self, *, answers_before: datetime) -> int:
        """Answers kept for retries from before that time are gone, and files hold no log that they
        need not; returns how many answers. Reads go on, and no write waits for them."""
        ...

    async def finish(self, erasure_ids: Sequence[str], at: datetime) -> None:
        """These orders are done, and their keys forgotten."""
        ...
