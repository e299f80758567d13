"""Is what was acknowledged still there, once, after a kill at any moment?

Eight writers store through REST while the daemon is killed: at random moments, and at chosen
points between a transaction and its index; and while its worker is. Nobody says goodbye: it is
always SIGKILL.
"""

from __future__ import annotations

import os
import random
import signal
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from types import MappingProxyType
from typing import Any

import apsw
import pytest

from perspective.cli.client import Client
from tests.acceptance.durability import faulty_daemon
from tests.acceptance.durability.ledger import Writers
from tests.acceptance.faults.readers import accountant
from tests.acceptance.faults.workers import worker_pid
from tests.daemons import Daemon, Home, other_daemon, wait_for_at_least, wait_until
from tests.figures import Figures

PROJECT = Path(__file__).parents[3]

pytestmark = pytest.mark.proof("Durable")


def all_memories(client: Client) -> list[dict[str, Any]]:
    """Every memory of the default tenant, page by page."""
    found: list[dict[str, Any]] = []
    cursor = None
    while True:
        page = client.get("/api/memories", limit=500, cursor=cursor)
        found += page["items"]
        cursor = page["next_cursor"]
        if cursor is None:
            return found


def wait_for_indexes(client: Client) -> None:
    """Every index has caught up, and failed at nothing."""
    client.post("/api/recall", {"query": "opens the tenant", "reinforce": False})

    def is_level() -> bool:
        indexes = client.get("/api/health")["tenants"]["default"].values()
        assert all(one["failed"] == 0 for one in indexes)
        return all(one["searchable"] == one["accepted"] for one in indexes)

    wait_until(is_level, "the indexes catch up", within_s=600.0)


def check(client: Client, writers: Writers, also: Mapping[str, str] = MappingProxyType({})) -> None:
    """Each promise is kept: readable, found by recall, once; and there is nothing else but `also`
    (content by id)."""
    promised = {**writers.promised, **also}
    assert writers.refused == []
    wait_for_indexes(client)
    memories = all_memories(client)
    contents = Counter(one["current"]["content"] for one in memories)
    assert [content for content, n in contents.items() if n > 1] == []
    assert {one["id"]: one["current"]["content"] for one in memories} == promised
    for memory_id, content in promised.items():
        found = client.post("/api/recall", {"query": content, "budget": 5, "reinforce": False})
        ids = [one["id"] for one in found["results"]]
        assert ids[0] == memory_id, content
        assert ids.count(memory_id) == 1
    counts = client.get("/api/tenants/default")["counts"]
    assert counts["memories"] == counts["versions"] == len(promised)


@contextmanager
def fatal_daemon(home: Home, point: str, n_times: int) -> Iterator[str]:
    """A daemon that kills itself when it comes to a point for the n-th time; gives its address.

    At the end of the block it has done so.
    """
    with other_daemon(home, faulty_daemon.__name__, point, str(n_times)) as daemon:
        yield daemon.url
        daemon.process.wait(60)
    assert daemon.process.returncode == -signal.SIGKILL, (point, daemon.said.read_text())


def check_files(daemon: Daemon) -> int:
    """Every database is sound, once nobody has it open; returns how many there are."""
    daemon.stop()
    databases = sorted(daemon.home.data_dir.rglob("*.db"))
    for path in databases:
        connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
        assert connection.execute("PRAGMA integrity_check").get == "ok", path
        connection.close()
    return len(databases)


@pytest.fixture
def busy_daemon(home: Home) -> Daemon:
    """A daemon whose worker writes a generation at every thirty changes."""
    home.environ["PERSPECTIVE_INDEX_GENERATION_CHANGES"] = "30"
    home.environ["PERSPECTIVE_INDEX_GENERATION_SHARE"] = "0"
    home.environ["PERSPECTIVE_SERVER_INDEX_WAIT_S"] = "0.2"
    made = Daemon(home)
    made.start()
    return made


