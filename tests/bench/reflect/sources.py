"""What is remembered, and what is asked of it? Talks, chats and small worlds in one shape."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime, time
from pathlib import Path

import msgspec

from perspective.domain.query import NewMemory
from perspective.evaluation.systems.engine import as_memory
from perspective.evaluation.talk import Talk


class Asked(msgspec.Struct, frozen=True):
    """A question and the names of the texts that answer it; nobody answers an open one."""

    text: str
    kind: str
    category: str
    evidence: frozenset[str] = frozenset()


class Source(msgspec.Struct, frozen=True):
    """Texts by name, as they are stored and as the file has them, and the questions."""

    name: str
    layout: str
    language: str
    items: tuple[NewMemory, ...]
    texts: dict[str, str]
    questions: tuple[Asked, ...]


class _Memory(msgspec.Struct, frozen=True):
    id: str
    at: str
    text: str
    speaker: str | None = None


class _Question(msgspec.Struct, frozen=True):
    text: str
    answerable: bool
    answer_ids: tuple[str, ...] = ()


class _World(msgspec.Struct, frozen=True):
    world: str
    language: str
    memories: tuple[_Memory, ...]
    questions: tuple[_Question, ...]


def of_talk(talk: Talk) -> Source:
    """A talk's turns and questions."""
    questions = []
    for one in talk.asked:
        kind = "answerable"
        if one.is_unanswerable:
            kind = "adversarial" if one.is_adversarial else "left open"
        questions.append(Asked(one.text, kind, one.category, frozenset(one.evidence)))
    return Source(
        name=re.sub(r"[^a-z0-9]+", "-", f"{talk.layout}-{talk.id}".lower()),
        layout=talk.layout,
        language="en",
        items=tuple(map(as_memory, talk.turns)),
        texts={turn.id: turn.text for turn in talk.turns},
        questions=tuple(questions),
    )


def of_worlds(path: Path) -> list[Source]:
    """The worlds of a file."""
    worlds = msgspec.json.decode(path.read_bytes(), type=list[_World])
    return [_of_world(n, one) for n, one in enumerate(worlds)]


def _of_world(n: int, world: _World) -> Source:
    return Source(
        name=f"world-{n}",
        layout="world",
        language=world.language,
        items=tuple(_as_memory(one) for one in world.memories),
        texts={one.id: one.text for one in world.memories},
        questions=tuple(
            Asked(
                one.text,
                "answerable" if one.answerable else "left open",
                world.language,
                frozenset(one.answer_ids),
            )
            for one in world.questions
        ),
    )


def _as_memory(one: _Memory) -> NewMemory:
    day = datetime.fromisoformat(one.at)
    noon = datetime.combine(day.date(), time(12), UTC)
    return NewMemory(
        content=one.text, speaker=one.speaker, event_at=noon, metadata={"turn": one.id}
    )


def next_of(sources: Sequence[Source], one: Source) -> Source | None:
    """The source after this one among those of its layout and language, in a circle."""
    like = [
        other for other in sources if (other.layout, other.language) == (one.layout, one.language)
    ]
    if len(like) < 2:
        like = [other for other in sources if other.layout == one.layout]
    return None if len(like) < 2 else like[(like.index(one) + 1) % len(like)]
