"""Do store, recall and forget say what they did, to people and to programs?"""

import io
import json
import sys
from pathlib import Path

import pytest

from tests.unit.cli.conftest import Shell


def _stdin(monkeypatch: pytest.MonkeyPatch, raw: bytes) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(raw), encoding="utf-8"))


def _fresh(ask: Shell, tenant: str) -> str:
    ask("tenants", "create", tenant)
    return tenant


def test_store_and_recall(ask: Shell) -> None:
    """What was stored is recalled: a line of text, then a line of why and how old."""
    tenant = _fresh(ask, "round")
    stored = ask("store", "--tenant", tenant, "-t", "people", "Ana moved to Lisbon").out
    memory_id = stored.removeprefix("Stored ").strip()
    lines = ask("recall", "--tenant", tenant, "where", "did", "Ana", "move").out.splitlines()
    assert lines[0] == "1. Ana moved to Lisbon"
    assert lines[1].startswith("   found by ")
    for part in ("relevance ", "episodic", "#people", memory_id):
        assert part in lines[1]
    assert len(lines) == 2


def test_json_is_the_apis(ask: Shell) -> None:
    """With --json the API's own answer is printed, also before the command."""
    tenant = _fresh(ask, "json")
    stored = ask("store", "--json", "--tenant", tenant, "Łódź is a city").json
    assert stored["stored"] is True
    found = ask("--json", "--tenant", tenant, "recall", "which city is Łódź").json
    assert [one["id"] for one in found["results"]] == [stored["id"]]
    assert "why" not in found["results"][0]


def test_all_fields_travel(ask: Shell) -> None:
    """Every option of store arrives as the field it names."""
    tenant = _fresh(ask, "fields")
    memory_id = ask(
        "store", "--json", "--tenant", tenant, "-n", "atlas", "--type", "procedural", "-t", "a",
        "-t", "b", "--session", "s1", "--speaker", "Ana", "--role", "user", "--source", "notes",
        "--event-at", "2024-01-15T10:30+01:00", "--valid-from", "2024-01-01",
        "--valid-to", "2025-01-01", "--importance", "0.9", "--confidence", "0.7", "--entity",
        "Ana:person", "--entity", "Atlas", "--metadata", '{"k": [1]}', "Deploy: tag, push, wait",
    ).json["id"]  # fmt: skip
    memory = ask("memories", "show", "--json", "--tenant", tenant, memory_id).json
    now = memory["current"]
    assert (memory["type"], memory["namespace"], memory["source"]) == (
        "procedural",
        "atlas",
        "notes",
    )
    assert (memory["source_session"], memory["speaker"], memory["role"]) == ("s1", "Ana", "user")
    assert (now["tags"], now["metadata"]) == (["a", "b"], {"k": [1]})
    assert (now["importance"], now["confidence"]) == (0.9, 0.7)
    assert now["event_at"].startswith("2024-01-15T")
    assert now["valid_from"].startswith("2024-01-01")


