"""What does ranking ask of a version? Little, so that hundreds can be read for one question."""

from __future__ import annotations

from datetime import datetime
from typing import Self

import msgspec

from perspective.domain.memory import MemoryState, MemoryType, Recorded


class Candidate(msgspec.Struct, frozen=True):
    """A version that may be in the answer. `terms` are its analysed words, space-separated."""

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
        )
