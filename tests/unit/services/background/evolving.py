"""What do tests of a change of models start from: a model that can be held back, and a filled store?"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from perspective.adapters.inmemory.hash_embedder import HashEmbedder
from perspective.domain.process import ProcessView
from perspective.domain.query import NewMemory
from perspective.engine import Perspective
from perspective.errors import ModelMissing
from perspective.ports.feed import Vector
from perspective.services.host import Space
from perspective.services.models.embedders import Embedders
from perspective.settings import IndexSettings, Settings
from tests.engines import eventually

NO_LINKS = Settings(index=IndexSettings(semantic_links=0))
TEXTS = [f"Week {n}: the harbour log tells of wind {n * 7} and nets" for n in range(80)]
ANA = "Ana moved to Lisbon in March"


class Other(HashEmbedder):
    """Another model, which counts what it embeds and can be held back after some batches."""

    def __init__(self, dimensions: int = 32, *, n_batches: int | None = None) -> None:
        super().__init__(dimensions)
        self.n_texts = 0
        self.n_batches = n_batches
        self.let_go = asyncio.Event()
        self.is_held = asyncio.Event()
        self.is_missing = False

    async def embed_passages(self, texts: Sequence[str]) -> list[Vector | None]:
        """The vectors of texts; waits when it is held back."""
        if self.is_missing:
            raise ModelMissing("it went")
        if self.n_batches == 0:
            self.is_held.set()
            await self.let_go.wait()
        elif self.n_batches is not None:
            self.n_batches -= 1
        self.n_texts += len(texts)
        return await super().embed_passages(texts)


def choice_of(other: HashEmbedder) -> Embedders:
    """Hashed words by default, and the other model for who chooses it."""
    return Embedders(HashEmbedder(), {"multilingual": lambda: other})


async def fill(memory: Perspective, texts: Sequence[str] = TEXTS) -> None:
    """All texts are stored and found."""
    await memory.store_batch([NewMemory(content=text) for text in texts])
    async with memory._services.host.use("default") as space:
        assert await space.indexed(30.0)


async def evolved(memory: Perspective, model: str, tenant_id: str = "default") -> None:
    """Returns when the model is in service, and nothing of another is left."""

    async def is_so() -> bool:
        async with memory._services.host.use(tenant_id) as space:
            is_in_row = space.tenant.embedding_model == model == space.meaning.model
            return is_in_row and await space.stores.feed.models() == [model]

    await eventually(is_so, within_s=30.0)


async def processes(memory: Perspective) -> list[ProcessView]:
    """The changes of models that were seen."""
    return [one for one in await memory.processes.list() if one.kind == "evolve"]


async def answers(memory: Perspective) -> list[Any]:
    """What is found for some questions, with all signals."""
    found = []
    for question in ("harbour wind 21", "week 3 nets", "who moved to Lisbon?"):
        answer = await memory.recall(question, explain=True, reinforce=False)
        assert answer.degraded == {}
        found += [
            (one.content, round(one.score, 6), one.why and one.why.vector) for one in answer.results
        ]
    return found


def the_space(memory: Perspective) -> Space:
    """The only tenant that is open."""
    (space,) = memory._services.host.open_spaces
    return space
