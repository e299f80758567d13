"""How a memory is changed by hand, and that nothing is lost by it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
import pytest

from perspective.domain.query import MemoryEdit
from perspective.engine import Perspective
from perspective.errors import Conflict, InvalidRequest, MemoryNotFound
from perspective.ports.transaction import RecordTransaction
from tests.engines import NOON, SetClock, contents, counts

ANA = "Ana lives in Porto"
MOVED = "Ana lives in Lisbon"
DAY = timedelta(days=1)
TIMES: list[dict[str, Any]] = [{}, {"known_at": NOON}, {"as_of": NOON - DAY}]


@pytest.fixture
async def ana(memory: Perspective) -> str:
    """The id of a memory that was stored at noon."""
    stored = await memory.store(ANA, tags=["people"], metadata={"n": 1}, event_at=NOON - DAY)
    assert stored.id is not None
    return stored.id


async def test_an_edit_appends_a_version(memory: Perspective, clock: SetClock, ana: str) -> None:
    """The new wording is in force, the old one is closed and stays readable."""
    clock.advance(hours=1)
    view = await memory.memories.edit(ana, MemoryEdit(content=MOVED))
    assert (view.current.number, view.current.content) == (2, MOVED)
    kept = await memory.memories.read(ana, versions=True)
    assert [(v.number, v.content, v.known_from, v.known_to) for v in kept.versions] == [
        (1, ANA, NOON, clock.now()),
        (2, MOVED, clock.now(), None),
    ]


async def test_recall_finds_the_new_wording_only(
    memory: Perspective, clock: SetClock, ana: str
) -> None:
    """From the answer on; the memory is one, under its id."""
    clock.advance(hours=1)
    await memory.memories.edit(ana, MemoryEdit(content=MOVED))
    found = await memory.recall("where does Ana live, Porto?")
    assert [(one.id, one.content) for one in found.results] == [(ana, MOVED)]
    assert contents(await memory.recall("Porto", known_at=NOON)) == [ANA]


async def test_an_edit_leaves_the_rest_as_it_was(
    memory: Perspective, clock: SetClock, ana: str
) -> None:
    """A field left out keeps its value; null clears a time, and its zone with it."""
    clock.advance(hours=1)
    await memory.memories.edit(ana, MemoryEdit(importance=0.9))
    current = (await memory.memories.read(ana)).current
    assert (current.content, current.tags, current.metadata) == (ANA, ("people",), {"n": 1})
    assert (current.event_at, current.event_zone, current.importance) == (NOON - DAY, "UTC", 0.9)
    cleared = await memory.memories.edit(ana, MemoryEdit(event_at=None, tags=()))
    assert (cleared.current.event_at, cleared.current.event_zone) == (None, None)
    assert cleared.current.tags == ()


async def test_an_edit_that_changes_nothing_makes_no_version(memory: Perspective, ana: str) -> None:
    """Neither the same content again nor an empty edit leaves a trace."""
    await memory.memories.edit(ana, MemoryEdit(content=ANA))
    view = await memory.memories.edit(ana, MemoryEdit())
    assert view.current.number == 1
    assert [event.kind for event in (await memory.memories.lineage(ana)).items] == ["created"]


async def test_an_edit_is_checked_like_a_store(memory: Perspective, ana: str) -> None:
    """Text that cannot be kept, and an interval that holds at no time, are refused whole."""
    bad = [
        MemoryEdit(content="half\0way"),
        MemoryEdit(content=" "),
        MemoryEdit(tags=("ok", "\ud800")),
        MemoryEdit(metadata={"a": "\ud800"}),
        MemoryEdit(valid_from=NOON, valid_to=NOON),
    ]
    for edit in bad:
        with pytest.raises(InvalidRequest):
            await memory.memories.edit(ana, edit)
    await memory.memories.edit(ana, MemoryEdit(valid_from=NOON))
    with pytest.raises(InvalidRequest):
        await memory.memories.edit(ana, MemoryEdit(valid_to=NOON - DAY))
    assert (await counts(memory)).versions == 2


async def test_secrets_are_masked_in_edits(memory: Perspective, ana: str) -> None:
    """An edit is no way around the mask, neither in the version nor in the event."""
    token = f"ghp_{'0aB1' * 9}"
    view = await memory.memories.edit(ana, MemoryEdit(content=f"the key is {token}"))
    assert view.current.content == "the key is [masked:github_token]"
    events = await memory.memories.lineage(ana)
    assert token not in str(events)


async def test_a_clock_that_jumped_back_does_not_mix_versions(
    memory: Perspective, clock: SetClock, ana: str
) -> None:
    """The new version is known from the old one's start at the earliest, and is found."""
    clock.at = NOON - DAY
    view = await memory.memories.edit(ana, MemoryEdit(content=MOVED))
    assert view.current.known_from == NOON
    clock.at = NOON
    assert contents(await memory.recall("Ana")) == [MOVED]


async def test_deleted_is_invisible_at_once(memory: Perspective, ana: str) -> None:
    """By words, by meaning, by its tag, at any time asked for, in lists: nowhere."""
    assert await memory.memories.delete(ana) == 1
    for query in (ANA, "people"):
        for fields in TIMES:
            found = await memory.recall(query, **fields)
            assert contents(found) == []
    assert (await memory.memories.list()).items == ()
    assert (await counts(memory)).deleted == 1


async def test_deleting_nothing_says_so(memory: Perspective, ana: str) -> None:
    """A second delete counts 0; an id that never was is not found."""
    await memory.memories.delete(ana)
    assert await memory.memories.delete(ana) == 0
    with pytest.raises(MemoryNotFound):
        await memory.memories.delete("nobody")


