"""Can a person say that two names mean one, or that one means two, and is it remembered?"""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from perspective.domain.query import MemoryEdit
from perspective.engine import Perspective
from perspective.errors import Conflict, EntityNotFound, InvalidRequest
from tests.unit.services.background.test_extraction import Scripted, is_empty, reading


async def told(memory: Perspective, *texts: str) -> list[str]:
    """The ids of these texts, stored and read."""
    stored = [await memory.store(text, source_session=str(n)) for n, text in enumerate(texts)]
    await is_empty(memory)
    return [str(one.id) for one in stored]


async def ids(memory: Perspective) -> dict[str, str]:
    """The ids of the entities that are listed, by name."""
    return {one.name: one.id for one in (await memory.entities.list()).items}


async def mentioned(memory: Perspective, entity_id: str) -> set[str]:
    """The memories that mention an entity."""
    shown = await memory.entities.read(entity_id)
    return {one.id for one in shown.neighbors if one.kind == "entity"}


def folder_of(kind: str, tmp_path: Path) -> Path | None:
    """Where the engine lies: on disk, or nowhere."""
    return tmp_path if kind == "disk" else None


KINDS = pytest.mark.parametrize("kind", ["memory", "disk"])


@KINDS
async def test_a_merge_shows_two_as_one(kind: str, tmp_path: Path) -> None:
    """One entry with the mentions and names of both, under either id; recall finds by either
    name what mentions the other."""
    async with reading(Scripted(), folder_of(kind, tmp_path)) as memory:
        one, two = await told(memory, "we met Robert in town", "we saw Bob at the lake")
        known = await ids(memory)
        merged = await memory.entities.merge(known["Robert"], known["Bob"])
        assert (merged.id, merged.name, merged.aliases) == (known["Robert"], "Robert", ("bob",))
        assert merged.n_mentions == 2
        assert merged.names == {"Robert": 1, "Bob": 1}
        assert await ids(memory) == {"Robert": known["Robert"]}
        assert (await memory.entities.list()).items[0].n_mentions == 2
        assert (await memory.entities.read(known["Bob"])).id == known["Robert"]
        (space,) = memory._services.host.open_spaces
        (named,) = await space.stores.graph.entities_named(["bob"])
        assert named.id == known["Robert"]
        for name in ("Robert", "Bob"):
            found = await memory.recall(name, explain=True, reinforce=False)
            arms = {hit.id: set(hit.why.arms) for hit in found.results if hit.why}
            assert "entity" in arms[one]
            assert "entity" in arms[two]
        neighbors = (await memory.memories.neighbors(two)).items
        assert {hit.name for hit in neighbors if hit.what == "entity"} == {"Robert"}


@KINDS
async def test_a_split_of_a_merge_restores_both(kind: str, tmp_path: Path) -> None:
    """Also after a restart; what was read meanwhile goes where its name says."""
    folder = folder_of(kind, tmp_path)
    async with reading(Scripted(), folder) as memory:
        one, two = await told(memory, "we met Robert in town", "we saw Bob at the lake")
        known = await ids(memory)
        before = [await memory.entities.read(known[name]) for name in ("Robert", "Bob")]
        await memory.entities.merge(known["Robert"], known["Bob"])
        three, four = await told(memory, "they called Bob again", "they wrote to Robert again")
        assert await ids(memory) == {"Robert": known["Robert"]}
        if folder is None:
            await _is_apart(memory, known, {one, four}, {two, three})
    if folder:
        async with reading(Scripted(), folder) as memory:
            await _is_apart(memory, known, {one, four}, {two, three})
            await memory.memories.delete(three)
            await memory.memories.delete(four)
            after = [await memory.entities.read(known[name]) for name in ("Robert", "Bob")]
            shown = [(e.id, e.name, e.aliases, e.kind, e.names, e.created_at) for e in after]
            assert shown == [
                (e.id, e.name, e.aliases, e.kind, e.names, e.created_at) for e in before
            ]


