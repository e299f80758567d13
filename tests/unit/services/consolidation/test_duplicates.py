"""What is joined, what becomes of its edges, and how is that taken back?"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from perspective.domain.changes.change_set import ChangeSet
from perspective.domain.query import MemoryEdit
from tests.engines import NOON
from tests.unit.services.consolidation.worlds import World, world

SAID = "The spare key is under the blue flowerpot."


async def twice(here: World, **fields: str) -> tuple[str, str]:
    """Two memories with the same words."""
    first = await here.store(SAID, tags=["home"], **fields)
    here.clock.advance(hours=1)
    return first, await here.store(SAID, tags=["keys"], **fields)


async def only(changes: list[ChangeSet]) -> ChangeSet:
    """The one change set that there is."""
    (change,) = changes
    return change


async def test_same_words_are_joined() -> None:
    """Of two memories with the same words one stays, with the tags of both and the edges of the
    other, which is retired, leads to it, and is recalled no more."""
    async with world() as here:
        first, second = await twice(here)
        beside = await here.store("Water the flowers on Friday.")
        await here.link(second, beside, "causes")
        change = await only(await here.run("consolidation"))
        assert (change.phase, change.n_applied) == ("duplicates", 1)
        stays, goes = await here.recorded(first), await here.recorded(second)
        assert (goes.memory.state, goes.version.superseded_by) == ("retired", first)
        assert set(stays.version.tags) == {"home", "keys"}
        assert [(e.source, e.target) for e in await here.edges(first) if e.kind == "causes"] == [
            (first, beside)
        ]
        found = await here.memory.recall("Where is the spare key?")
        assert [one.id for one in found.results if one.content == SAID] == [first]


async def test_undone_join_is_as_before_and_not_done_again() -> None:
    """Undoing a join brings back a byte-equal dump, and the next run does not join them again."""
    async with world() as here:
        await twice(here)
        before = await here.dump()
        change = await only(await here.run("consolidation"))
        assert await here.dump() != before
        await here.undo(change.id)
        assert await here.dump() == before
        assert await here.run("consolidation") == []


async def test_preview_says_what_a_run_does_and_changes_nothing() -> None:
    """A preview names both memories, and leaves everything as it is."""
    async with world() as here:
        ids = await twice(here)
        before = await here.dump()
        preview = await here.memory.jobs.preview("consolidation")
        assert [set(change.ids) for change in preview.changes] == [set(ids)]
        assert preview.counts == {"merge": 1}
        assert await here.dump() == before


async def test_what_is_joined_is_apart_again_when_one_of_them_goes() -> None:
    """Deleting or erasing either of two joined memories leaves the other as it was before, and nothing
    of the one that went in it."""
    for goes, is_erased in ((0, False), (0, True), (1, False), (1, True)):
        async with world() as here:
            ids = await twice(here, source_session="s")
            await here.run("consolidation")
            if is_erased:
                await here.memory.memories.erase(ids[goes], confirm=ids[goes])
            else:
                await here.memory.memories.delete(ids[goes])
            left = await here.recorded(ids[1 - goes])
            assert (left.memory.state, left.version.superseded_by) == ("active", None)
            assert left.version.tags == (("keys",) if goes == 0 else ("home",))
            found = await here.memory.recall("Where is the spare key?", reinforce=False)
            assert [one.id for one in found.results] == [ids[1 - goes]]


async def test_edit_after_a_join_does_not_hide_the_other_for_ever() -> None:
    """Where an edit forbids to take a join back, the one that was retired is shown again all the same
    when the one that stayed is erased."""
    async with world() as here:
        first, second = await twice(here)
        await here.run("consolidation")
        await here.memory.memories.edit(first, MemoryEdit(importance=0.9))
        await here.memory.memories.erase(first, confirm=first)
        left = await here.recorded(second)
        assert (left.memory.state, left.version.superseded_by) == ("active", None)


async def test_what_happened_twice_stays_twice() -> None:
    """Episodes of two days, actions, two voices, two roles and different data are not joined; a fact
    that is told again days later is, and the later telling stays."""
    differing: list[tuple[dict[str, Any], dict[str, Any]]] = [
        ({"event_at": NOON}, {"event_at": NOON + timedelta(days=31)}),
        ({"metadata": {"action": "x"}}, {"metadata": {"action": "x"}}),
        ({"speaker": "Ana"}, {"speaker": "Ben"}),
        ({"role": "user"}, {"role": "assistant"}),
        ({"metadata": {"unit": "a"}}, {"metadata": {"unit": "b"}}),
    ]
    for one, other in differing:
        async with world() as here:
            ids = [await here.store("Paid the rent.", **one)]
            here.clock.advance(hours=1)
            ids.append(await here.store("Paid the rent.", **other))
            await here.link(ids[0], ids[1], "semantic", 0.999)
            assert "duplicates" not in {c.phase for c in await here.run("consolidation")}
    async with world() as here:
        first = await here.store(SAID, memory_type="semantic")
        here.clock.advance(days=40)
        second = await here.store(SAID, memory_type="semantic")
        await here.run("consolidation")
        assert (await here.recorded(first)).version.superseded_by == second


async def test_undone_join_is_not_done_again_in_other_company() -> None:
    """After a third telling, and after an edit of the tags, two that somebody took apart stay so."""
    async with world() as here:
        first, second = await twice(here)
        change = await only(await here.run("consolidation"))
        await here.undo(change.id)
        await here.memory.memories.edit(second, MemoryEdit(tags=("other",)))
        here.clock.advance(hours=1)
        await here.store(SAID)
        await here.run("consolidation")
        states = {(await here.recorded(one)).memory.state for one in (first, second)}
        assert states == {"active"}


async def test_many_are_joined_in_small_steps() -> None:
    """Of fifty with the same words some are left to the next run, and in the end one stays."""
    async with world() as here:
        for n in range(50):
            await here.store(SAID, source_session=f"s{n}")
        change = await only(await here.run("consolidation"))
        assert change.n_applied == 1
        while await here.run("consolidation"):
            pass
        counts = (await here.memory.tenants.read("default")).counts
        assert counts is not None
        assert counts.by_state == {"active": 1, "retired": 49}


async def test_three_are_joined_in_one_go() -> None:
    """Of three memories with the same words one stays, in one step."""
    async with world() as here:
        await twice(here)
        here.clock.advance(hours=1)
        await here.store(SAID)
        change = await only(await here.run("consolidation"))
        assert change.n_steps == 1
        assert await here.run("consolidation") == []
        counts = (await here.memory.tenants.read("default")).counts
        assert counts is not None
        assert counts.by_state == {"active": 1, "retired": 2}


async def test_another_number_is_another_statement() -> None:
    """Texts that are next to each other by meaning stay two when a number differs."""
    async with world() as here:
        one = await here.store("The rent is 900 euros a month.")
        other = await here.store("The rent is 950 euros a month.")
        await here.link(one, other, "semantic", 0.99)
        assert "duplicates" not in {change.phase for change in await here.run("consolidation")}
        assert {(await here.recorded(i)).memory.state for i in (one, other)} == {"active"}


async def test_close_wordings_are_joined_and_distant_ones_are_not() -> None:
    """A reordered sentence is joined with its original where a semantic edge says that they are
    alike, and not below the limit."""
    async with world() as here:
        one = await here.store(SAID)
        other = await here.store("Under the blue flowerpot is the spare key.")
        await here.link(one, other, "semantic", 0.94)
        assert await here.run("consolidation") == []
        await here.link(one, other, "semantic", 0.97)
        change = await only(await here.run("consolidation"))
        assert change.n_applied == 1


async def test_nearest_are_candidates_in_a_small_store() -> None:
    """Where nothing is linked yet, since a few memories do not tell what is usual, the nearest of each
    are compared all the same."""
    async with world(n_links=8) as here:
        await here.store(SAID)
        await here.store("Under the blue flowerpot is the spare key.")
        assert [change.phase for change in await here.run("consolidation")] == ["duplicates"]


async def test_what_is_pinned_stays() -> None:
    """A pinned memory is the one that stays; of two pinned ones both do."""
    async with world() as here:
        first, second = await twice(here)
        await here.memory.memories.pin(second)
        await here.run("consolidation")
        assert (await here.recorded(first)).memory.state == "retired"
        assert (await here.recorded(second)).memory.state == "active"
    async with world() as here:
        for memory_id in await twice(here):
            await here.memory.memories.pin(memory_id)
        assert await here.run("consolidation") == []


async def test_namespaces_are_linked_and_not_joined() -> None:
    """The same words in two namespaces stay two memories with an edge between them, made once."""
    async with world() as here:
        one = await here.store(SAID, namespace="home")
        other = await here.store(SAID, namespace="work")
        change = await only(await here.run("consolidation"))
        assert (change.phase, change.n_applied) == ("across", 1)
        (edge,) = [e for e in await here.edges(one) if e.kind == "similar_across"]
        assert {edge.source, edge.target} == {one, other}
        here.clock.advance(hours=1)
        await here.store("Something else about keys.", namespace="work")
        assert await here.run("consolidation") == []
