"""How is a step of a change set done and taken back, and where are change sets kept?"""

from __future__ import annotations

from collections.abc import Collection
from typing import Protocol, TypeVar

from perspective.domain.changes.change_set import ChangeSet, Step, StepKind
from perspective.domain.changes.community import Community
from perspective.domain.changes.review import Review, ReviewKind, ReviewState
from perspective.domain.graph import Edge, EdgeKind

R = TypeVar("R", Review, Community)


class Amendments(Protocol):
    """What a change set does inside a transaction, beside what every writer does."""

    def edge(self, source: str, kind: EdgeKind, target: str, predicate: str) -> Edge | None:
        """The edge, or None."""
        ...

    def edges_at(self, node_id: str) -> list[Edge]:
        """The edges at a memory or entity that are not derived, by source, kind, target and
        predicate."""
        ...

    def drop_edge(self, edge: Edge) -> None:
        """Takes the edge away; entities stay, whatever they have left."""
        ...

    def withdraw(self, memory_id: str) -> None:
        """The memory was never there: it goes with its versions and derived edges, which the change
        feed tells. Its other edges are gone before; its events stay."""
        ...

    def unappend(self, memory_id: str) -> None:
        """The latest version was never there; the one before is open again."""
        ...

    def put(self, row: Review | Community | ChangeSet) -> None:
        """Adds the row, or overwrites the one of its id."""
        ...

    def kept(self, row: R) -> R | None:
        """The row of the same kind and id as it stands, or None."""
        ...

    def drop(self, row: Review | Community) -> None:
        """Takes the row of this id away, if it is there."""
        ...

    def put_step(self, step: Step) -> None:
        """Keeps a step under its change set and number."""
        ...

    def change(self, change_id: str) -> ChangeSet | None:
        """A change set, or None."""
        ...

    def steps(self, change_id: str, *, after: int, limit: int) -> list[Step]:
        """Steps with numbers above `after`, by number."""
        ...

    def about(self, memory_id: str) -> list[Step]:
        """The applied steps that name the memory, the latest first."""
        ...


class ChangeArchive(Protocol):
    """What one commit left of change sets, reviews and communities."""

    def changes(self, *, before: str | None, limit: int) -> list[ChangeSet]:
        """Change sets with ids below `before`, the greatest, which is the newest, first."""
        ...

    def change(self, change_id: str) -> ChangeSet | None:
        """One of them, or None."""
        ...

    def steps(self, change_id: str, *, after: int, limit: int) -> list[Step]:
        """Its steps with numbers above `after`, by number."""
        ...

    def undone_pairs(self, kinds: Collection[StepKind]) -> frozenset[tuple[str, str]]:
        """Each two memories, the lesser id first, that an undone step of these kinds was about."""
        ...

    def undone(self) -> frozenset[str]:
        """The signatures of the steps that were undone: nobody wants them again."""
        ...

    def reviews(
        self, state: ReviewState | None, kind: ReviewKind | None, *, before: str | None, limit: int
    ) -> list[Review]:
        """Reviews with ids below `before`, the greatest first."""
        ...

    def review(self, review_id: str) -> Review | None:
        """One of them, or None."""
        ...

    def reviews_of(self, memory_id: str) -> list[Review]:
        """The reviews that name a memory, by id."""
        ...

    def communities(self, *, after: str, limit: int) -> list[Community]:
        """Communities with ids above `after`, by id."""
        ...

    def community(self, community_id: str) -> Community | None:
        """One of them, or None."""
        ...

    def membership(self, memory_ids: Collection[str]) -> dict[str, str]:
        """The community that each of the memories belongs to, the least id of several; those that
        belong to none are left out."""
        ...

    def communities_of(self, memory_id: str) -> list[Community]:
        """Those that a memory belongs to, by id."""
        ...
