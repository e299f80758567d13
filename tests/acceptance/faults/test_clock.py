"""What if the clock jumps? Nothing is lost, doubled or hidden, wherever it goes."""

from __future__ import annotations

from typing import Any

import pytest

from perspective.cli.client import Client
from tests.acceptance.durability.ledger import Writers
from tests.acceptance.durability.test_durable import all_memories, check
from tests.acceptance.faults.readers import accountant
from tests.acceptance.faults.strange_daemon import Number, strange_daemon
from tests.daemons import Home, wait_for_at_least
from tests.figures import Figures

pytestmark = pytest.mark.proof("Fault injection")

HOUR_S = 3_600.0
YEAR_S = 365 * 24 * HOUR_S
JUMPS_S = (3 * HOUR_S, -3 * HOUR_S, 10 * YEAR_S, -20 * YEAR_S, 0.0)


def store(client: Client, content: str, key: str | None = None) -> Any:
    """A store with a key, and its answer."""
    headers = {} if key is None else {"Idempotency-Key": key}
    return client.ask("POST", "/api/store", body={"content": content}, headers=headers)


def test_jumps_while_clients_write(home: Home, is_full: bool, figures: Figures) -> None:
    """After jumps, forward and back, by hours and by years, under eight writers: everything
    promised is there once and is found, lists are whole, ids are unique, and nothing is degraded."""
    offset_s, writers = Number(home.folder / "offset"), Writers()
    offset_s.write(0.0)
    jumps = JUMPS_S * (4 if is_full else 1)
    with strange_daemon(home, "clock", home.folder / "offset") as url:
        client = Client(url)
        watcher = accountant(lambda: url)
        with watcher.looking():
            for jump_s in jumps:
                writers.begin(url)
                n_before = len(writers.promised)
                wait_for_at_least(n_before + 21, lambda: len(writers.promised), "they write")
                offset_s.write(jump_s)
                n_after = len(writers.promised)
                wait_for_at_least(n_after + 21, lambda: len(writers.promised), "they go on")
                writers.pause()
                writers.end()
                if is_full or jump_s in {min(jumps), jumps[-1]}:
                    check(client, writers)
        assert watcher.wrong == []
        assert client.get("/api/health")["status"] == "ok"
        figures.note("jumps of the clock", len(jumps))
        figures.note("memories acknowledged, none lost, none doubled", len(writers.promised))
    with strange_daemon(home, "clock", home.folder / "offset") as url:
        check(Client(url), writers)


def test_edits_and_deletes_across_jumps(home: Home) -> None:
    """A memory that was written in a future that is gone can be edited, is found as it is now and
    not as it was, is deleted and comes back."""
    offset_s = Number(home.folder / "offset")
    offset_s.write(5 * YEAR_S)
    with strange_daemon(home, "clock", home.folder / "offset") as url:
        client = Client(url)
        path = f"/api/memories/{store(client, 'Ana lives in Porto by the river')['id']}"
        offset_s.write(-5 * YEAR_S)
        client.ask("PATCH", path, body={"content": "Ana lives in Bergen by the sea"})
        results = client.post("/api/recall", {"query": "where does Ana live?"})["results"]
        assert [one["content"] for one in results] == ["Ana lives in Bergen by the sea"]
        assert [one["current"]["content"] for one in all_memories(client)] == [
            "Ana lives in Bergen by the sea"
        ]
        client.ask("DELETE", path)
        assert client.post("/api/recall", {"query": "where does Ana live?"})["results"] == []
        offset_s.write(0.0)
        client.post(f"{path}/restore")
        results = client.post("/api/recall", {"query": "where does Ana live?"})["results"]
        assert [one["content"] for one in results] == ["Ana lives in Bergen by the sea"]
        assert client.get("/api/status")["uptime_s"] is not None


def test_a_retry_is_known_across_jumps(home: Home) -> None:
    """The answer to a key is given again after any jump back and within its seven days, and not
    for ever: years later the key is free again."""
    offset_s = Number(home.folder / "offset")
    offset_s.write(0.0)
    with strange_daemon(home, "clock", home.folder / "offset") as url:
        client = Client(url)
        first = store(client, "Ben keeps bees behind the mill", "the key")["id"]
        for jump_s in (0.0, 3 * HOUR_S, -3 * HOUR_S, -10 * YEAR_S, 0.0):
            offset_s.write(jump_s)
            assert store(client, "Ben keeps bees behind the mill", "the key")["id"] == first
        assert len(all_memories(client)) == 1
        offset_s.write(YEAR_S)
        later = store(client, "Ben keeps bees behind the mill", "the key")
        assert later["id"] != first
        assert len(all_memories(client)) == 2
