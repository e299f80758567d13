"""Which versions are nearest in meaning? Exact or approximate, by cosine."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Protocol

import msgspec

from perspective.domain.filter import Filter
from perspective.ports.feed import ChangeFeed, FeedItem, Vector


class Hit(msgspec.Struct, frozen=True):
    """A version and how well it matches."""

    key: int
    score: float


class VectorStore(Protocol):
    """The vectors of one tenant and one model, each row float32 (d,) of unit length.

    Derived from the change feed: `apply` in order, again is harmless. A change without a vector
    takes the version out, and so does a removal.
    """

    @property
    def cursor(self) -> int:
        """The sequence number up to which changes were applied; survives a restart or starts
        at 0, and is never ahead of what a search can see.

        It falls back when files are lost. A batch that was read before must then not be applied:
        whoever applies compares the cursor just before.
        """
        ...

    @property
    def reason(self) -> str | None:
        """What is wrong with the index's files at the moment, or None."""
        ...

    @property
    def n_entries(self) -> int:
        """How many versions a search can see, filters apart."""
        ...

    async def apply(self, changes: Sequence[FeedItem]) -> None:
        """A search that begins after this sees the changes."""
        ...

    async def search(self, query: Vector, where: Filter, *, limit: int) -> list[Hit]:
        """The nearest versions that match the filter, best first, at most `limit`.

        `score` is the cosine, −1 to 1. **Ties** by key, greatest (newest) first. The filter is
        applied while searching: with at least `limit` matches, `limit` come back.
        """
        ...

    async def scores(self, query: Vector, keys: Sequence[int]) -> dict[int, float]:
        """The exact cosine for each of these versions that has a vector."""
        ...

    def watch(self, wake: Callable[[], None]) -> None:
        """From now on the store looks after its files, and calls `wake` when that moved the
        cursor. Called once, on the event loop."""
        ...

    async def purge(self, changes: ChangeFeed, keys: Collection[int]) -> None:
        """The versions with these keys, erased from the records before, are out, and no file of
        the store holds a vector of them or of any that was taken out earlier.

        `changes` gives all that stays. Searches and changes go on meanwhile; none of those
        applied may hold one of the keys.
        """
        ...

    async def close(self) -> None:
        """Lets go of everything. Safe to repeat."""
        ...
