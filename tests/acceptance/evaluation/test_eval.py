"""Does `perspective eval` measure a person's own text, as a process, and leave nothing behind?"""

from __future__ import annotations

import json
import signal
import time
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from perspective.daemon.exit_codes import Exit
from tests.daemons import PATIENCE_S, Home
from tests.unit.evaluation.sample import CHAT, TALK, write


@pytest.fixture
def data(home: Home) -> Path:
    """A folder with a talk and a chat."""
    folder = home.folder / "texts"
    folder.mkdir()
    write(folder / "talk.json", [TALK])
    write(folder / "chat.json", [CHAT])
    (home.folder / "tmp").mkdir()
    home.environ["TMPDIR"] = str(home.folder / "tmp")
    return folder


def test_a_table_a_json_and_a_chart(home: Home, data: Path) -> None:
    """One run prints the tables, writes both files, and touches no memories."""
    names = ("found.json", "found.svg")
    typed = home.run(
        "eval", str(data), "--k", "1,5", "--scale", "20,40", "--json", names[0], "--chart", names[1]
    )
    assert "Talks: harbour (5 turns, 3 questions)" in typed.out
    assert "Chats: garden/1 (4 messages, 2 questions)" in typed.out
    assert "Perspective by the number of memories" in typed.out
    document = json.loads((home.folder / names[0]).read_text(encoding="utf-8"))
    assert (document["version"], document["is_complete"], document["ks"]) == (1, True, [1, 5])
    assert [point["n_memories"] for point in document["scale"]] == [20, 40]
    texts = {one.text for one in ET.parse(home.folder / names[1]).getroot().iter()}
    for layout in document["layouts"]:
        for system in layout["systems"]:
            assert system["name"] in typed.out
            assert system["name"] in texts
            assert system["together"]["n"] >= 1
            assert system["latency_ms"]["p50"] > 0.0
    (ours,) = [s for s in document["layouts"][0]["systems"] if s["name"] == "Perspective"]
    assert ours["together"]["recall"]["5"] == 1.0
    assert not home.data_dir.exists()
    assert list((home.folder / "tmp").glob("perspective-*")) == []


def test_json_on_stdout_is_nothing_else(home: Home, data: Path) -> None:
    """With --json the document alone is printed."""
    document = home.run("eval", str(data), "--only", "harbour", "--json").json
    assert [layout["layout"] for layout in document["layouts"]] == ["talk"]
    assert document["data"] == "texts"


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_shows_what_was_measured(
    home: Home, data: Path, number: signal.Signals
) -> None:
    """Stopped while it fills a large store, it prints the finished talks and removes its folder."""
    running = home.popen("eval", str(data), "--scale", "20,1000000", "--json", "found.json")
    folder = home.folder / "tmp"
    deadline = time.monotonic() + PATIENCE_S
    while not list(folder.glob("*/data/tenants/scale")) and time.monotonic() < deadline:
        assert running.poll() is None
        time.sleep(0.1)
    running.send_signal(number)
    out, err = running.communicate(timeout=PATIENCE_S)
    assert running.returncode == Exit.INTERRUPTED, err
    assert "Talks: harbour" in out
    assert "It was stopped" in out
    assert "Traceback" not in err
    document = json.loads((home.folder / "found.json").read_text(encoding="utf-8"))
    assert document["is_complete"] is False
    assert len(document["layouts"]) == 2
    assert list(folder.glob("perspective-*")) == []
