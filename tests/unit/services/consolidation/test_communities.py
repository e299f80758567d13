"""Which memories are grouped, and what becomes of a group when its memories change?"""

from __future__ import annotations

from collections.abc import Sequence

from perspective.domain.changes.community import Community
from tests.unit.services.consolidation.worlds import World, world


async def clique(here: World, name: str, n: int) -> list[str]:
    """Memories that are all linked with each other."""
    ids = [await here.store(f"{name} {number}", source_session=f"{name}{number}")
           for number in range(n)]  # fmt: skip
    for i, one in enumerate(ids):
        for other in ids[i + 1 :]:
            await here.link(one, other, "causes", 0.9)
    return ids


async def known(here: World) -> Sequence[Community]:
    """The communities, by id."""
    async with here.space() as space:
        return await space.stores.records.read(
            lambda snapshot: snapshot.archive.communities(after="", limit=100)
        )


async def test_closely_linked_memories_are_a_community() -> None:
    """Two groups with one weak edge between them are two communities; two memories are none; the run
    tells the modularity, and another run changes nothing."""
    async with world(min_community=3) as here:
        lights, boats = await clique(here, "lights", 4), await clique(here, "boats", 4)
        await clique(here, "pair", 2)
        await here.link(lights[0], boats[0], "causes", 0.1)
        before = await here.dump()
        (change,) = await here.run("consolidation")
        assert (change.phase, change.n_applied) == ("communities", 2)
        assert change.note is not None
        assert change.note.startswith("modularity 0.")
        members = {frozenset(one.member_ids) for one in await known(here)}
        assert members == {frozenset(lights), frozenset(boats)}
        figures = await here.memory.graph.figures()
        assert figures.communities == 2
        assert {one.members for one in figures.largest} == {4}
        assert all(text.startswith(("lights", "boats")) for text in figures.largest[0].summary)
        assert await here.run("consolidation") == []
        await here.undo(change.id)
        assert await here.dump() == before


async def test_grown_community_keeps_its_id() -> None:
    """One more member changes a community, and one whose members go is given up."""
    async with world(min_community=3) as here:
        ids = await clique(here, "lights", 4)
        await here.run("consolidation")
        (first,) = await known(here)
        more = await here.store("lights again", source_session="again")
        for one in ids:
            await here.link(one, more, "causes", 0.9)
        await here.run("consolidation")
        (second,) = await known(here)
        assert second.id == first.id
        assert set(second.member_ids) == {*ids, more}
        for one in second.member_ids[:3]:
            await here.memory.memories.delete(one)
        await here.run("consolidation")
        assert await known(here) == []


async def test_erased_member_is_in_no_community() -> None:
    """An erasure takes a memory out of its community at once."""
    async with world(min_community=3) as here:
        ids = await clique(here, "lights", 4)
        await here.run("consolidation")
        await here.memory.memories.erase(ids[0], confirm=ids[0])
        (left,) = await known(here)
        assert set(left.member_ids) == set(ids[1:])
        assert ids[0] not in left.central_ids
