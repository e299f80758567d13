"""How does the benchmark run the real daemon? As a process, on a free port, over a folder that
goes away afterwards.

Settings come from the defaults and from PERSPECTIVE_* variables, so that others can be tried;
nobody's settings file is read.
"""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from perspective.adapters.system.data_dir_lock import Owner
from perspective.daemon import process
from perspective.settings_loader import LoadedSettings, load_settings
from tests.bench.client import Client

_STOP_S = 20.0


class Daemon:
    """A daemon that answers, in a process of its own."""

    def __init__(self, owner: Owner) -> None:
        self.pid = owner.pid
        self._host, self._port = str(owner.host), int(owner.port or 0)

    def client(self) -> Client:
        """A new connection to it."""
        return Client(self._host, self._port)

    def cpu_s(self) -> float:
        """Seconds of processor time it has used; NaN where the system does not tell."""
        stat = Path(f"/proc/{self.pid}/stat")
        if not stat.exists():
            return float("nan")
        fields = stat.read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def resident_mb(self) -> float:
        """The memory it holds in RAM, in MB of 1,000,000 bytes, as the system counts it."""
        asked = ["ps", "-o", "rss=", "-p", str(self.pid)]
        status = Path(f"/proc/{self.pid}/status")
        if status.exists():
            line = next(s for s in status.read_text().splitlines() if s.startswith("VmRSS:"))
            kib = line.split()[1]
        else:
            kib = subprocess.run(asked, capture_output=True, text=True, check=True).stdout
        return int(kib) * 1024 / 1e6


@contextmanager
def data_folder() -> Iterator[Path]:
    """A folder for memories that is removed at the end."""
    with tempfile.TemporaryDirectory(prefix="perspective-bench-") as name:
        yield Path(name)


def settings_for(folder: Path, extra: Mapping[str, str] | None = None) -> LoadedSettings:
    """The settings in force over a folder; `extra` are variables that go over the given ones."""
    empty = folder / "bench.toml"
    empty.touch()
    flags = {
        "server.port": "0",
        "server.host": "127.0.0.1",
        "server.data_dir": str(folder / "data"),
    }
    environ = {**os.environ, **(extra or {})}
    return load_settings(config=empty, flags=flags, environ=environ, folder=folder)


@contextmanager
def daemon(folder: Path, extra: Mapping[str, str] | None = None) -> Iterator[Daemon]:
    """A daemon over the folder answers while the block runs."""
    loaded = settings_for(folder, extra)
    owner = process.start(loaded)
    try:
        yield Daemon(owner)
    finally:
        process.stop(loaded.data_dir, within_s=_STOP_S, is_forced=True)
