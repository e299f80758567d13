"""What happens in a tenant, told as it happens?

Each listener reads the tenant's own events behind the last it saw, whenever something was
committed: so nothing waits in memory for a slow one, all see the same as `activity`, and whoever
comes back goes on where it was. Who is too far behind is told that it missed some.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator

from perspective.domain.event import Event, News
from perspective.services.host import Host, Space

MAX_BEHIND = 1024  # events that are told to a listener at once; older ones it has missed
_N_FIRST = 32
_PAUSE_S = 0.05  # many commits in a row are one look


class Watch:
    """Tells listeners what happens. One instance serves all tenants."""

    def __init__(self, host: Host) -> None:
        self._host = host

    async def news(self, tenant_id: str, after: int | None) -> AsyncGenerator[News]:
        """What happened behind the event `after` (None: behind the newest), then whatever
        happens, until the tenant or the engine goes. The first comes at once, be it empty.

        The tenant is open only while it is read.
        """
        bell = self._host.bell(tenant_id)
        is_first = True
        while True:
            rung = bell.next()
            async with self._host.use(tenant_id) as space:
                if after is None or is_first:
                    newest = await _newest(space)
                    after = newest if after is None else min(after, newest)
                news = await _behind(space, after)
            if news.events:
                after = news.events[-1].id
            if news.events or is_first:
                is_first = False
                yield news
            await rung.wait()
            await asyncio.sleep(_PAUSE_S)


async def _newest(space: Space) -> int:
    events = await space.stores.records.events(memory_id=None, before=None, limit=1)
    return events[0].id if events else 0


async def _behind(space: Space, after: int) -> News:
    """The events behind this one, oldest first."""
    found: list[Event] = []
    limit = _N_FIRST
    while True:
        found = await space.stores.records.events(memory_id=None, before=None, limit=limit)
        has_all = len(found) < limit or found[-1].id <= after
        if has_all or limit >= MAX_BEHIND:
            break
        limit *= 4
    fresh = tuple(event for event in reversed(found) if event.id > after)
    return News(fresh, missed=not has_all)
