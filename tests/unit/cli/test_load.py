"""Are many texts stored from a file, and is background work shown?"""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from tests.unit.cli.conftest import Shell


def _file(folder: Path, *lines: str) -> str:
    path = folder / "many.ndjson"
    path.write_text("\n".join(lines), encoding="utf-8")
    return str(path)


def test_a_file_of_lines_is_stored(ask: Shell, tmp_path: Path) -> None:
    """More lines than a block has; empty ones are no lines; a retry with the key stores none."""
    file = _file(tmp_path, *(json.dumps({"content": f"fact number {n}"}) for n in range(600)), "")
    for _ in range(2):
        typed = ask("store", "--ndjson", "--file", file, "--tenant", "lines", "--key", "load")
        assert typed.out == "Stored 600 memories.\n"
    listed = ask("memories", "list", "--json", "--tenant", "lines", "--limit", "500").json
    assert len({one["id"] for one in listed["items"]}) == 500
    found = ask("recall", "--json", "--tenant", "lines", "fact number 599").json
    assert found["results"][0]["content"] == "fact number 599"


def test_bad_lines_are_named(ask: Shell, tmp_path: Path) -> None:
    """The others are stored; the exit code tells."""
    file = _file(tmp_path, '{"content": "Ana likes tea"}', "{broken", '{"content": 5}')
    typed = ask("store", "--ndjson", "--file", file, "--tenant", "bad", code=1)
    assert typed.out == "Stored 1 memory, 2 could not be.\n"
    assert "line 2: " in typed.err
    assert "line 3: content" in typed.err


def test_json_is_the_apis_lines(
    ask: Shell, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """With --json stdout has a line for each line of stdin, then the totals."""
    raw = io.BytesIO(b'{"content": "Ana"}\n{"content": "Ben"}')
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(raw, encoding="utf-8"))
    typed = ask("store", "--ndjson", "-", "--json", "--tenant", "stdin")
    first, second, last = [json.loads(line) for line in typed.out.splitlines()]
    assert first["stored"]
    assert second["stored"]
    assert last["totals"] == {"lines": 2, "stored": 2, "failed": 0, "complete": True}


def test_what_does_not_fit_is_refused(ask: Shell, tmp_path: Path) -> None:
    """Options of one text, a missing file and a bad tenant are errors."""
    file = _file(tmp_path, '{"content": "Ana"}')
    ask("store", "--ndjson", "--file", file, "--speaker", "Ana", code=2)
    ask("store", "--ndjson", code=2)
    ask("store", "a text", "--key", "k", code=2)
    assert "cannot be read" in ask("store", "--ndjson", "--file", "nowhere", code=None).err
    bad = ask("store", "--ndjson", "--file", file, "--tenant", "No Such", code=None)
    assert bad.code != 0
    assert "tenant" in bad.err


def test_background_work_is_listed(ask: Shell, tmp_path: Path) -> None:
    """A stream that was stored is seen by its id; an unknown one is an error."""
    file = _file(tmp_path, '{"content": "Ana"}')
    ask("store", "--ndjson", "--file", file, "--tenant", "listed")
    (process,) = [
        one for one in ask("processes", "--json").json["items"] if one["tenant_id"] == "listed"
    ]
    assert (process["state"], process["done"]) == ("done", 1)
    assert process["id"] in ask("processes").out
    assert ask("processes", process["id"], "--stop", "--json").json["state"] == "done"
    ask("processes", "unknown", code=None)
    ask("processes", "--stop", code=2)
