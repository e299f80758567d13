"""What does an extractor read, and what does it find? Types of no particular extractor."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

import msgspec

from perspective.domain.graph import EntityKind
from perspective.domain.memory import MemoryType, Role

Tense = Literal["past", "present", "future"]


class Passage(msgspec.Struct, frozen=True, kw_only=True):
    """A text to read. `at` is its own time in its own zone (the event's, else that of recording):
    what "yesterday" in it is reckoned from."""

    content: str
    at: datetime
    speaker: str | None = None
    role: Role | None = None


class Mention(msgspec.Struct, frozen=True, kw_only=True):
    """A named thing as the text names it: `content[start:end]` in code points.

    `confidence` 0–1: how sure it is that this is a name of such a kind.
    """

    name: str
    start: int
    end: int
    kind: EntityKind = "other"
    confidence: float = 1.0


class Relation(msgspec.Struct, frozen=True, kw_only=True):
    """Who does what to whom, in words of the text; the speaker's name stands for "I".

    `predicate` is the verb with its particles and prepositions, as in the text ("moved to");
    `start` and `end` are the clause it was read from.
    """

    subject: str
    predicate: str
    object: str
    start: int
    end: int
    is_negated: bool = False
    tense: Tense = "present"
    confidence: float = 1.0


class Fact(msgspec.Struct, frozen=True, kw_only=True):
    """One statement that stands by itself: the speaker's pronouns are resolved.

    `start` and `end` are the stretch of the text that it was read from.
    """

    text: str
    start: int
    end: int
    confidence: float = 1.0


class Cause(msgspec.Struct, frozen=True, kw_only=True):
    """The text says that one of its statements brought about another; both by their words."""

    cause: str
    effect: str
    confidence: float = 1.0


class Reading(msgspec.Struct, frozen=True, kw_only=True):
    """All that was found in a passage. `memory_type` and `importance` (0–1) are suggestions."""

    mentions: tuple[Mention, ...] = ()
    relations: tuple[Relation, ...] = ()
    facts: tuple[Fact, ...] = ()
    causes: tuple[Cause, ...] = ()
    memory_type: MemoryType | None = None
    importance: float | None = None
    language: str | None = None
