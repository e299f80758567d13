"""What waits for a person's word, since no job may decide it?"""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal

import msgspec

ReviewKind = Literal["contradiction", "stale", "forgettable", "procedure"]
ReviewState = Literal["open", "confirmed", "rejected"]


class Review(msgspec.Struct, frozen=True, kw_only=True):
    """A question about memories. `memory_ids` names every memory whose words may be in it."""

    id: str
    kind: ReviewKind
    memory_ids: tuple[str, ...]
    reason: str
    created_at: datetime
    state: ReviewState = "open"
    detail: dict[str, Any] = {}
    decided_at: datetime | None = None
    actor: str | None = None
    change_id: str | None = None  # what the decision changed
    versions: dict[str, int] = {}  # the numbers of their latest versions when it was asked

    def without(self, memory_id: str) -> Review | None:
        """The review after a memory was erased: a list of memories goes on without it, any other
        question is gone."""
        left = tuple(one for one in self.memory_ids if one != memory_id)
        if self.kind != "forgettable" or not left:
            return None
        shorter: Review = msgspec.structs.replace(self, memory_ids=left)
        return shorter
