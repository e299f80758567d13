"""What does a search compare with what? One model, and the index of the vectors that it made.

A tenant has one in service, and sometimes one more that is being built. Whoever compares takes model
and index from one of them and holds it meanwhile, so that vectors of two models never meet.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import AbstractAsyncContextManager, contextmanager, nullcontext
from typing import Self

from perspective.ports.embedder import Embedder
from perspective.ports.feed import ChangeFeed
from perspective.ports.vectors import VectorStore
from perspective.services.index import IndexPump, VectorFeeder


class Meaning:
    """A model with its index, and the pump that keeps that in step; a tenant without a model has
    an index that nothing is fed to."""

    def __init__(
        self, embedder: Embedder | None, vectors: VectorStore, pump: IndexPump | None
    ) -> None:
        self.embedder = embedder
        self.vectors = vectors
        self.pump = pump
        self._n_users = 0
        self._unused = asyncio.Event()
        self._unused.set()

    @classmethod
    def of(
        cls, feed: ChangeFeed, vectors: VectorStore, embedder: Embedder | None, *, batch_items: int
    ) -> Self:
        """That of a model, which is fed from now on."""
        if embedder is None:
            return cls(None, vectors, None)
        return cls.fed(feed, vectors, VectorFeeder(vectors, embedder, batch_items=batch_items))

    @classmethod
    def fed(cls, feed: ChangeFeed, vectors: VectorStore, feeder: VectorFeeder) -> Self:
        """That of the feeder's model."""
        pump = IndexPump(feed, feeder)
        vectors.watch(pump.wake)
        return cls(feeder.embedder, vectors, pump)

    @property
    def model(self) -> str | None:
        """The name of its model."""
        return None if self.embedder is None else self.embedder.model

    @contextmanager
    def use(self) -> Iterator[Self]:
        """Its index stays open while the block runs, also when another comes into service."""
        self._n_users += 1
        self._unused.clear()
        try:
            yield self
        finally:
            self._n_users -= 1
            if not self._n_users:
                self._unused.set()

    @property
    def position(self) -> int:
        """The sequence number up to which a search in it sees every change; 0 where it is not
        fed."""
        return 0 if self.pump is None else self.pump.position

    async def reached(self, seq: int) -> None:
        """Returns once a search in it sees every change up to `seq`, or it is closed."""
        if self.pump is not None:
            await self.pump.reached(seq)

    def held(self) -> AbstractAsyncContextManager[None]:
        """It takes nothing in while the block runs."""
        return nullcontext() if self.pump is None else self.pump.held()

    async def retire(self) -> None:
        """It is fed no more, and closed once nobody uses it. Safe to repeat."""
        if self.pump is not None:
            await self.pump.close()
        await self._unused.wait()
        await self.vectors.close()
