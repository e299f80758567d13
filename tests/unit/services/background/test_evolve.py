"""How does a tenant get another model while it answers, and what if something comes in between?"""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from perspective import wiring
from perspective.adapters.inmemory.catalog import InMemoryCatalog
from perspective.adapters.inmemory.hash_embedder import HashEmbedder
from perspective.domain.answer import ModelHealth
from perspective.engine import Perspective
from perspective.services.models.embedders import Embedders
from perspective.settings import IndexSettings, Settings
from tests.engines import (
    SetClock,
    TurnedEmbedder,
    contents,
    embedded_engine,
    engine_over,
    eventually,
)
from tests.unit.services.background.evolving import (
    ANA,
    NO_LINKS,
    TEXTS,
    Other,
    answers,
    choice_of,
    evolved,
    fill,
    processes,
    the_space,
)


async def test_the_old_model_answers_until_the_new_one_knows_all() -> None:
    """Stores and questions go on with the old one, what is stored meanwhile is embedded by both, and
    the process tells how far it is; then answers are those of a store that never had another model,
    and nothing of that is left."""
    other = Other(n_batches=1)
    async with engine_over(
        InMemoryCatalog(), settings=NO_LINKS, embedders=choice_of(other)
    ) as memory:
        await fill(memory)
        before = await answers(memory)
        await memory.tenants.edit("default", embedding="multilingual")
        await asyncio.wait_for(other.is_held.wait(), 30)
        assert await answers(memory) == before
        (process,) = await processes(memory)
        assert (process.state, process.is_stoppable) == ("running", True)
        assert 0 < process.done < (process.total or 0) == len(TEXTS)
        assert (await memory.store(ANA)).indexed
        found = await memory.recall("who moved to Lisbon?", reinforce=False)
        assert found.results[0].content == ANA
        view = await memory.tenants.read("default")
        assert (view.embedding_model, view.dimensions) == ("hash-64", 64)
        other.let_go.set()
        await evolved(memory, "hash-32")
        view = await memory.tenants.read("default")
        assert (view.embedding_model, view.dimensions) == ("hash-32", 32)
        assert [one.state for one in await processes(memory)] == ["done"]
        assert other.n_texts == len(TEXTS) + 1
        after = await answers(memory)
        assert (await memory.store("Eve keeps bees")).indexed
    async with engine_over(
        InMemoryCatalog(), settings=NO_LINKS, embedders=Embedders(HashEmbedder(32))
    ) as fresh:
        await fill(fresh)
        await fresh.store(ANA)
        assert after == await answers(fresh)


async def test_a_tenant_that_is_used_all_the_time_changes_too() -> None:
    """Nobody need leave a tenant for that: its users stay in the same one."""
    async with engine_over(InMemoryCatalog(), embedders=choice_of(Other())) as memory:
        async with memory._services.host.use("default") as space:
            await memory.store(ANA)
            await memory.tenants.edit("default", embedding="multilingual")
            await evolved(memory, "hash-32")
            assert the_space(memory) is space
        assert contents(await memory.recall("Lisbon")) == [ANA]


@pytest.mark.proof("Evolve")
async def test_no_question_mixes_models() -> None:
    """While a tenant changes its model again and again under load, a question in the words of a
    memory has a cosine of exactly 1 with it. Of vectors of two models it would have another one."""
    turned = TurnedEmbedder()
    async with engine_over(
        InMemoryCatalog(), settings=NO_LINKS, embedders=choice_of(turned)
    ) as memory:
        await fill(memory)
        n_asked = 0
        is_over = asyncio.Event()

        async def ask(first: int) -> None:
            nonlocal n_asked
            while not is_over.is_set():
                text = TEXTS[(first + n_asked) % len(TEXTS)]
                found = await memory.recall(text, explain=True, reinforce=False)
                signals = {one.content: one.why for one in found.results}
                assert found.degraded == {}
                why = signals[text]
                assert why is not None
                assert why.vector == pytest.approx(1.0, abs=1e-5)
                n_asked += 1

        async def store() -> None:
            n = 0
            while not is_over.is_set():
                n += 1
                await memory.store(f"meanwhile {n}", source_session=str(n))

        async with asyncio.TaskGroup() as load:
            for first in (0, 30, 60):
                load.create_task(ask(first))
            load.create_task(store())
            for choice, model in (("multilingual", "turned-64"), ("default", "hash-64")) * 3:
                await memory.tenants.edit("default", embedding=choice)
                await evolved(memory, model)
            is_over.set()
        assert n_asked > 20