async def _is_apart(
    memory: Perspective, known: dict[str, str], of_robert: set[str], of_bob: set[str]
) -> None:
    """Bob is split off, with what is his."""
    apart = await memory.entities.split(known["Robert"], name="Bob")
    assert (apart.entity.id, apart.split_off.id) == (known["Robert"], known["Bob"])
    assert await mentioned(memory, known["Robert"]) == of_robert
    assert await mentioned(memory, known["Bob"]) == of_bob


@KINDS
async def test_what_was_merged_is_not_made_anew(kind: str, tmp_path: Path) -> None:
    """When its only memory is read again, and when its name is met in another."""
    async with reading(Scripted(), folder_of(kind, tmp_path)) as memory:
        _, two = await told(memory, "we met Robert in town", "we saw Bob at the lake")
        known = await ids(memory)
        await memory.entities.merge(known["Robert"], known["Bob"])
        await memory.memories.edit(two, MemoryEdit(content="we saw Bob at the river"))
        await is_empty(memory)
        await memory.memories.edit(two, MemoryEdit(content="we saw nobody"))
        await is_empty(memory)
        await told(memory, "somebody saw Bob elsewhere")
        assert await ids(memory) == {"Robert": known["Robert"]}
        assert (await memory.entities.read(known["Robert"])).n_mentions == 2


@KINDS
async def test_a_name_is_split_off(kind: str, tmp_path: Path) -> None:
    """Its mentions are those of a new entity, and stay so when they are read again."""
    async with reading(Scripted(), folder_of(kind, tmp_path)) as memory:
        one, two = await told(memory, "we met Сергей in town", "Сергей saw that Сергею waved")
        (entity_id,) = (await ids(memory)).values()
        assert (await memory.entities.read(entity_id)).names == {"Сергей": 2, "Сергею": 1}
        apart = await memory.entities.split(entity_id, name="СЕРГЕЮ")
        assert (apart.entity.name, apart.split_off.name) == ("Сергей", "Сергею")
        assert (apart.entity.names, apart.split_off.names) == ({"Сергей": 2}, {"Сергею": 1})
        await memory.memories.edit(two, MemoryEdit(content="Сергей saw that Сергею sang"))
        await is_empty(memory)
        assert await mentioned(memory, apart.split_off.id) == {two}
        assert await mentioned(memory, entity_id) == {one, two}
        assert len(await ids(memory)) == 2


@KINDS
async def test_memories_are_split_off(kind: str, tmp_path: Path) -> None:
    """Two people of one name; a memory that is read again means whom it meant."""
    async with reading(Scripted(), folder_of(kind, tmp_path)) as memory:
        one, two = await told(memory, "we met Alexander in town", "then Alexander the baker came")
        (entity_id,) = (await ids(memory)).values()
        apart = await memory.entities.split(entity_id, memory_ids=[two])
        assert (apart.entity.name, apart.split_off.name) == ("Alexander", "Alexander")
        await memory.memories.edit(two, MemoryEdit(content="then Alexander the baker left"))
        await is_empty(memory)
        assert await mentioned(memory, entity_id) == {one}
        assert await mentioned(memory, apart.split_off.id) == {two}


@KINDS
async def test_erasing_leaves_no_name_behind(kind: str, tmp_path: Path) -> None:
    """Neither in an alias, a key, an event, nor in an entity that stayed without a memory."""
    async with reading(Scripted(), folder_of(kind, tmp_path)) as memory:
        _, two, _ = await told(
            memory, "we met Robert in town", "we saw Zebulon", "Robert sang with Katharina"
        )
        known = await ids(memory)
        await memory.entities.merge(known["Robert"], known["Zebulon"])
        await memory.entities.split(known["Robert"], name="Zebulon")
        await memory.entities.merge(known["Zebulon"], known["Robert"])
        assert await ids(memory) == {"Zebulon": known["Zebulon"], "Katharina": known["Katharina"]}
        await memory.memories.erase(two, confirm=two)
        assert await ids(memory) == {"Robert": known["Robert"], "Katharina": known["Katharina"]}
        assert "zebulon" not in await everything(memory)
        if kind == "disk":
            assert not await asyncio.to_thread(holders, tmp_path, b"ebulon")


