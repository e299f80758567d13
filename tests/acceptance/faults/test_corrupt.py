"""What if a file of an index is not what was written? It is noticed, and made again.

Each file in turn, of the text index and of the generation of vectors, loses its end or has one bit
changed, while the daemon is down and while it runs. (A file that loses its end under a running
daemon ends the process, as it does every program that has mapped it; the next start is the first
case.)
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.acceptance.durability.test_durable import wait_for_indexes
from tests.acceptance.durability.test_rebuild import about, answers, fill
from tests.acceptance.faults.readers import Watcher, reader
from tests.daemons import Daemon, Home, wait_for_at_least, wait_until
from tests.figures import Figures

pytestmark = pytest.mark.proof("Corrupt")

KNOWN = "The lighthouse keeper counted seventeen gulls on the mole"
NOTICED = {"text": "text_index_set_aside", "vectors": "generation_set_aside"}
PUMPS = {"text": "default/text", "vectors": "default/vector"}
# Names that are drawn anew each time: ids, generations, operation stamps.
_DRAWN = re.compile(r"[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{32}|generation-\d+|(?<=\.)\d+(?=\.del)")


@pytest.fixture
def daemon(home: Home) -> Daemon:
    """A daemon with a generation of vectors, that looks at its files all the time."""
    home.environ |= {
        "PERSPECTIVE_INDEX_GENERATION_CHANGES": "30",
        "PERSPECTIVE_INDEX_VERIFY_S": "0.3",
    }
    made = Daemon(home)
    made.start()
    fill(made)
    made.client.post("/api/store", {"content": KNOWN, "id": "known"})
    vectors = folder_of(made, "vectors")
    wait_until(lambda: list(vectors.glob("generation-*")), "a generation is written")
    settle(made)
    return made


def settle(daemon: Daemon) -> None:
    """Every index has everything, and rests."""
    wait_for_indexes(daemon.client)
    wait_until(lambda: daemon.client.get("/api/health")["status"] == "ok", "it is well", 120)
    cursor = folder_of(daemon, "text") / "cursor.json"
    wait_until(lambda: b"meta.json" in cursor.read_bytes(), "the text index rests")


def folder_of(daemon: Daemon, index: str) -> Path:
    """Where the files of an index lie."""
    return daemon.home.data_dir / "tenants/default" / index


def kinds(daemon: Daemon, index: str) -> dict[str, Path]:
    """The files of an index that hold something, by what stays of their names."""
    folder = folder_of(daemon, index)
    return {
        _DRAWN.sub("*", str(path.relative_to(folder))): path
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.stat().st_size and "building-" not in str(path)
    }


def chosen(daemon: Daemon, index: str, n: int | None) -> Iterator[str]:
    """All kinds of files, or so many of them, of each part of the index some."""
    found = sorted(kinds(daemon, index))
    return iter(found if n is None else random.Random(5).sample(found, min(n, len(found))))


def cut(path: Path) -> None:
    """The second half is missing."""
    with path.open("r+b") as file:
        file.truncate(path.stat().st_size // 2)


def flip(path: Path) -> None:
    """One bit in the middle is another."""
    place = path.stat().st_size // 2
    with path.open("r+b") as file:
        file.seek(place)
        (byte,) = file.read(1)
        file.seek(place)
        file.write(bytes([byte ^ 4]))


def n_noticed(daemon: Daemon, index: str) -> int:
    """How often the log tells that files of the index were set aside."""
    return sum(entry["event"] == NOTICED[index] for entry in daemon.log())


def overseer(daemon: Daemon, said: set[str]) -> Watcher:
    """One that notes what the health calls degraded."""
    client = daemon.client

    def look() -> str | None:
        said.update(client.get("/api/health")["degraded"])
        return None

    return Watcher({"health": look}, pause_s=0.001)


def check_whole(daemon: Daemon, expected: list[Any], what: str) -> None:
    """Recall is as before, new memories are found, and nothing damaged is kept."""
    settle(daemon)
    assert answers(daemon) == expected, what
    content = f"The damage of {what} was survived"
    stored = daemon.client.post("/api/store", {"content": content})
    assert stored["indexed"], what
    found = daemon.client.post("/api/recall", {"query": content, "reinforce": False})["results"]
    assert found[0]["content"] == content
    daemon.client.ask("DELETE", f"/api/memories/{stored['id']}")
    settle(daemon)
    assert not list(folder_of(daemon, "text").parent.rglob("*aside-*")), what


@pytest.mark.parametrize("index", ["text", "vectors"])
def test_damaged_while_down(daemon: Daemon, index: str, is_full: bool, figures: Figures) -> None:
    """Each damage is noticed after the start, told by the health, and ends in the recall of
    before; meanwhile the memory is found by what is whole."""
    expected = about(answers(daemon))
    damages: list[Callable[[Path], None]] = [cut, flip]
    n_told = n_damages = 0
    for kind in chosen(daemon, index, None if is_full else 3):
        for damage in damages if is_full else [damages[n_damages % 2]]:
            what = f"{index}/{kind} by {damage.__name__}"
            settle(daemon)
            daemon.stop()
            n_before = n_noticed(daemon, index)
            damage(kinds(daemon, index)[kind])
            daemon.start()
            said = set[str]()
            with overseer(daemon, said).looking():
                found = daemon.client.post("/api/recall", {"query": KNOWN, "reinforce": False})
                assert found["results"][0]["id"] == "known", what
                wait_for_at_least(
                    n_before + 1, lambda: n_noticed(daemon, index), f"{what} is noticed"
                )
                check_whole(daemon, expected, what)
            assert said <= {PUMPS[index]}, what
            n_told += bool(said)
            n_damages += 1
    figures.note("damages noticed and mended", n_damages)
    # What takes some milliseconds to mend may be over between two looks.
    figures.note("of these seen in the health", n_told, at_least=n_damages)
    assert n_told


@pytest.mark.parametrize("index", ["text", "vectors"])
def test_damaged_while_running(daemon: Daemon, index: str, is_full: bool, figures: Figures) -> None:
    """A bit that changes under a running daemon is noticed and mended; reads never fail, and the
    process is still the same."""
    expected = about(answers(daemon))
    watcher = reader(daemon.url, "known", KNOWN, reinforce=False)
    started_at, n_damages = daemon.client.get("/api/status")["started_at"], 0
    with watcher.looking():
        for kind in chosen(daemon, index, None if is_full else 4):
            settle(daemon)
            n_before = n_noticed(daemon, index)
            flip(kinds(daemon, index)[kind])
            wait_for_at_least(n_before + 1, lambda: n_noticed(daemon, index), f"{kind} is noticed")
            check_whole(daemon, expected, kind)
            n_damages += 1
    assert watcher.wrong == []
    assert daemon.client.get("/api/status")["started_at"] == started_at
    figures.note("damages noticed and mended", n_damages)
    figures.note("reads meanwhile", watcher.n_looks)
    figures.note("longest read", watcher.longest_s, "s", at_most=1.0)
