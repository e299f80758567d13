"""What do tests of the engine start from: a clock they set, an embedder they break, engines?

Large stores come from `embedded_engine` with its default embedder: real files, hashed words.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import numpy as np

from perspective import wiring
from perspective.adapters.embedded.sqlite_catalog import SqliteCatalog
from perspective.adapters.embedded.watched_texts import WatchedTexts
from perspective.adapters.inmemory.catalog import InMemoryCatalog
from perspective.adapters.inmemory.hash_embedder import HashEmbedder
from perspective.adapters.inmemory.vectors import InMemoryVectors
from perspective.domain.answer import Counts, Recalled
from perspective.engine import Perspective
from perspective.errors import ModelError
from perspective.ports.catalog import Catalog
from perspective.ports.embedder import Embedder
from perspective.ports.feed import Vector
from perspective.ports.models.extractor import Extractor
from perspective.ports.models.language_model import LanguageModel
from perspective.ports.system import Clock
from perspective.services.jobs.job import Job
from perspective.services.models.embedders import Embedders
from perspective.settings import IndexSettings, ServerSettings, Settings

NOON = datetime(2025, 3, 1, 12, tzinfo=UTC)

# A store does not wait long for an index that a test has broken on purpose, and nothing behind the
# answers asks it before the test does.
IMPATIENT = Settings(
    server=ServerSettings(index_wait_s=0.05), index=IndexSettings(semantic_links=0)
)


class SetClock:
    """A clock that stands still until it is told to go on."""

    def __init__(self, at: datetime = NOON) -> None:
        self.at = at

    def now(self) -> datetime:
        """The time that was set."""
        return self.at

    def advance(self, **length: float) -> datetime:
        """Goes on by a length as `timedelta` takes it; returns the new time."""
        self.at += timedelta(**length)
        return self.at


class BreakableEmbedder(HashEmbedder):
    """Hashes words until a test sets `failure`, or holds passages back with `held`."""

    def __init__(self) -> None:
        super().__init__()
        self.failure: ModelError | None = None
        self.held: asyncio.Event | None = None
        self.n_passages = 0

    async def embed_query(self, text: str) -> Vector | None:
        """The vector of a question, unless broken."""
        self._check()
        return await super().embed_query(text)

    async def embed_passages(self, texts: Sequence[str]) -> list[Vector | None]:
        """The vectors of texts, unless broken; waits while held."""
        self._check()
        if self.held is not None:
            await self.held.wait()
        self.n_passages += len(texts)
        return await super().embed_passages(texts)

    def _check(self) -> None:
        if self.failure is not None:
            raise self.failure


class TurnedEmbedder(HashEmbedder):
    """Another model of the same dimensions: each vector is turned, so that a vector of this one and
    one of the other are unlike also where the texts are the same."""

    @property
    def model(self) -> str:
        """Its own name."""
        return f"turned-{self.dimensions}"

    async def embed_query(self, text: str) -> Vector | None:
        """The vector of a question."""
        return _turned(await super().embed_query(text))

    async def embed_passages(self, texts: Sequence[str]) -> list[Vector | None]:
        """The vectors of texts."""
        return [_turned(one) for one in await super().embed_passages(texts)]


def _turned(vector: Vector | None) -> Vector | None:
    return None if vector is None else np.roll(vector, 1)


@asynccontextmanager
async def engine_over(
    catalog: Catalog,
    *,
    settings: Settings = Settings(),
    clock: Clock | None = None,
    embedder: Embedder | None = None,
    embedders: Embedders | None = None,
    extractor: Extractor | None = None,
    jobs: Sequence[Job] = (),
    model: LanguageModel | None = None,
) -> AsyncIterator[Perspective]:
    """An open engine over these stores, as wiring would make it; without an extractor nothing is
    read, without a model nothing is written."""
    embedders = embedders or Embedders(embedder or HashEmbedder())
    memory = wiring._compose(
        settings,
        catalog,
        embedders,
        clock or SetClock(),
        extractor=extractor,
        jobs=jobs,
        model=model,
    )
    try:
        await memory.open()
        yield memory
    finally:
        await memory.close()


@asynccontextmanager
async def engine_in_memory(**parts: Any) -> AsyncIterator[Perspective]:
    """An open engine with nothing on disk; `parts` as `engine_over` takes them."""
    async with engine_over(InMemoryCatalog(), **parts) as memory:
        yield memory


@asynccontextmanager
async def embedded_engine(folder: Path, **parts: Any) -> AsyncIterator[Perspective]:
    """An open engine over files in a folder; `parts` as `engine_over` takes them."""
    catalog = await asyncio.to_thread(
        lambda: SqliteCatalog(folder, vectors=lambda *_: InMemoryVectors(), texts=WatchedTexts)
    )
    async with engine_over(catalog, **parts) as memory:
        yield memory


def contents(found: Recalled) -> list[str]:
    """What was found, best first, as its texts."""
    return [one.content for one in found.results]


async def counts(memory: Perspective, tenant_id: str = "default") -> Counts:
    """How much a tenant holds."""
    view = await memory.tenants.read(tenant_id)
    assert view.counts is not None
    return view.counts


async def eventually(is_so: Callable[[], Awaitable[bool]], within_s: float = 10.0) -> None:
    """Returns as soon as it is so; fails when it does not come about in time."""
    deadline = time.monotonic() + within_s
    while not await is_so():
        assert time.monotonic() < deadline, "it did not come about in time"
        await asyncio.sleep(0.005)
