"""What if the disk is full? Writes are refused, reads go on, and nothing that was promised is lost.

The real daemon, with its data directory on a small disk of its own that the test fills to the last
byte: while clients write, before a start, and in the middle of a generation that is being written.
"""

from __future__ import annotations

import os
import signal
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest

from perspective.cli.client import Client
from perspective.errors import DiskFull
from tests.acceptance.durability.ledger import Writers
from tests.acceptance.durability.test_durable import check
from tests.acceptance.faults.disk import SmallDisk, small_disk
from tests.acceptance.faults.readers import reader
from tests.acceptance.faults.workers import worker_pid
from tests.daemons import Daemon, Home, wait_for_at_least, wait_until
from tests.figures import Figures

pytestmark = pytest.mark.proof("Full disk")

FIRST = "The lighthouse keeper counted seventeen gulls on the mole"
LONG = " ".join(f"word{n}" for n in range(400))


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[SmallDisk]:
    """A disk of 96 MB."""
    with small_disk(tmp_path / "disk", 96 << 20) as made:
        yield made


@pytest.fixture
def daemon(disk: SmallDisk, home: Home) -> Daemon:
    """A daemon on the small disk that often writes generations, and turns its log over."""
    home.data_dir = disk.folder / "data"
    home.environ |= {
        "PERSPECTIVE_SERVER_DATA_DIR": str(home.data_dir),
        "PERSPECTIVE_INDEX_GENERATION_CHANGES": "40",
        "PERSPECTIVE_INDEX_GENERATION_SHARE": "0",
        "PERSPECTIVE_INDEX_SPARE_BYTES": "0",
        "PERSPECTIVE_LOGGING_LEVEL": "debug",
        "PERSPECTIVE_LOGGING_ROTATE_BYTES": "8192",
        "PERSPECTIVE_SERVER_INDEX_WAIT_S": "0.5",
    }
    made = Daemon(home)
    made.start()
    return made


def is_refused(write: Callable[[], Any]) -> bool:
    """Whether a write is answered by DiskFull; any other error is raised."""
    try:
        write()
    except DiskFull:
        return True
    return False


def exhaust(disk: SmallDisk, write: Callable[[], Any]) -> None:
    """The disk is full for this write too: what files held in reserve is used up."""

    def is_full() -> bool:
        disk.fill()
        return is_refused(write)

    wait_until(is_full, "the write is refused")


def is_well(client: Client) -> bool:
    """Whether nothing is degraded and every index has everything."""
    return bool(client.get("/api/health")["status"] == "ok")


def test_full_while_clients_write(
    daemon: Daemon, disk: SmallDisk, is_full: bool, figures: Figures
) -> None:
    """Eight clients get a success or 507 and nothing else, reads never fail, the daemon lives,
    and once there is space everything promised is there and found, once."""
    first = daemon.client.post("/api/store", {"content": FIRST})["id"]
    writers = Writers(bears=DiskFull)
    watcher = reader(daemon.url, first, FIRST)
    writers.begin(daemon.url)
    with watcher.looking():
        for _ in range(12 if is_full else 2):
            n_borne, n_looks = writers.n_borne + 20, watcher.n_looks + 20

            def is_met(n_borne: int = n_borne, n_looks: int = n_looks) -> bool:
                disk.fill()
                return writers.n_borne >= n_borne and watcher.n_looks >= n_looks

            wait_until(is_met, "clients are refused, and read")
            disk.empty()
            n_promised = len(writers.promised) + 50
            wait_for_at_least(n_promised, lambda: len(writers.promised), "they go on")
    writers.end()
    writers.finish(daemon.url)
    assert watcher.wrong == []
    assert daemon.client.get("/api/health/live")
    figures.note("writes refused with 507", writers.n_borne)
    figures.note("memories acknowledged", len(writers.promised))
    figures.note("reads meanwhile", watcher.n_looks)
    figures.note("longest read", watcher.longest_s, "s", at_most=1.0)
    began = time.monotonic()
    check(daemon.client, writers, {first: FIRST})
    wait_until(lambda: is_well(daemon.client), "nothing is degraded", within_s=120)
    figures.note("until checked and well", time.monotonic() - began, "s")
    daemon.stop()
    daemon.start()
    check(daemon.client, writers, {first: FIRST})
    assert daemon.log()


def problem_of(url: str, path: str, body: Any) -> tuple[int, str, dict[str, Any]]:
    """Status, content type and body of an answer to a POST."""
    request = urllib.request.Request(
        f"{url}{path}",
        data=msgspec.json.encode(body),
        headers={"Content-Type": "application/json"},
    )
    try:
        with urllib.request.urlopen(request) as answer:
            return answer.status, answer.headers["Content-Type"], {}
    except urllib.error.HTTPError as error:
        return error.code, error.headers["Content-Type"], msgspec.json.decode(error.read())


