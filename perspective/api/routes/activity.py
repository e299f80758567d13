"""What happened lately to a tenant's memories, and what happens right now?"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing

import msgspec
from aiohttp import web
from aiohttp_sse import EventSourceResponse

from perspective.api import keys
from perspective.api.operation import Call, Resource
from perspective.api.problems import TOO_MANY_LISTENERS, Refused
from perspective.api.wire import EventQuery, ExcerptQuery
from perspective.domain.answer import EventPage
from perspective.domain.event import News
from perspective.domain.trust.excerpt import excerpt_of_events
from perspective.errors import InvalidRequest, PerspectiveError

MAX_LISTENERS = 100
HEARTBEAT_S = 15.0  # a comment, which also finds out who has gone
SEND_TIMEOUT_S = 30.0  # who takes nothing for so long is let go
_LEFT_S = 0.5
_CONTENT_TYPE = "text/event-stream"

resource = Resource("activity", "What happened, newest first, and what happens.")


@resource.operation("GET", "/api/activity", summary="Lists what happened, newest first")
async def list_activity(call: Call, query: ExcerptQuery) -> EventPage:
    """Each stored, edited, deleted, restored or pinned memory of the tenant."""
    page = await call.memory.activity(
        tenant_id=query.tenant_id, cursor=query.cursor, limit=query.limit
    )
    return excerpt_of_events(page, query.max_chars)


@resource.operation(
    "GET",
    "/api/events",
    summary="Tells what happens, as it happens",
    content_type=_CONTENT_TYPE,
)
async def stream_events(call: Call, query: EventQuery) -> web.StreamResponse:
    """Server-sent events: the tenant's activity from now on, or from behind `after`.

    Each message is one event of `/api/activity`, with its id. An event named `missed` comes when
    a listener was so far behind that older events were left out: the list has them.
    """
    if call.request.method == "HEAD":
        return web.Response(content_type=_CONTENT_TYPE)
    listeners = call.app[keys.LISTENERS]
    if len(listeners) >= MAX_LISTENERS:
        raise Refused(TOO_MANY_LISTENERS, f"{MAX_LISTENERS} listen already; come back later.")
    after = query.after if query.after is not None else _last_event_id(call.request)
    async with aclosing(call.memory.watch(tenant_id=query.tenant_id, after=after)) as all_news:
        first = await anext(all_news)  # an unknown tenant is a problem, not a stream
        response = EventSourceResponse(ping_interval=HEARTBEAT_S, send_timeout=SEND_TIMEOUT_S)
        try:
            await response.prepare(call.request)
        except OSError:
            return response
        telling = asyncio.create_task(_tell(response, first, all_news), name="tell-events")
        gone = asyncio.create_task(response.wait(), name="listener-gone")
        left = asyncio.create_task(_left(call.request), name="listener-left")
        listeners.add(telling)
        try:
            await asyncio.wait({telling, gone, left}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            listeners.discard(telling)
            telling.cancel()
            left.cancel()
            response.stop_streaming()
            await asyncio.wait({telling, gone, left})
        return response


async def _left(request: web.Request) -> None:
    """Returns soon after the connection is closed: a place is not kept until the next heartbeat."""
    while request.transport is not None:  # noqa: ASYNC110 - aiohttp tells nobody
        await asyncio.sleep(_LEFT_S)


async def _tell(response: EventSourceResponse, news: News, coming: AsyncIterator[News]) -> None:
    """Sends events until the listener, the tenant or the engine goes."""
    try:
        while True:
            if news.missed:
                await response.send('{"see":"/api/activity"}', event="missed")
            for event in news.events:
                await response.send(msgspec.json.encode(event).decode(), id=str(event.id))
            news = await anext(coming)
    except (OSError, PerspectiveError):  # TimeoutError is an OSError too
        return


def _last_event_id(request: web.Request) -> int | None:
    """Where a browser that comes back was; InvalidRequest when it is no id of ours."""
    given = request.headers.get("Last-Event-ID", "")
    if not given:
        return None
    if not (given.isascii() and given.isdigit() and len(given) < 19):
        reason = "is the id of an event"
        raise InvalidRequest(f"Last-Event-ID {reason}", fields=(("Last-Event-ID", reason),))
    return int(given)
