"""How does a person see what was changed, and what waits for a word of theirs?"""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal

import msgspec
from msgspec import UNSET, UnsetType

from perspective.domain.answer import MemoryView
from perspective.domain.changes.change_set import ChangeSet, Step, StepKind, StepState
from perspective.domain.changes.image import (
    Appended,
    Asked,
    Grouped,
    Identity,
    Image,
    Inserted,
    Linked,
)
from perspective.domain.changes.review import Review, ReviewKind, ReviewState

_N_SHOWN = 20
_INNER = ("terms", "content_hash")  # how content is kept, not what was changed


class RowChange(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One thing that a step made, changed or took away: a memory or review by its `id`, an edge by
    its ends. `before` and `after` hold only what differs."""

    what: Literal["memory", "edge", "review", "community"]
    action: Literal["made", "changed", "removed"]
    id: str | None = None
    source: str | None = None
    kind: str | None = None
    target: str | None = None
    before: dict[str, Any] = {}
    after: dict[str, Any] = {}


class StepView(msgspec.Struct, frozen=True, kw_only=True):
    """One step of a change set. `note` says why it was skipped; `is_cut`, only where it is true, that
    not all of its changes are shown, as the caller wished."""

    number: int
    kind: StepKind
    state: StepState
    reason: str
    note: str | None
    memory_ids: tuple[str, ...]
    changes: tuple[RowChange, ...]
    is_cut: bool | UnsetType = UNSET


class ChangeView(msgspec.Struct, frozen=True):
    """A change set with a page of its steps."""

    change: ChangeSet
    steps: tuple[StepView, ...]
    next_cursor: str | None = None


class ReviewView(msgspec.Struct, frozen=True, kw_only=True):
    """A question to a person. `memory_ids` are the first of `n_memories`; of a contradiction the
    older, then the newer."""

    id: str
    kind: ReviewKind
    state: ReviewState
    reason: str
    memory_ids: tuple[str, ...]
    n_memories: int
    created_at: datetime
    detail: dict[str, Any] = {}
    decided_at: datetime | None = None
    actor: str | None = None
    change_id: str | None = None


class ReviewPage(msgspec.Struct, frozen=True):
    """Reviews, newest first. `counts` says how many of the kind asked for, else of all, are in each
    state, whichever state is listed."""

    items: tuple[ReviewView, ...]
    next_cursor: str | None = None
    counts: dict[ReviewState, int] = {}


class ReviewDetail(msgspec.Struct, frozen=True):
    """A review with a page of the memories that it is about, as they stand."""

    review: ReviewView
    memories: tuple[MemoryView, ...]
    next_cursor: str | None = None


class Decided(msgspec.Struct, frozen=True):
    """A review after a decision, and the change set that the decision made."""

    review: ReviewView
    change: ChangeSet


def view_of_step(step: Step) -> StepView:
    """The step as a person reads it."""
    return StepView(
        number=step.number,
        kind=step.kind,
        state=step.state,
        reason=step.reason,
        note=step.note,
        memory_ids=step.memory_ids[:_N_SHOWN],
        changes=tuple(map(_view_of_image, step.images)),
    )


def view_of_review(review: Review) -> ReviewView:
    """The review as a person reads it."""
    return ReviewView(
        id=review.id,
        kind=review.kind,
        state=review.state,
        reason=review.reason,
        memory_ids=review.memory_ids[:_N_SHOWN],
        n_memories=len(review.memory_ids),
        created_at=review.created_at,
        detail=review.detail,
        decided_at=review.decided_at,
        actor=review.actor,
        change_id=review.change_id,
    )


def _view_of_image(image: Image) -> RowChange:
    match image:
        case Inserted(memory, version):
            after = {
                "type": memory.type,
                "namespace": memory.namespace,
                "source": memory.source,
                "content": version.content,
                "confidence": version.confidence,
            }
            return RowChange(what="memory", action="made", id=memory.id, after=after)
        case Identity() | Appended():
            return RowChange(
                what="memory",
                action="changed",
                id=image.memory_id,
                before=_shown(image.before),
                after=_shown(image.after),
            )
        case Linked(before, after_edge):
            edge = before or after_edge
            assert edge is not None
            return RowChange(
                what="edge",
                action=_action(before, after_edge),
                source=edge.source,
                kind=edge.kind,
                target=edge.target,
                before={} if before is None else {"weight": before.weight},
                after={} if after_edge is None else {"weight": after_edge.weight},
            )
        case Asked(before_review, after_review):
            return _view_of_row("review", before_review, after_review, "state")
        case Grouped(before_group, after_group):
            return _view_of_row("community", before_group, after_group, "member_ids")


def _view_of_row(
    what: Literal["review", "community"], before: Any, after: Any, field: str
) -> RowChange:
    return RowChange(
        what=what,
        action=_action(before, after),
        id=(before or after).id,
        before={} if before is None else {field: getattr(before, field)},
        after={} if after is None else {field: getattr(after, field)},
    )


def _action(before: object, after: object) -> Literal["made", "changed", "removed"]:
    if before is None:
        return "made"
    return "removed" if after is None else "changed"


def _shown(fields: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if name not in _INNER}
