"""Do thousands of tenants cost more than those that are open?"""

from __future__ import annotations

import random
import re
import time
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.daemons import Daemon, Home, wait_until
from tests.figures import Figures

N_CLIENTS = 8
_FILES_A_TENANT = 24
_THREADS_A_TENANT = 9  # one writes records, the others are a text writer's, until it rests


def _number(daemon: Daemon, name: str) -> float:
    """A number of the daemon's own report."""
    with urllib.request.urlopen(f"{daemon.url}/metrics", timeout=60) as answer:
        text = answer.read().decode()
    found = re.search(rf"^{name} (\S+)$", text, re.MULTILINE)
    assert found is not None, name
    return float(found[1])


def _n_files(daemon: Daemon) -> int:
    return len(list(Path(f"/proc/{daemon.pid}/fd").iterdir()))


def _n_threads(daemon: Daemon) -> int:
    return len(list(Path(f"/proc/{daemon.pid}/task").iterdir()))


@pytest.mark.proof("Many tenants")
def test_only_open_tenants_cost_something(home: Home, is_full: bool, figures: Figures) -> None:
    """Two thousand tenants are made, then two hundred of them used at random: memory, threads and
    files stay within what the open ones need, the daemon's own numbers say the same as the
    system's, and every tenant finds its own memory and no other's."""
    n_all, n_active, n_asked, max_open = (2_000, 200, 2_000, 64) if is_full else (40, 20, 80, 8)
    home.environ["PERSPECTIVE_SERVER_MAX_OPEN_TENANTS"] = str(max_open)
    daemon = Daemon(home)
    daemon.start()

    def make(number: int) -> None:
        body = {"tenant_id": f"t{number}", "content": f"The code of house {number} is {number}."}
        assert daemon.client.post("/api/store", body)["stored"]

    def ask(number: int) -> float:
        body = {"tenant_id": f"t{number}", "query": "What is the code of the house?"}
        started = time.perf_counter()
        found = daemon.client.post("/api/recall", body)["results"]
        assert [one["content"] for one in found] == [f"The code of house {number} is {number}."]
        return time.perf_counter() - started

    make(0)
    files, threads = _n_files(daemon), _n_threads(daemon)
    peak_files, peak_threads, peak_mb = 0, 0, 0.0
    chance = random.Random(2085)
    asked = [chance.randrange(n_active) for _ in range(n_asked)]
    with ThreadPoolExecutor(N_CLIENTS) as pool:
        made = [pool.submit(make, number) for number in range(1, n_all)]
        answered = [pool.submit(ask, number) for number in asked]
        while not all(one.done() for one in made) or not all(one.done() for one in answered):
            peak_files = max(peak_files, _n_files(daemon))
            peak_threads = max(peak_threads, _n_threads(daemon))
            peak_mb = max(peak_mb, _number(daemon, "process_resident_memory_bytes") / 1e6)
            time.sleep(0.05)
        for one in made:
            one.result()
        seconds = [one.result() for one in answered]
    wait_until(lambda: _number(daemon, "perspective_open_tenants") <= max_open, "surplus is closed")
    figures.note("tenants", _number(daemon, "perspective_tenants"))
    figures.note("open at the end", _number(daemon, "perspective_open_tenants"))
    figures.note("RSS at most", peak_mb, "MB")
    figures.note("threads at most", peak_threads)
    figures.note("files at most", peak_files)
    figures.note("recall with opening, mean", 1000.0 * sum(seconds) / len(seconds), "ms")
    most_open = 2 * max_open + N_CLIENTS  # while surplus ones are closed
    assert peak_files <= files + _FILES_A_TENANT * most_open
    assert peak_threads <= threads + _THREADS_A_TENANT * most_open
    assert _number(daemon, "perspective_tenants") == n_all + 1  # and the default one
    assert abs(_number(daemon, "process_open_fds") - _n_files(daemon)) <= 8
    assert abs(_number(daemon, "perspective_threads") - _n_threads(daemon)) <= 8
