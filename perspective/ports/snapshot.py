"""What can be read of a tenant's records at one moment, without waiting between two reads?"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from perspective.domain.filter import Filter
from perspective.domain.graph import EdgeKind
from perspective.domain.ranking.candidate import Candidate
from perspective.ports.graph import Link


class RecordSnapshot(Protocol):
    """The records as one commit left them. Only within the `read` that gave it."""

    def candidates(self, keys: Sequence[int], where: Filter) -> list[Candidate]:
        """What ranking asks of those versions with these keys that match the filter.

        In the order of `keys`; unknown keys are left out. The records' word is final: an index
        that is behind may still know a version as it was.
        """
        ...

    def adjacent(
        self,
        memory_ids: Sequence[str],
        kinds: Sequence[EdgeKind],
        where: Filter,
        *,
        now: datetime,
        limit: int,
    ) -> list[Link]:
        """One hop from memories to memories along edges of these kinds, in either direction.

        Both directions of one edge count once per source. Heaviest first, at most `limit`.
        **Ties** by key, greatest first.
        """
        ...
