"""Real processes for tests: a home of its own, the command line in it, and a daemon."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from perspective.adapters.system.data_dir_lock import find_owner
from perspective.cli.client import Client

COMMAND = (sys.executable, "-m", "perspective")
PATIENCE_S = 60.0
PROJECT = Path(__file__).parents[1]


class Typed:
    """What a command line printed and how it ended."""

    def __init__(self, finished: subprocess.CompletedProcess[str]) -> None:
        self.code = finished.returncode
        self.out = finished.stdout
        self.err = finished.stderr

    @property
    def json(self) -> Any:
        """Stdout as JSON."""
        return json.loads(self.out)

    def __repr__(self) -> str:
        return f"<exit {self.code}\n--- stdout\n{self.out}\n--- stderr\n{self.err}>"


class Home:
    """A person's home with nothing in it, and a data directory below it.

    `environ` has the variables of its processes: no setting, no proxy, no network is inherited.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.data_dir = folder / "data"
        kept = {"PATH", "LANG", "LC_ALL", "TMPDIR", "VIRTUAL_ENV", "LD_LIBRARY_PATH"}
        self.environ = {
            **{name: value for name, value in os.environ.items() if name in kept},
            "HOME": str(folder),
            "XDG_CONFIG_HOME": str(folder / ".config"),
            "XDG_DATA_HOME": str(folder / ".local/share"),
            "XDG_STATE_HOME": str(folder / ".local/state"),
            "XDG_CACHE_HOME": str(folder / ".cache"),
            "PERSPECTIVE_SERVER_DATA_DIR": str(self.data_dir),
            "PERSPECTIVE_SERVER_PORT": "0",
            # What reads in the background is tested where a test asks for it.
            "PERSPECTIVE_EXTRACTION_MODE": "off",
        }

    def run(
        self,
        *arguments: str,
        code: int | None = 0,
        given: str | None = None,
        environ: dict[str, str] | None = None,
        before: Callable[[], None] | None = None,
    ) -> Typed:
        """Types a command line; `code` is the exit code it must have (None: any)."""
        finished = subprocess.run(
            [*COMMAND, *arguments],
            capture_output=True,
            encoding="utf-8",
            errors="backslashreplace",
            input=given or "",
            cwd=self.folder,
            env={**self.environ, **(environ or {})},
            timeout=PATIENCE_S * 2,
            check=False,
            preexec_fn=before,
        )
        typed = Typed(finished)
        assert code is None or typed.code == code, typed
        assert "Traceback" not in typed.err, typed
        return typed

    def popen(self, *arguments: str, **options: Any) -> subprocess.Popen[str]:
        """A command line that goes on; whoever asks for it ends it."""
        return subprocess.Popen(
            [*COMMAND, *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=self.folder,
            env=self.environ,
            # Whoever runs the tests in the background ignores it, and children inherit that.
            preexec_fn=_hear_interrupts,  # noqa: PLW1509 - a system call, which takes no lock
            **options,
        )

    def end_everything(self) -> None:
        """Kills whoever owns the data directory."""
        is_held, owner = find_owner(self.data_dir)
        if is_held and owner is not None and owner.pid != os.getpid():
            os.kill(owner.pid, signal.SIGKILL)
            wait_until(lambda: not find_owner(self.data_dir)[0], "the daemon ends")


def _hear_interrupts() -> None:
    """An interrupt ends the process, as it does at a terminal."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class OtherDaemon(NamedTuple):
    """A daemon's process, its address, and what it said."""

    process: subprocess.Popen[bytes]
    url: str
    said: Path


class Daemon:
    """A daemon that runs in the background of a home."""

    def __init__(self, home: Home) -> None:
        self.home = home
        self.url = ""
        self.pid = 0

    def start(self, *arguments: str) -> None:
        """It answers from now on."""
        answer = self.home.run("start", "--json", *arguments).json
        self.url, self.pid = answer["url"], answer["pid"]

    def stop(self) -> None:
        """It has ended, and let its directory go."""
        self.home.run("stop")

    def kill(self) -> None:
        """It is dead, as after a power cut of its process."""
        os.kill(self.pid, signal.SIGKILL)
        wait_until(lambda: not find_owner(self.home.data_dir)[0], "the killed daemon's lock goes")

    @property
    def client(self) -> Client:
        """Its API."""
        return Client(self.url)

    def log(self) -> list[dict[str, Any]]:
        """Its log so far."""
        text = (self.home.data_dir / "logs/perspective.log").read_text(encoding="utf-8")
        return [json.loads(line) for line in text.splitlines()]


@contextmanager
def other_daemon(home: Home, module: str, *arguments: str) -> Iterator[OtherDaemon]:
    """A daemon of another making runs in a home, and answers when the block begins."""
    said = home.folder / "other.stderr"
    with said.open("wb") as stderr:
        process = subprocess.Popen(
            [sys.executable, "-m", module, *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=stderr,
            cwd=home.folder,
            env={**home.environ, "PYTHONPATH": str(PROJECT)},
        )

    def address() -> str | None:
        assert process.poll() is None, said.read_text()
        _, owner = find_owner(home.data_dir)
        return owner.url if owner is not None and owner.pid == process.pid else None

    wait_until(address, "the other daemon answers")
    yield OtherDaemon(process, str(address()), said)


def wait_until(is_so: Callable[[], object], what: str, within_s: float = PATIENCE_S) -> None:
    """Returns once it is so; fails with `what` when it takes too long."""
    deadline = time.monotonic() + within_s
    while not is_so():
        assert time.monotonic() < deadline, f"not within {within_s:g} s: {what}"
        time.sleep(0.01)


def wait_for_at_least(n: int, count: Callable[[], int], what: str) -> None:
    """Returns once there are so many; fails with `what` when it takes too long."""
    wait_until(lambda: count() >= n, what)