async def test_stopping_keeps_the_old_model() -> None:
    """The setting goes back, nothing is lost, and nothing of the new model stays; chosen again, it
    begins again."""
    other = Other(n_batches=1)
    async with engine_over(
        InMemoryCatalog(), settings=NO_LINKS, embedders=choice_of(other)
    ) as memory:
        await fill(memory)
        before = await answers(memory)
        await memory.tenants.edit("default", embedding="multilingual")
        await asyncio.wait_for(other.is_held.wait(), 30)
        (process,) = await processes(memory)
        await memory.processes.stop(process.id)
        await evolved(memory, "hash-64")

        async def is_back() -> bool:
            view = await memory.tenants.read("default")
            return view.settings.embedding == "default"

        await eventually(is_back)
        assert (await memory.processes.read(process.id)).state == "cancelled"
        assert await answers(memory) == before
        other.let_go.set()
        await memory.tenants.edit("default", embedding="multilingual")
        await evolved(memory, "hash-32")


async def test_a_choice_that_is_taken_back_ends_it() -> None:
    """Whoever chooses the old model again while all is embedded keeps it."""
    other = Other(n_batches=0)
    async with engine_over(
        InMemoryCatalog(), settings=NO_LINKS, embedders=choice_of(other)
    ) as memory:
        await fill(memory)
        await memory.tenants.edit("default", embedding="multilingual")
        await asyncio.wait_for(other.is_held.wait(), 30)
        await memory.tenants.edit("default", embedding="default")
        await evolved(memory, "hash-64")

        async def has_ended() -> bool:
            return [one.state for one in await processes(memory)] == ["cancelled"]

        await eventually(has_ended)


async def test_a_restart_goes_on_behind_what_is_embedded(tmp_path: Path) -> None:
    """What the new model has embedded it does not embed again."""
    first = Other(n_batches=1)
    async with embedded_engine(tmp_path, settings=NO_LINKS, embedders=choice_of(first)) as memory:
        await fill(memory)
        await memory.tenants.edit("default", embedding="multilingual")
        await asyncio.wait_for(first.is_held.wait(), 30)
        n_before = first.n_texts
    second = Other()
    async with embedded_engine(tmp_path, settings=NO_LINKS, embedders=choice_of(second)) as memory:
        await memory.recall("wind")
        await evolved(memory, "hash-32")
        assert n_before > 0
        assert n_before + second.n_texts == len(TEXTS)


@pytest.mark.parametrize("is_known", [True, False])
async def test_another_default_takes_over(*, is_known: bool) -> None:
    """When the default model is another one after a restart, the former goes on meanwhile; where it
    is gone, words answer, and answers and health say why."""
    catalog = InMemoryCatalog()
    async with engine_over(catalog, settings=NO_LINKS) as memory:
        await fill(memory, [*TEXTS, ANA])
    other = Other(n_batches=0)
    known = {"hash-64": HashEmbedder} if is_known else None
    embedders = Embedders(other, known=known)
    async with engine_over(catalog, settings=NO_LINKS, embedders=embedders) as memory:
        await memory.recall("warm up", reinforce=False)
        await asyncio.wait_for(other.is_held.wait(), 30)
        async with memory._services.host.use("default") as space:
            assert await space.indexed(30.0)
        found = await memory.recall("who moved to Lisbon?", explain=True, reinforce=False)
        assert found.results[0].content == ANA
        assert (await memory.store("Eve keeps bees")).indexed
        health = await memory.health()
        why = found.results[0].why
        assert why is not None
        if is_known:
            assert found.degraded == health.degraded == {}
            assert why.vector is not None
        else:
            assert "hash-64 is not here any more" in found.degraded["vector"]
            assert health.degraded["default/vector"] == found.degraded["vector"]
            assert why.vector is None
        other.let_go.set()
        await evolved(memory, "hash-32")
        assert (await memory.health()).degraded == {}
        found = await memory.recall("who moved to Lisbon?", explain=True, reinforce=False)
        assert found.degraded == {}
        assert found.results[0].why is not None
        assert found.results[0].why.vector is not None


async def test_a_new_model_that_fails_changes_nothing() -> None:
    """The old one stays in service, and the process says what is wrong until it comes right."""
    other = Other()
    async with engine_over(
        InMemoryCatalog(), settings=NO_LINKS, embedders=choice_of(other)
    ) as memory:
        await fill(memory)
        before = await answers(memory)
        other.is_missing = True
        await memory.tenants.edit("default", embedding="multilingual")

        async def says_why() -> bool:
            return [one.error for one in await processes(memory)] == ["it went"]

        await eventually(says_why)
        assert await answers(memory) == before
        assert (await memory.store(ANA)).indexed
        other.is_missing = False
        await evolved(memory, "hash-32")
        assert [(one.state, one.error) for one in await processes(memory)] == [("done", None)]


