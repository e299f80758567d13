"""Are talks and chats read as they are written, and is what is wrong named with its line?"""

from __future__ import annotations

import copy
import gzip
import json
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from perspective.errors import InvalidRequest
from perspective.evaluation.read import read_talks
from tests.unit.evaluation.sample import CHAT, TALK, write


def _refusal(path: Path) -> str:
    with pytest.raises(InvalidRequest) as caught:
        read_talks(path)
    return str(caught.value)


def _line_of(path: Path, part: str) -> int:
    lines = path.read_text(encoding="utf-8").splitlines()
    return next(number for number, line in enumerate(lines, start=1) if part in line)


def _changed(value: dict[str, Any], *steps: Any, to: Any) -> dict[str, Any]:
    """A copy with another value at a path."""
    changed = copy.deepcopy(value)
    inner: Any = changed
    for step in steps[:-1]:
        inner = inner[step]
    inner[steps[-1]] = to
    return changed


def test_a_talk_is_read(tmp_path: Path) -> None:
    """Turns and questions are there in their order, with times, speakers and evidence."""
    (talk,) = read_talks(write(tmp_path / "talks.json", [TALK]))
    assert (talk.id, talk.layout, talk.speakers) == ("harbour", "talk", ("Ida", "Tom"))
    assert [turn.id for turn in talk.turns] == ["1", "2", "3", "4", "5"]
    assert talk.turns[3].session == "2"
    assert talk.turns[3].at == datetime(2024, 3, 9, 18)  # noqa: DTZ001 - the data names no zone
    assert talk.turns[3].speaker == "Tom"
    assert [one.evidence for one in talk.questions] == [("1",), ("4",), ("1",)]
    assert [one.is_adversarial for one in talk.questions] == [False, False, True]


def test_a_chat_is_read(tmp_path: Path) -> None:
    """Messages have roles and days, and a changed fact knows its older and newer statement."""
    (chat,) = read_talks(write(tmp_path / "chats.json", [CHAT]))
    assert (chat.id, chat.layout) == ("garden/1", "chat")
    assert [turn.role for turn in chat.turns] == ["user", "assistant", "user", "user"]
    assert chat.turns[0].at == datetime(2024, 3, 15)  # noqa: DTZ001 - the data names no zone
    changed, unknown = chat.questions
    assert (changed.evidence, changed.older, changed.newer) == (("0", "2"), ("0",), ("2",))
    assert unknown.is_unanswerable
    assert chat.answerable == [changed]
    assert chat.asked == [changed, unknown]


def test_a_folder_is_searched(tmp_path: Path) -> None:
    """Files below it are read, packed ones too, and JSON of another kind is passed over."""
    (tmp_path / "below").mkdir()
    packed = gzip.compress(json.dumps([CHAT]).encode())
    (tmp_path / "below" / "chats.json.gz").write_bytes(packed)
    write(tmp_path / "dates.json", [{"text": "last Saturday"}])
    write(tmp_path / "numbers.json", {"turns": 3})
    write(tmp_path / "talks.json", [TALK])
    (tmp_path / "README.md").write_text("not { JSON", encoding="utf-8")
    assert sorted(talk.id for talk in read_talks(tmp_path)) == ["garden/1", "harbour"]


def test_what_is_missing_is_named(tmp_path: Path) -> None:
    """A path that is not there, and a folder without talks, are said so."""
    assert _refusal(tmp_path / "nowhere.json").endswith(
        "nowhere.json: there is no such file or folder"
    )
    assert "there holds talks" in _refusal(tmp_path)


def test_broken_json_is_named_with_its_line(tmp_path: Path) -> None:
    """A comma too many is found on its line, also in a file of a folder."""
    path = write(tmp_path / "talks.json", [TALK])
    text = path.read_text(encoding="utf-8").replace('"speaker": "Tom",', '"speaker": "Tom",,', 1)
    path.write_text(text, encoding="utf-8")
    line = _line_of(path, ",,")
    for asked in (path, tmp_path):
        assert _refusal(asked).startswith(f"{path}: line {line}: JSON is malformed")


def test_a_file_that_ends_too_early_is_named(tmp_path: Path) -> None:
    """Half a file, packed or not, is no data."""
    path = write(tmp_path / "talks.json", [TALK])
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 2])
    assert f"{path}: line " in _refusal(path)
    packed = tmp_path / "talks.json.gz"
    packed.write_bytes(gzip.compress(data)[:-20])
    assert f"{packed}: this cannot be read" in _refusal(packed)
    packed.write_bytes(b"no gzip at all")
    assert f"{packed}: this cannot be read" in _refusal(packed)


@pytest.mark.parametrize(
    ("value", "part", "reason"),
    [
        (_changed(TALK, "turns", 3, "text", to=7), '"text": 7', "Expected `str`, got `int`"),
        (_changed(TALK, "turns", 3, "at", to="soon"), '"soon"', "'soon' is no time"),
        (_changed(TALK, "turns", 3, "id", to="no2"), '"no2"', "names 4, which is not in harbour"),
        (_changed(TALK, "turns", 4, "id", to="4"), '"speaker": "Ida"', "the id 4 is in harbour twice"),
        (_changed(TALK, "turns", 4, "text", to=""), '"text": ""', "length >= 1"),
        (_changed(CHAT, "messages", 2, "role", to="bot"), '"bot"', "Invalid enum value 'bot'"),
        (_changed(CHAT, "messages", 1, "at", to="March-45-2024"), "March-45", "is no time"),
        (_changed(CHAT, "questions", 0, "groups", "updated_info", to=[99]), '"g1"', "names 99"),
        (_changed(CHAT, "questions", 0, "groups", "updated_info", to="x"), '"x"', "is no list"),
    ],
)  # fmt: skip
def test_a_wrong_value_is_named_with_its_line(
    tmp_path: Path, value: dict[str, Any], part: str, reason: str
) -> None:
    """What is no talk says what is wrong, in which file, and on which line."""
    path = write(tmp_path / "data.json", [value])
    refusal = _refusal(path)
    assert reason in refusal
    assert refusal.startswith(f"{path}: line ")
    if reason.startswith(("Expected", "'soon'", "Invalid", "is no")):
        assert refusal.startswith(f"{path}: line {_line_of(path, part)}: ")


def test_a_missing_field_is_named_with_its_line(tmp_path: Path) -> None:
    """The line is that on which the object begins that lacks it."""
    value = copy.deepcopy(TALK)
    del value["turns"][2]["speaker"]
    path = write(tmp_path / "data.json", [value])
    line = _line_of(path, "Kittiwake") - 4
    assert _refusal(path).startswith(
        f"{path}: line {line}: Object missing required field `speaker`"
    )


def test_a_named_file_must_hold_talks(tmp_path: Path) -> None:
    """What would be passed over in a folder is refused when it is asked for."""
    for value in ({"a": 1}, [], [1], [{"text": "x"}]):
        assert "this is no list of talks" in _refusal(write(tmp_path / "other.json", value))


def test_a_talk_in_two_files_is_refused(tmp_path: Path) -> None:
    """Nothing is measured twice."""
    first, second = (write(tmp_path / name, [TALK]) for name in ("a.json", "b.json"))
    assert _refusal(tmp_path) == f"{second}: harbour is in {first} already"
