"""What did Perspective write to its log lately?"""

from __future__ import annotations

import asyncio
from datetime import datetime
from zoneinfo import ZoneInfo

from perspective.api import keys
from perspective.api.operation import Call, Resource
from perspective.api.wire import LogQuery, LogTail
from perspective.domain.trust.excerpt import Allowance
from perspective.observability.log_tail import LogFilter, read_tail

resource = Resource("logs", "The tail of perspective.log.")


@resource.operation("GET", "/api/logs", summary="Reads the newest lines of the log")
async def read_logs(call: Call, query: LogQuery) -> LogTail:
    """Lines by level, text and time, the newest last."""
    path = call.app[keys.LOG_PATH]
    if path is None:
        return LogTail([])
    zone = ZoneInfo(call.app[keys.SETTINGS].server.timezone)
    wanted = LogFilter(
        level=query.level,
        text=query.text,
        since=_in_zone(query.since, zone),
        until=_in_zone(query.until, zone),
    )
    items = await asyncio.to_thread(read_tail, path, wanted, limit=query.limit)
    if query.max_chars is None:
        return LogTail(items)
    rooms = [Allowance(query.max_chars) for _ in items]
    shown = [room.mapping(one) for room, one in zip(rooms, items, strict=True)]
    return LogTail(shown, [n for n, room in enumerate(rooms) if room.is_cut])


def _in_zone(at: datetime | None, zone: ZoneInfo) -> datetime | None:
    """A time without a zone is meant in the server's."""
    return at.replace(tzinfo=zone) if at is not None and at.tzinfo is None else at
