"""What would a run change? Its plans as they grow, phase by phase, against one state.

No row is touched twice in a run, and nothing rests on what an earlier step of it touches: so the plans
are what will happen, in any order, and each can be taken back by itself. What is left out for that
reason is found by the next run.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator

import msgspec

from perspective.domain.changes.change_set import Plan, Step
from perspective.domain.changes.image import (
    Appended,
    Asked,
    Grouped,
    Identity,
    Image,
    Inserted,
    Linked,
)


class Draft:
    """The plans of one run. `unwanted` are signatures of steps that were undone before."""

    def __init__(self, unwanted: frozenset[str] = frozenset()) -> None:
        self._unwanted = unwanted
        self._plans: list[Plan] = []
        self._steps: list[Step] = []
        self._touched: set[Hashable] = set()
        self.n_seen = 0
        self.n_put_off = 0
        self.note: str | None = None

    def begin(self) -> None:
        """A phase begins."""
        self._steps, self.n_seen, self.n_put_off, self.note = [], 0, 0, None

    def end(self, phase: str) -> Plan:
        """The phase's plan."""
        plan = Plan(phase=phase, steps=self.steps, n_seen=self.n_seen, note=self.note)
        self._plans.append(plan)
        return plan

    @property
    def plans(self) -> tuple[Plan, ...]:
        """The plans of the phases that have ended."""
        return tuple(self._plans)

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps of the phase that goes on."""
        return tuple(self._steps)

    def add(self, step: Step) -> bool:
        """Takes the step in, unless it was undone before, or touches or needs what an earlier one
        touches."""
        touched = {place for image in step.images for place in places(image)}
        needed = {("memory", memory_id) for memory_id in step.needs}
        if (touched | needed) & self._touched:
            self.n_put_off += 1
            return False
        named = (name for image in step.images for name in _named(image))
        about = tuple(dict.fromkeys((*step.memory_ids, *named)))
        step = msgspec.structs.replace(step, memory_ids=about)
        if step.signature in self._unwanted:
            return False
        self._touched |= touched
        self._steps.append(step)
        return True


def places(image: Image) -> Iterator[Hashable]:
    """The rows that an image touches."""
    match image:
        case Inserted():
            yield "memory", image.memory.id
        case Identity() | Appended():
            yield "memory", image.memory_id
        case Linked():
            edge = image.before or image.after
            assert edge is not None
            yield "edge", edge.source, edge.kind, edge.target, edge.predicate
        case Asked():
            row = image.before or image.after
            assert row is not None
            yield "review", row.id
        case Grouped():
            group = image.before or image.after
            assert group is not None
            yield "community", group.id


def _named(image: Image) -> Iterator[str]:
    """The memories whose words may be in an image: when one is erased, the image goes."""
    match image:
        case Inserted():
            yield image.memory.id
        case Identity() | Appended():
            yield image.memory_id
        case Linked():
            edge = image.before or image.after
            assert edge is not None
            if edge.memory_id is not None:
                yield edge.memory_id
        case Asked():
            for row in filter(None, (image.before, image.after)):
                yield from row.memory_ids
        case Grouped():
            for group in filter(None, (image.before, image.after)):
                yield from group.member_ids if group.summary is not None else ()
