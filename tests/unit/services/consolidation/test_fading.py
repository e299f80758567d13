"""What is archived, asked about, promoted and doubted, and what is only nearly due for that?"""

from __future__ import annotations

import msgspec
import pytest

from perspective.domain.memory import Procedural
from perspective.domain.query import MemoryEdit
from perspective.errors import Conflict, NotFound
from perspective.ports.transaction import RecordTransaction
from tests.unit.services.consolidation.worlds import World, world

_replace = msgspec.structs.replace


async def test_faded_and_long_unused_is_archived() -> None:
    """An episode is archived once it is faded and was unused for 90 days, not a day before; undoing
    it brings it back, and it is not archived again."""
    async with world() as here:
        memory_id = await here.store("We had soup for lunch.")
        here.clock.advance(days=89.9)
        assert await here.run("archive") == []
        here.clock.advance(days=0.2)
        before = await here.dump()
        (change,) = await here.run("archive")
        assert (await here.recorded(memory_id)).memory.state == "archived"
        await here.undo(change.id)
        assert await here.dump() == before
        assert await here.run("archive") == []


async def test_what_is_held_is_not_archived() -> None:
    """Pinned, procedural and often used memories stay, and so do those of a tenant in which nothing
    fades."""
    async with world() as here:
        pinned = await here.store("The door code is 4711.")
        await here.memory.memories.pin(pinned)
        await here.store("Turn the key twice to lock.", memory_type="procedural")
        used = await here.store("The plumber is called Petra.")
        await here.use(used, 10)
        here.clock.advance(days=100)
        assert await here.run("archive") == []
    async with world() as here:
        await here.store("We had soup for lunch.")
        await here.memory.tenants.edit("default", decay=False)
        here.clock.advance(days=1000)
        preview = await here.memory.jobs.preview("archive")
        assert preview.changes == ()


async def test_next_to_nothing_left_is_one_question() -> None:
    """All memories of which next to nothing is left are one review, once."""
    async with world() as here:
        ids = {await here.store(f"Lunch number {n} was soup.") for n in range(3)}
        here.clock.advance(days=137)
        assert await here.run("maintenance") == []
        here.clock.advance(days=2)
        (change,) = await here.run("maintenance")
        (review,) = await here.reviews()
        assert (review.kind, set(review.memory_ids)) == ("forgettable", ids)
        assert await here.run("maintenance") == []
        await here.undo(change.id)
        assert await here.reviews() == []


async def test_often_used_episode_is_promoted() -> None:
    """An episode used six times becomes a fact that it supports, and fades more slowly; one used
    five times does not."""
    async with world() as here:
        six = await here.store("Petra the plumber charges 60 euros an hour.")
        five = await here.store("The bakery opens at seven.")
        await here.use(six, 6)
        await here.use(five, 5)
        before = await here.dump()
        (change,) = await here.run("consolidation")
        assert (change.phase, change.n_applied) == ("promotion", 1)
        episode = await here.recorded(six)
        assert episode.memory.stability == 2.0
        links = {(e.kind, e.source == six) for e in await here.edges(six)}
        assert {("supports", True), ("promoted_from", False)} <= links
        (fact_id,) = [e.target for e in await here.edges(six) if e.kind == "supports"]
        fact = await here.recorded(fact_id)
        assert (fact.memory.type, fact.version.content) == (
            "semantic",
            "Petra the plumber charges 60 euros an hour.",
        )
        assert await here.run("consolidation") == []
        await here.undo(change.id)
        assert await here.dump() == before


async def test_edited_episode_is_promoted_anew() -> None:
    """A promoted fact never keeps the wording that its episode had before an edit."""
    async with world() as here:
        memory_id = await here.store("The archive is on the third floor.")
        await here.use(memory_id, 6)
        await here.run("consolidation")
        edit = MemoryEdit(content="The archive is on the fourth floor.")
        await here.memory.memories.edit(memory_id, edit)
        found = await here.memory.recall("archive floor", types=["semantic"], reinforce=False)
        assert found.results == ()
        await here.run("consolidation")
        found = await here.memory.recall("archive floor", types=["semantic"], reinforce=False)
        assert [one.content for one in found.results] == ["The archive is on the fourth floor."]


async def test_undone_archiving_is_done_again_after_another_use() -> None:
    """What a person brought back fades again once it was used again and left alone."""
    async with world() as here:
        memory_id = await here.store("We had soup for lunch.")
        here.clock.advance(days=100)
        (change,) = await here.run("archive")
        await here.undo(change.id)
        here.clock.advance(days=100)
        assert await here.run("archive") == []
        await here.use(memory_id, 1)
        here.clock.advance(days=200)
        assert len(await here.run("archive")) == 1


async def test_promoted_fact_goes_with_its_episode() -> None:
    """Erasing an episode erases what it was promoted to."""
    async with world() as here:
        memory_id = await here.store("Petra the plumber charges 60 euros an hour.")
        await here.use(memory_id, 6)
        await here.run("consolidation")
        await here.memory.memories.erase(memory_id, confirm=memory_id)
        assert all("Petra" not in line for line in await here.dump())


