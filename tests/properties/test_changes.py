"""Does a plan change exactly what it lists, and does undoing it leave nothing changed?"""

from __future__ import annotations

import random
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from pathlib import Path

import pytest

from perspective.adapters.embedded.sqlite_catalog import SqliteCatalog
from perspective.adapters.inmemory.catalog import InMemoryCatalog
from perspective.adapters.inmemory.texts import InMemoryTexts
from perspective.adapters.inmemory.vectors import InMemoryVectors
from perspective.adapters.system.uuid7_ids import Uuid7Ids
from perspective.domain.changes.change_set import ChangeSet
from perspective.domain.changes.image import Appended
from perspective.domain.graph import Edge
from perspective.domain.memory import Recorded, Version
from perspective.domain.tenant import Tenant
from perspective.errors import Conflict, NotFound
from perspective.ports.catalog import Catalog
from perspective.ports.transaction import RecordTransaction
from perspective.services.changes.changes import Changes
from perspective.services.host import Bell, Space
from tests.contracts.material import NOON, order, version
from tests.engines import SetClock
from tests.properties.random_plans import fill, lines_of, plan, touched

Open = Callable[[str], Awaitable[Space]]


@pytest.fixture
def n_stores(request: pytest.FixtureRequest) -> int:
    """How many random stores are tried, of each adapter."""
    return 100 if request.config.getoption("--full") else 12


@pytest.fixture(params=["inmemory", "sqlite"])
async def open_space(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Open]:
    """Opens a tenant by name, again if it was opened before."""
    catalog: Catalog = InMemoryCatalog()
    if request.param == "sqlite":
        catalog = SqliteCatalog(
            tmp_path, vectors=lambda *_: InMemoryVectors(), texts=lambda _: InMemoryTexts()
        )
    spaces: dict[str, Space] = {}

    async def open_one(name: str) -> Space:
        if (before := spaces.pop(name, None)) is not None:
            await before.close()
        tenant = Tenant(id=name, created_at=NOON)
        await catalog.put(tenant)
        spaces[name] = Space(tenant, await catalog.open(tenant), None, 32, Bell())
        return spaces[name]

    yield open_one
    for space in spaces.values():
        await space.close()
    await catalog.close()


async def standing(space: Space) -> tuple[list[Recorded], list[Edge]]:
    """What a plan is made from."""

    def look(tx: RecordTransaction) -> list[Edge]:
        ids = [one.memory.id for one in found]
        edges = {str(edge): edge for one in ids for edge in tx.amend.edges_at(one)}
        return [edge for edge in edges.values() if edge.source in ids and edge.target in ids]

    found = await space.stores.records.read(
        lambda snapshot: snapshot.survey.standing(after=0, limit=100)
    )
    return found, await space.stores.records.write(look)


async def dumped(space: Space) -> list[str]:
    """The dump without what only grows."""
    return list(await space.stores.records.dump(with_history=False))


async def changed(space: Space, chance: random.Random) -> tuple[ChangeSet, list[str]] | None:
    """A random store after a random plan, whose effect is exactly what it lists; with the dump
    from before. None when nothing could be planned."""
    changes = Changes(SetClock(), Uuid7Ids())
    await space.stores.records.write(lambda tx: fill(tx, chance))
    found, edges = await standing(space)
    if not found:
        return None
    draft = plan(found, edges, chance)
    before = await dumped(space)
    change = await changes.apply(space, draft.plans[0], job="test", actor="test")
    assert change is not None
    assert (change.n_applied, change.n_skipped) == (change.n_steps, 0)
    after = await dumped(space)
    listed = touched(draft.plans[0].steps)
    one, other = lines_of(before), lines_of(after)
    differing = {place for place in {*one, *other} if one.get(place) != other.get(place)}
    assert differing <= listed
    no_change = {place for place in listed - differing if place in one}  # set to what it was
    assert listed == differing | no_change
    return change, before


@pytest.mark.proof("Preview equals effect")
async def test_plan_lists_what_is_changed_and_undo_brings_it_back(
    open_space: Open, n_stores: int
) -> None:
    """Random plans over random stores change exactly the rows that they list, and undoing them,
    also after a restart, brings back a byte-equal dump; each step's memories know of both."""
    for seed in range(n_stores):
        name = f"store{seed}"
        done = await changed(await open_space(name), random.Random(seed))
        if done is None:
            continue
        change, before = done
        space = await open_space(name)
        changes = Changes(SetClock(), Uuid7Ids())
        undone = await changes.undo(space, change.id, actor="test")
        assert await dumped(space) == before
        assert undone.state == "undone"
        assert await changes.undo(space, change.id, actor="test") == undone
        events = await space.stores.records.events(memory_id=None, before=None, limit=1000)
        n_steps = sum(event.kind == "undone" for event in events)
        assert n_steps >= change.n_applied


async def test_undo_that_a_later_edit_rests_on_is_refused(open_space: Open, n_stores: int) -> None:
    """After an edit of a memory that a change appended to, its undo is refused with the reason,
    and nothing is undone."""
    n_refused, changes = 0, Changes(SetClock(), Uuid7Ids())
    for seed in range(n_stores):
        space = await open_space(f"edited{seed}")
        done = await changed(space, random.Random(seed))
        if done is None:
            continue
        change, _ = done
        steps = (await changes.detail(space, change.id, after=0, limit=100)).steps
        appended = [i for step in steps for i in step.images if isinstance(i, Appended)]
        if not appended:
            continue
        edited = version(appended[0].memory_id, number=appended[0].number + 1, content="new words")
        await space.stores.records.write(partial(_append, edited))
        after = await dumped(space)
        with pytest.raises(Conflict, match=appended[0].memory_id):
            await changes.undo(space, change.id, actor="test")
        assert await dumped(space) == after
        n_refused += 1
    assert n_refused > n_stores // 10


async def test_undo_after_an_erasure_is_refused_and_keeps_no_words(
    open_space: Open, n_stores: int
) -> None:
    """A change about a memory that was erased cannot be undone, and holds none of its words."""
    n_refused, changes = 0, Changes(SetClock(), Uuid7Ids())
    for seed in range(n_stores):
        space = await open_space(f"erased{seed}")
        done = await changed(space, random.Random(seed))
        if done is None:
            continue
        change, _ = done
        steps = (await changes.detail(space, change.id, after=0, limit=100)).steps
        erased = steps[0].memory_ids[0]
        assert await space.stores.erasures.erase(order("e1", erased)) is not None
        history = list(await space.stores.records.dump())
        assert all(f'those of {erased}"' not in line for line in history)
        assert all(f'"content of {erased}"' not in line for line in history)
        with pytest.raises(Conflict, match="erased"):
            await changes.undo(space, change.id, actor="test")
        n_refused += 1
    assert n_refused > n_stores // 2


def _append(new: Version, tx: RecordTransaction) -> None:
    tx.append(new)


async def test_unknown_change_is_not_found(open_space: Open) -> None:
    """There is nothing to undo under an unknown id."""
    with pytest.raises(NotFound, match="'nothing'"):
        await Changes(SetClock(), Uuid7Ids()).undo(await open_space("a"), "nothing", actor="test")
