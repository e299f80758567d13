"""Does everything work with the network cut?

In a network namespace with nothing but loopback, where a connect to an outside address was seen
to fail: a daemon is started, stores, finds by meaning with the real model, and stops. How long
the start takes and how much memory is in use is told, not judged.
"""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest

from perspective.adapters.system.data_dir_lock import find_owner
from tests.daemons import COMMAND, Daemon, Home, Typed
from tests.figures import Figures

PROJECT = Path(__file__).parents[2]
WITHOUT_NETWORK = ("unshare", "-rn", sys.executable, str(Path(__file__).with_name("offline.py")))

pytestmark = pytest.mark.proof("Offline")


@pytest.fixture(scope="module", autouse=True)
def _may_unshare() -> None:
    """Namespaces of a user's own are allowed here."""
    try:
        tried = subprocess.run(["unshare", "-rn", "true"], capture_output=True, check=False)
    except FileNotFoundError:
        pytest.skip("there is no `unshare` on this machine")
    if tried.returncode:
        pytest.skip(f"this machine lets no user cut the network: {tried.stderr.decode().strip()}")


def offline(home: Home, *command: str, within_s: float = 300) -> Typed:
    """Runs a command without a network, which must succeed."""
    finished = subprocess.run(
        [*WITHOUT_NETWORK, *command],
        capture_output=True,
        text=True,
        cwd=home.folder,
        env={**home.environ, "PYTHONPATH": str(PROJECT)},
        timeout=within_s,
        check=False,
    )
    assert finished.returncode == 0, Typed(finished)
    return Typed(finished)


def test_a_life_without_a_network(home: Home) -> None:
    """Start, store, recall by meaning, restart and stop need nothing but this machine."""
    perspective = " ".join(COMMAND)
    script = f"""
        set -e
        {perspective} start --json
        {perspective} store 'The physician prescribed antibiotics'
        {perspective} store 'We adopted a puppy from the shelter'
        {perspective} recall 'which doctor gave medicine?' --json > recalled.json
        {perspective} restart
        {perspective} recall 'do they have a dog?' --json > again.json
        {perspective} doctor
        {perspective} stop
    """
    offline(home, "/bin/sh", "-c", script)
    first = (home.folder / "recalled.json").read_text()
    assert first.index("physician") < first.index("puppy")
    again = (home.folder / "again.json").read_text()
    assert again.index("puppy") < again.index("physician")
    assert not find_owner(home.data_dir)[0]


def test_the_engine_without_a_network(home: Home, is_full: bool) -> None:
    """The acceptance tests pass there: by default those of the library, at full size all that
    need no namespace of their own."""
    which = ["tests/acceptance"] if is_full else ["tests/acceptance/test_library.py"]
    ignored = ["--ignore=tests/acceptance/test_offline.py"]
    pytest_ = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *which, *ignored]
    typed = offline(
        home, "/bin/sh", "-c", f"cd '{PROJECT}' && exec {' '.join(pytest_)}", within_s=3000
    )
    assert " passed" in typed.out
    assert "failed" not in typed.out


def test_how_long_and_how_large(home: Home, is_full: bool, figures: Figures) -> None:
    """A first recall has the model, and all that is then stored is there; how long it takes, and
    how much memory."""
    daemon = Daemon(home)
    began_at = time.monotonic()
    daemon.start()
    answer = daemon.client.post("/api/recall", {"query": "is anybody there?"})
    first_recall_s = time.monotonic() - began_at
    assert "degraded" not in answer
    n_texts = 1000 if is_full else 100
    items = [
        {"content": f"On day {n} the river rose by {n} metres at the old mill"}
        for n in range(n_texts)
    ]
    for start in range(0, n_texts, 100):
        body = {"items": items[start : start + 100], "wait": False}
        assert daemon.client.post("/api/store/batch", body)["failed"] == 0
    if is_full:
        time.sleep(60)  # what the issue measures is the memory after a minute of rest
    status = Path(f"/proc/{daemon.pid}/status").read_text()
    rss = next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS"))
    figures.note("first recall after the start", first_recall_s, "s", at_most=3.0)
    figures.note(f"RSS after {n_texts} texts", rss * 1024 / 1e6, "MB", at_most=320.0)
    assert daemon.client.get("/api/tenants/default")["counts"]["memories"] == n_texts
