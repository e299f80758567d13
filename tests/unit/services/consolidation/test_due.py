"""Does a round come to a quiet tenant when something in it is due, and not before?"""

from __future__ import annotations

from perspective.ports.transaction import RecordTransaction
from tests.unit.services.consolidation.test_fading import stale_fact
from tests.unit.services.consolidation.worlds import World, world


async def visits(here: World, job: str) -> int:
    """How many tenants a round visits: there is one."""
    run = await here.memory.jobs.run(job, wait=True)
    assert (run.state, run.error) == ("done", None)
    return run.total or 0


async def settle(here: World, job: str) -> None:
    """Rounds until nothing is left to see."""
    for _ in range(4):
        if not await visits(here, job):
            return
    raise AssertionError("a job comes back to a tenant again and again")


async def test_archive_comes_when_the_first_is_due() -> None:
    """Rounds pass by until the earliest of many has faded and was unused long enough, then until the
    next is; a pinned one never brings a visit."""
    async with world() as here:
        await here.memory.memories.pin(await here.store("The door code is 4711."))
        first = await here.store("We had soup for lunch.")
        here.clock.advance(days=10)
        second = await here.store("We had fish for lunch.")
        await settle(here, "archive")
        for days, due in ((79.9, None), (0.2, first), (9.8, None), (0.1, second)):
            here.clock.advance(days=days)
            assert await visits(here, "archive") == (due is not None)
            await settle(here, "archive")
            if due is not None:
                assert (await here.recorded(due)).memory.state == "archived"
        here.clock.advance(days=9_000)
        assert await visits(here, "archive") == 0


async def test_use_puts_the_visit_off() -> None:
    """A memory that was used is due later, and the round comes then."""
    async with world() as here:
        memory_id = await here.store("We had soup for lunch.")
        await settle(here, "archive")
        here.clock.advance(days=60)
        await here.use(memory_id, 1)
        await settle(here, "archive")
        here.clock.advance(days=89)
        assert await visits(here, "archive") == 0
        here.clock.advance(days=2)
        assert await visits(here, "archive") == 1
        assert (await here.recorded(memory_id)).memory.state == "archived"


async def test_what_was_undone_brings_no_visit() -> None:
    """An archived memory that was brought back is due by the rules and refused by a person: rounds
    leave the tenant alone."""
    async with world() as here:
        memory_id = await here.store("We had soup for lunch.")
        here.clock.advance(days=91)
        (change,) = await here.run("archive")
        await here.undo(change.id)
        await settle(here, "archive")
        here.clock.advance(days=300)
        assert await visits(here, "archive") == 0
        assert (await here.recorded(memory_id)).memory.state == "active"


async def test_maintenance_comes_to_ask_and_to_ask_again() -> None:
    """When next to nothing is left; not while the question is open; and once more when what a person
    kept may be offered again."""
    async with world() as here:
        await here.store("We had soup for lunch.")
        await settle(here, "maintenance")
        here.clock.advance(days=138)
        assert await visits(here, "maintenance") == 0
        here.clock.advance(days=1)
        assert await visits(here, "maintenance") == 1
        await settle(here, "maintenance")
        (review,) = await here.reviews()
        here.clock.advance(days=300)
        assert await visits(here, "maintenance") == 0
        await here.memory.reviews.decide(review.id, "reject")
        await settle(here, "maintenance")
        here.clock.advance(days=179)
        assert await visits(here, "maintenance") == 0
        here.clock.advance(days=2)
        assert await visits(here, "maintenance") == 1
        assert len(await here.reviews()) == 2


async def test_consolidation_comes_when_a_fact_is_stale() -> None:
    """A fact whose source is gone is doubted a month after its last use, though nothing changes."""
    async with world() as here:
        fact = await stale_fact(here, is_supported=False)
        await here.use(fact, 1)
        await settle(here, "consolidation")
        here.clock.advance(days=29)
        assert await visits(here, "consolidation") == 0
        here.clock.advance(days=1.1)
        assert await visits(here, "consolidation") == 1
        (review,) = await here.reviews()
        assert (review.kind, review.memory_ids) == ("stale", (fact,))


async def test_nothing_is_missed_by_rounding() -> None:
    """Memories of many strengths, each visited at the very microsecond at which it is said to be due,
    are each archived by then or within a minute."""
    async with world() as here:
        ids = []
        for n in range(12):
            ids.append(await here.store(f"Lunch number {n} was soup."))
            await here.use(ids[-1], n)
            here.clock.advance(days=n / 7, microseconds=n * 7)
        n_rounds = 0
        while True:
            await settle(here, "archive")
            catalog = here.memory._services.jobs._runs
            due_at = catalog._seen["archive", "default"][1]  # type: ignore[attr-defined]
            if due_at is None:
                break
            n_rounds += 1
            assert n_rounds <= 2 * len(ids)
            here.clock.at = due_at
            assert await visits(here, "archive") == 1

        def states(tx: RecordTransaction) -> set[str]:
            return {found.memory.state for one in ids if (found := tx.memory(one)) is not None}

        assert await here.write(states) == {"archived"}