async def stale_fact(here: World, *, is_supported: bool) -> str:
    """A fact that nobody used for a month, and whose source was replaced unless it is supported."""
    source = await here.store("Ana works at the post office.")
    fact = await here.store("Ana works at the post office", memory_type="semantic")
    await here.link(source, fact, "supports")
    if not is_supported:

        def retire(tx: RecordTransaction) -> None:
            found = tx.memory(source)
            assert found is not None
            tx.replace(_replace(found.memory, state="retired"))

        await here.write(retire)
    here.clock.advance(days=31)
    return fact


async def test_unsupported_fact_is_flagged() -> None:
    """A fact that was unused for a month and that nothing supports any more loses confidence, and a
    person is asked; one that is supported stays as it is."""
    async with world() as here:
        fact = await stale_fact(here, is_supported=False)
        await here.run("consolidation")
        (review,) = await here.reviews()
        assert (review.kind, review.memory_ids) == ("stale", (fact,))
        assert (await here.recorded(fact)).version.confidence == 0.8
        assert await here.run("consolidation") == []
    async with world() as here:
        await stale_fact(here, is_supported=True)
        assert await here.run("consolidation") == []


async def test_failing_procedure_is_flagged() -> None:
    """A procedure that worked two times of five is asked about; three of five, or two of four, not."""
    for n_successes, n_failures, is_flagged in ((2, 3, True), (3, 2, False), (1, 3, False)):
        async with world() as here:
            way = await here.store("Restart the router to mend the net.", memory_type="procedural")

            def outcomes(
                tx: RecordTransaction, way: str = way, n: int = n_successes, m: int = n_failures
            ) -> None:
                found = tx.memory(way)
                assert found is not None
                detail = Procedural(success_count=n, failure_count=m)
                tx.append(_replace(found.version, number=2, detail=detail))

            await here.write(outcomes)
            await here.run("consolidation")
            reviews = [(one.kind, one.memory_ids) for one in await here.reviews()]
            assert reviews == ([("stale", (way,))] if is_flagged else [])


async def test_repeated_success_is_proposed_once() -> None:
    """Actions that succeeded in one order in three sessions are one proposal in the words of the
    last; of two sessions they are not; what was proposed is not proposed again."""
    async with world() as here:
        for n in range(3):
            assert await here.reviews() == []
            for name in ("test", "build", "deploy"):
                await here.store(
                    f"Ran {name} for release {n}",
                    source_session=f"s{n}",
                    role="tool",
                    metadata={"action": name, "success": True},
                )
                here.clock.advance(minutes=1)
            await here.run("consolidation")
        (review,) = await here.reviews()
        assert (review.kind, len(review.memory_ids)) == ("procedure", 9)
        assert review.detail["content"] == (
            "1. Ran test for release 2\n2. Ran build for release 2\n3. Ran deploy for release 2"
        )
        assert await here.run("consolidation") == []


async def test_one_step_or_what_can_be_is_undone() -> None:
    """Of an archive run one step is taken back by its number; after one memory was restored by hand
    and one erased, the rest can still be taken back in one go."""
    async with world() as here:
        ids = [await here.store(f"Lunch number {n} was soup.") for n in range(5)]
        here.clock.advance(days=100)
        (change,) = await here.run("archive")

        async def states() -> list[str]:
            return [(await here.recorded(one)).memory.state for one in ids[:4]]

        async with here.space() as space:
            once = await here.changes.undo(space, change.id, actor="test", step=1)
            assert (once.state, once.n_undone) == ("applied", 1)
            assert (await states()).count("archived") == 3
            restored = [
                i for i, state in zip(ids, await states(), strict=False) if state != "active"
            ]
            await here.memory.memories.restore(restored[0])
            await here.memory.memories.erase(ids[4], confirm=ids[4])
            with pytest.raises(Conflict):
                await here.changes.undo(space, change.id, actor="test")
            most = await here.changes.undo(space, change.id, actor="test", partial=True)
            assert most.n_undone == 3
            assert await states() == ["active"] * 4
            with pytest.raises(NotFound, match="no step 9"):
                await here.changes.undo(space, change.id, actor="test", step=9)


async def test_outcomes_told_since_are_kept_by_an_undo() -> None:
    """A procedure that was flagged keeps the outcomes that were told afterwards when that is undone;
    procedures with other code are not joined."""
    async with world() as here:
        one = await here.store(
            "To deploy, run the script.", memory_type="procedural", tags=["a"],
            procedure={"code": "make staging"},
        )  # fmt: skip
        other = await here.store(
            "To deploy, run the script.", memory_type="procedural", source_session="b",
            procedure={"code": "make prod"},
        )  # fmt: skip
        assert await here.run("consolidation") == []
        same = await here.store(
            "To deploy, run the script.", memory_type="procedural", source_session="c", tags=["c"],
            procedure={"code": "make prod"},
        )  # fmt: skip
        await here.link(other, same, "semantic", 0.999)
        (change,) = await here.run("consolidation")
        stays = other if (await here.recorded(same)).memory.state == "retired" else same
        await here.memory.memories.outcome(stays, success=True)
        await here.undo(change.id)
        detail = (await here.recorded(stays)).version.detail
        assert isinstance(detail, Procedural)
        assert detail.success_count == 1
        assert (await here.recorded(one)).memory.state == "active"
