"""Does a daemon stay as large as its memories, however long it is used?"""

from __future__ import annotations

import time
from pathlib import Path

import numpy as np
import pytest

from tests.acceptance.scale.mixture import Mixture
from tests.daemons import Daemon, Home, wait_until
from tests.figures import Figures

MB = 1e6
TENANT = "used"
_WAL_BYTES = 17 * 1024 * 1024


@pytest.fixture
def daemon(home: Home) -> Daemon:
    """A daemon that writes generations of vectors often."""
    home.environ["PERSPECTIVE_INDEX_GENERATION_CHANGES"] = "200"
    made = Daemon(home)
    made.start()
    made.client.post("/api/store", {"tenant_id": TENANT, "content": "The first of many days."})
    return made


def _rss_mb(pid: int) -> float:
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    line = next(one for one in status.splitlines() if one.startswith("VmRSS:"))
    return int(line.split()[1]) * 1024 / MB


def _bytes(folder: Path) -> int:
    total = 0
    for file in folder.rglob("*"):
        try:
            total += file.stat().st_blocks * 512
        except FileNotFoundError:  # gone since it was listed
            continue
    return total


def _strange_files(folder: Path) -> list[str]:
    """What lies in a tenant's folder that belongs to no content."""
    files = [file for file in folder.rglob("*") if file.is_file()]
    generations = {file.relative_to(folder).parts[1] for file in files if "vectors" in file.parts}
    strange = [str(file) for file in files if "aside" in str(file) or "building" in str(file)]
    strange += sorted(generations)[1:]
    strange += [str(file) for file in files if file.suffix == ".db-wal"
                if file.stat().st_size > _WAL_BYTES]  # fmt: skip
    return strange


@pytest.mark.proof("Long run")
def test_nothing_grows_but_content(daemon: Daemon, is_full: bool, figures: Figures) -> None:
    """Under mixed load resident memory levels off; afterwards one generation is left, the log of
    writes is short, no file lies about that belongs to no content, and all indexes are level."""
    seconds, warm_up_s = (1_800.0, 300.0) if is_full else (12.0, 4.0)
    mixture = Mixture(daemon.url, TENANT)
    began_at = time.monotonic()
    looks: list[tuple[float, float]] = []
    while (now_s := time.monotonic() - began_at) < seconds:
        mixture.check()
        looks.append((now_s, _rss_mb(daemon.pid)))
        time.sleep(0.5)
    mixture.stop()
    times, sizes = np.array([one for one in looks if one[0] >= warm_up_s]).T
    slope = float(np.polyfit(times / 60.0, sizes, 1)[0])

    def is_level() -> bool:
        health = daemon.client.get("/api/health")["tenants"][TENANT].values()
        return all(one["pending"] == 0 and one["state"] == "ok" for one in health)

    wait_until(is_level, "the indexes are level", within_s=120)
    folder = daemon.home.data_dir / "tenants" / TENANT
    wait_until(lambda: not _strange_files(folder), f"gone: {_strange_files(folder)}", 120)
    counts = daemon.client.get(f"/api/tenants/{TENANT}")["counts"]
    log_bytes = _bytes(daemon.home.data_dir / "logs")
    figures.note("minutes", seconds / 60.0)
    figures.note("requests", sum(mixture.done.values()))
    figures.note("memories at the end", counts["memories"])
    figures.note("RSS after the warm-up", float(sizes[:10].mean()), "MB")
    figures.note("RSS at the end", float(sizes[-10:].mean()), "MB")
    figures.note("RSS slope", slope, "MB a minute", at_most=2.0)
    figures.note("disk", _bytes(folder) / counts["versions"] / 1024, "KB a version")
    figures.note("log", log_bytes / sum(mixture.done.values()), "bytes a request")
    assert set(mixture.done) >= {"recall", "store"}
