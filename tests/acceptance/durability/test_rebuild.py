"""Are the records the truth? Indexes that are gone or damaged are made again, and nobody notices.

The daemon is stopped, its index folders are deleted, cut short or filled with nonsense, and it is
started again: every question has the answer it had before.
"""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.acceptance.durability.test_durable import wait_for_indexes
from tests.daemons import Daemon

pytestmark = pytest.mark.proof("Rebuildable")

WORDS = ("tea", "bees", "boats", "rain", "bread", "music", "maps", "snow")
QUESTIONS = (
    "who likes tea?",
    "does somebody keep bees or boats?",
    "music in the rain",
    "what did Ana say about bread?",
    "winter weather",
    "Segelschiffe",
)


def fill(daemon: Daemon) -> None:
    """Forty memories with tags, speakers and sessions; some edited, some deleted."""
    chance = random.Random(7)
    items = [
        {
            "content": f"Note {n}: {' and '.join(chance.sample(WORDS, 3))} are on my mind",
            "id": f"n{n}",
            "tags": [chance.choice(WORDS)],
            "speaker": chance.choice(("Ana", "Ben")),
            "source_session": f"s{n // 5}",
        }
        for n in range(40)
    ]
    client = daemon.client
    assert client.post("/api/store/batch", {"items": items})["failed"] == 0
    for n in range(0, 40, 8):
        client.ask("PATCH", f"/api/memories/n{n}", body={"content": f"Snow fell on map {n}"})
        client.ask("DELETE", f"/api/memories/n{n + 1}")
    wait_for_indexes(client)


def answers(daemon: Daemon) -> list[list[tuple[Any, ...]]]:
    """What each question finds: which, in which wording and order, and by which signals."""
    return [
        [
            (
                one["id"],
                one["content"],
                one["relevance"],
                one["why"]["shares"],
            )
            for one in daemon.client.post(
                "/api/recall", {"query": question, "explain": True, "reinforce": False}
            )["results"]
        ]
        for question in QUESTIONS
    ]


def about(found: list[list[tuple[Any, ...]]]) -> list[list[tuple[Any, ...]]]:
    """What answers are compared with: the same, but for the last bits of the numbers, since
    products of vectors are rounded by how many are multiplied at once."""

    def near(number: float) -> Any:
        return pytest.approx(number, abs=1e-5)

    return [
        [
            (name, content, near(relevance), {key: near(share) for key, share in shares.items()})
            for name, content, relevance, shares in answer
        ]
        for answer in found
    ]


def files_of(folder: Path) -> list[Path]:
    """Every file of an index, with something in it."""
    return sorted(path for path in folder.rglob("*") if path.is_file() and path.stat().st_size)


def cut(folder: Path) -> None:
    """Each file ends in its middle, as after a crash of the machine."""
    for path in files_of(folder):
        with path.open("r+b") as file:
            file.truncate(path.stat().st_size // 2)


def empty(folder: Path) -> None:
    """Each file is there and holds nothing."""
    for path in files_of(folder):
        path.write_bytes(b"")


def scribble(folder: Path) -> None:
    """Each file holds nonsense of its own length."""
    chance = random.Random(3)
    for path in files_of(folder):
        path.write_bytes(chance.randbytes(path.stat().st_size))


def halve(folder: Path) -> None:
    """Every second file is gone."""
    for path in files_of(folder)[::2]:
        path.unlink()


def into_a_file(folder: Path) -> None:
    """Where the folder was, there is a file."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.write_text("not an index")


def test_damaged_indexes_are_made_again(daemon: Daemon) -> None:
    """The same recall after a start with vectors/ and text/ deleted, cut short, emptied, full of
    nonsense, half gone, or no folders at all; new memories are found afterwards."""
    fill(daemon)
    expected = about(answers(daemon))
    assert all(expected)
    tenant = daemon.home.data_dir / "tenants/default"
    damages: list[Callable[[Path], None]] = [
        shutil.rmtree,
        cut,
        empty,
        scribble,
        halve,
        into_a_file,
    ]
    for damage in damages:
        daemon.stop()
        assert (tenant / "text").is_dir()
        for name in ("vectors", "text"):
            if (tenant / name).exists():
                damage(tenant / name)
        daemon.start()
        wait_for_indexes(daemon.client)
        assert answers(daemon) == expected, damage.__name__
        new = f"The {damage.__name__} was survived"
        stored = daemon.client.post("/api/store", {"content": new})
        assert stored["indexed"]
        found = daemon.client.post("/api/recall", {"query": new, "reinforce": False})["results"]
        assert found[0]["content"] == new
        daemon.client.ask("DELETE", f"/api/memories/{stored['id']}")
    assert (daemon.client.get("/api/health"))["status"] == "ok"
