"""Which questions wait for a person, and what becomes of one that is decided?"""

from __future__ import annotations

import asyncio
from typing import get_args

from perspective.domain.changes.change_set import Plan
from perspective.domain.changes.decision import Decision
from perspective.domain.changes.review import Review, ReviewKind, ReviewState
from perspective.domain.changes.view import (
    Decided,
    ReviewDetail,
    ReviewPage,
    view_of_review,
)
from perspective.errors import Conflict, NotFound
from perspective.ports.analyzer import Analyzer
from perspective.ports.system import Clock, Ids
from perspective.ports.transaction import RecordTransaction
from perspective.services.browse import Browse
from perspective.services.changes.changes import Changes
from perspective.services.changes.decide import Decider
from perspective.services.changes.proposal import Proposal, proposal_of
from perspective.services.changes.rules import rules_for
from perspective.services.host import Space
from perspective.settings import Settings

JOB = "review"
_STATES: tuple[ReviewState, ...] = get_args(ReviewState)


class Reviews:
    """Shows and decides reviews. One instance serves all tenants."""

    def __init__(
        self,
        settings: Settings,
        changes: Changes,
        browse: Browse,
        analyzer: Analyzer,
        clock: Clock,
        ids: Ids,
    ) -> None:
        self._browse = browse
        self._settings = settings
        self._changes = changes
        self._analyzer = analyzer
        self._clock = clock
        self._ids = ids

    async def page(
        self,
        space: Space,
        state: ReviewState | None,
        kind: ReviewKind | None,
        *,
        before: str | None,
        limit: int,
    ) -> ReviewPage:
        """Reviews, the newest first, and how many there are in each state."""
        found, counts = await space.stores.records.read(
            lambda snapshot: (
                snapshot.archive.reviews(state, kind, before=before, limit=limit + 1),
                snapshot.review_counts(kind),
            )
        )
        cursor = found[limit - 1].id if len(found) > limit else None
        every = {one: counts.get(one, 0) for one in _STATES}
        return ReviewPage(tuple(map(view_of_review, found[:limit])), cursor, every)

    async def detail(self, space: Space, review_id: str, *, after: int, limit: int) -> ReviewDetail:
        """A review with some of its memories, as they stand. Raises NotFound."""
        review = await self._read(space, review_id)
        shown = review.memory_ids[after : after + limit]
        found = await space.stores.records.recorded(shown)
        memories = tuple(self._browse.view(space, one) for one in found)
        has_more = len(review.memory_ids) > after + limit
        return ReviewDetail(
            view_of_review(review), memories, str(after + limit) if has_more else None
        )

    async def decide(
        self, space: Space, review_id: str, wanted: Decision, *, actor: str
    ) -> Decided:
        """The decision is done, as a change set; undoing that asks again.

        Raises NotFound, InvalidRequest, and Conflict for a review that is decided already or whose
        memories do not stand as it knew them.
        """
        known = await self._read(space, review_id)
        proposal = await self._proposal(known)
        now, change_id = self._clock.now(), self._ids.new()
        decided = {"decided_at": now, "actor": actor, "change_id": change_id}

        def plan(tx: RecordTransaction) -> Plan:
            review = _open(tx, known)
            rules = rules_for(space.tenant, self._settings)
            decider = Decider(tx, review, wanted, rules, self._ids, now=now, decided=decided)
            return decider.plan(proposal)

        planned = await space.stores.records.write(plan)
        change = await self._changes.apply(
            space, planned, job=JOB, actor=actor, change_id=change_id
        )
        assert change is not None  # a decision has a step at least: the review's
        await self._check_done(space, change_id, len(planned.steps))
        await space.indexed(self._settings.server.index_wait_s)
        return Decided(view_of_review(await self._read(space, review_id)), change)

    async def _read(self, space: Space, review_id: str) -> Review:
        found = await space.stores.records.read(lambda snapshot: snapshot.archive.review(review_id))
        if found is None:
            raise NotFound(f"there is no review {review_id!r}")
        return found

    async def _proposal(self, review: Review) -> Proposal | None:
        if review.kind != "procedure":
            return None
        return await asyncio.to_thread(proposal_of, review, self._analyzer)

    async def _check_done(self, space: Space, change_id: str, number: int) -> None:
        """The step that settles the review is the last; raises Conflict with why it was skipped."""
        steps = await space.stores.records.read(
            lambda snapshot: snapshot.archive.steps(change_id, after=number - 1, limit=1)
        )
        if steps and steps[0].state == "skipped":
            raise Conflict(f"it was not decided: {steps[0].note}")


def _open(tx: RecordTransaction, known: Review) -> Review:
    """The review as it stands in this transaction."""
    review = tx.amend.kept(known)
    if review is None:
        raise NotFound(f"there is no review {known.id!r}")
    if review.state != "open":
        by = "" if review.change_id is None else f"; undo change {review.change_id} to decide anew"
        raise Conflict(f"it is {review.state} already{by}")
    return review
