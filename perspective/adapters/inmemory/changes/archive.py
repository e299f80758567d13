"""What did one commit leave of change sets, reviews and communities, in memory?"""

from __future__ import annotations

from collections.abc import Collection

from perspective.adapters.inmemory.state import InMemoryState
from perspective.domain.changes.change_set import ChangeSet, Step, StepKind
from perspective.domain.changes.community import Community
from perspective.domain.changes.review import Review, ReviewKind, ReviewState


class InMemoryChangeArchive:
    """The calls of `ChangeArchive` over a tenant's tables."""

    def __init__(self, state: InMemoryState) -> None:
        self._state = state

    def changes(self, *, before: str | None, limit: int) -> list[ChangeSet]:
        """Change sets, the newest first."""
        ids = [one for one in self._state.changes if before is None or one < before]
        return [self._state.changes[one] for one in sorted(ids, reverse=True)[:limit]]

    def change(self, change_id: str) -> ChangeSet | None:
        """One of them, or None."""
        return self._state.changes.get(change_id)

    def steps(self, change_id: str, *, after: int, limit: int) -> list[Step]:
        """Its steps with numbers above `after`, by number."""
        steps = self._state.steps.items()
        found = [step for (of, number), step in steps if of == change_id and number > after]
        return sorted(found, key=lambda step: step.number)[:limit]

    def undone_pairs(self, kinds: Collection[StepKind]) -> frozenset[tuple[str, str]]:
        """Each two memories that an undone step of these kinds was about."""
        undone = [one for one in self._state.steps.values() if one.state == "undone"]
        return frozenset(pair for one in undone if one.kind in kinds for pair in one.pairs)

    def undone(self) -> frozenset[str]:
        """The signatures of the steps that were undone."""
        steps, signatures = self._state.steps, self._state.signatures
        return frozenset(signatures[at] for at, one in steps.items() if one.state == "undone")

    def reviews(
        self, state: ReviewState | None, kind: ReviewKind | None, *, before: str | None, limit: int
    ) -> list[Review]:
        """Reviews, the newest first."""
        found = [
            one
            for one in self._state.reviews.values()
            if state in {None, one.state}
            and kind in {None, one.kind}
            and (before is None or one.id < before)
        ]
        return sorted(found, key=lambda one: one.id, reverse=True)[:limit]

    def review(self, review_id: str) -> Review | None:
        """One of them, or None."""
        return self._state.reviews.get(review_id)

    def reviews_of(self, memory_id: str) -> list[Review]:
        """The reviews that name a memory, by id."""
        every = self._state.reviews
        return [every[one] for one in sorted(every) if memory_id in every[one].memory_ids]

    def communities(self, *, after: str, limit: int) -> list[Community]:
        """Communities with ids above `after`, by id."""
        ids = sorted(one for one in self._state.communities if one > after)
        return [self._state.communities[one] for one in ids[:limit]]

    def community(self, community_id: str) -> Community | None:
        """One of them, or None."""
        return self._state.communities.get(community_id)

    def membership(self, memory_ids: Collection[str]) -> dict[str, str]:
        """The community that each of the memories belongs to, the least id of several."""
        asked = set(memory_ids)
        found: dict[str, str] = {}
        for one in self.communities(after="", limit=len(self._state.communities)):
            for memory_id in asked.intersection(one.member_ids):
                found.setdefault(memory_id, one.id)
        return found

    def communities_of(self, memory_id: str) -> list[Community]:
        """Those that a memory belongs to, by id."""
        every = self.communities(after="", limit=len(self._state.communities))
        return [one for one in every if memory_id in one.member_ids]
