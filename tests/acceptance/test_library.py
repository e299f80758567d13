"""Does the library work in somebody else's program, as the daemon does in its own?

With real files and the real model: in a foreign event loop, inside a web application, serving
REST beside the program's own work, and next to a daemon that owns the directory.
"""

from __future__ import annotations

import asyncio
import logging
import os
import socket
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from aiohttp import ClientSession, web
from aiohttp.test_utils import TestClient, TestServer

import perspective
from perspective.adapters.system.data_dir_lock import find_owner
from perspective.errors import AlreadyRunning, StorageError
from perspective.settings import ServerSettings, Settings
from tests.daemons import Daemon
from tests.engines import contents

ANA = "Ana moved to Lisbon in March"


async def remember(folder: Path) -> list[str]:
    """The example of the documentation."""
    async with perspective.connect(data_dir=folder) as memory:
        await memory.store(ANA, tags=["people"])
        return contents(await memory.recall("where does Ana live?"))


def test_in_a_foreign_event_loop(tmp_path: Path) -> None:
    """Under a runner of the program's own, twice in one loop and then in another: what was
    stored is there, and the directory is free each time it ends."""
    with asyncio.Runner() as runner:
        assert runner.run(remember(tmp_path / "memory")) == [ANA]
        assert not find_owner(tmp_path / "memory")[0]
        assert runner.run(remember(tmp_path / "memory")) == [ANA]
    assert asyncio.run(remember(tmp_path / "memory")) == [ANA]


async def test_inside_a_web_application(tmp_path: Path) -> None:
    """An aiohttp application opens a memory at its start, answers from it, and closes it."""
    key = web.AppKey("memory", perspective.Perspective)

    async def open_memory(app: web.Application) -> AsyncIterator[None]:
        async with perspective.connect(tmp_path) as memory:
            app[key] = memory
            yield

    async def note(request: web.Request) -> web.Response:
        await request.app[key].store(await request.text())
        found = await request.app[key].recall("Lisbon")
        return web.json_response(contents(found))

    app = web.Application()
    app.cleanup_ctx.append(open_memory)
    app.router.add_post("/note", note)
    async with TestClient(TestServer(app)) as client:
        answer = await client.post("/note", data=ANA)
        assert await answer.json() == [ANA]
    assert not find_owner(tmp_path)[0]


async def test_serving_rest_beside_the_program(tmp_path: Path) -> None:
    """With serve=True the same memory answers over REST while the block runs, and not after."""
    with socket.socket() as chosen:
        chosen.bind(("127.0.0.1", 0))
        port = chosen.getsockname()[1]
    settings = Settings(server=ServerSettings(port=port))
    url = f"http://127.0.0.1:{port}/api"
    async with ClientSession() as session:
        async with perspective.connect(tmp_path, settings=settings, serve=True) as memory:
            await memory.store(ANA)
            async with session.post(f"{url}/recall", json={"query": "Lisbon"}) as answer:
                found = await answer.json()
            assert [one["content"] for one in found["results"]] == [ANA]
            async with session.post(f"{url}/store", json={"content": "Ben keeps bees"}) as answer:
                assert answer.status == 201
            assert contents(await memory.recall("bees", budget=1)) == ["Ben keeps bees"]
        with pytest.raises(OSError, match="onnect"):
            await session.get(f"{url}/health")


async def test_a_daemon_that_owns_the_directory_is_named(daemon: Daemon) -> None:
    """Who opens its directory is told pid, address and what to use instead; nothing is broken."""
    with pytest.raises(AlreadyRunning) as caught:
        async with perspective.connect(daemon.home.data_dir):
            pytest.fail("the directory was opened twice")
    message = str(caught.value)
    assert str(daemon.pid) in message
    assert daemon.url in message
    stored = await asyncio.to_thread(daemon.client.post, "/api/store", {"content": ANA})
    assert stored["stored"]


async def test_a_second_opening_in_the_same_program(tmp_path: Path) -> None:
    """The second is refused with a reason, the first goes on, and afterwards it is free."""
    async with perspective.connect(tmp_path) as memory:
        with pytest.raises(AlreadyRunning, match="this process has"):
            async with perspective.connect(tmp_path):
                pytest.fail("the directory was opened twice")
        await memory.store(ANA)
    async with perspective.connect(tmp_path) as memory:
        assert contents(await memory.recall("Lisbon")) == [ANA]


async def test_a_daemon_is_told_of_a_library(daemon: Daemon) -> None:
    """A start over a directory that a program has open says which program that is."""
    daemon.stop()
    async with perspective.connect(daemon.home.data_dir):
        typed = await asyncio.to_thread(daemon.home.run, "start", code=None)
        assert typed.code != 0
        assert str(os.getpid()) in typed.err
    await asyncio.to_thread(daemon.start)


async def test_an_opening_that_failed_leaves_the_directory_free(tmp_path: Path) -> None:
    """A damaged catalog is an error, and the lock is not kept by the one who met it."""
    (tmp_path / "catalog.db").write_bytes(b"this is no database" * 100)
    for _ in range(2):
        with pytest.raises(StorageError):
            async with perspective.connect(tmp_path):
                pytest.fail("a damaged catalog was opened")
        assert not find_owner(tmp_path)[0]


async def test_an_error_in_the_block_closes_the_memory(tmp_path: Path) -> None:
    """The program's own error comes through, and the directory is free."""

    async def work() -> None:
        async with perspective.connect(tmp_path) as memory:
            await memory.store(ANA)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await work()
    async with perspective.connect(tmp_path) as memory:
        assert contents(await memory.recall("Lisbon")) == [ANA]


async def test_logging_is_left_alone(tmp_path: Path) -> None:
    """The library adds no handler, sets no level and prints nothing."""
    root = logging.getLogger()
    before = (list(root.handlers), root.level, logging.getLogger("perspective").level)
    await remember(tmp_path)
    assert (list(root.handlers), root.level, logging.getLogger("perspective").level) == before


def test_a_program_that_forgets_to_close_ends(tmp_path: Path) -> None:
    """A script whose memory was never closed still ends, silently, and loses nothing."""
    script = f"""
import asyncio
import perspective

opened = perspective.connect({str(tmp_path)!r})

async def main():
    memory = await opened.__aenter__()
    await memory.store({ANA!r})

asyncio.run(main())
"""
    finished = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=120, check=False
    )
    assert finished.returncode == 0, finished.stderr
    assert finished.stdout == ""
    assert asyncio.run(remember(tmp_path)) == [ANA]