def test_text_comes_from_stdin_and_files(
    ask: Shell, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """`-` reads stdin and --file a file, both UTF-8, a byte order mark being no part of the text."""
    tenant = _fresh(ask, "inputs")
    _stdin(monkeypatch, b"\xef\xbb\xbfcaf\xc3\xa9 au lait\nat noon")
    first = ask("store", "--json", "--tenant", tenant, "-").json["id"]
    file = tmp_path / "note.txt"
    file.write_text("ชาเย็น is iced tea", encoding="utf-8")
    second = ask("store", "--json", "--tenant", tenant, "--file", str(file)).json["id"]
    texts = [
        ask("memories", "show", "--json", "--tenant", tenant, one).json["current"]["content"]
        for one in (first, second)
    ]
    assert texts == ["café au lait\nat noon", "ชาเย็น is iced tea"]


def test_text_in_another_encoding_is_refused(
    ask: Shell, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Bytes that are not UTF-8 are refused with their place, from stdin, a file or the arguments."""
    _stdin(monkeypatch, b"caf\xe9")
    assert "stdin is not UTF-8 (byte 3)" in ask("store", "-", code=8).err
    file = tmp_path / "latin"
    file.write_bytes(b"\xe9")
    assert "is not UTF-8 (byte 0)" in ask("store", "--file", str(file), code=8).err
    assert "it holds bytes that are not" in ask("store", "caf\udce9", code=2).err
    assert "it holds bytes that are not" in ask("recall", "caf\udce9", code=2).err


def test_a_text_is_needed_once(ask: Shell) -> None:
    """Store without a text, or with two sources of it, says how it is used."""
    assert "Give a text" in ask("store", code=2).err
    assert "not both" in ask("store", "x", "--file", "y", code=2).err
    assert "cannot be read" in ask("store", "--file", "/no/such/file", code=8).err


def test_wrong_values_name_themselves(ask: Shell) -> None:
    """A time, share, object or type that is none is refused before anything is sent."""
    assert "is no time" in ask("store", "x", "--event-at", "soon", code=2).err
    assert "--importance" in ask("store", "x", "--importance", "7", code=2).err
    assert "is not JSON" in ask("store", "x", "--metadata", "{", code=2).err
    assert "a JSON object" in ask("store", "x", "--metadata", "[]", code=2).err
    assert "'semantic'" in ask("store", "x", "--type", "dream", code=2).err


def test_what_the_api_refuses_is_told(ask: Shell) -> None:
    """A field that the API refuses is an error with its reason and code 8; for programs too."""
    assert "kind" in ask("store", "x", "--entity", "Ana:wizard", code=8).err
    typed = ask("store", "x", "--entity", "Ana:wizard", "--json", code=8)
    assert typed.out == ""
    report = json.loads(typed.err)
    assert report["error"] == "InvalidRequest"
    assert report["exit_code"] == 8


def test_an_unknown_tenant_is_not_found(ask: Shell) -> None:
    """Recall from a tenant that does not exist ends with 7."""
    assert "nobody" in ask("recall", "--tenant", "nobody", "x", code=7).err


def test_nothing_found_is_said(ask: Shell) -> None:
    """A recall from an empty tenant is no error."""
    assert ask("recall", "--tenant", _fresh(ask, "empty"), "anything").out == "Nothing was found.\n"


def test_a_repeat_is_told(ask: Shell) -> None:
    """The same words again are said to be known already."""
    tenant = _fresh(ask, "repeat")
    ask("store", "--tenant", tenant, "Ana moved to Lisbon")
    assert "Known already" in ask("store", "--tenant", tenant, "Ana moved to Lisbon").out


def test_forget_says_what_and_how_to_restore(ask: Shell) -> None:
    """Forget names what it deleted and the command that restores it, and that command works."""
    tenant = _fresh(ask, "forget")
    memory_id = ask("store", "--json", "--tenant", tenant, "The code of the door is 7").json["id"]
    lines = ask("forget", "--tenant", tenant, memory_id).out.splitlines()
    assert lines[0] == "Deleted 1 memory: The code of the door is 7"
    assert ask("recall", "--json", "--tenant", tenant, "door code").json["results"] == []
    command = lines[1].removeprefix("Restore with: perspective ")
    ask(*command.split())
    assert len(ask("recall", "--json", "--tenant", tenant, "door code").json["results"]) == 1


def test_forget_last_is_the_newest(ask: Shell) -> None:
    """--last deletes the memory stored last, once; on an empty tenant it deletes 0."""
    tenant = _fresh(ask, "last")
    ask("store", "--tenant", tenant, "Older words about rivers")
    newest = ask("store", "--json", "--tenant", tenant, "Newer words about hills").json["id"]
    assert ask("forget", "--last", "--json", "--tenant", tenant).json == {
        "deleted": 1,
        "id": newest,
    }
    ask("forget", "--last", "--tenant", tenant)
    assert "Deleted 0 memories" in ask("forget", "--last", "--tenant", tenant).out


def test_forgetting_nothing_says_so(ask: Shell) -> None:
    """An unknown id is an error that says 0; a second delete of the same says 0."""
    tenant = _fresh(ask, "nothing")
    assert "deleted 0 memories" in ask("forget", "--tenant", tenant, "no-such-id", code=7).err
    memory_id = ask("store", "--json", "--tenant", tenant, "Soon to be gone twice").json["id"]
    ask("forget", "--tenant", tenant, memory_id)
    typed = ask("forget", "--tenant", tenant, memory_id, code=None)
    assert "eleted 0 memories" in typed.out + typed.err
    assert "--last" in ask("forget", code=2).err
    assert "--last" in ask("forget", "x", "--last", code=2).err


def test_a_terminal_does_not_obey_memories(ask: Shell) -> None:
    """Control characters in a memory are shown as marks, and lines are joined."""
    tenant = _fresh(ask, "control")
    ask("store", "--tenant", tenant, "Red \x1b[31malert\x07 about\nbridges")
    out = ask("recall", "--tenant", tenant, "bridges alert").out
    assert "1. Red �[31malert� about bridges\n" in out
    assert "\x1b" not in out


def test_the_tenant_may_come_from_the_environment(
    ask: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    """PERSPECTIVE_TENANT is the tenant when no option says otherwise."""
    monkeypatch.setenv("PERSPECTIVE_TENANT", _fresh(ask, "environ"))
    ask("store", "Only here")
    assert len(ask("memories", "--json").json["items"]) == 1
    assert (
        ask("memories", "list", "--json", "--tenant", "default", "-q", "Only here").json["items"]
        == []
    )


def test_reflect_prints_the_answer(ask: Shell) -> None:
    """Dated sentences with ids; or that nothing is known. --json is the API's answer."""
    tenant = _fresh(ask, "reflect")
    memory_id = ask(
        "store", "--json", "--tenant", tenant, "--event-at", "2024-03-02", "Ana moved to Lisbon."
    ).json["id"]
    assert ask("reflect", "--tenant", tenant, "where did Ana move?").out.splitlines() == [
        "## 2024-03-02",
        f"- [{memory_id}] Ana moved to Lisbon.",
    ]
    asked = ("--tenant", tenant, "--namespace", "none", "where", "did", "Ana", "move?")
    assert ask("reflect", *asked).out == "Not known: no memory answers this.\n"
    assert ask("reflect", "--json", *asked).json["known"] is False