def test_killed_at_random_moments(busy_daemon: Daemon, is_full: bool, figures: Figures) -> None:
    """Every acknowledged memory is readable and found by recall exactly once, what was not
    acknowledged is stored once by asking again, the health's sums are right at every moment, and
    every database is sound."""
    daemon, chance, writers = busy_daemon, random.Random(2085), Writers()
    n_kills = 100 if is_full else 10
    watcher = accountant(lambda: daemon.url)
    with watcher.looking():
        for _ in range(n_kills):
            writers.begin(daemon.url)
            time.sleep(chance.uniform(0.02, 0.8))  # the moment of the kill is the experiment
            daemon.kill()
            writers.end()
            daemon.start()
        writers.finish(daemon.url)
        check(daemon.client, writers)
    assert watcher.wrong == []
    assert watcher.n_looks > n_kills
    figures.note("kills of the daemon", n_kills)
    figures.note("memories acknowledged, none lost, none doubled", len(writers.promised))
    figures.note("sums of the health looked at", watcher.n_looks)
    figures.note("sound databases", check_files(daemon), at_least=2)


def test_the_worker_killed_while_it_works(
    busy_daemon: Daemon, is_full: bool, figures: Figures
) -> None:
    """The same while the worker is killed in the middle of its generations: the daemon starts
    another, and in the end a whole generation stands, and no half one."""
    daemon, chance, writers = busy_daemon, random.Random(2085), Writers()
    vectors = daemon.home.data_dir / "tenants/default/vectors"
    n_kills, n_midway = 50 if is_full else 5, 0
    watcher = accountant(lambda: daemon.url)
    writers.begin(daemon.url)
    with watcher.looking():
        for n in range(n_kills):
            n_written = len(events(daemon, "generation_opened"))
            wait_for_at_least(
                n_written + 1, lambda: len(events(daemon, "generation_opened")), "written"
            )
            pid = working(daemon, vectors) if n % 2 == 0 else waiting(daemon)
            if n % 2:
                time.sleep(chance.uniform(0.0, 0.3))  # the moment of the kill is the experiment
            n_midway += bool(list(vectors.glob("building-*")))
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
            n_ended = n + 1
            wait_for_at_least(n_ended, lambda: len(killed(daemon)), "the daemon notices")
        writers.pause()
        writers.end()
        writers.finish(daemon.url)
        check(daemon.client, writers)
    assert watcher.wrong == []
    wait_until(lambda: daemon.client.get("/api/health")["status"] == "ok", "all is well", 120)
    assert [path.name for path in vectors.iterdir() if "building" in path.name] == []
    figures.note("kills of the worker", len(killed(daemon)), at_least=n_kills)
    figures.note("of these while it was writing", n_midway, at_least=n_kills / 4)
    figures.note("memories acknowledged, none lost, none doubled", len(writers.promised))
    figures.note("sums of the health looked at", watcher.n_looks)
    figures.note("sound databases", check_files(daemon), at_least=2)


def events(daemon: Daemon, name: str) -> list[dict[str, Any]]:
    """What the log tells under this name."""
    return [entry for entry in daemon.log() if entry["event"] == name]


def killed(daemon: Daemon) -> list[dict[str, Any]]:
    """The ends of workers that were killed."""
    return [entry for entry in events(daemon, "worker_ended") if entry["how"] == "SIGKILL"]


def waiting(daemon: Daemon) -> int:
    """The worker's pid, once there is one."""
    wait_until(lambda: worker_pid(daemon.pid), "there is a worker")
    pid = worker_pid(daemon.pid)
    assert pid is not None
    return pid


def working(daemon: Daemon, vectors: Path) -> int:
    """The worker's pid, when it has begun to write."""
    pid = waiting(daemon)
    wait_until(lambda: any(vectors.glob("building-*")), "a generation is being written")
    return pid


def test_killed_between_commit_and_index(home: Home, is_full: bool) -> None:
    """The same where it hurts most: inside a transaction, between commit, embedding and each
    index, and around the commit of the text index."""
    chance = random.Random(2085)
    writers = Writers()
    for point in faulty_daemon.POINTS * (5 if is_full else 1):
        is_at_rest = point.endswith("_flush")  # comes when nothing was written for a moment
        n_times = 1 if is_at_rest else chance.randint(2, 5)
        with fatal_daemon(home, point, n_times) as url:
            writers.begin(url)
            if is_at_rest:
                time.sleep(0.2)
                writers.pause()
        writers.end()
    after = Daemon(home)
    after.start()
    writers.finish(after.url)
    assert writers.promised
    check(after.client, writers)
