"""What do the proofs of size ask? One daemon with many memories, filled while it is watched."""

from __future__ import annotations

import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from perspective.adapters.system.data_dir_lock import find_owner
from perspective.cli.client import Client
from tests.acceptance.scale import ticking_daemon, ticks
from tests.acceptance.scale.load import Asker, Loaded, stream
from tests.acceptance.scale.texts import Texts
from tests.acceptance.scale.ticks import Lateness, lateness
from tests.daemons import Home, wait_until

PROJECT = Path(__file__).parents[3]
MANY, FEW = "many", "few"

_PATIENCE_S = 2 * 3_600.0
_LOOK_S = 0.25


class House:
    """A daemon with a ticker in its event loop, and beside it a process that only ticks."""

    def __init__(self, home: Home) -> None:
        self.home = home
        self.texts = Texts()
        environ = {**home.environ, "PYTHONPATH": str(PROJECT)}
        self._files = (home.folder / "daemon.npy", home.folder / "control.npy")
        daemon, control = (
            (sys.executable, "-m", module.__name__, str(file))
            for module, file in zip((ticking_daemon, ticks), self._files, strict=True)
        )
        self._said = (home.folder / "daemon.stderr").open("wb")
        self._daemon = subprocess.Popen(
            daemon, env=environ, cwd=PROJECT, stdin=subprocess.DEVNULL, stderr=self._said
        )
        self._control = subprocess.Popen(control, env=environ, cwd=PROJECT, stdin=subprocess.PIPE)
        wait_until(lambda: self._url() or self._daemon.poll() is not None, "the daemon answers")
        self.url = self._url() or ""
        assert self.url, (home.folder / "daemon.stderr").read_text()
        self.client = Client(self.url, timeout_s=600.0)
        self.port = int(urlsplit(self.url).port or 0)
        for tenant in (MANY, FEW):
            with self.asker(tenant) as asker:
                asker.store({"content": f"Here begins the tenant {tenant}."})

    def _url(self) -> str | None:
        owner = find_owner(self.home.data_dir)[1]
        return None if owner is None else owner.url

    @property
    def pid(self) -> int:
        """The daemon's process."""
        return self._daemon.pid

    def asker(self, tenant: str = MANY) -> Asker:
        """A client that asks and stores in a tenant."""
        return Asker(self.port, tenant)

    def fill(self, tenant: str, n: int) -> Loaded:
        """Stores so many texts as one stream, and asks until all of them can be found."""
        items = self.texts.items(n)
        recall_ms, peak_mb, acknowledged_at = list[float](), 0.0, 0.0
        began_at = time.monotonic()
        with self.asker(tenant) as asker, ThreadPoolExecutor(1) as pool:
            storing = pool.submit(stream, self.port, tenant, items)
            while not (storing.done() and self._is_level(tenant)):
                assert time.monotonic() < began_at + _PATIENCE_S, "the load takes too long"
                assert self._daemon.poll() is None, "the daemon died under the load"
                if storing.done() and not acknowledged_at:
                    acknowledged_at = time.monotonic()
                recall_ms.append(asker.recall_ms(self.texts.question()))
                peak_mb = max(peak_mb, self.rss_mb())
                time.sleep(_LOOK_S)
            storing.result()
        return Loaded(
            n_items=n,
            began_at=began_at,
            acknowledged_at=acknowledged_at,
            findable_at=time.monotonic(),
            recall_ms=recall_ms,
            peak_rss_mb=peak_mb,
        )

    def health(self, tenant: str) -> dict[str, Any]:
        """The tenant's indexes, as the daemon reports them; the sum must be right."""
        indexes: dict[str, Any] = self.client.get("/api/health")["tenants"][tenant]
        for one in indexes.values():
            assert one["accepted"] == one["searchable"] + one["pending"] + one["failed"], one
        return indexes

    def _is_level(self, tenant: str) -> bool:
        indexes = self.health(tenant).values()
        assert all(one["failed"] == 0 for one in indexes)
        return all(one["pending"] == 0 for one in indexes)

    def rss_mb(self) -> float:
        """What the daemon holds in RAM, in MB of 1,000,000 bytes; the worker is not in it."""
        status = Path(f"/proc/{self.pid}/status").read_text(encoding="ascii")
        line = next(one for one in status.splitlines() if one.startswith("VmRSS:"))
        return int(line.split()[1]) * 1024 / 1e6

    def folder_bytes(self, tenant: str) -> int:
        """What the tenant's files take on the disk, holes not counted."""
        folder = self.home.data_dir / "tenants" / tenant
        return sum(file.stat().st_blocks * 512 for file in folder.rglob("*") if file.is_file())

    def wait_for_one_generation(self, tenant: str) -> None:
        """Vectors lie in one sealed generation, and no file of an older one is left."""
        folder = self.home.data_dir / "tenants" / tenant / "vectors"

        def is_one() -> bool:
            return [file.name[:11] for file in folder.iterdir()] == ["generation-"]

        wait_until(is_one, "one generation is left", within_s=600.0)

    def stop(self) -> None:
        """Both processes have ended, and written their ticks."""
        self._daemon.terminate()
        assert self._daemon.wait(timeout=60) == 0
        self._control.communicate(timeout=60)
        self._said.close()

    def ticks(self, since: float, until: float) -> tuple[Lateness, Lateness]:
        """How late the daemon's loop and the other process were between two moments; they are
        stopped for it."""
        if self._daemon.poll() is None:
            self.stop()
        daemon, control = (lateness(file, since, until) for file in self._files)
        return daemon, control

    def end(self) -> None:
        """Nothing is left running."""
        for process in (self._daemon, self._control):
            process.kill()
            process.communicate()
        self._said.close()
