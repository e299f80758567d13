"""Do the commands work with a real daemon, all of them, and fast enough?"""

from __future__ import annotations

import json
import signal
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from perspective.cli.main import COMMANDS
from perspective.daemon.exit_codes import Exit
from perspective.errors import PerspectiveError
from tests.daemons import Daemon, Home, wait_until
from tests.figures import Figures
from tests.unit.evaluation.sample import TALK, write


class _Script:
    """The commands that were typed, so that none is left out."""

    def __init__(self, daemon: Daemon) -> None:
        self._home = daemon.home
        self.names: set[str] = set()

    def json(self, *arguments: str) -> Any:
        """What a command prints with --json."""
        self.names.add(arguments[0])
        return self._home.run(*arguments, "--json").json

    def text(self, *arguments: str) -> str:
        """What a command prints for people."""
        self.names.add(arguments[0])
        return self._home.run(*arguments).out

    def refused(self, *arguments: str) -> str:
        """What a command says about an id that there is not."""
        self.names.add(arguments[0])
        return self._home.run(*arguments, code=int(Exit.NOT_FOUND)).err


def _model_state(daemon: Daemon) -> Any:
    return daemon.client.get("/api/health")["model"]["state"]


def test_every_command_with_a_real_daemon(daemon: Daemon) -> None:
    """Each command does its work through a real process, for people and with --json."""
    script = _Script(daemon)
    wait_until(lambda: _model_state(daemon) == "ready", "the model is loaded")
    stored = script.json("store", "Ana moved to Lisbon in March", "-t", "people")
    assert "Stored " in script.text("store", "Der Hund heißt Bella")
    found = script.json("recall", "where does Ana live?")
    assert (found["results"][0]["id"], stored["indexed"]) == (stored["id"], True)
    assert "1. Ana moved to Lisbon in March" in script.text("recall", "where does Ana live?")
    answer = script.json("reflect", "where did Ana move?")
    assert answer["sentences"][0]["text"] == "Ana moved to Lisbon in March"
    assert "] Ana moved to Lisbon in March" in script.text("reflect", "where did Ana move?")
    assert len(script.json("memories")["items"]) == 2
    assert "Bella" in script.text("memories", "list")
    edited = script.json("memories", "edit", stored["id"], "Ana moved to Porto in May")
    assert edited["current"]["number"] == 2
    assert script.json("memories", "archive", stored["id"])["state"] == "archived"
    assert script.json("memories", "pin", stored["id"])["pinned"] is True
    assert "Porto" in script.text("memories", "show", stored["id"])
    assert script.json("inspect", stored["id"])["id"] == stored["id"]
    assert {one["kind"] for one in script.json("processes")["items"]} == {"job"}
    assert "Nothing goes on" in script.text("processes")
    assert {"extraction", "upkeep"} <= {one["id"] for one in script.json("jobs")["items"]}
    assert script.json("jobs", "run", "upkeep", "--wait")["state"] == "done"
    assert "upkeep over default: done" in script.text(
        "jobs", "run", "upkeep", "--wait", "--tenant", "default"
    )
    assert script.json("jobs", "preview", "upkeep")["is_none"] is True
    assert script.json("jobs", "stop", "upkeep")["state"] == "idle"
    assert len(script.json("jobs", "history", "upkeep")["items"]) == 2
    assert "done" in script.text("jobs")
    assert script.json("queue")["counts"]["pending"] == 2  # nothing is read here
    assert [one["name"] for one in script.json("entities")["items"]] == ["people"]
    assert script.json("graph")["figures"]["memories"] == 2
    assert script.json("changes")["items"] == script.json("reviews")["items"] == []
    assert "'nothing'" in script.refused("undo", "nothing")
    assert script.json("stats")["n_memories"] == 2
    assert script.json("maintenance")["freed_tokens"] == 0
    assert "nuextract" in script.text("models", "list")
    assert script.json("forget", "--last")["deleted"] == 1
    assert script.json("forget", stored["id"])["deleted"] == 1
    assert script.json("memories", "restore", stored["id"])["deleted_at"] is None
    assert script.json("tenants", "create", "ana")["id"] == "ana"
    assert "ana" in script.text("tenants")
    assert script.json("tenants", "delete", "ana", "--yes") == {"deleted": 1}
    assert script.json("doctor")["ok"] is True
    assert "round trip" in script.text("doctor")
    assert script.json("demo")["stored"] == 40
    assert "PostgreSQL 16" in script.text("demo")
    assert script.json("demo", "--remove") == {"deleted": 1}
    write(daemon.home.folder / "talks.json", [TALK])
    assert len(script.json("eval", "talks.json")["layouts"]) == 1
    assert "keyword scan" in script.text("eval", "talks.json")
    assert script.json("status")["n_tenants"] == 1
    assert "daemon_ready" in script.text("logs")
    assert script.json("config", "check")["ok"] is True
    assert script.json("init")["config_written"] is True
    assert script.json("start")["started"] is False
    assert script.json("restart")["started"] is True
    assert script.json("stop")["stopped"] is True
    assert script.names == set(COMMANDS)


