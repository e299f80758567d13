"""What a person sees of single memories: lists, pages, histories, counts."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from perspective.domain.query import MemoryListing
from perspective.engine import Perspective
from perspective.errors import InvalidRequest, MemoryNotFound
from tests.engines import NOON, SetClock

HOUR = timedelta(hours=1)


async def listed(memory: Perspective, **fields: Any) -> list[str]:
    """The contents of a list, in its order."""
    page = await memory.memories.list(MemoryListing(**fields))
    return [view.current.content for view in page.items]


@pytest.fixture
async def pages(memory: Perspective, clock: SetClock) -> list[str]:
    """Seven memories an hour apart; the third speaks of a time before all others."""
    texts = [f"page {n} of the log" for n in range(7)]
    for n, text in enumerate(texts):
        event_at = NOON - HOUR if n == 2 else None
        await memory.store(
            text,
            namespace="work" if n % 2 else "home",
            tags=[f"t{n}"],
            source_session=f"s{n}",
            speaker="Ana" if n else "Ben",
            memory_type="semantic" if n == 5 else "episodic",
            event_at=event_at,
        )
        clock.advance(hours=1)
    return texts


async def test_a_list_is_newest_first(memory: Perspective, pages: list[str]) -> None:
    """By the time a memory speaks of, else that of its recording."""
    order = [6, 5, 4, 3, 1, 0, 2]
    assert await listed(memory) == [pages[n] for n in order]


async def test_pages_join_without_gap_or_double(memory: Perspective, pages: list[str]) -> None:
    """From cursor to cursor every memory comes once; the last page has no cursor."""
    seen: list[str] = []
    cursor: str | None = None
    for _ in range(4):
        page = await memory.memories.list(MemoryListing(limit=2, cursor=cursor))
        seen += [view.current.content for view in page.items]
        cursor = page.next_cursor
        if cursor is None:
            break
    assert cursor is None
    assert seen == await listed(memory)
    assert len(seen) == 7


async def test_a_page_that_is_just_full_is_the_last(memory: Perspective, pages: list[str]) -> None:
    """No empty page follows."""
    page = await memory.memories.list(MemoryListing(limit=7))
    assert page.next_cursor is None


@pytest.mark.parametrize("cursor", ["nonsense", "e30", "WzFd", "\ud800", "a" * 10_000])
async def test_a_made_up_cursor_is_refused(memory: Perspective, cursor: str) -> None:
    """Only a cursor that was given out is one; lists and histories say so."""
    with pytest.raises(InvalidRequest, match="cursor"):
        await memory.memories.list(MemoryListing(cursor=cursor))
    with pytest.raises(InvalidRequest, match="cursor"):
        await memory.activity(cursor=cursor)


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"namespace": "work"}, [5, 3, 1]),
        ({"type": "semantic"}, [5]),
        ({"tag": "t4"}, [4]),
        ({"session": "s1"}, [1]),
        ({"speaker": "Ben"}, [0]),
        ({"since": NOON + 3 * HOUR, "until": NOON + 5 * HOUR}, [4, 3]),
        ({"state": "active", "namespace": "home"}, [6, 4, 0, 2]),
        ({"state": "archived"}, []),
        ({"source_id": "nothing"}, []),
    ],
)
async def test_lists_can_be_narrowed(
    memory: Perspective, pages: list[str], fields: dict[str, Any], expected: list[int]
) -> None:
    """Each field lets through what it names."""
    assert await listed(memory, **fields) == [pages[n] for n in expected]


async def test_deleted_ones_are_listed_apart(memory: Perspective, pages: list[str]) -> None:
    """Nowhere but where they are asked for."""
    third = (await memory.memories.list(MemoryListing(tag="t3"))).items[0]
    await memory.memories.delete(third.id)
    assert pages[3] not in await listed(memory)
    assert await listed(memory, state="deleted") == [pages[3]]


async def test_a_list_can_be_searched(memory: Perspective, pages: list[str]) -> None:
    """With `q` the best match comes first, within the other fields, and nothing is reinforced."""
    assert (await listed(memory, q="page 4"))[0] == pages[4]
    assert set(await listed(memory, q="page 4", namespace="work")) == {pages[n] for n in (1, 3, 5)}
    assert all(view.access_count == 0 for view in (await memory.memories.list()).items)


async def test_a_search_of_a_state_lists_only_that_state(
    memory: Perspective, pages: list[str]
) -> None:
    """`state` narrows a search as it narrows a list."""
    third = (await memory.memories.list(MemoryListing(tag="t3"))).items[0]
    await memory.memories.delete(third.id)
    assert await listed(memory, q="page 3", state="archived") == []
    assert await listed(memory, q="page 3", state="deleted") == [pages[3]]


async def test_reading_what_is_not_there(memory: Perspective) -> None:
    """An unknown id is not found: neither its content nor its history."""
    with pytest.raises(MemoryNotFound, match="nobody"):
        await memory.memories.read("nobody")
    with pytest.raises(MemoryNotFound, match="nobody"):
        await memory.memories.lineage("nobody")


async def test_history_is_paged(memory: Perspective, pages: list[str]) -> None:
    """What happened in a tenant, newest first, from cursor to cursor."""
    first = await memory.activity(limit=5)
    second = await memory.activity(limit=5, cursor=first.next_cursor)
    assert (len(first.items), len(second.items)) == (5, 2)
    assert second.next_cursor is None
    times = [event.at for event in (*first.items, *second.items)]
    assert times == sorted(times, reverse=True)


async def test_a_memorys_history_ends(memory: Perspective, pages: list[str]) -> None:
    """Paging beyond the first event of a memory gives an empty page, not an error."""
    one = (await memory.memories.list(MemoryListing(tag="t3"))).items[0]
    await memory.memories.pin(one.id)
    first = await memory.memories.lineage(one.id, limit=1)
    rest = await memory.memories.lineage(one.id, cursor=first.next_cursor)
    assert [event.kind for event in (*first.items, *rest.items)] == ["pinned", "created"]


async def test_namespaces_are_counted(memory: Perspective, pages: list[str]) -> None:
    """By name; what is deleted does not count."""
    third = (await memory.memories.list(MemoryListing(tag="t3"))).items[0]
    await memory.memories.delete(third.id)
    namespaces = await memory.tenants.namespaces()
    assert [(one.name, one.n_memories) for one in namespaces] == [("home", 4), ("work", 2)]


async def test_strength_is_that_of_now(memory: Perspective, clock: SetClock) -> None:
    """A memory read later is weaker; nothing was written for it."""
    stored = await memory.store("a page")
    assert stored.id is not None
    assert (await memory.memories.read(stored.id)).strength == 1.0
    clock.advance(days=30)
    assert (await memory.memories.read(stored.id)).strength == pytest.approx(0.36787944)
