"""Which talks does a file or a folder hold? Those of the two layouts below; nothing is copied.

Talks: a list of `{id, speakers, turns: [{id, session, at, speaker, text}], questions: [{id, text,
category, evidence: [turn id]}]}`. Chats: a list of `{id, messages: [{id, role, at, text}],
questions: [{id, kind, text, evidence: [message id], groups}]}`, where `groups` may hold
`original_info` and `updated_info`. Files end in .json or .json.gz; other fields are passed over, and
so are files of a folder that hold something else.
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from perspective.domain.memory import Role
from perspective.errors import InvalidRequest
from perspective.evaluation.position import Step, line_of, place_of
from perspective.evaluation.talk import Layout, Question, Talk, Turn

_Id = int | str
_Text = Annotated[str, Meta(min_length=1)]
_DATE = "%B-%d-%Y"  # as the chats write it: March-15-2024


class _Turn(msgspec.Struct, frozen=True):
    id: _Id
    session: _Id
    at: str
    speaker: _Text
    text: _Text


class _Asked(msgspec.Struct, frozen=True):
    id: _Id
    text: _Text
    category: str
    evidence: tuple[_Id, ...]


class _Talk(msgspec.Struct, frozen=True):
    id: _Id
    turns: tuple[_Turn, ...]
    questions: tuple[_Asked, ...]
    speakers: tuple[str, ...] = ()


class _Message(msgspec.Struct, frozen=True):
    id: _Id
    role: Role
    at: str
    text: _Text


class _ChatQuestion(msgspec.Struct, frozen=True):
    id: _Id
    kind: str
    text: _Text
    evidence: tuple[_Id, ...]
    groups: dict[str, Any] | None = None


class _Chat(msgspec.Struct, frozen=True):
    id: _Id
    messages: tuple[_Message, ...]
    questions: tuple[_ChatQuestion, ...]


class _WrongError(Exception):
    """Something in a file is no talk, at a path of steps."""

    def __init__(self, reason: str, steps: Sequence[Step]) -> None:
        super().__init__(reason)
        self.steps = steps


def read_talks(path: Path) -> list[Talk]:
    """All talks and chats of a file, or of the files in a folder and below it, in their order.

    Raises InvalidRequest, naming file and line, for what cannot be read, and where there are no
    talks at all.
    """
    if not path.exists():
        message = f"{path}: there is no such file or folder"
        raise InvalidRequest(message)
    names = ("*.json", "*.json.gz")
    files = [path] if path.is_file() else sorted(f for n in names for f in path.rglob(n))
    talks: dict[str, Talk] = {}
    homes: dict[str, Path] = {}
    for file in files:
        for talk in _read(file, is_named=path.is_file()):
            if talk.id in talks:
                message = f"{file}: {talk.id} is in {homes[talk.id]} already"
                raise InvalidRequest(message)
            talks[talk.id], homes[talk.id] = talk, file
    if not talks:
        message = (
            f"{path}: no .json or .json.gz file there holds talks (a list of id, turns, questions) "
            "or chats (a list of id, messages, questions)"
        )
        raise InvalidRequest(message)
    return list(talks.values())


def _read(file: Path, *, is_named: bool) -> list[Talk]:
    """The talks of one file; none when it holds something else and was not asked for by name."""
    data = _bytes(file)
    try:
        layout = _layout(data)
        if layout is None:
            if is_named:
                reason = "this is no list of talks (id, turns, questions) or chats (id, messages, questions)"
                raise _WrongError(reason, ())
            return []
        if layout == "talk":
            return _converted(msgspec.json.decode(data, type=list[_Talk]), _talk)
        return _converted(msgspec.json.decode(data, type=list[_Chat]), _chat)
    except msgspec.MsgspecError as error:
        reason, line = place_of(error, data)
        message = f"{file}: line {line}: {reason}"
        raise InvalidRequest(message) from error
    except UnicodeDecodeError as error:
        message = f"{file}: this is not UTF-8: {error}"
        raise InvalidRequest(message) from error
    except _WrongError as error:
        message = f"{file}: line {line_of(data, error.steps)}: {error}"
        raise InvalidRequest(message) from error


def _bytes(file: Path) -> bytes:
    try:
        data = file.read_bytes()
        text = gzip.decompress(data) if file.suffix == ".gz" else data
    except (OSError, EOFError, zlib.error) as error:
        reason = getattr(error, "strerror", None) or error
        message = f"{file}: this cannot be read: {reason}"
        raise InvalidRequest(message) from error
    return text.removeprefix(b"\xef\xbb\xbf")


def _layout(data: bytes) -> Layout | None:
    """By what its first entry holds; None for anything but a list of talks or chats."""
    document = msgspec.json.decode(data)
    if not isinstance(document, list) or not document or not isinstance(document[0], dict):
        return None
    if "turns" in document[0]:
        return "talk"
    return "chat" if "messages" in document[0] else None


def _converted(raw: Sequence[Any], convert: Callable[[Any], Talk]) -> list[Talk]:
    talks = []
    for number, one in enumerate(raw):
        try:
            talks.append(_checked(convert(one), "turns" if isinstance(one, _Talk) else "messages"))
        except _WrongError as error:
            raise _WrongError(str(error), [number, *error.steps]) from error
    return talks


def _talk(raw: _Talk) -> Talk:
    turns = tuple(
        Turn(
            id=str(turn.id), session=str(turn.session), text=turn.text, speaker=turn.speaker,
            at=_moment(turn.at, ("turns", number, "at")),
        )
        for number, turn in enumerate(raw.turns)
    )  # fmt: skip
    questions = tuple(
        Question(id=str(one.id), text=one.text, category=one.category, evidence=_ids(one.evidence))
        for one in raw.questions
    )
    return Talk(
        id=str(raw.id), layout="talk", turns=turns, questions=questions, speakers=raw.speakers
    )


def _chat(raw: _Chat) -> Talk:
    turns = tuple(
        Turn(
            id=str(one.id), session=one.at, text=one.text, role=one.role,
            at=_moment(one.at, ("messages", number, "at")),
        )
        for number, one in enumerate(raw.messages)
    )  # fmt: skip
    questions = tuple(
        Question(
            id=str(one.id),
            text=one.text,
            category=one.kind,
            evidence=_ids(one.evidence),
            older=_group(one, "original_info", number),
            newer=_group(one, "updated_info", number),
        )
        for number, one in enumerate(raw.questions)
    )
    return Talk(id=str(raw.id), layout="chat", turns=turns, questions=questions)


def _ids(evidence: Sequence[_Id]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(map(str, evidence)))


def _group(question: _ChatQuestion, name: str, number: int) -> tuple[str, ...]:
    found = (question.groups or {}).get(name, [])
    if not isinstance(found, list) or not all(isinstance(one, int | str) for one in found):
        reason = f"{name} is no list of message ids"
        raise _WrongError(reason, ("questions", number, "groups", name))
    return _ids(found)


def _moment(text: str, steps: Sequence[Step]) -> datetime:
    """ISO 8601, or a date as March-15-2024; what has no zone stays without one."""
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        pass
    try:
        return datetime.strptime(text, _DATE)  # noqa: DTZ007 - the engine takes its own zone
    except ValueError as error:
        reason = f"{text!r} is no time; write 2024-03-15T10:30 or March-15-2024"
        raise _WrongError(reason, steps) from error


def _checked(talk: Talk, name: str) -> Talk:
    """The talk, if its turns have ids of their own and its questions name no others."""
    known: set[str] = set()
    for number, turn in enumerate(talk.turns):
        if turn.id in known:
            reason = f"the id {turn.id} is in {talk.id} twice"
            raise _WrongError(reason, (name, number, "id"))
        known.add(turn.id)
    for number, question in enumerate(talk.questions):
        unknown = {*question.evidence, *question.older, *question.newer} - known
        if unknown:
            reason = f"question {question.id} names {min(unknown)}, which is not in {talk.id}"
            raise _WrongError(reason, ("questions", number))
    return talk
