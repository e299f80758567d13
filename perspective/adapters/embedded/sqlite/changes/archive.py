"""What did one commit leave of change sets, reviews and communities?"""

from __future__ import annotations

from collections.abc import Collection

import apsw

from perspective.adapters.embedded.sqlite.changes.bodies import (
    communities_of,
    reviews_of,
    selected,
)
from perspective.adapters.embedded.sqlite.filter import among
from perspective.domain.changes.change_set import ChangeSet, Step, StepKind
from perspective.domain.changes.community import Community
from perspective.domain.changes.review import Review, ReviewKind, ReviewState

CHANGE = "SELECT body FROM changes WHERE id = ?"
REVIEW = "SELECT body FROM reviews WHERE id = ?"
COMMUNITY = "SELECT body FROM communities WHERE id = ?"
STEPS = "SELECT body FROM change_steps WHERE change_id = ? AND number > ? ORDER BY number LIMIT ?"
_COMMUNITIES = "SELECT body FROM communities WHERE id > ? ORDER BY id LIMIT ?"
_MEMBERSHIP = (
    "SELECT memory_id, min(id) FROM named_memories"
    " WHERE {} AND what = 'community' GROUP BY memory_id"
)
_UNDONE_STEPS = "SELECT body FROM change_steps WHERE state = 'undone'"
_UNDONE = "SELECT DISTINCT signature FROM change_steps WHERE state = 'undone'"


class SqliteChangeArchive:
    """The calls of `ChangeArchive` over a connection that reads."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection

    def changes(self, *, before: str | None, limit: int) -> list[ChangeSet]:
        """Change sets, the newest first."""
        where, values = ("", ()) if before is None else (" WHERE id < ?", (before,))
        sql = f"SELECT body FROM changes{where} ORDER BY id DESC LIMIT ?"
        return selected(self._connection, sql, (*values, limit), ChangeSet)

    def change(self, change_id: str) -> ChangeSet | None:
        """One of them, or None."""
        found = selected(self._connection, CHANGE, (change_id,), ChangeSet)
        return found[0] if found else None

    def steps(self, change_id: str, *, after: int, limit: int) -> list[Step]:
        """Its steps with numbers above `after`, by number."""
        return selected(self._connection, STEPS, (change_id, after, limit), Step)

    def undone_pairs(self, kinds: Collection[StepKind]) -> frozenset[tuple[str, str]]:
        """Each two memories that an undone step of these kinds was about."""
        undone = selected(self._connection, _UNDONE_STEPS, (), Step)
        return frozenset(pair for one in undone if one.kind in kinds for pair in one.pairs)

    def undone(self) -> frozenset[str]:
        """The signatures of the steps that were undone."""
        return frozenset(one for (one,) in self._connection.execute(_UNDONE))

    def reviews(
        self, state: ReviewState | None, kind: ReviewKind | None, *, before: str | None, limit: int
    ) -> list[Review]:
        """Reviews, the newest first."""
        sql, values = "SELECT body FROM reviews WHERE 1", list[str | int]()
        for condition, value in (("state = ?", state), ("kind = ?", kind), ("id < ?", before)):
            if value is not None:
                sql, values = f"{sql} AND {condition}", [*values, value]
        sql = f"{sql} ORDER BY id DESC LIMIT ?"
        return selected(self._connection, sql, (*values, limit), Review)

    def review(self, review_id: str) -> Review | None:
        """One of them, or None."""
        found = selected(self._connection, REVIEW, (review_id,), Review)
        return found[0] if found else None

    def reviews_of(self, memory_id: str) -> list[Review]:
        """The reviews that name a memory, by id."""
        return reviews_of(self._connection, memory_id)

    def communities(self, *, after: str, limit: int) -> list[Community]:
        """Communities with ids above `after`, by id."""
        return selected(self._connection, _COMMUNITIES, (after, limit), Community)

    def community(self, community_id: str) -> Community | None:
        """One of them, or None."""
        found = selected(self._connection, COMMUNITY, (community_id,), Community)
        return found[0] if found else None

    def membership(self, memory_ids: Collection[str]) -> dict[str, str]:
        """The community that each of the memories belongs to, the least id of several."""
        which = among("memory_id", tuple(memory_ids))
        return dict(self._connection.execute(_MEMBERSHIP.format(which.sql), which.values))

    def communities_of(self, memory_id: str) -> list[Community]:
        """Those that a memory belongs to, by id."""
        return communities_of(self._connection, memory_id)