async def test_a_deleted_memory_can_be_read_but_not_changed(memory: Perspective, ana: str) -> None:
    """Reading shows when it went; an edit or a pin asks for a restore first."""
    await memory.memories.delete(ana)
    assert (await memory.memories.read(ana)).deleted_at == NOON
    with pytest.raises(MemoryNotFound):
        await memory.memories.edit(ana, MemoryEdit(content=MOVED))
    with pytest.raises(MemoryNotFound):
        await memory.memories.pin(ana)


async def test_archived_by_hand_and_back(memory: Perspective, ana: str) -> None:
    """An archived memory is found after all others; restored it is active and used just now. Its
    lineage says both."""
    assert (await memory.maintenance.archive(ana)).state == "archived"
    assert [one.state for one in (await memory.recall(ANA)).results] == ["archived"]
    assert contents(await memory.recall(ANA, include_archived=False)) == []
    restored = await memory.memories.restore(ana)
    assert restored.state == "active"
    kinds = [event.kind for event in (await memory.memories.lineage(ana)).items]
    assert kinds == ["unarchived", "archived", "created"]


async def test_what_cannot_be_archived_is_refused(memory: Perspective, ana: str) -> None:
    """A pinned, a retired and an archived memory are conflicts, a deleted and an unknown one are not
    found; nothing changes."""
    await memory.memories.pin(ana)
    with pytest.raises(Conflict, match="pinned"):
        await memory.maintenance.archive(ana)
    await memory.memories.pin(ana, pinned=False)
    await memory.maintenance.archive(ana)
    with pytest.raises(Conflict, match="already"):
        await memory.maintenance.archive(ana)

    def retire(tx: RecordTransaction) -> None:
        found = tx.memory(ana)
        assert found is not None
        tx.replace(msgspec.structs.replace(found.memory, state="retired"))

    async with memory._services.host.use("default") as space:
        await space.stores.records.write(retire)
    with pytest.raises(Conflict, match="retired"):
        await memory.maintenance.archive(ana)
    await memory.memories.delete(ana)
    for memory_id in (ana, "nobody"):
        with pytest.raises(MemoryNotFound):
            await memory.maintenance.archive(memory_id)
    kinds = [event.kind for event in (await memory.memories.lineage(ana)).items]
    assert kinds.count("archived") == 1


async def test_a_long_text_is_archived_whole(memory: Perspective) -> None:
    """All parts of a source_id go together, and nothing goes where one is pinned."""
    stored = await memory.store("The boat lies in the harbour and waits for wind. " * 100)
    assert stored.source_id is not None
    first, *others = stored.ids
    await memory.memories.pin(first)
    with pytest.raises(Conflict):
        await memory.maintenance.archive(stored.source_id)
    assert (await memory.memories.read(others[0])).state == "active"
    await memory.memories.pin(first, pinned=False)
    await memory.maintenance.archive(stored.source_id)
    assert {(await memory.memories.read(one)).state for one in stored.ids} == {"archived"}
    await memory.memories.restore(stored.source_id)
    assert {(await memory.memories.read(one)).state for one in stored.ids} == {"active"}


async def test_restore_takes_a_delete_back(memory: Perspective, ana: str) -> None:
    """It is found again, with its tags and versions; restoring what is there changes nothing."""
    await memory.memories.delete(ana)
    restored = await memory.memories.restore(ana)
    assert (restored.deleted_at, restored.current.tags) == (None, ("people",))
    assert contents(await memory.recall("Ana")) == [ANA]
    await memory.memories.restore(ana)
    kinds = [event.kind for event in (await memory.memories.lineage(ana)).items]
    assert kinds == ["restored", "deleted", "created"]


async def test_pinned_never_fades(memory: Perspective, clock: SetClock, ana: str) -> None:
    """A pinned memory has strength 1 after years; unpinned it is as weak as it would have been."""
    await memory.memories.pin(ana)
    clock.at = datetime(2035, 1, 1, tzinfo=UTC)
    assert (await memory.memories.read(ana)).strength == 1.0
    assert not (await memory.recall("Ana", reinforce=False)).results[0].faded
    unpinned = await memory.memories.pin(ana, pinned=False)
    assert unpinned.strength < 1e-9
    assert (await memory.recall("Ana", reinforce=False)).results[0].faded


async def test_pinning_twice_is_pinning_once(memory: Perspective, ana: str) -> None:
    """Only a change leaves an event."""
    for pinned in (True, True, False, False):
        await memory.memories.pin(ana, pinned=pinned)
    kinds = [event.kind for event in (await memory.memories.lineage(ana)).items]
    assert kinds == ["unpinned", "pinned", "created"]


async def test_lineage_tells_who_changed_what(
    memory: Perspective, clock: SetClock, ana: str
) -> None:
    """Newest first, with time, actor, and what was before and after."""
    clock.advance(hours=1)
    await memory.memories.edit(ana, MemoryEdit(content=MOVED, tags=("moves",)), actor="api")
    clock.advance(hours=1)
    await memory.memories.delete(ana, actor="cli")
    deleted, edited, created = (await memory.memories.lineage(ana)).items
    assert (deleted.kind, deleted.actor, deleted.at) == ("deleted", "cli", clock.now())
    assert (edited.kind, edited.actor, edited.at) == ("edited", "api", NOON + timedelta(hours=1))
    assert edited.before == {"content": ANA, "tags": ["people"]}
    assert edited.after == {"content": MOVED, "tags": ["moves"]}
    assert (created.kind, created.actor, created.at) == ("created", "library", NOON)