def test_doctor_without_a_daemon(home: Home) -> None:
    """Without a daemon doctor opens an engine of its own, and leaves the data directory alone."""
    typed = home.run("doctor")
    assert "warn daemon" in typed.out
    assert "ok   round trip" in typed.out
    assert "ok   model" in typed.out
    assert not home.data_dir.exists()


def test_text_travels_whole(daemon: Daemon) -> None:
    """Text in any script comes back as it was, through stdin and pipes."""
    text = "Zoë said: ชาเย็น, 北京, привет, 😀\n\ttwo lines"
    stored = daemon.home.run("store", "--json", "-", given=text).json
    shown = daemon.home.run("memories", "show", "--json", stored["id"]).json
    assert shown["current"]["content"] == text
    poor = daemon.home.run("memories", environ={"PYTHONIOENCODING": "iso8859-1"})
    assert "\\u5317" in poor.out


def test_logs_rotate_and_are_followed(home: Home) -> None:
    """The log is rotated by size while it is followed, and the follower goes on."""
    home.environ |= {
        "PERSPECTIVE_LOGGING_ROTATE_BYTES": "4096",
        "PERSPECTIVE_LOGGING_ROTATE_FILES": "2",
        "PERSPECTIVE_LOGGING_LEVEL": "debug",
    }
    daemon = Daemon(home)
    daemon.start()
    follower = home.popen("logs", "-f", "-n", "0", "--json", "--grep", "/api/health/live")
    lines: list[str] = []
    assert follower.stdout is not None
    reader = threading.Thread(target=lambda: lines.extend(follower.stdout or ()))
    reader.start()
    try:

        def asked() -> bool:
            daemon.client.get("/api/health/live")
            return len(lines) >= 100

        wait_until(asked, "a hundred lines are followed")
        folder = home.data_dir / "logs"
        assert sorted(path.name for path in folder.glob("perspective.log*")) == [
            "perspective.log", "perspective.log.1", "perspective.log.2",
        ]  # fmt: skip
    finally:
        follower.send_signal(signal.SIGINT)
        follower.wait(10)
        reader.join(10)
        follower.stdout.close()
        assert follower.stderr is not None
        follower.stderr.close()
    assert follower.returncode == 130
    assert all(json.loads(line)["path"] == "/api/health/live" for line in lines)


def test_a_token_opens_a_daemon_that_wants_one(home: Home, tmp_path: Path) -> None:
    """With a token file the command line sends the token by itself, and others are refused."""
    token = tmp_path / "token"
    token.write_text("s3cret-s3cret\n")
    home.environ["PERSPECTIVE_SECURITY_TOKEN_FILE"] = str(token)
    daemon = Daemon(home)
    daemon.start()
    home.run("store", "A heron stands at the weir")
    assert "heron" in home.run("recall", "what stands at the weir?").out
    with pytest.raises(PerspectiveError):
        daemon.client.get("/api/status")
    log = (home.data_dir / "logs/perspective.log").read_text()
    assert "s3cret" not in log
    assert "heron" not in log


def test_start_can_be_part_of_a_command(home: Home) -> None:
    """--start starts the daemon first if none runs; without it nothing is started."""
    home.run("store", "The weir is open", code=3)
    typed = home.run("store", "--start", "The weir is open")
    assert "Perspective is running: http://" in typed.err
    assert home.run("store", "--start", "The lock is closed").err == ""


def _fastest(command: Callable[[], object], n_times: int = 5) -> float:
    """The shortest of several runs, in seconds: what the machine's other work left free."""
    times = []
    for _ in range(n_times):
        started = time.perf_counter()
        command()
        times.append(time.perf_counter() - started)
    return min(times)


@pytest.mark.proof("Commands")
def test_times_of_the_command_line(home: Home, figures: Figures) -> None:
    """A stopped daemon is started and recalls with its model, status answers; and how
    long that takes."""
    daemon = Daemon(home)
    home.run("start")
    home.run("stop")  # compiled, and in the page cache
    started = time.perf_counter()
    daemon.start()
    answer = daemon.client.post("/api/recall", {"query": "the first question"})
    first_recall_s = time.perf_counter() - started
    assert "degraded" not in answer
    times_ms = []
    for _ in range(10):
        started = time.perf_counter()
        assert home.run("status", "--json").json["version"]
        times_ms.append((time.perf_counter() - started) * 1000.0)
    figures.note("first recall after the start", first_recall_s, "s", at_most=3.0)
    figures.note("status, the quickest of ten", min(times_ms), "ms", at_most=300.0)
