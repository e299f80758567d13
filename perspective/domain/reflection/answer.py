"""What is an answer with citations? The same shape whether sentences were chosen or written."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

import msgspec

from perspective.domain.times.find import find_times

DisagreementKind = Literal["contradicts", "superseded"]


class SpokenTime(msgspec.Struct, frozen=True, kw_only=True):
    """A time that a sentence names ("yesterday"), counted from when its memory happened: from
    `from_at` to before `to_at`; null is open."""

    text: str
    from_at: datetime | None
    to_at: datetime | None


class CitedSentence(msgspec.Struct, frozen=True, kw_only=True):
    """A sentence of an answer, and what it rests on: `content[start:end]` of the memory, in code
    points. Where no model wrote it, it is that very span.

    `memory_ids` are all that it cites, `memory_id` first; `at` is when that one happened, `times` are
    those that the sentence speaks of.
    """

    text: str
    memory_id: str
    start: int
    end: int
    at: datetime
    speaker: str | None = None
    memory_ids: tuple[str, ...] = ()
    times: tuple[SpokenTime, ...] = ()


class Disagreement(msgspec.Struct, frozen=True, kw_only=True):
    """Another memory that a cited one contradicts, or has taken the place of (`superseded`: the
    later of both, `by`, holds). `other` is what that memory says about the question."""

    kind: DisagreementKind
    memory_id: str
    other: CitedSentence
    by: str | None = None


class Reflection(msgspec.Struct, frozen=True, kw_only=True):
    """An answer to a question out of memories; without any where `known` is false.

    `answer` is the sentences as text, dated, with ids, in the order in which things happened.
    `memory_ids` are the cited ones, those that fit best first. `model` is what wrote the
    sentences; None where they were chosen. `suspect_left_out` counts memories that order the
    agent about. `degraded` names what could not take part, with the reason.
    """

    answer: str
    known: bool
    sentences: tuple[CitedSentence, ...] = ()
    memory_ids: tuple[str, ...] = ()
    conflicts: tuple[Disagreement, ...] = ()
    model: str | None = None
    suspect_left_out: int = 0
    took_ms: float
    degraded: dict[str, str] = {}


def times_of(text: str, at: datetime) -> tuple[SpokenTime, ...]:
    """The times that a sentence speaks of, said at `at`, which is aware."""
    return tuple(
        SpokenTime(text=text[one.start : one.end], from_at=one.from_at, to_at=one.to_at)
        for one in find_times(text, at)
    )
