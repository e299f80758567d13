"""How does a daemon live: lock, bind, open, serve, drain, close?

SIGTERM, SIGINT or SIGHUP stop it: no new connection is accepted, requests under way get
`server.shutdown_timeout_s`, the engine is closed. A second signal cuts at once, and so does a
timer when the stop takes too long: what was acknowledged is durable by then.
"""

from __future__ import annotations

import asyncio
import faulthandler
import os
import signal
import socket
import threading
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TextIO

import msgspec
from aiohttp import web
from aiohttp.typedefs import Handler

from perspective.adapters.system.data_dir_lock import DataDirLock, Owner
from perspective.api.app import make_app
from perspective.api.dashboard import dashboard_folder, read_dashboard
from perspective.api.security import read_token
from perspective.daemon import heap, port
from perspective.daemon.connections import (
    BACKLOG,
    Connections,
    most_connections,
    raise_descriptor_limit,
)
from perspective.daemon.exit_codes import Exit, exit_code_of
from perspective.daemon.process import CLOSING_S
from perspective.daemon.watchdog import Watchdog
from perspective.engine import Perspective
from perspective.errors import PerspectiveError
from perspective.jobs.scheduler import scheduled
from perspective.observability.events import event_log
from perspective.observability.log_tail import log_path
from perspective.observability.logs import LogWriter, start_logging
from perspective.settings import Settings
from perspective.settings_loader import LoadedSettings
from perspective.wiring import open_engine

_SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
_LAST_BYTES_S = 0.5

_log = event_log(__name__)


class Address(msgspec.Struct, frozen=True):
    """Where a server answers."""

    host: str
    port: int


@asynccontextmanager
async def serving(
    memory: Perspective,
    settings: Settings,
    *,
    listener: socket.socket | None = None,
    origins: Mapping[str, str] | None = None,
    log: Path | None = None,
) -> AsyncIterator[Address]:
    """An open engine answers over REST while the block runs; at its end, requests under way finish.

    Without `listener` it binds the settings' host and port. Raises PortInUse or BadValue.
    """
    server = settings.server
    token = read_token(settings.security)
    app = make_app(
        memory,
        settings,
        token=token,
        origins=origins,
        log_path=log,
        dashboard=await asyncio.to_thread(read_dashboard, dashboard_folder()),
    )
    under_way = _UnderWay()
    connections = Connections(most_connections(server), idle_timeout_s=server.idle_timeout_s)
    app.middlewares.insert(0, under_way.count)
    app.middlewares.insert(0, connections.hold)
    listener = listener or port.bind(server.host, server.port)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=_LAST_BYTES_S)
    try:
        await runner.setup()
        assert runner.server is not None
        connections.server = runner.server
        loop = asyncio.get_running_loop()
        try:
            accepting = await loop.create_server(connections, sock=listener, backlog=BACKLOG)
        except OSError as error:  # another program began to listen after both had bound
            raise port.port_in_use(server.host, server.port) from error
        yield Address(server.host, int(listener.getsockname()[1]))
        accepting.close()
        await app.shutdown()  # tells streams without an end to come to one
        n_cut = await under_way.drained(server.shutdown_timeout_s)
        if n_cut:
            _log.warning("requests_cut", n_requests=n_cut, after_s=server.shutdown_timeout_s)
    finally:
        connections.close()
        await runner.cleanup()
        listener.close()


