"""What if the disk takes its time? Reads do not wait for it, and stores no longer than they must."""

from __future__ import annotations

import time

import pytest

from perspective.cli.client import Client
from tests.acceptance.durability.test_durable import wait_for_indexes
from tests.acceptance.faults.readers import reader
from tests.acceptance.faults.strange_daemon import Number, strange_daemon
from tests.daemons import Home, wait_until
from tests.figures import Figures

pytestmark = pytest.mark.proof("Fault injection")

KNOWN = "The lighthouse keeper counted seventeen gulls on the mole"
DELAY_S = 2.0
INDEX_WAIT_S = 0.3


def test_a_slow_disk_holds_up_no_read(home: Home, is_full: bool, figures: Figures) -> None:
    """With two seconds more for every commit, reads go on as before, a store is answered after its
    own commit and `index_wait_s`, says that it is not indexed yet, and is found in the end."""
    home.environ["PERSPECTIVE_SERVER_INDEX_WAIT_S"] = str(INDEX_WAIT_S)
    delay_s = Number(home.folder / "delay")
    delay_s.write(0.0)
    with strange_daemon(home, "slow", home.folder / "delay") as url:
        client = Client(url)
        known = client.post("/api/store", {"content": KNOWN})["id"]
        watcher = reader(url, known, KNOWN)
        wait_for_indexes(client)
        delay_s.write(DELAY_S)
        contents = [f"Boat {n} left the harbour at dawn" for n in range(12 if is_full else 3)]
        took_s = list[float]()
        with watcher.looking():
            for content in contents:
                began = time.monotonic()
                stored = client.post("/api/store", {"content": content})
                took_s.append(time.monotonic() - began)
                assert not stored["indexed"]
        assert watcher.wrong == []
        # A commit that has begun is waited for, then its own: what waits together shares one.
        assert max(took_s) < 2 * DELAY_S + INDEX_WAIT_S + 1.0
        assert watcher.longest_s < DELAY_S
        figures.note("reads", watcher.n_looks)
        figures.note("longest read", watcher.longest_s, "s", at_most=0.5)
        figures.note("longest store", max(took_s), "s", at_most=2 * DELAY_S + INDEX_WAIT_S)
        delay_s.write(0.0)
        wait_for_indexes(client)
        for content in contents:
            found = client.post("/api/recall", {"query": content})["results"]
            assert found[0]["content"] == content
        wait_until(lambda: client.get("/api/health")["status"] == "ok", "nothing is degraded")
