"""What changed since an index last looked? The one way by which indexes learn of anything."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import msgspec
import numpy as np
from numpy.typing import NDArray

from perspective.domain.filter import IndexEntry

Vector = NDArray[np.float32]


class Change(msgspec.Struct, frozen=True):
    """A version that an index must add or replace; `vector` where one was already computed.

    `is_embeddable` is false for a version whose text the embedding model cannot read.
    """

    seq: int
    entry: IndexEntry
    content: str
    vector: Vector | None = None
    is_embeddable: bool = True


class Removal(msgspec.Struct, frozen=True):
    """A version that was erased: an index must take it out, if it has it."""

    seq: int
    key: int


FeedItem = Change | Removal


class ChangeFeed(Protocol):
    """The versions of a tenant in the order of their last change, erased ones as removals.

    Each version stands in the feed once, at the sequence number of its latest change; numbers
    grow with every commit and are never reused, nor are keys: after its removal a version never
    comes back. Reading on from a cursor and applying each
    change in turn is idempotent, and brings any index, empty ones too, up to date.
    """

    @property
    def last_seq(self) -> int:
        """The sequence number of the latest committed change; 0 in an empty store."""
        ...

    async def changes(self, *, after: int, limit: int, model: str | None) -> list[FeedItem]:
        """Changes with `seq > after`, in order, at most `limit`.

        With a `model`, each carries the embedding that this model gave the version's content,
        if it was saved.
        """
        ...

    async def counted(self, *, after: int) -> tuple[int, int]:
        """At one moment: how many versions are not erased, and how many of them changed after a
        sequence number."""
        ...

    async def standing(self, key: int, *, model: str | None) -> Change | None:
        """Where a version stands, as `changes` would give it; None for one that is gone."""
        ...

    async def save_embeddings(self, model: str, rows: Sequence[tuple[int, Vector | None]]) -> None:
        """Keeps what the model gave for versions by key; None: the model cannot read it.

        Keys that are gone meanwhile are passed over. Derived data: need not be synced.
        """
        ...

    async def models(self) -> list[str]:
        """The models of which an embedding is kept, by name."""
        ...

    async def forget_embeddings(self, model: str, *, limit: int) -> int:
        """Lets go of up to `limit` embeddings of a model; returns of how many."""
        ...
