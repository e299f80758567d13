"""How does the sample come into a tenant of its own, once however often it is asked for?"""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime, timedelta

import msgspec

from perspective.demo.sample import LINES, QUESTIONS, TENANT, Line, memory_id
from perspective.domain.query import NewMemory
from perspective.engine import Perspective
from perspective.errors import CallerError, Conflict, MemoryNotFound


class Demo(msgspec.Struct, frozen=True, kw_only=True):
    """Where the sample is, how many of its memories were stored just now, and what to ask it."""

    tenant_id: str
    stored: int
    questions: tuple[str, ...]


async def load_sample(memory: Perspective, *, actor: str) -> Demo:
    """Stores those memories of the sample that are not there; one that was deleted stays so."""
    with suppress(Conflict):  # it was made before
        await memory.tenants.create(TENANT)
    today = datetime.now(UTC)
    items = [
        _item(number, line, today)
        for number, line in enumerate(LINES, start=1)
        if not await _is_there(memory, memory_id(number))
    ]
    n_stored = 0
    if items:
        for one in await memory.store_batch(items, tenant_id=TENANT, actor=actor):
            if not isinstance(one, CallerError):
                n_stored += one.stored
            elif not isinstance(one, Conflict):  # which another load stored meanwhile
                raise one
    return Demo(tenant_id=TENANT, stored=n_stored, questions=QUESTIONS)


async def _is_there(memory: Perspective, name: str) -> bool:
    try:
        await memory.memories.read(name, tenant_id=TENANT)
    except MemoryNotFound:
        return False
    return True


def _item(number: int, line: Line, today: datetime) -> NewMemory:
    at = today - timedelta(days=line.days_ago)
    return NewMemory(
        id=memory_id(number),
        content=line.text,
        namespace=line.namespace,
        tags=line.tags,
        event_at=at.replace(microsecond=0),
        source="demo",
        **line.fields,
    )
