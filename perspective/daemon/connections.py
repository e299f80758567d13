"""How many may be connected, for how long, and what is told to whoever speaks no HTTP?

aiohttp serves each connection; this keeps count. Descriptors are shared with the stores, so some are
kept back: beyond the limit the connection that was silent for longest goes, and a newcomer is
sent away only when all of them have a request under way.
"""

from __future__ import annotations

import asyncio
import resource
from collections import OrderedDict
from contextlib import suppress

from aiohttp import web
from aiohttp.typedefs import Handler

from perspective.api import problems, security
from perspective.observability.events import event_log
from perspective.settings import ServerSettings

MAX_DESCRIPTORS = 65_536  # as many as the system gives us, up to this
FILES_A_TENANT = 24
_OWN_FILES = 64  # the catalog, the log, the worker, models, the loop
BACKLOG = 64
_BURST = 2 * BACKLOG  # accepted in one turn of the loop, before any can be let go
_LEAST = 16  # so many may be connected, however few descriptors there are
_SENT_AWAY = (
    "HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nRetry-After: 1\r\n"
    f"Content-Type: {problems.CONTENT_TYPE}\r\nContent-Length: {len(problems.CROWDED)}\r\n\r\n"
).encode() + problems.CROWDED

_log = event_log(__name__)


def raise_descriptor_limit() -> None:
    """The process may open as many files as the system lets it, up to MAX_DESCRIPTORS."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MAX_DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, MAX_DESCRIPTORS)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(ValueError, OSError):  # some systems allow less than they say
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def most_connections(settings: ServerSettings) -> int:
    """How many may be connected at once, so that the tenants' files can still be opened.

    While tenants are closed, up to twice `max_open_tenants` are open. They get half of the
    descriptors at most.
    """
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return settings.max_connections
    kept_back = _OWN_FILES + 2 * settings.max_open_tenants * FILES_A_TENANT
    return min(settings.max_connections, max(soft - min(kept_back, soft // 2) - _BURST, _LEAST))


class Connections:
    """The open connections of a server; makes the protocol of each (`loop.create_server`)."""

    def __init__(self, limit: int, *, idle_timeout_s: float) -> None:
        self.server: web.Server | None = None  # of aiohttp, once it is set up
        self._limit = limit
        self._idle_timeout_s = idle_timeout_s
        self._n_open = 0
        self._silent: OrderedDict[Connection, None] = OrderedDict()  # the longest silent first
        self._n_let_go = 0
        self._telling: asyncio.TimerHandle | None = None

    def __call__(self) -> Connection:
        """The protocol of a new connection."""
        assert self.server is not None
        return Connection(self, self.server, self._idle_timeout_s)

    def close(self) -> None:
        """Nothing more is told. The server closes the connections."""
        if self._telling is not None:
            self._telling.cancel()

    @web.middleware
    async def hold(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """The request's connection is not silent while the handler works."""
        connection = request.protocol
        if not isinstance(connection, Connection):
            return await handler(request)
        self._silent.pop(connection, None)
        try:
            return await handler(request)
        finally:
            self.heard(connection)

    def opened(self, connection: Connection) -> bool:
        """One more is there; False when there is no place for it."""
        self._n_open += 1
        has_place = self._n_open <= self._limit or self._let_go()
        if has_place:
            self._silent[connection] = None
        return has_place

    def heard(self, connection: Connection) -> None:
        """It said something, or was answered: others have been silent for longer."""
        if connection.transport is not None:
            self._silent[connection] = None
            self._silent.move_to_end(connection)

    def spoke(self, connection: Connection) -> None:
        """It said something; what comes in for a request under way changes nothing."""
        if connection in self._silent:
            self._silent.move_to_end(connection)

    def closed(self, connection: Connection) -> None:
        """It is gone."""
        self._n_open -= 1
        self._silent.pop(connection, None)

    def _let_go(self) -> bool:
        """Closes the connection that was silent for longest; False when none is."""
        if self._telling is None:
            loop = asyncio.get_running_loop()
            self._telling = loop.call_later(1.0, self._tell)  # one line for many
        self._n_let_go += 1
        if not self._silent:
            return False
        connection, _ = self._silent.popitem(last=False)
        if connection.transport is not None:
            connection.transport.abort()
        return True

    def _tell(self) -> None:
        _log.warning("connections_let_go", n_connections=self._n_let_go, limit=self._limit)
        self._telling, self._n_let_go = None, 0


class Connection(web.RequestHandler):
    """One connection, as aiohttp serves it, but counted, and answered in our own words.

    It is closed when no request came in whole within `idle_timeout_s`, however slowly it sends.
    """

    __slots__ = ("_connections", "_is_counted")

    def __init__(self, connections: Connections, server: web.Server, idle_timeout_s: float) -> None:
        loop = asyncio.get_running_loop()
        super().__init__(
            server,
            loop=loop,
            keepalive_timeout=idle_timeout_s,
            access_log=None,  # type: ignore[arg-type] # for aiohttp that is no log
        )
        self._connections = connections
        self._is_counted = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """It may stay, or is sent away."""
        super().connection_made(transport)
        self._is_counted = True
        if not self._connections.opened(self) and self.transport is not None:
            self.transport.write(_SENT_AWAY)
            self.force_close()

    def connection_lost(self, exc: BaseException | None) -> None:
        """It is gone."""
        if self._is_counted:
            self._is_counted = False
            self._connections.closed(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """It says something."""
        self._connections.spoke(self)
        super().data_received(data)

    def handle_error(
        self,
        request: web.BaseRequest,
        status: int = 500,
        exc: BaseException | None = None,
        message: str | None = None,  # noqa: ARG002 - it repeats what was sent
    ) -> web.StreamResponse:
        """The answer to what is no HTTP, as a problem like any other; nothing of it is repeated."""
        if request.writer.output_size > 0:
            raise ConnectionError("a part of the answer is sent already")
        if status == problems.BAD_REQUEST.status:
            _log.debug("request_unreadable", reason=type(exc).__name__)
            problem = problems.UNREADABLE
        else:
            _log.error("request_faulted", status=status, exc_info=exc)
            problem = problems.problem_of_fault(instance=request.rel_url.raw_path)
        response = problems.respond(problem, security.ALWAYS)
        response.force_close()
        return response