def test_every_kind_of_write_is_refused(daemon: Daemon, disk: SmallDisk) -> None:
    """Storing, editing, deleting, pinning, erasing and making a tenant are answered with 507 and
    a problem document; what was to be changed stays as it was, and works once there is space."""
    client = daemon.client
    stored = client.post("/api/store", {"content": FIRST})["id"]
    path = f"/api/memories/{stored}"
    n = iter(range(10_000))
    writes: dict[str, Callable[[], Any]] = {
        "store": lambda: client.post("/api/store", {"content": f"{next(n)} {LONG}"}),
        "batch": lambda: client.post(
            "/api/store/batch", {"items": [{"content": f"{next(n)} {LONG}"}]}
        ),
        "edit": lambda: client.ask("PATCH", path, body={"tags": [f"t{next(n)}"]}),
        "delete": lambda: client.ask("DELETE", path),
        "erase": lambda: client.post(f"{path}/erase", {"confirm": stored}),
        "tenant": lambda: client.post("/api/tenants", {"id": f"t{next(n)}"}),
    }
    exhaust(disk, writes["store"])
    for name, write in writes.items():
        disk.fill()
        if name in {"delete", "erase"}:
            # These cannot be repeated, so nothing else may have made room.
            exhaust(disk, writes["store"])
            assert is_refused(write), name
        else:
            exhaust(disk, write)
    exhaust(disk, writes["store"])
    status, kind, problem = problem_of(daemon.url, "/api/store", {"content": f"X {LONG}"})
    assert (status, kind) == (507, "application/problem+json")
    assert (problem["type"], problem["status"]) == ("urn:perspective:problem:disk-full", 507)
    assert client.get(path)["current"]["content"] == FIRST
    disk.empty()
    for name, write in writes.items():
        assert not is_refused(write), name


@pytest.mark.parametrize("is_killed", [False, True], ids=["stopped", "killed"])
def test_started_on_a_full_disk(daemon: Daemon, disk: SmallDisk, is_killed: bool) -> None:
    """A daemon that is started where no byte is free serves every read and refuses writes; with
    space it goes on by itself."""
    writers = Writers(bears=DiskFull)
    first = daemon.client.post("/api/store", {"content": FIRST})["id"]
    writers.begin(daemon.url)
    wait_until(lambda: len(writers.promised) > 60, "something is stored")
    writers.pause()
    writers.end()
    (daemon.kill if is_killed else daemon.stop)()
    disk.fill()
    daemon.start()
    watcher = reader(daemon.url, first, FIRST)
    with watcher.looking():
        exhaust(
            disk,
            lambda: daemon.client.post("/api/store", {"content": f"{os.urandom(9).hex()} {LONG}"}),
        )
        n_looks = watcher.n_looks
        wait_until(lambda: watcher.n_looks >= n_looks + 30, "reads go on")
        disk.empty()
        wait_until(lambda: is_well(daemon.client), "nothing is degraded", within_s=120)
    assert watcher.wrong == []
    new = daemon.client.post("/api/store", {"content": "There is space again, said Nerea"})
    assert new["indexed"]
    writers.finish(daemon.url)
    for content in writers.promised.values():
        found = daemon.client.post("/api/recall", {"query": content, "reinforce": False})
        assert found["results"][0]["content"] == content
    assert daemon.log()


def test_full_in_the_middle_of_a_generation(
    daemon: Daemon, disk: SmallDisk, is_full: bool, figures: Figures
) -> None:
    """The worker that meets the full disk while it writes may die; the daemon reads on, says that
    its vectors are degraded, and with space the generation is written and no half one is left."""
    client = daemon.client
    first = client.post("/api/store", {"content": FIRST})["id"]
    vectors = daemon.home.data_dir / "tenants/default/vectors"
    watcher = reader(daemon.url, first, FIRST)
    n_hits = 0
    with watcher.looking():
        for _ in range(15 if is_full else 2):
            items = [{"content": f"{os.urandom(4).hex()} sails at dawn"} for _ in range(60)]
            n_hits += fill_while_writing(daemon, disk, vectors, items)
            wait_until(
                lambda: "default/vector" in client.get("/api/health")["degraded"],
                "the health says so",
            )
            disk.empty()
            wait_until(lambda: is_well(client), "nothing is degraded", within_s=120)
            assert not list(vectors.glob("building-*"))
    assert watcher.wrong == []
    figures.note("generations cut by the full disk", n_hits, at_least=1)
    figures.note("longest read", watcher.longest_s, "s", at_most=1.0)
    assert client.post("/api/store", {"content": "There is space again, said Nerea"})["indexed"]


def fill_while_writing(
    daemon: Daemon, disk: SmallDisk, vectors: Path, items: list[dict[str, str]]
) -> int:
    """Stores until the worker is writing, and fills the disk then; 1 when it was in the middle."""

    def names(pattern: str) -> set[str]:
        return {path.name for path in vectors.glob(pattern)}

    def begun(written: set[str]) -> bool:
        return bool(names("building-*")) or names("generation-*") != written

    while not names("building-*"):  # a small one may be written between two looks
        written = names("generation-*")
        daemon.client.post("/api/store/batch", {"items": items, "wait": False})
        wait_until(partial(begun, written), "a generation is being written")
        items = [{"content": f"{one['content']} again"} for one in items]
    pid = worker_pid(daemon.pid)
    if pid is not None:
        os.kill(pid, signal.SIGSTOP)
    disk.fill()
    is_hit = bool(list(vectors.glob("building-*")))
    if pid is not None:
        os.kill(pid, signal.SIGCONT)
    return int(is_hit)
