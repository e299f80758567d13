"""Which texts were read lately, so that one that is compared with many is read once?"""

from __future__ import annotations

from collections import OrderedDict

from perspective.domain.consolidation.claim import Claim, claim_of
from perspective.domain.memory import Recorded

_MOST = 4_096


class Claims:
    """The claims of memories, those used last."""

    def __init__(self) -> None:
        self._kept: OrderedDict[int, Claim] = OrderedDict()  # by the version's key

    def of(self, recorded: Recorded) -> Claim:
        """What the memory says."""
        key = recorded.version.key
        found = self._kept.get(key)
        if found is None:
            found = self._kept[key] = claim_of(recorded)
            if len(self._kept) > _MOST:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        return found
