"""What does ranking ask of a version? Little, so that hundreds can be read for one question."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Self

import msgspec

from perspective.domain.memory import MemoryState, MemoryType, Recorded, Role

# Question marks of Latin, full width, Arabic and Armenian; closing quotes and emoji may follow.
_ASKING = re.compile(r"[?？؟՞]\W*$")
_PROGRAMS = ("assistant", "system", "tool")


ENDING_LENGTH = 16  # characters


def asks(ending: str) -> bool:
    """Whether a text that ends so ends with a question."""
    return _ASKING.search(ending[-ENDING_LENGTH:]) is not None


class Candidate(msgspec.Struct, frozen=True):
    """A version that may be in the answer. `terms` are its analysed words, space-separated;
    `at` is the event's time, else that of recording; `ending` its last 16 characters;
    `is_derived` when it was made of other memories."""

    key: int
    memory_id: str
    type: MemoryType
    state: MemoryState
    pinned: bool
    speaker: str | None
    recorded_at: datetime
    last_accessed_at: datetime | None
    access_count: int
    importance: float
    content_hash: str
    terms: str
    session: str | None
    role: Role | None
    ordinal: int | None
    at: datetime
    ending: str
    is_derived: bool = False
    stability: float = 1.0

    @property
    def asks(self) -> bool:
        """Whether it ends with a question."""
        return asks(self.ending)

    @property
    def replies(self) -> bool:
        """Whether a program said it, and not a person."""
        return self.role in _PROGRAMS

    @classmethod
    def of(cls, recorded: Recorded) -> Self:
        """The candidate that a version of a memory is."""
        memory, version = recorded.memory, recorded.version
        return cls(
            key=version.key,
            memory_id=memory.id,
            type=memory.type,
            state=memory.state,
            pinned=memory.pinned,
            speaker=memory.speaker,
            recorded_at=memory.recorded_at,
            last_accessed_at=memory.last_accessed_at,
            access_count=memory.access_count,
            importance=version.importance,
            content_hash=version.content_hash,
            terms=version.terms,
            session=memory.source_session,
            role=memory.role,
            ordinal=memory.ordinal,
            at=version.event_at or memory.recorded_at,
            ending=version.content[-ENDING_LENGTH:],
            is_derived=memory.is_derived,
            stability=memory.stability,
        )
