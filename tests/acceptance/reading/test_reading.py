"""Is what is stored read by a daemon as it comes, once in effect, whatever is killed meanwhile?"""

from __future__ import annotations

import os
import random
import signal
import time
from collections import Counter
from typing import Any

import pytest

from tests.acceptance.durability.test_durable import all_memories
from tests.acceptance.faults.workers import worker_pid
from tests.daemons import Daemon, Home, wait_until
from tests.figures import Figures

PEOPLE = ("Clara", "Otto", "Maria", "Jonas", "Nadia", "Ravi", "Ingrid", "Pablo")
PLACES = ("Lisbon", "Berlin", "Utrecht", "Cardiff", "Lviv", "Toronto", "Osaka", "Quito")


@pytest.fixture
def reading(home: Home) -> Daemon:
    """A daemon with the default settings: it reads; not started yet."""
    del home.environ["PERSPECTIVE_EXTRACTION_MODE"]
    home.environ["PERSPECTIVE_EXTRACTION_BATCH_INTERVAL_S"] = "0.2"
    return Daemon(home)


def texts(n: int) -> list[dict[str, Any]]:
    """So many texts of which each states something of its own."""
    return [
        {
            "content": f"My friend {PEOPLE[k % 8]} moved to {PLACES[k // 8 % 8]} in {1900 + k}.",
            "speaker": "Ana",
            "source_session": "s",
        }
        for k in range(n)
    ]


def counts(daemon: Daemon) -> dict[str, int]:
    """How many texts of the queue are in each state."""
    found: dict[str, int] = daemon.client.get("/api/queue", limit=1)["counts"]
    return found


def wait_until_read(daemon: Daemon, n: int) -> None:
    """All of them are done, or have failed."""
    wait_until(
        lambda: counts(daemon).get("done", 0) + counts(daemon).get("failed", 0) == n,
        "the queue is read",
        within_s=600.0,
    )


def check_each_once(daemon: Daemon, ids: list[str]) -> None:
    """Every raw memory is there; of each one reading, and its statement once."""
    memories = {one["id"]: one for one in all_memories(daemon.client)}
    assert set(ids) <= memories.keys()
    for memory_id in ids:
        events = daemon.client.get(f"/api/memories/{memory_id}/lineage")["items"]
        assert Counter(one["kind"] for one in events) == {"created": 1, "extracted": 1}
    stated = [one["current"]["content"] for one in memories.values() if one["type"] == "semantic"]
    assert len(stated) == len(set(stated)) == len(ids)


def store(daemon: Daemon, n: int) -> list[str]:
    """Stores the texts; their ids."""
    answer = daemon.client.post("/api/store/batch", {"items": texts(n)})
    assert answer["failed"] == 0
    return [one["id"] for one in answer["results"]]


def test_what_is_stored_is_read_by_default(reading: Daemon) -> None:
    """Entities, statements and their texts can be seen; what is erased takes its statements
    along; the worker ends when there is nothing to read."""
    reading.home.environ["PERSPECTIVE_INDEX_WORKER_IDLE_S"] = "1"
    reading.start()
    ids = store(reading, 12)
    wait_until_read(reading, 12)
    names = {one["name"]: one["kind"] for one in reading.client.get("/api/entities")["items"]}
    assert names["Clara"] == "person"
    assert names["Lisbon"] == "place"
    query = {"query": "who moved to Lisbon?", "types": ["semantic"], "reinforce": False}
    stated = {one["content"]: one for one in reading.client.post("/api/recall", query)["results"]}
    best = stated["Ana's friend Clara moved to Lisbon in 1900"]
    assert best["event_at"].startswith("1900-01-01")
    linked = reading.client.get(f"/api/memories/{best['id']}/neighbors")["items"]
    assert [one["id"] for one in linked if one["kind"] == "supports"] == [ids[0]]
    raw = reading.client.post("/api/recall", {"query": "who moved to Lisbon?"})["results"]
    assert "in 1900" in " ".join(one["content"] for one in raw)
    assert all(one["type"] == "episodic" for one in raw)
    check_each_once(reading, ids)
    reading.client.post(f"/api/memories/{ids[0]}/erase", {"confirm": ids[0]})
    left = [one["current"]["content"] for one in all_memories(reading.client)]
    assert not [one for one in left if "1900" in one]
    wait_until(lambda: worker_pid(reading.pid) is None, "the worker ends", within_s=120.0)


@pytest.mark.proof("Faults of reading")
def test_killed_daemon_reads_each_text_once(
    reading: Daemon, is_full: bool, figures: Figures
) -> None:
    """Killed at random moments while it reads: every text is kept, and read once in effect."""
    chance = random.Random(5)
    n_texts, n_kills = (300, 25) if is_full else (30, 3)
    reading.start()
    ids = store(reading, n_texts)
    for _ in range(n_kills):
        time.sleep(chance.uniform(0.0, 4.0))
        reading.kill()
        reading.start()
    wait_until_read(reading, n_texts)
    assert counts(reading)["done"] == n_texts
    check_each_once(reading, ids)
    figures.note("texts", n_texts)
    figures.note("kills of the daemon", n_kills)


@pytest.mark.proof("Faults of reading")
def test_killed_worker_costs_a_retry(reading: Daemon, is_full: bool, figures: Figures) -> None:
    """The process that reads is killed again and again: what it had in hand is read later."""
    n_texts, n_kills = (300, 25) if is_full else (30, 3)
    reading.home.environ["PERSPECTIVE_EXTRACTION_MAX_ATTEMPTS"] = "100"
    reading.start()
    ids = store(reading, n_texts)
    killed = set[int]()
    deadline = time.monotonic() + 120.0
    while len(killed) < n_kills and time.monotonic() < deadline:
        pid = worker_pid(reading.pid)
        if pid is None or pid in killed:
            if counts(reading).get("done") == n_texts:
                break
            time.sleep(0.05)
            continue
        time.sleep(0.5)
        os.kill(pid, signal.SIGKILL)
        killed.add(pid)
    assert killed
    wait_until_read(reading, n_texts)
    assert counts(reading)["done"] == n_texts
    check_each_once(reading, ids)
    figures.note("texts", n_texts)
    figures.note("kills of the worker", len(killed))
