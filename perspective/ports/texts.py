"""Which versions share words with a query, and how rare are those words?"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Protocol

from perspective.domain.filter import Filter
from perspective.domain.ranking.bm25 import TextStatistics
from perspective.ports.feed import ChangeFeed, FeedItem
from perspective.ports.vectors import Hit


class TextIndex(Protocol):
    """An inverted index over the analysed `terms` of each version of one tenant.

    Derived from the change feed: `apply` in order, again is harmless; a removal takes the
    version out. Terms are compared as
    they are; whoever asks has analysed them in the same way.
    """

    @property
    def cursor(self) -> int:
        """The sequence number up to which changes were applied; after a crash it may be
        earlier, never ahead of what a search can see.

        It falls back when files are damaged. A batch that was read before must then not be
        applied: whoever applies compares the cursor just before.
        """
        ...

    @property
    def reason(self) -> str | None:
        """What was found wrong with the index's files, until a flush of everything; or None."""
        ...

    @property
    def n_entries(self) -> int:
        """How many versions a search can see, filters apart."""
        ...

    async def apply(self, changes: Sequence[FeedItem]) -> None:
        """A search that begins after this sees the changes."""
        ...

    async def search(self, terms: Sequence[str], where: Filter, *, limit: int) -> list[Hit]:
        """Versions that hold at least one of the terms and match the filter, best first.

        `score` is BM25 or near it: good enough to choose candidates, which are scored exactly
        afterwards. **Ties** by key, greatest (newest) first. With at least `limit` matches,
        `limit` come back.
        """
        ...

    async def statistics(self, terms: Sequence[str], where: Filter) -> TextStatistics:
        """Exact counts over the versions that match the filter, and over nothing else: what
        BM25 needs to score as a store of only those versions would."""
        ...

    def watch(self, wake: Callable[[], None]) -> None:
        """From now on the index looks after its files, and calls `wake` when that moved the
        cursor. Called once, on the event loop."""
        ...

    async def purge(self, changes: ChangeFeed, keys: Collection[int]) -> None:
        """The versions with these keys, erased from the records before, are out, and no file of
        the index holds a word of them or of any that was taken out earlier.

        `changes` gives all that stays. Searches and changes go on meanwhile; none of those
        applied may hold one of the keys.
        """
        ...

    async def flush(self) -> None:
        """Makes what was applied durable; `cursor` then survives a restart."""
        ...

    async def close(self) -> None:
        """Flushes if it can, and lets go of files and threads. Safe to repeat."""
        ...
