"""A real API over an engine in memory, and a command line that talks to it, in this process."""

import asyncio
import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from perspective.cli.main import run
from perspective.daemon.run import serving
from perspective.settings import ServerSettings, Settings
from perspective.wiring import in_memory_engine


class Typed(msgspec.Struct, frozen=True):
    """What a command line printed and how it ended."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """Stdout as JSON."""
        return json.loads(self.out)


class Shell:
    """Types command lines."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def __call__(self, *arguments: str, code: int | None = 0) -> Typed:
        """Runs a command line; `code` is the exit code it must have (None: any)."""
        self._capsys.readouterr()
        ended = run(arguments)
        typed = Typed(int(ended), *self._capsys.readouterr())
        assert code is None or typed.code == code, typed
        return typed


@pytest.fixture(autouse=True)
def _nobodys_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The current folder is empty: no perspective.toml lies there."""
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def shell(capsys: pytest.CaptureFixture[str]) -> Shell:
    """A command line without a daemon."""
    return Shell(capsys)


@pytest.fixture(scope="module")
def served() -> Iterator[str]:
    """The address of an API over an engine in memory, for the tests of one module."""
    started = threading.Event()
    urls: list[str] = []
    ends: list[asyncio.Event] = []
    loops: list[asyncio.AbstractEventLoop] = []

    async def live() -> None:
        settings = Settings(server=ServerSettings(port=0))
        memory = in_memory_engine(settings)
        await memory.open()
        ends.append(asyncio.Event())
        loops.append(asyncio.get_running_loop())
        async with serving(memory, settings) as address:
            urls.append(f"http://{address.host}:{address.port}")
            started.set()
            await ends[0].wait()
        await memory.close()

    thread = threading.Thread(target=asyncio.run, args=(live(),))
    thread.start()
    assert started.wait(30)
    yield urls[0]
    loops[0].call_soon_threadsafe(ends[0].set)
    thread.join(30)


@pytest.fixture
def ask(shell: Shell, served: str, monkeypatch: pytest.MonkeyPatch) -> Shell:
    """A command line that finds that API."""
    monkeypatch.setenv("PERSPECTIVE_URL", served)
    return shell
