"""A process whose tenant changes its model under load, and which may be killed at any moment.

`python -m tests.acceptance.durability.evolving <folder> <memories>`: fills the store if it is empty,
then chooses the other model, and asks and stores until that is in service. Each line that it prints
is a JSON object with one fact.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from perspective import wiring
from perspective.adapters.inmemory.hash_embedder import HashEmbedder
from perspective.adapters.system.system_clock import SystemClock
from perspective.domain.query import NewMemory
from perspective.engine import Perspective
from perspective.ports.feed import Vector
from perspective.services.models.embedders import Embedders
from perspective.settings import IndexSettings, Settings
from tests.acceptance.scale.texts import Texts
from tests.engines import TurnedEmbedder

SETTINGS = Settings(index=IndexSettings(semantic_links=0))
_N_IDLE = 100
_SAME = 1e-5


class Telling(TurnedEmbedder):
    """The other model, which tells how many texts it has embedded."""

    n_texts = 0

    async def embed_passages(self, texts: Sequence[str]) -> list[Vector | None]:
        """The vectors of texts."""
        vectors = await super().embed_passages(texts)
        self.n_texts += len(texts)
        tell(embedded=self.n_texts)
        return vectors


def tell(**fact: object) -> None:
    """One line, at once."""
    print(json.dumps(fact), flush=True)


def engine(folder: Path) -> Perspective:
    """The engine over real files, with the two models."""
    embedders = Embedders(HashEmbedder(), {"multilingual": Telling})
    catalog = wiring.embedded_catalog(folder, embedders, SETTINGS.index)
    return wiring._compose(SETTINGS, catalog, embedders, SystemClock())


def contents(n: int) -> list[str]:
    """What the memories say; nobody is said to have said it, so a question is embedded as it is."""
    return [str(one["content"]) for one in Texts(seed=6).items(n)]


async def fill(memory: Perspective, texts: Sequence[str]) -> None:
    """All texts are stored and found."""
    for start in range(0, len(texts), 1_000):
        items = [NewMemory(content=one) for one in texts[start : start + 1_000]]
        await memory.store_batch(items, wait=False)
    async with memory._services.host.use("default") as space:
        while not await space.indexed(60.0):
            pass


async def ask(memory: Perspective, text: str) -> float:
    """Asks in a memory's own words; tells when its vector and the question's were not of one model.
    Returns how many milliseconds it took."""
    started = time.perf_counter()
    found = await memory.recall(text, explain=True, reinforce=False)
    took_ms = (time.perf_counter() - started) * 1000.0
    signals = {one.content: one.why for one in found.results}
    why = signals.get(text)
    if found.degraded or why is None or why.vector is None or abs(why.vector - 1.0) > _SAME:
        tell(mixed=text, degraded=found.degraded)
    return took_ms


async def run(folder: Path, n_memories: int) -> None:
    """Until the other model is in service."""
    memory = engine(folder)
    await memory.open()
    texts = contents(n_memories)
    async with memory._services.host.use("default") as space:
        if not (await space.stores.records.counts()).memories:
            await fill(memory, texts)
            idle = [await ask(memory, text) for text in texts[:_N_IDLE]]
            tell(idle_ms=idle)
        assert await space.indexed(60.0)  # until then a start answers from what it has read
        await memory.tenants.edit("default", embedding="multilingual")
        under_load: list[float] = []

        def is_over() -> bool:
            row = space.tenant
            return row.embedding_model == TurnedEmbedder().model == space.meaning.model

        async def asking() -> None:
            for text in itertools.cycle(texts):
                if is_over():
                    return
                under_load.append(await ask(memory, text))

        async def storing() -> None:
            for n in itertools.count():
                if is_over():
                    return
                text = f"meanwhile {time.time_ns()} came {n}"
                stored = await memory.store(text, source_session=text)
                tell(stored=stored.id)

        async with asyncio.TaskGroup() as load:
            load.create_task(asking())
            load.create_task(storing())
        tell(load_ms=under_load)
    await memory.close()


if __name__ == "__main__":
    asyncio.run(run(Path(sys.argv[1]), int(sys.argv[2])))
