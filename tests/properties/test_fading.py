"""Does a store that nobody used for years answer as it did? By recall over real files."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest

from perspective.adapters.models.fastembed_embedder import FastembedEmbedder
from perspective.domain.memory import MemoryState, Semantic
from perspective.domain.query import MemoryEdit, NewMemory
from perspective.engine import Perspective
from perspective.ports.embedder import Embedder
from perspective.ports.transaction import RecordTransaction
from perspective.settings import EmbeddingSettings, IndexSettings, Settings
from tests.acceptance.scale.texts import Texts
from tests.engines import (
    SetClock,
    contents,
    embedded_engine,
    engine_in_memory,
)

ANA = "Ana moved to Lisbon in March"
TYPES = ("episodic", "episodic", "semantic", "procedural")
NO_LINKS = Settings(index=IndexSettings(semantic_links=0))
N_QUESTIONS = 30


def items(texts: Texts, n: int) -> list[NewMemory]:
    """Memories of every type, of more and less importance, some about named things."""
    return [
        NewMemory(
            **body,
            memory_type=TYPES[k % len(TYPES)],  # type: ignore[arg-type]
            importance=(1 + k % 9) / 10,
            tags=(("Zermatt", "Kestrel")[k % 2],) if k % 50 == 0 else (),
        )
        for k, body in enumerate(texts.items(n))
    ]


async def top_tens(memory: Perspective, questions: Sequence[str]) -> list[list[str]]:
    """The ids that answer each question, best first."""
    found = [await memory.recall(one, reinforce=False) for one in questions]
    return [[one.id for one in answer.results] for answer in found]


async def every_job(memory: Perspective) -> dict[str, int]:
    """Every job but the reading of texts, which nobody does here, runs to its end, again until it
    changes nothing; how much each changed."""
    n_changed: dict[str, int] = {}
    for job in await memory.jobs.list():
        if job.name == "extraction":
            continue
        n_changed[job.name] = 0
        for _ in range(40):  # a question of maintenance is about a thousand memories
            run = await memory.jobs.run(job.name, wait=True)
            assert (run.state, run.error) == ("done", None)
            n_changed[job.name] += run.counts.changed
            if not run.counts.changed:
                break
    async with memory._services.host.use("default") as space:
        space.wake()
        assert await space.indexed(600.0)
    return n_changed


@pytest.mark.proof("Formulas")
async def test_two_years_later_the_same_answers(tmp_path: Path, is_full: bool) -> None:
    """Of 20,000 memories of every type (600 when small) that nobody used for two years, the same ten
    answer each of thirty questions in the same order; also after every job ran until nothing was left to
    do, when more than half are archived and what is nearly gone is asked about."""
    n_memories = 20_000 if is_full else 600
    texts, clock = Texts(seed=6), SetClock()
    questions = [texts.question() for _ in range(N_QUESTIONS - 2)]
    questions += ["what is known about Zermatt?", "who spoke of Kestrel, and of a canoe?"]
    given = items(texts, n_memories)
    async with embedded_engine(tmp_path, settings=NO_LINKS, clock=clock) as memory:
        for start in range(0, n_memories, 1_000):
            await memory.store_batch(given[start : start + 1_000], wait=False)
        async with memory._services.host.use("default") as space:
            assert await space.indexed(600.0)
        before = await top_tens(memory, questions)
        assert all(len(ids) == 10 for ids in before)
        clock.advance(days=730)
        assert await top_tens(memory, questions) == before
        n_changed = await every_job(memory)
        assert n_changed["archive"] > n_memories / 2
        assert n_changed["maintenance"] > 0
    # What is indexed, but not yet part of the index's files, is scored without their rounding: a tie
    # for the last place may go the other way until then.
    async with embedded_engine(tmp_path, settings=NO_LINKS, clock=clock) as memory:
        async with memory._services.host.use("default") as space:
            assert await space.indexed(600.0)
        assert await top_tens(memory, questions) == before
        states: set[MemoryState] = {
            one.state for one in (await memory.recall(questions[0], reinforce=False)).results
        }
        assert "archived" in states


@pytest.mark.proof("Faded")
@pytest.mark.parametrize("model", ["hash", "default"])
async def test_a_faded_answer_comes_first(model: str) -> None:
    """Among a hundred active memories of other things the one that answers comes first although it
    faded, and says so; with the real model too."""
    embedder: Embedder | None = None
    if model == "default":
        embedder = FastembedEmbedder(EmbeddingSettings(timeout_s=300))
        await embedder.embed_query("cat")
    clock = SetClock()
    async with engine_in_memory(settings=NO_LINKS, clock=clock, embedder=embedder) as memory:
        await memory.store(ANA, source_session="a")
        clock.advance(days=70)
        await memory.store_batch(
            [
                NewMemory(content=f"Week {n}: {what}", source_session=str(n))
                for n in range(50)
                for what in ("Ben met old friends in Porto", "the harbour log tells of wind")
            ]
        )
        async with memory._services.host.use("default") as space:
            assert await space.indexed(300.0)
        found = await memory.recall("when did Ana move to Lisbon?", reinforce=False)
        assert (found.results[0].content, found.results[0].faded) == (ANA, True)
        assert len(found.results) == 10
        assert not any(one.faded for one in found.results[1:])


async def test_confidence_is_that_of_now_wherever_it_is_read() -> None:
    """A fact is believed less after sixty days without validation, in answers, in what is known of it
    and in its own view; where nothing fades it is believed as ever."""
    clock = SetClock()
    fact = NewMemory(content="the boat is blue", memory_type="semantic", confidence=0.8)
    async with engine_in_memory(clock=clock) as memory:
        await memory.tenants.create("still", decay=False)
        for tenant_id, expected in (("default", 0.8 * 0.95**2), ("still", 0.8)):
            clock.at = SetClock().at
            stored = await memory.store(fact, tenant_id=tenant_id)
            assert stored.id is not None
            clock.advance(days=60)
            found = await memory.recall("boat", tenant_id=tenant_id, reinforce=False)
            view = await memory.memories.read(stored.id, tenant_id=tenant_id, versions=True)
            known = await memory.memories.inspect(stored.id, tenant_id=tenant_id)
            for confidence in (
                found.results[0].confidence,
                view.current.confidence,
                view.versions[0].confidence,
                known.confidence,
            ):
                assert confidence == pytest.approx(expected)
            assert known.base_confidence == 0.8


async def test_least_confidence_is_asked_of_the_confidence_now() -> None:
    """`min_confidence` leaves out a fact that has come to be doubted, and not one that was validated
    since, nor an episode of the same confidence."""
    clock = SetClock()
    async with engine_in_memory(clock=clock) as memory:
        doubted = await memory.store("the boat is blue", memory_type="semantic", confidence=0.8)
        validated = await memory.store("the boat is old", memory_type="semantic", confidence=0.8)
        await memory.store("the boat sank", confidence=0.8)
        assert doubted.id is not None
        assert validated.id is not None
        later = clock.advance(days=60)
        await _validate(memory, validated.id, later - timedelta(days=30))
        found = await memory.recall("boat", min_confidence=0.75, reinforce=False)
        assert sorted(contents(found)) == ["the boat is old", "the boat sank"]
        found = await memory.recall("boat", min_confidence=0.7, reinforce=False)
        assert len(found.results) == 3
        await memory.memories.edit(doubted.id, MemoryEdit(tags=("x",)))
        assert (await memory.memories.inspect(doubted.id)).base_confidence == 0.8


async def _validate(memory: Perspective, memory_id: str, at: Any) -> None:
    """The fact was found to hold at this time."""

    def work(tx: RecordTransaction) -> None:
        found = tx.memory(memory_id)
        assert found is not None
        tx.append(
            msgspec.structs.replace(
                found.version,
                key=0,
                number=found.version.number + 1,
                known_from=at,
                detail=Semantic(last_validated_at=at),
            )
        )

    async with memory._services.host.use("default") as space:
        await space.stores.records.write(work)
        space.wake()
        assert await space.indexed(10.0)
