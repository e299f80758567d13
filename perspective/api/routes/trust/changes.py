"""What did jobs and decisions change, and what waits for a person's word?"""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from perspective.api.operation import ACTOR, Call, Resource
from perspective.api.wire import ExcerptQuery, TenantPageQuery, TenantQuery
from perspective.domain.changes.change_set import ChangePage, ChangeSet
from perspective.domain.changes.decision import Decision
from perspective.domain.changes.review import ReviewKind, ReviewState
from perspective.domain.changes.view import ChangeView, Decided, ReviewDetail, ReviewPage
from perspective.domain.query import MaxChars
from perspective.domain.trust.excerpt import excerpt_of_change


class ChangePath(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The change set meant."""

    id: Annotated[str, Meta(min_length=1, max_length=128, description="A change set's id.")]


class ReviewPath(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The review meant."""

    id: Annotated[str, Meta(min_length=1, max_length=128, description="A review's id.")]


class ReviewsQuery(TenantPageQuery, frozen=True, kw_only=True):
    """Which reviews: of any state and kind, when none is named."""

    state: ReviewState | None = None
    kind: ReviewKind | None = None


class ReviewQuery(TenantPageQuery, frozen=True, kw_only=True):
    """Which of its memories, and how much of their contents."""

    max_chars: MaxChars | None = None


class UndoQuery(TenantQuery, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How much is undone: all of it, or one step, or what can be."""

    step: (
        Annotated[int, Meta(ge=1, le=2_147_483_647, description="Only the step with this number.")]
        | None
    ) = None
    partial: Annotated[bool, Meta(description="Undo what can be undone, and leave the rest.")] = (
        False
    )


changes = Resource("changes", "What jobs and decisions changed; it can be undone.")
reviews = Resource("reviews", "Questions to a person, which no job may decide.")


@changes.operation("GET", "/api/changes", summary="Lists change sets, the newest first")
async def list_changes(call: Call, query: TenantPageQuery) -> ChangePage:
    """Each is what one phase of a job, or one decision, changed; `interrupted` ones were cut short,
    and what they did can be undone."""
    return await call.memory.changes.list(
        tenant_id=query.tenant_id, cursor=query.cursor, limit=query.limit
    )


@changes.operation("GET", "/api/changes/{id}", summary="Reads a change set with its steps")
async def read_change(call: Call, path: ChangePath, query: ExcerptQuery) -> ChangeView:
    """Each step with its reason and what it made, changed or removed. The steps of a memory that was
    erased say no more what they did."""
    view = await call.memory.changes.read(
        path.id, tenant_id=query.tenant_id, cursor=query.cursor, limit=query.limit
    )
    return excerpt_of_change(view, query.max_chars)


@changes.operation("POST", "/api/changes/{id}/undo", summary="Undoes a change set")
async def undo_change(call: Call, path: ChangePath, query: UndoQuery) -> ChangeSet:
    """All of it, or nothing: where something that came later rests on it, or a memory was erased,
    the answer is a conflict with the reason; with `partial` only those steps stay as they are, and
    their notes say why. Safe to repeat."""
    return await call.memory.changes.undo(
        path.id,
        step=query.step,
        partial=query.partial,
        tenant_id=query.tenant_id,
        actor=ACTOR,
    )


@reviews.operation("GET", "/api/reviews", summary="Lists reviews, the newest first")
async def list_reviews(call: Call, query: ReviewsQuery) -> ReviewPage:
    """Contradictions, stale statements, forgettable memories and proposed procedures."""
    return await call.memory.reviews.list(
        query.state,
        query.kind,
        tenant_id=query.tenant_id,
        cursor=query.cursor,
        limit=query.limit,
    )


@reviews.operation("GET", "/api/reviews/{id}", summary="Reads a review with its memories")
async def read_review(call: Call, path: ReviewPath, query: ReviewQuery) -> ReviewDetail:
    """The memories as they stand, by pages; erased ones are not among them."""
    return await call.memory.reviews.read(
        path.id,
        tenant_id=query.tenant_id,
        cursor=query.cursor,
        limit=query.limit,
        max_chars=query.max_chars,
    )


@reviews.operation(
    "POST", "/api/reviews/{id}", summary="Decides a review", example={"decision": "confirm"}
)
async def decide_review(
    call: Call, path: ReviewPath, query: TenantQuery, body: Decision
) -> Decided:
    """What the decision changes is a change set: undoing it opens the review again."""
    return await call.memory.reviews.decide(path.id, body, tenant_id=query.tenant_id, actor=ACTOR)
