"""What did jobs and people change, and how is it done in small steps and taken back?

A plan is done a few steps in a transaction, each checked against what stands there now, and kept as
a change set from which it can be undone, today or after a restart.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import msgspec

from perspective.domain.changes.change_set import (
    ChangeDetail,
    ChangePage,
    ChangeSet,
    ChangeState,
    Plan,
    Step,
)
from perspective.errors import Conflict, NotFound
from perspective.ports.system import Clock, Ids
from perspective.ports.transaction import RecordTransaction
from perspective.services.changes import step as steps
from perspective.services.host import Space

_AT_ONCE = 16  # steps in one transaction: what a store may have to wait for
_LISTED = 500

_replace = msgspec.structs.replace


class Changes:
    """Does and undoes change sets. One instance serves all tenants."""

    def __init__(self, clock: Clock, ids: Ids) -> None:
        self._clock = clock
        self._ids = ids
        self._running: set[str] = set()

    async def apply(
        self,
        space: Space,
        plan: Plan,
        *,
        job: str,
        actor: str,
        breathe: Callable[[], Awaitable[None]] | None = None,
        change_id: str | None = None,
    ) -> ChangeSet | None:
        """The plan is done, as far as what it was made of still stands; None for an empty plan.

        `change_id` is for plans whose images name it, and comes from the same `Ids`. `breathe` is
        awaited between transactions, and may raise to stop: what is done stays, and stands in the
        change set.
        """
        if not plan.steps:
            return None
        change = ChangeSet(
            id=change_id or self._ids.new(),
            job=job,
            phase=plan.phase,
            actor=actor,
            created_at=self._clock.now(),
            n_steps=len(plan.steps),
            note=plan.note,
        )
        numbered = [
            _replace(one, number=number, change_id=change.id)
            for number, one in enumerate(plan.steps, start=1)
        ]
        self._running.add(change.id)
        state: ChangeState = "interrupted"
        try:
            for first in range(0, len(numbered), _AT_ONCE):
                batch = numbered[first : first + _AT_ONCE]
                change = await self._do(space, change, batch)
                if breathe is not None:
                    await breathe()
            state = "applied"
        finally:
            self._running.discard(change.id)
            change = await self._finish(space, change, state)
        return change

    async def undo(
        self,
        space: Space,
        change_id: str,
        *,
        actor: str,
        step: int | None = None,
        partial: bool = False,
    ) -> ChangeSet:
        """Everything that the change set did, or that one step did, is as it was before; safe to
        repeat.

        Raises NotFound, and Conflict, with nothing undone, where something that came later stands
        in the way or a memory was erased. With `partial` those steps stay as they are, each with
        the reason as its note, and all others are undone.
        """

        def check(tx: RecordTransaction) -> tuple[ChangeSet, list[Step]]:
            change = tx.amend.change(change_id)
            if change is None:
                raise NotFound(f"there is no change {change_id!r}")
            if change_id in self._running:
                raise Conflict("it is still being applied: stop the job first")
            wanted = [one for one in _all_steps(tx, change_id) if step in {None, one.number}]
            if step is not None and not wanted:
                raise NotFound(f"change {change_id} has no step {step}")
            if not partial and any(one.state == "erased" for one in wanted):
                raise Conflict("a memory that it is about was erased, and nothing brings that back")
            free: list[Step] = []
            for one in [one for one in wanted if one.state == "applied"]:
                if (reason := _hindrance(tx, one)) is None:
                    free.append(one)
                elif partial:
                    tx.amend.put_step(_replace(one, note=reason))
                else:
                    raise Conflict(f"it cannot be undone: {reason}")
            if free:
                change = _replace(change, state="undoing")
                tx.amend.put(change)
            return change, free

        change, free = await space.stores.records.write(check)
        while free:
            batch, free = free[-_AT_ONCE:], free[:-_AT_ONCE]
            await self._undo(space, batch, actor)
        return await self._undone(space, change)

    async def page(self, space: Space, *, before: str | None, limit: int) -> ChangePage:
        """Change sets, the newest first."""
        found = await space.stores.records.read(
            lambda snapshot: snapshot.archive.changes(before=before, limit=limit + 1)
        )
        cursor = found[limit - 1].id if len(found) > limit else None
        return ChangePage(tuple(map(self._shown, found[:limit])), cursor)

    async def detail(self, space: Space, change_id: str, *, after: int, limit: int) -> ChangeDetail:
        """A change set with some of its steps. Raises NotFound."""
        change, found = await space.stores.records.read(
            lambda snapshot: (
                snapshot.archive.change(change_id),
                snapshot.archive.steps(change_id, after=after, limit=limit + 1),
            )
        )
        if change is None:
            raise NotFound(f"there is no change {change_id!r}")
        cursor = str(found[limit - 1].number) if len(found) > limit else None
        return ChangeDetail(self._shown(change), tuple(found[:limit]), cursor)

    def _shown(self, change: ChangeSet) -> ChangeSet:
        """A change set that nobody goes on with was cut short; what it did can be undone."""
        if change.state != "applying" or change.id in self._running:
            return change
        interrupted: ChangeSet = _replace(change, state="interrupted")
        return interrupted

    async def _do(self, space: Space, change: ChangeSet, batch: list[Step]) -> ChangeSet:
        now = self._clock.now()

        def work(tx: RecordTransaction) -> ChangeSet:
            n_applied = 0
            for one in batch:
                reason = steps.refusal(tx, one)
                if reason is None:
                    steps.do(tx, one, now, change.actor)
                    n_applied += 1
                    tx.amend.put_step(_replace(one, state="applied"))
                else:  # what was not done needs no images
                    tx.amend.put_step(_replace(one, state="skipped", note=reason, images=()))
            done = _replace(
                change,
                n_applied=change.n_applied + n_applied,
                n_skipped=change.n_skipped + len(batch) - n_applied,
            )
            tx.amend.put(done)
            return done

        done: ChangeSet = await space.stores.records.write(work)
        space.wake()
        return done

    async def _finish(self, space: Space, change: ChangeSet, state: ChangeState) -> ChangeSet:
        done: ChangeSet = _replace(change, state=state, finished_at=self._clock.now())
        await space.stores.records.write(lambda tx: tx.amend.put(done))
        return done

    async def _undo(self, space: Space, batch: list[Step], actor: str) -> None:
        now = self._clock.now()

        def work(tx: RecordTransaction) -> None:
            for one in reversed(batch):
                if (reason := steps.hindrance(tx, one)) is not None:  # it came just now
                    raise Conflict(f"it cannot be undone further: {reason}")
                steps.undo(tx, one, now, actor)
                tx.amend.put_step(_replace(one, state="undone"))

        await space.stores.records.write(work)
        space.wake()

    async def _undone(self, space: Space, change: ChangeSet) -> ChangeSet:
        """It is undone when no step of it is left."""
        now = self._clock.now()

        def work(tx: RecordTransaction) -> ChangeSet:
            found = _all_steps(tx, change.id)
            done: ChangeSet = _replace(
                change,
                n_undone=sum(one.state == "undone" for one in found),
                state="applied" if any(one.state == "applied" for one in found) else "undone",
                undone_at=now,
            )
            tx.amend.put(done)
            return done

        if change.state == "undone" or (change.state != "undoing" and change.n_applied):
            return change  # nothing was left to undo
        return await space.stores.records.write(work)


def _all_steps(tx: RecordTransaction, change_id: str) -> list[Step]:
    found: list[Step] = []
    while page := tx.amend.steps(change_id, after=len(found), limit=_LISTED):
        found += page
    return found


def _hindrance(tx: RecordTransaction, one: Step) -> str | None:
    """Why a step cannot be taken back, and by which later change."""
    reason = steps.hindrance(tx, one)
    if reason is None:
        return None
    for memory_id in one.memory_ids:
        later = next((s for s in tx.amend.about(memory_id) if s.change_id > one.change_id), None)
        if later is not None and (by := tx.amend.change(later.change_id)) is not None:
            return f"{reason} (change {by.id}, {by.phase}, came after it)"
    return reason
