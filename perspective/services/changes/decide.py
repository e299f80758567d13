"""What does a person's decision about a review change?

Everything that a decision does is in the steps that are made here, the review with it; so it is shown,
can be undone, and its undoing asks the question again. Nothing is written here.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import msgspec

from perspective.domain.changes.change_set import Plan, Step
from perspective.domain.changes.decision import Decision
from perspective.domain.changes.draft import Draft
from perspective.domain.changes.image import Asked, Identity, Image, Linked, appended, identity
from perspective.domain.changes.review import Review, ReviewState
from perspective.domain.memory import PROMOTED, Recorded, Semantic
from perspective.domain.trust.rules import Rules, is_forgettable
from perspective.errors import Conflict, InvalidRequest
from perspective.ports.system import Ids
from perspective.ports.transaction import RecordTransaction
from perspective.services.changes.proposal import Proposal, insertion

_DERIVED_REASON = "what it was derived from holds no longer"


class Decider:
    """Makes the steps of one decision, within the transaction that looks at what stands."""

    def __init__(
        self,
        tx: RecordTransaction,
        review: Review,
        wanted: Decision,
        rules: Rules,
        ids: Ids,
        *,
        now: datetime,
        decided: dict[str, Any],
    ) -> None:
        self._tx = tx
        self._review = review
        self._wanted = wanted
        self._rules = rules
        self._ids = ids
        self._now = now
        self._decided = decided  # the fields of a decided review, but for its state

    def plan(self, proposal: Proposal | None) -> Plan:
        """The steps; raises Conflict where what the review speaks of does not stand any more."""
        is_pick = self._wanted.decision == "pick"
        if is_pick and self._review.kind != "contradiction":
            raise _wrong("decision", "of two statements one can be picked, of nothing else")
        draft = Draft()
        draft.begin()
        for step in self._steps(proposal):
            draft.add(step)
        return draft.end(self._review.kind)

    def _steps(self, proposal: Proposal | None) -> list[Step]:
        kind = self._review.kind
        if kind == "stale":
            return [self._judge()]
        if self._wanted.decision == "reject":
            return [self._reject()]
        if kind == "contradiction":
            return [self._close()]
        if kind == "forgettable":
            return self._forget()
        assert proposal is not None
        return [self._keep(proposal)]

    def _settle(self, state: ReviewState = "confirmed") -> Asked:
        after = msgspec.structs.replace(self._review, state=state, **self._decided)
        return Asked(self._review, after)

    def _reject(self) -> Step:
        """All is left as it is; two statements that were thought to contradict each other do not."""
        images: list[Image] = []
        if self._review.kind == "contradiction":
            one, other = self._pair()
            images += [
                Linked(edge, None)
                for edge in self._tx.amend.edges_at(one)
                if edge.kind == "contradicts" and {edge.source, edge.target} == {one, other}
            ]
        return Step(
            kind="decide",
            memory_ids=self._review.memory_ids,
            reason="a person rejected it",
            images=(*images, self._settle("rejected")),
        )

    def _close(self) -> Step:
        """One of two statements holds; the other held until then, and what was derived from it is
        asked about."""
        older, newer = self._pair()
        held = newer if self._wanted.decision == "confirm" else self._wanted.memory_id
        if held not in {older, newer}:
            raise _wrong("memory_id", "must be one of the two statements")
        closed = self._living(older if held == newer else newer)
        holds = self._living(held)
        until = max(holds.at, closed.version.valid_from or holds.at)
        if closed.version.valid_to is not None:
            until = min(until, closed.version.valid_to)
        flags: list[Image] = []
        for one in self._tx.derived(closed.memory.id):
            if one.memory.id != held and self._hangs_on(one, closed.memory.id):
                flags += self._doubted(one, closed.memory.id)
        return Step(
            kind="close",
            memory_ids=(older, newer),
            reason="a person said which of the two holds",
            images=(
                appended(closed, valid_to=until, superseded_by=held), *flags, self._settle()
            ),
            needs={closed.memory.id: closed.version.number},
        )  # fmt: skip

    def _hangs_on(self, derived: Recorded, closed: str) -> bool:
        """Whether nothing else that holds supports what was derived from a closed statement."""
        if derived.memory.deleted_at is not None or derived.memory.state == "retired":
            return False
        return not any(
            one.memory.id != closed
            and one.memory.deleted_at is None
            and one.memory.state != "retired"
            and one.version.superseded_by is None
            for one in self._tx.sources(derived.memory.id)
        )

    def _doubted(self, derived: Recorded, closed: str) -> list[Image]:
        """It is less sure, and a person is asked about it."""
        before = derived.version.confidence
        review = Review(
            id=self._ids.new(),
            kind="stale",
            memory_ids=(derived.memory.id, closed),
            reason=_DERIVED_REASON,
            created_at=self._now,
            detail={"confidence": before},
        )
        lowered = appended(derived, confidence=before * self._rules.stale_confidence)
        return [lowered, Asked(None, review)]

    def _judge(self) -> Step:
        """A statement is retired, or found to hold: then it counts as validated now, and is as sure
        as it was before it was flagged (`detail["confidence"]`)."""
        about = self._review.memory_ids[0]
        if self._wanted.decision == "confirm":
            found = self._living(about)
            image = identity(found.memory, state="retired")
            return self._decision("it does not hold any more", found, image, "confirmed")
        standing = self._tx.memory(about)
        detail = None if standing is None else standing.version.detail
        if standing is None or standing.memory.deleted_at is not None:
            return self._reject()
        if not isinstance(detail, Semantic):  # a procedure: that it stays is all
            return self._reject()
        held: dict[str, Any] = {
            "detail": msgspec.structs.replace(detail, last_validated_at=self._now)
        }
        before = self._review.detail.get("confidence")
        if isinstance(before, int | float) and 0.0 <= before <= 1.0:
            held["confidence"] = float(before)
        return self._decision("it holds", standing, appended(standing, **held), "rejected")

    def _decision(self, reason: str, found: Recorded, image: Image, state: ReviewState) -> Step:
        return Step(
            kind="decide",
            memory_ids=self._review.memory_ids,
            reason=f"a person said that {reason}",
            images=(image, self._settle(state)),
            needs={found.memory.id: found.version.number},
        )

    def _keep(self, proposal: Proposal) -> Step:
        """The proposed procedure is a memory, which its sources support."""
        sources = [
            found
            for memory_id in self._review.memory_ids
            if (found := self._tx.memory(memory_id)) is not None and found.memory.deleted_at is None
        ]
        if not sources:
            raise Conflict("nothing is left of what the procedure was seen in")
        images = insertion(proposal, sources, memory_id=self._ids.new(), now=self._now)
        return Step(
            kind="promote",
            memory_ids=self._review.memory_ids,
            reason="a person confirmed the procedure",
            images=(*images, self._settle()),
        )

    def _forget(self) -> list[Step]:
        """What is still as it was is deleted, with what was read in it; the review comes last, so
        that it stays open if this is cut short."""
        listed = self._review.memory_ids
        if strange := set(self._wanted.memory_ids) - set(listed):
            raise _wrong("memory_ids", f"the review does not list {min(strange)!r}")
        chosen = [one for one in listed if one in set(self._wanted.memory_ids or listed)]
        gone = {one: found for one in chosen if (found := self._forgettable(one)) is not None}
        steps = [
            Step(
                kind="forget",
                memory_ids=tuple(one.memory.id for one in group),
                reason="a person let it go",
                images=tuple(self._hidden(one) for one in group),
                needs={one.memory.id: one.version.number for one in group},
            )
            for group in self._groups(gone)
        ]
        last = Step(
            kind="decide",
            memory_ids=listed,
            reason=f"a person let go of {len(chosen)} of {len(listed)} memories",
            images=(self._settle(),),
        )
        return [*steps, last]

    def _forgettable(self, memory_id: str) -> Recorded | None:
        """The memory, if it was neither used, pinned, edited nor deleted since it was listed."""
        found = self._tx.memory(memory_id)
        if found is None or found.version.known_from > self._review.created_at:
            return None
        return found if is_forgettable(found.memory, self._now, self._rules) else None

    def _hidden(self, one: Recorded) -> Identity:
        return identity(one.memory, deleted_at=self._now, pinned=one.memory.pinned)

    def _groups(self, gone: dict[str, Recorded]) -> list[list[Recorded]]:
        """What is deleted together: texts, with what was read in them and no other text says.

        A text stays that is the last to support something that is still held: see `_is_held`.
        """
        group_of: dict[str, list[Recorded]] = {one: [found] for one, found in gone.items()}
        for memory_id in gone:
            for fact in self._tx.derived(memory_id):
                group = group_of.get(memory_id)
                if group is None or fact.memory.deleted_at is not None:
                    continue
                if any(fact.memory.id == one.memory.id for one in group):
                    continue
                sources = self._tx.sources(fact.memory.id)
                living = [one.memory.id for one in sources if one.memory.deleted_at is None]
                if any(one not in group_of for one in living):
                    continue  # somebody else says it too
                if self._is_held(fact):
                    for one in group:
                        group_of.pop(one.memory.id, None)
                    continue
                self._join(group_of, [*living, fact.memory.id], fact)
        seen: dict[int, list[Recorded]] = {id(group): group for group in group_of.values()}
        return list(seen.values())

    def _join(
        self, group_of: dict[str, list[Recorded]], members: Sequence[str], fact: Recorded
    ) -> None:
        """These are deleted together from now on."""
        together = {one.memory.id: one for m in members for one in group_of.get(m, ())}
        together[fact.memory.id] = fact
        group = list(together.values())
        group_of.update(dict.fromkeys(together, group))

    def _is_held(self, fact: Recorded) -> bool:
        """Whether a statement is worth keeping its last text for: it was promoted, pinned or used,
        and is not forgettable itself."""
        memory = fact.memory
        has_worth = memory.pinned or memory.source == PROMOTED or memory.access_count > 0
        return has_worth and not is_forgettable(memory, self._now, self._rules)

    def _pair(self) -> tuple[str, str]:
        older, newer = self._review.memory_ids[:2]
        return older, newer

    def _living(self, memory_id: str) -> Recorded:
        found = self._tx.memory(memory_id)
        if found is None or found.memory.deleted_at is not None:
            raise Conflict(f"memory {memory_id} is gone; reject the review to close it")
        if found.memory.state == "retired":
            raise Conflict(f"memory {memory_id} is retired; reject the review to close it")
        asked_of = self._review.versions.get(memory_id, found.version.number)
        if found.version.number != asked_of:
            raise Conflict(f"memory {memory_id} was edited since; reject the review to close it")
        return found


def _wrong(field: str, reason: str) -> InvalidRequest:
    return InvalidRequest(f"{field}: {reason}", fields=((field, reason),))
