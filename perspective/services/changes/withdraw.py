"""What becomes of changes when a memory that they are about goes?

What was joined with it, or closed for its sake, stands by itself again: deleting or erasing one memory
takes no other along, and leaves nothing of it in another.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

import msgspec

from perspective.domain.changes.change_set import Step, StepKind
from perspective.domain.changes.image import Appended, with_fields
from perspective.domain.memory import Recorded
from perspective.ports.transaction import RecordTransaction
from perspective.services.changes import step as steps

_KINDS: frozenset[StepKind] = frozenset({"merge", "close"})


def withdraw_promotions(tx: RecordTransaction, memory_id: str, now: datetime, actor: str) -> None:
    """What an episode was promoted to, as long as nobody touched it, is gone: its words are others
    now, and are promoted anew."""
    for one in tx.amend.about(memory_id):
        if one.kind == "promote" and steps.hindrance(tx, one) is None:
            steps.undo(tx, one, now, actor)
            tx.amend.put_step(msgspec.structs.replace(one, state="withdrawn"))


def withdraw_about(
    tx: RecordTransaction, memory_ids: Iterable[str], now: datetime, actor: str
) -> None:
    """Joinings and closings about the memories are taken back, the latest first. Where something that
    came later stands in the way, what was hidden for a memory's sake is shown again at least."""
    ids = list(dict.fromkeys(memory_ids))
    found = {(s.change_id, s.number): s for one in ids for s in tx.amend.about(one)}
    for place in sorted(found, reverse=True):
        one = found[place]
        if one.kind not in _KINDS:
            continue
        if steps.hindrance(tx, one) is None:
            steps.undo(tx, one, now, actor)
            tx.amend.put_step(msgspec.structs.replace(one, state="withdrawn"))
        else:
            _show(tx, one, set(ids), now)


def _show(tx: RecordTransaction, step: Step, gone: set[str], now: datetime) -> None:
    """What the step hid for the sake of one that goes is as it was, in a version of its own."""
    for image in step.images:
        if not isinstance(image, Appended) or image.after.get("superseded_by") not in gone:
            continue
        hidden = tx.memory(image.memory_id)
        if hidden is None or hidden.version.superseded_by != image.after["superseded_by"]:
            continue
        _append(tx, hidden, {**image.before, "superseded_by": None}, now)
        if hidden.memory.state == "retired":
            tx.replace(msgspec.structs.replace(hidden.memory, state="active"))


def _append(tx: RecordTransaction, one: Recorded, fields: dict[str, Any], now: datetime) -> None:
    version = with_fields(one.version, {**fields, "number": one.version.number + 1})
    known_from = max(now, one.version.known_from)
    tx.append(msgspec.structs.replace(version, known_from=known_from))
