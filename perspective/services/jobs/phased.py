"""How does a job made of phases look, change, and report?

It plans all of its phases against one state, and then does what it planned: so a preview, which only
plans, lists what a run would change.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from perspective.domain.changes.change_set import Plan
from perspective.domain.changes.draft import Draft
from perspective.domain.process import JobPreview, PlannedChange
from perspective.errors import PerspectiveError
from perspective.ports.system import Clock
from perspective.ports.transaction import Mark
from perspective.services.changes.changes import Changes
from perspective.services.host import Space
from perspective.services.jobs.job import Run
from perspective.services.jobs.look import Due, Look, Phase

_SHOWN = 1_000  # steps of a preview

Breathe = Callable[[], Awaitable[None]]


class PhasedJob:
    """Runs phases one after the other. One instance serves all tenants."""

    only_changed = True

    def __init__(
        self,
        name: str,
        summary: str,
        phases: Sequence[Phase],
        changes: Changes,
        clock: Clock,
    ) -> None:
        self.name = name
        self.summary = summary
        self._phases = phases
        self._changes = changes
        self._clock = clock

    async def run(self, space: Space, run: Run) -> None:
        """Plans all phases, then does what they planned, in small steps. A phase that cannot plan
        fails alone."""
        failures: dict[str, str] = {}
        look = await self._plan(space, run.breathe, failures)
        plans, marks, run.due_at = look.draft.plans, look.marks, look.due.at
        for reason in failures.values():
            run.note(failed=1, reason=reason)
        n_steps = sum(len(plan.steps) for plan in plans)
        n_done = 0
        for plan in plans:
            change = await self._changes.apply(
                space, plan, job=self.name, actor=self.name, breathe=run.breathe
            )
            n_changed = 0 if change is None else change.n_applied
            n_left = plan.n_seen - n_changed
            run.note(accepted=plan.n_seen, changed=n_changed, skipped=max(0, n_left))
            n_done += len(plan.steps)
            run.progress(n_done, n_steps)
            if plan.phase in marks and (change is None or not change.n_skipped):
                await _mark(space, Mark(plan.phase, marks[plan.phase]))

    async def preview(self, space: Space) -> JobPreview | None:
        """What a run would change now. Raises what kept a phase from planning."""
        failures: dict[str, str] = {}
        look = await self._plan(space, _at_once, failures)
        steps = [step for plan in look.draft.plans for step in plan.steps]
        counts: dict[str, int] = {}
        for step in steps:
            counts[step.kind] = counts.get(step.kind, 0) + 1
        return JobPreview(
            job=self.name,
            tenant_id=space.tenant.id,
            counts=counts,
            changes=tuple(
                PlannedChange(step.kind, step.memory_ids, step.reason) for step in steps[:_SHOWN]
            ),
            failures=failures,
        )

    async def plans(self, space: Space) -> tuple[Plan, ...]:
        """What a run would change, step by step, with every image."""
        return (await self._plan(space, _at_once, {})).draft.plans

    async def _plan(self, space: Space, breathe: Breathe, failures: dict[str, str]) -> Look:
        undone = await space.stores.records.read(lambda snapshot: snapshot.archive.undone())
        draft = Draft(undone)
        now = self._clock.now()
        look = Look(space, draft, now, breathe, {}, Due(now))
        for phase in self._phases:
            draft.begin()
            try:
                await phase.plan(look)
            except PerspectiveError as error:
                failures[phase.name] = f"{phase.name}: {error}"
                look.marks.pop(phase.name, None)
                draft.begin()
            if draft.n_put_off:
                look.marks.pop(phase.name, None)  # the next run looks again
            draft.end(phase.name)
        return look


async def _mark(space: Space, mark: Mark) -> None:
    """Notes how far a phase has looked, unless it is known: each write counts as a change."""
    records = space.stores.records
    if await records.read(lambda snapshot: snapshot.mark(mark.name)) != mark.seq:
        await records.write(lambda tx: tx.add(mark))


async def _at_once() -> None:
    """A preview is asked for by somebody who waits."""