async def test_a_model_that_is_still_loading_stays_in_service(tmp_path: Path) -> None:
    """As long as it does not know its dimensions, those of the tenant stay as they were."""

    class Loading(HashEmbedder):
        @property
        def dimensions(self) -> Any:
            return None

    async with embedded_engine(tmp_path, settings=NO_LINKS) as memory:
        await memory.store(ANA)
    embedders = Embedders(Loading(), {"multilingual": Other})
    async with embedded_engine(tmp_path, settings=NO_LINKS, embedders=embedders) as memory:
        assert contents(await memory.recall("Lisbon")) == [ANA]
        await evolved(memory, "hash-64")
        view = await memory.tenants.read("default")
        assert (view.embedding_model, view.dimensions) == ("hash-64", 64)
        await memory.tenants.edit("default", embedding="multilingual")
        await evolved(memory, "hash-32")


async def test_what_is_erased_meanwhile_is_in_neither() -> None:
    """Neither index has it, nor is it embedded again."""
    other = Other(n_batches=1)
    async with engine_over(
        InMemoryCatalog(), settings=NO_LINKS, embedders=choice_of(other)
    ) as memory:
        await fill(memory, TEXTS[:40])
        stored = await memory.store(ANA)
        assert stored.id is not None
        await fill(memory, TEXTS[40:])
        await memory.tenants.edit("default", embedding="multilingual")
        await asyncio.wait_for(other.is_held.wait(), 30)
        erased = await memory.memories.erase(stored.id, confirm=stored.id)
        other.let_go.set()

        async def is_done() -> bool:
            return (await memory.memories.erasure(erased.id)).state == "done"

        await eventually(is_done, within_s=30.0)
        await evolved(memory, "hash-32")
        assert the_space(memory).stores.vectors.n_entries == len(TEXTS)
        assert ANA not in contents(await memory.recall("who moved to Lisbon?"))


async def test_what_is_alike_is_told_anew() -> None:
    """Semantic edges are made again from the vectors of the new model."""
    async with engine_over(InMemoryCatalog(), embedders=choice_of(Other())) as memory:
        await fill(memory)

        async def linked() -> int:
            async with memory._services.host.use("default") as space:
                return await space.stores.records.read(lambda snapshot: snapshot.linked())

        async def is_linked() -> bool:
            return await linked() == the_space(memory).stores.feed.last_seq

        await eventually(is_linked, within_s=60.0)
        before = await _weights(memory)
        await memory.tenants.edit("default", embedding="multilingual")
        await evolved(memory, "hash-32")
        await eventually(is_linked, within_s=60.0)
        after = await _weights(memory)
        assert after
        assert set(after.values()) != set(before.values())


async def _weights(memory: Perspective) -> dict[tuple[str, str], float]:
    page = await memory.memories.list()
    found: dict[tuple[str, str], float] = {}
    for one in page.items:
        near = await memory.memories.neighbors(one.id)
        found |= {(one.id, k.id): round(k.weight, 6) for k in near.items if k.kind == "semantic"}
    return found


async def test_each_model_has_its_own_folder(tmp_path: Path) -> None:
    """Its files are written beside those in service, which go when it takes over; a start finds
    them."""
    settings = Settings(index=IndexSettings(semantic_links=0, generation_changes=20))

    def engine() -> Perspective:
        embedders = choice_of(Other())
        catalog = wiring.embedded_catalog(tmp_path, embedders, settings.index)
        return wiring._compose(settings, catalog, embedders, SetClock())

    places = tmp_path / "tenants" / "default"
    memory = engine()
    await memory.open()
    await fill(memory)
    before = await answers(memory)
    assert [one.name for one in places.glob("vectors*")] == ["vectors"]
    await memory.tenants.edit("default", embedding="multilingual")
    await evolved(memory, "hash-32")

    async def is_moved() -> bool:
        return [one.name for one in places.glob("vectors*")] == ["vectors-1"]

    await eventually(is_moved)
    after = await answers(memory)
    await memory.close()
    memory = engine()
    await memory.open()
    async with memory._services.host.use("default") as space:
        assert await space.indexed(30.0)
    assert await answers(memory) == after
    await memory.tenants.edit("default", embedding="default")
    await evolved(memory, "hash-64")
    assert await answers(memory) == before
    await memory.close()


async def test_one_tenant_changes_alone(tmp_path: Path) -> None:
    """Tenants side by side change one at a time: the other keeps its own."""
    async with embedded_engine(tmp_path, settings=NO_LINKS, embedders=choice_of(Other())) as memory:
        for tenant_id in ("ana", "ben"):
            await memory.store(ANA, tenant_id=tenant_id)
        await memory.tenants.edit("ana", embedding="multilingual")
        await evolved(memory, "hash-32", "ana")
        assert (await memory.tenants.read("ben")).embedding_model == "hash-64"
        health: dict[Any, ModelHealth] = dict((await memory.health()).models)
        assert set(health) == {"default", "multilingual"}
