"""What becomes of a statement that a newer one replaces, and of what was made of it?"""

from __future__ import annotations

from datetime import timedelta

from tests.unit.services.consolidation.worlds import World, world

BEFORE = "Ana Duarte lives in Berlin."
AFTER = "Ana Duarte moved to Lisbon."


async def told(here: World, older: str, newer: str) -> tuple[str, str]:
    """Two memories a month apart, that are linked as like ones are."""
    one = await here.store(older)
    here.clock.advance(days=30)
    other = await here.store(newer)
    await here.link(one, other, "semantic", 0.7)
    return one, other


async def test_replaced_statement_is_closed() -> None:
    """The older statement ends when the newer one was said, leads to it, and is recalled no more;
    asked as of before, it is. Undoing that brings back a byte-equal dump."""
    async with world() as here:
        older, newer = await told(here, BEFORE, AFTER)
        before = await here.dump()
        (change,) = await here.run("consolidation")
        assert (change.phase, change.n_applied) == ("contradictions", 1)
        closed, current = await here.recorded(older), await here.recorded(newer)
        assert closed.version.valid_to == current.at
        assert closed.version.superseded_by == newer
        links = [(e.source, e.target) for e in await here.edges(older) if e.kind == "contradicts"]
        assert links == [(newer, older)]
        found = await here.memory.recall("Where does Ana Duarte live?", reinforce=False)
        assert [one.id for one in found.results] == [newer]
        then = current.at - timedelta(days=1)
        found = await here.memory.recall("Where does Ana Duarte live?", as_of=then, reinforce=False)
        assert older in [one.id for one in found.results]
        await here.undo(change.id)
        assert await here.dump() == before
        assert await here.run("consolidation") == []


async def test_what_was_made_of_a_closed_statement_is_flagged() -> None:
    """A fact that the closed statement alone supports loses confidence and is asked about; one that
    another memory supports too does not."""
    async with world() as here:
        older, _ = await told(here, BEFORE, AFTER)
        alone = await here.store("Ana can be visited in Berlin.", memory_type="semantic")
        shared = await here.store("Berlin has an airport.", memory_type="semantic")
        other = await here.store("We flew to Berlin's airport.")
        for source, fact in ((older, alone), (older, shared), (other, shared)):
            await here.link(source, fact, "supports")
        await here.run("consolidation")
        (review,) = await here.reviews()
        assert (review.kind, review.memory_ids) == ("stale", (alone, older))
        assert (await here.recorded(alone)).version.confidence == 0.8
        assert (await here.recorded(shared)).version.confidence == 1.0


async def test_both_may_hold() -> None:
    """What can be true of one person at once is left alone."""
    async with world() as here:
        await told(here, "Ana Duarte likes coffee.", "Ana Duarte likes tea.")
        assert await here.run("consolidation") == []


async def test_other_people_are_left_alone() -> None:
    """Where one lives says nothing of another."""
    async with world() as here:
        await told(here, BEFORE, "Ben Koch moved to Lisbon.")
        assert await here.run("consolidation") == []
