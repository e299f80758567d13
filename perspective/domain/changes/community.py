"""Which memories belong together, as consolidation last found?"""

from __future__ import annotations

from datetime import datetime

import msgspec

_LEAST = 2


class Community(msgspec.Struct, frozen=True, kw_only=True):
    """A concept that stands for memories that are closely linked.

    It has no words of theirs: its summary is what the central memories say now. `summary` is a
    language model's, if one wrote it; it goes with any member that is erased.
    """

    id: str
    member_ids: tuple[str, ...]
    central_ids: tuple[str, ...]
    created_at: datetime
    summary: str | None = None

    def without(self, memory_id: str) -> Community | None:
        """The community after a member was erased; None when there is no company left."""
        left = tuple(one for one in self.member_ids if one != memory_id)
        if len(left) < _LEAST:
            return None
        central = tuple(one for one in self.central_ids if one != memory_id)
        smaller: Community = msgspec.structs.replace(
            self, member_ids=left, central_ids=central or left[:1], summary=None
        )
        return smaller