class _UnderWay:
    """How many requests are being answered.

    aiohttp's own shutdown reads no further from open connections, so a body that is still
    arriving would be cut; here it is waited for.
    """

    def __init__(self) -> None:
        self._n_requests = 0
        self._is_draining = False
        self._is_idle = asyncio.Event()
        self._is_idle.set()

    @web.middleware
    async def count(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Counts the request while its handler works."""
        self._n_requests += 1
        self._is_idle.clear()
        try:
            response = await handler(request)
            if self._is_draining:
                response.force_close()  # so that its connection brings no next one
            return response
        finally:
            self._n_requests -= 1
            if not self._n_requests:
                self._is_idle.set()

    async def drained(self, within_s: float) -> int:
        """Waits for the requests under way; returns how many are left when time is over."""
        self._is_draining = True
        try:
            async with asyncio.timeout(within_s):
                await self._is_idle.wait()
        except TimeoutError:
            return self._n_requests
        return 0


class _End:
    """The hard end of the process, should the gentle one fail."""

    def __init__(self, writer: LogWriter) -> None:
        self._writer = writer
        self._deadline: threading.Timer | None = None

    def cut(self, reason: str, code: int) -> None:
        """Ends the process here and now; what was acknowledged is durable."""
        _log.error("daemon_cut", reason=reason)
        self._writer.close()
        os._exit(code)

    def come_within(self, within_s: float) -> None:
        """Cuts after that time, unless the process has ended by itself."""
        arguments = ("stop_took_too_long", int(Exit.NO_ANSWER))
        self._deadline = threading.Timer(within_s, self.cut, arguments)
        self._deadline.daemon = True
        self._deadline.start()

    def cancel(self) -> None:
        """The process ends by itself. Safe to repeat."""
        if self._deadline is not None:
            self._deadline.cancel()


class _Stop:
    """The wish to stop: the first signal is one, the second cuts."""

    def __init__(self, end: _End) -> None:
        self._end = end
        self._wish = asyncio.Event()
        self.signal_name = ""
        loop = asyncio.get_running_loop()
        for number in _SIGNALS:
            loop.add_signal_handler(number, self._take, number)

    def _take(self, number: signal.Signals) -> None:
        if self._wish.is_set():
            self._end.cut("second_signal", 128 + number)
        self.signal_name = number.name
        self._wish.set()

    async def wait(self) -> None:
        """Returns once somebody wants the daemon to stop."""
        await self._wish.wait()


def run(
    loaded: LoadedSettings,
    announce: Callable[[Owner], None],
    *,
    terminal: TextIO | None = None,
    for_eyes: bool | None = None,
    opened_by: Callable[..., Perspective] = open_engine,
) -> Exit:
    """Runs the daemon until it is told to stop; `announce` is called once it answers.

    `opened_by` is called as `open_engine` is, and may give an engine of another making.

    Raises what kept it from starting; a fault later is logged and becomes the exit code.
    """
    os.umask(0o077)
    heap.share_arenas()
    raise_descriptor_limit()
    if not faulthandler.is_enabled():
        faulthandler.enable()
    owner = Owner(pid=os.getpid(), started_at=datetime.now(UTC), role="daemon")
    with DataDirLock(loaded.data_dir) as lock:
        lock.acquire(owner)
        writer = start_logging(
            loaded.settings.logging, loaded.data_dir, terminal=terminal, for_eyes=for_eyes
        )
        end = _End(writer)
        is_ready = False

        def tell(ready: Owner) -> None:
            nonlocal is_ready
            is_ready = True
            lock.announce(ready)
            announce(ready)

        try:
            asyncio.run(_live(loaded, lock, owner, tell, end, opened_by))
        except PerspectiveError as error:
            _log.error("daemon_failed", error=type(error).__name__, reason=str(error))
            if not is_ready:
                raise
            return exit_code_of(error)
        except Exception as error:
            _log.exception("daemon_faulted")
            if not is_ready:
                message = f"a fault of Perspective's, see its log: {type(error).__name__}: {error}"
                raise PerspectiveError(message) from error
            return Exit.FAILED
        finally:
            end.cancel()
            writer.close()
    return Exit.OK


async def _live(
    loaded: LoadedSettings,
    lock: DataDirLock,
    owner: Owner,
    tell: Callable[[Owner], None],
    end: _End,
    opened_by: Callable[..., Perspective],
) -> None:
    """From open to closed."""
    settings = loaded.settings
    stop = _Stop(end)
    listener = port.bind(settings.server.host, settings.server.port)
    memory = opened_by(settings, data_dir=loaded.data_dir, lock=lock)
    watchdog = Watchdog()
    try:
        await memory.open()
        where = log_path(settings.logging, loaded.data_dir)
        async with (
            scheduled(memory),
            serving(
                memory, settings, listener=listener, origins=loaded.origins, log=where
            ) as address,
        ):
            watchdog.start()
            tell(msgspec.structs.replace(owner, host=address.host, port=address.port))
            _log.info("daemon_ready", host=address.host, port=address.port, pid=owner.pid)
            await stop.wait()
            _log.info("daemon_stopping", signal=stop.signal_name)
            end.come_within(settings.server.shutdown_timeout_s + CLOSING_S)
    finally:
        watchdog.stop()
        await memory.close()
        listener.close()
        _log.info("daemon_stopped")
