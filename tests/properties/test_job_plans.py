"""Does a run change exactly what its preview lists, over random stores and jobs?"""

from __future__ import annotations

import random

import pytest

from perspective.domain.changes.change_set import Plan
from perspective.domain.graph import EdgeKind
from perspective.services.jobs.phased import PhasedJob
from tests.properties.random_plans import lines_of, touched
from tests.unit.services.consolidation.worlds import World, world

JOBS = ("consolidation", "maintenance", "archive")
SAID = (
    "The spare key is under the {} flowerpot.",
    "Petra charges {} euros an hour.",
    "Ana lives in {}.",
    "We had {} for lunch.",
    "小王住在{}。",
    "The password hint is {}.",
)
FILLED = ("blue", "60", "Lisbon", "soup", "北京", "🌵")


async def fill(here: World, chance: random.Random) -> None:
    """Memories of all types and ages, many of them alike, some used often, linked, or replaced."""
    ids: list[str] = []
    for _ in range(chance.randint(2, 25)):
        types = ("episodic", "episodic", "semantic", "procedural")
        memory_id = await here.store(
            chance.choice(SAID).format(chance.choice(FILLED)),
            memory_type=chance.choice(types),
            namespace=chance.choice(("home", "home", "work")),
            speaker=chance.choice((None, "Ana", "Ben")),
            tags=chance.sample(("a", "b", "c"), k=chance.randint(0, 2)),
        )
        ids.append(memory_id)
        here.clock.advance(days=chance.choice((0.1, 1, 40)))
        if chance.random() < 0.2:
            await here.use(memory_id, chance.randint(1, 12))
    ids = list(dict.fromkeys(ids))
    for _ in range(chance.randint(0, 12)):
        one, other = chance.choice(ids), chance.choice(ids)
        if one != other:
            kinds: tuple[EdgeKind, ...] = ("semantic", "supports", "temporal")
            kind = chance.choice(kinds)
            await here.link(one, other, kind, chance.choice((0.5, 0.96, 0.99)))
    for memory_id in chance.sample(ids, k=len(ids) // 6):
        await chance.choice((here.memory.memories.delete, here.memory.memories.pin))(memory_id)
    here.clock.advance(days=chance.choice((0, 31, 100, 400)))


async def plans(here: World, job: str) -> tuple[Plan, ...]:
    """What the job would do, step by step."""
    phased = here.memory._services.jobs._jobs[job]
    assert isinstance(phased, PhasedJob)
    async with here.space() as space:
        return await phased.plans(space)


@pytest.mark.proof("Preview equals effect")
async def test_run_changes_what_its_preview_lists(is_full: bool) -> None:
    """Over random stores, in random order, each job changes exactly the rows that its preview lists
    (a row that is set to what it was counts as changed), and undoing its change sets, the last first,
    brings back a byte-equal dump."""
    n_changed = 0
    for seed in range(200 if is_full else 15):
        chance = random.Random(seed)
        async with world(min_community=3) as here:
            await fill(here, chance)
            for job in chance.sample(JOBS, k=chance.randint(1, 3)):
                before = await here.dump()
                listed = touched([step for plan in await plans(here, job) for step in plan.steps])
                preview = await here.memory.jobs.preview(job)
                assert await here.dump() == before
                changes = await here.run(job)
                one, other = lines_of(before), lines_of(await here.dump())
                differing = {at for at in {*one, *other} if one.get(at) != other.get(at)}
                assert differing <= listed
                assert all(at in one and at in other for at in listed - differing)
                assert sum(preview.counts.values()) == sum(change.n_applied for change in changes)
                assert all(change.n_skipped == 0 for change in changes)
                n_changed += len(changes)
                if chance.random() < 0.5:
                    for change in changes:
                        await here.undo(change.id)
                    assert await here.dump() == before
    assert n_changed > 10