def holders(folder: Path, word: bytes) -> list[Path]:
    """The databases that hold a word."""
    return [one for one in folder.rglob("records.db*") if word in one.read_bytes()]


async def everything(memory: Perspective) -> str:
    """All that is told of entities and of what happened, in lower case."""
    events = (await memory.activity(limit=100)).items
    page = (await memory.entities.list()).items
    details = [await memory.entities.read(one.id) for one in page]
    return repr([events, page, details]).lower()


async def test_an_event_tells_who_merged_what() -> None:
    """By ids alone."""
    async with reading(Scripted()) as memory:
        await told(memory, "we met Robert in town", "we saw Bob at the lake")
        known = await ids(memory)
        await memory.entities.merge(known["Robert"], known["Bob"], actor="ana")
        await memory.entities.split(known["Robert"], name="Bob", actor="ana")
        split, merged = (await memory.activity(limit=2)).items
        assert (merged.kind, merged.actor, split.kind, split.actor) == (
            "merged",
            "ana",
            "split",
            "ana",
        )
        assert merged.before == {"entities": [known["Robert"], known["Bob"]]}
        assert merged.after == {"entities": [known["Robert"]]} == split.before
        assert split.after == merged.before


async def test_merging_again_changes_nothing() -> None:
    """In either direction, and leaves no second event."""
    async with reading(Scripted()) as memory:
        await told(memory, "we met Robert in town", "we saw Bob at the lake")
        known = await ids(memory)
        first = await memory.entities.merge(known["Robert"], known["Bob"])
        n_events = len((await memory.activity(limit=100)).items)
        assert await memory.entities.merge(known["Robert"], known["Bob"]) == first
        assert await memory.entities.merge(known["Bob"], known["Robert"]) == first
        assert len((await memory.activity(limit=100)).items) == n_events


async def test_groups_are_merged_and_split_as_they_grew() -> None:
    """What had been merged into one that is split off goes with it."""
    async with reading(Scripted()) as memory:
        await told(memory, "we met Robert", "we saw Walter", "we heard Yolanda")
        known = await ids(memory)
        await memory.entities.merge(known["Walter"], known["Yolanda"])
        whole = await memory.entities.merge(known["Robert"], known["Yolanda"])
        assert (whole.id, whole.n_mentions) == (known["Robert"], 3)
        apart = await memory.entities.split(known["Robert"], name="Walter")
        assert (apart.split_off.id, apart.split_off.n_mentions) == (known["Walter"], 2)
        assert apart.split_off.aliases == ("yolanda",)


@pytest.mark.parametrize(
    "wanted",
    [{}, {"name": "Bob", "memory_ids": ["x"]}, {"name": "Nobody"}, {"memory_ids": ["nothing"]}],
)
async def test_what_cannot_be_split_is_refused(wanted: dict[str, Any]) -> None:
    """With a reason, and nothing changes."""
    async with reading(Scripted()) as memory:
        await told(memory, "we met Robert in town")
        known = await ids(memory)
        with pytest.raises(InvalidRequest):
            await memory.entities.split(known["Robert"], **wanted)
        assert await ids(memory) == known


async def test_an_entity_is_never_emptied() -> None:
    """Nor merged with itself; unknown ones are not found."""
    async with reading(Scripted()) as memory:
        (one,) = await told(memory, "we met Robert in town")
        (entity_id,) = (await ids(memory)).values()
        with pytest.raises(Conflict):
            await memory.entities.merge(entity_id, entity_id)
        with pytest.raises(Conflict):
            await memory.entities.split(entity_id, memory_ids=[one])
        with pytest.raises(Conflict):
            await memory.entities.split(entity_id, name="Robert")
        with pytest.raises(EntityNotFound):
            await memory.entities.merge(entity_id, "nobody")
        with pytest.raises(EntityNotFound):
            await memory.entities.split("nobody", name="Robert")
        assert await mentioned(memory, entity_id) == {one}
