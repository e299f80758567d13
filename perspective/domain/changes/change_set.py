"""What did a job, or a person, change in one go, and how far is it?

A change set is a list of steps. A step is done whole or not at all; it names every memory that it
is about, and the versions that they must still have.
"""

from __future__ import annotations

import hashlib
from datetime import datetime
from typing import Literal

import msgspec

from perspective.domain.changes.image import Image

StepKind = Literal[
    "merge", "group", "promote", "flag", "close", "link", "archive", "forget", "propose", "decide"
]
# A step is withdrawn when a memory that it is about goes: nobody said that it was wrong.
StepState = Literal["planned", "applied", "skipped", "undone", "withdrawn", "erased"]
ChangeState = Literal["applying", "applied", "interrupted", "undoing", "undone"]


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """One change that makes sense by itself, and its reason.

    `memory_ids` are all memories whose words may be in the images or the reason. `needs` are the numbers of
    their latest versions when it was planned: a memory that was edited, hidden or erased since
    is left alone.
    """

    kind: StepKind
    memory_ids: tuple[str, ...]
    reason: str
    images: tuple[Image, ...]
    needs: dict[str, int] = {}
    since: str = ""  # what makes the same thing to do another one: it is due anew
    change_id: str = ""
    number: int = 0
    state: StepState = "planned"
    note: str | None = None  # why it was skipped

    @property
    def pairs(self) -> set[tuple[str, str]]:
        """Each two of the memories that it needs, the lesser id first."""
        ids = sorted(self.needs)
        return {(one, other) for n, one in enumerate(ids) for other in ids[n + 1 :]}

    def erased(self) -> Step:
        """The step after a memory that it is about was erased: what it did is not known any more."""
        emptied: Step = msgspec.structs.replace(
            self, state="erased", images=(), needs={}, reason="", note=None
        )
        return emptied

    @property
    def signature(self) -> str:
        """What it is about, whichever run plans it: one that was undone is not planned again."""
        versions = sorted((one, self.needs.get(one, 0)) for one in self.memory_ids)
        named = msgspec.json.encode((self.kind, versions, self.since))
        return hashlib.sha256(named).hexdigest()[:32]


class ChangeSet(msgspec.Struct, frozen=True, kw_only=True):
    """The steps of one phase of one run, as far as they were done; or a decision."""

    id: str
    job: str
    phase: str
    actor: str
    created_at: datetime
    state: ChangeState = "applying"
    n_steps: int = 0
    n_applied: int = 0
    n_skipped: int = 0
    n_undone: int = 0
    finished_at: datetime | None = None
    undone_at: datetime | None = None
    note: str | None = None  # figures of the phase


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """What a phase would do: its steps, how many things it looked at, and figures in words."""

    phase: str
    steps: tuple[Step, ...]
    n_seen: int = 0
    note: str | None = None


class ChangeDetail(msgspec.Struct, frozen=True):
    """A change set with a page of its steps."""

    change: ChangeSet
    steps: tuple[Step, ...]
    next_cursor: str | None = None


class ChangePage(msgspec.Struct, frozen=True):
    """Change sets, newest first."""

    items: tuple[ChangeSet, ...]
    next_cursor: str | None = None
