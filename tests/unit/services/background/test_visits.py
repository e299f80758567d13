"""Are texts read that wait in tenants which nobody has open?"""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec

from perspective.domain.query import MemoryEdit
from perspective.engine import Perspective
from perspective.settings import ServerSettings
from tests.engines import embedded_engine, eventually
from tests.unit.services.background.test_extraction import AT_ONCE, Scripted, reading

TENANTS = [f"tenant-{n}" for n in range(7)]
TWO = msgspec.structs.replace(AT_ONCE, server=ServerSettings(max_open_tenants=2))


async def given(memory: Perspective, text: str = "we met Ana in town") -> None:
    """A text in each of the tenants, more than may be open."""
    for tenant in TENANTS:
        if tenant not in {one.id for one in await memory.tenants.list()}:
            await memory.tenants.create(tenant)
        await memory.store(f"{text} {tenant}", tenant_id=tenant)


async def are_read(memory: Perspective, extractor: Scripted, n_texts: int) -> int:
    """Waits until so many texts were read; returns how many tenants were open at once at most."""
    most = 0

    async def is_so() -> bool:
        nonlocal most
        most = max(most, len(memory._services.host.open_spaces))
        return len({text for texts in extractor.asked for text in texts}) >= n_texts

    await eventually(is_so, within_s=60)
    return most


async def notes(memory: Perspective) -> set[str]:
    """The tenants at which a start would look."""
    found = await memory._services.host.tenants()
    return {one.id for one in found if one.has_unread} & set(TENANTS)


async def test_a_start_reads_what_an_earlier_run_left(tmp_path: Path) -> None:
    """In every tenant, in turn, with few of them open; the next start finds nothing to do."""
    async with embedded_engine(tmp_path, settings=TWO) as memory:  # reads nothing
        await given(memory)
    extractor = Scripted()
    async with reading(extractor, tmp_path, settings=TWO) as memory:
        assert await are_read(memory, extractor, len(TENANTS)) <= 4
        for tenant in TENANTS:  # each is opened, and closed for others
            assert (await memory.queue.list(tenant_id=tenant)).counts in (
                {"done": 1},
                {"running": 1},
            )

        async def is_noted() -> bool:
            return len(await notes(memory)) <= 2  # of those that are open

        await eventually(is_noted)
    again = Scripted()
    async with reading(again, tmp_path, settings=TWO) as memory:
        await memory.queue.list(tenant_id=TENANTS[0])
        assert again.asked == []


async def test_a_tenant_closed_with_a_queue_is_opened_again() -> None:
    """Although nobody asks for it any more."""
    extractor = Scripted()
    extractor.held = asyncio.Event()
    async with reading(extractor, settings=TWO) as memory:
        await given(memory)

        async def are_few() -> bool:
            return len(memory._services.host.open_spaces) <= 3

        await eventually(are_few)
        extractor.held.set()
        assert await are_read(memory, extractor, len(TENANTS)) <= 5

        async def is_done() -> bool:
            counts = [(await memory.queue.list(tenant_id=one)).counts for one in TENANTS]
            return counts == [{"done": 1}] * len(TENANTS)

        await eventually(is_done)


async def test_the_note_comes_before_the_text(tmp_path: Path) -> None:
    """So that a run which ends at any moment is followed by a look, after an edit too."""
    async with embedded_engine(tmp_path) as memory:
        await memory.tenants.create("ana")
        host = memory._services.host
        for change in ("store", "edit"):
            await host.note("ana", has_unread=False)
            if change == "store":
                await memory.store("we met Ana in town", id="one", tenant_id="ana")
            else:
                edit = MemoryEdit(content="we met Ben in town")
                await memory.memories.edit("one", edit, tenant_id="ana")
            assert (await host.tenant("ana")).has_unread


async def test_a_tenant_that_reads_nothing_is_left_alone(tmp_path: Path) -> None:
    """Its texts wait until extraction is turned on for it."""
    async with embedded_engine(tmp_path, settings=TWO) as memory:
        await given(memory)
        await memory.tenants.edit(TENANTS[0], extraction=False)
    extractor = Scripted()
    async with reading(extractor, tmp_path, settings=TWO) as memory:
        await are_read(memory, extractor, len(TENANTS) - 1)
        counts = (await memory.queue.list(tenant_id=TENANTS[0])).counts
        assert counts == {"pending": 1}


async def test_a_tenant_goes_although_its_queue_is_being_read(tmp_path: Path) -> None:
    """Nobody stays to read what is being deleted."""
    async with embedded_engine(tmp_path, settings=TWO) as memory:
        await given(memory)
    extractor = Scripted()
    extractor.held = asyncio.Event()
    async with reading(extractor, tmp_path, settings=TWO) as memory:

        async def is_asked() -> bool:
            return bool(extractor.asked)

        await eventually(is_asked)
        for tenant in TENANTS:
            async with asyncio.timeout(30):
                await memory.tenants.delete(tenant, confirm=tenant)
        assert not {one.id for one in await memory.tenants.list()} & set(TENANTS)
