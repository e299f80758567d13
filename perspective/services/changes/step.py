"""How is one step of a change set done, and how is it taken back, within a transaction?

It is first asked whether every row still stands as the step found, or left, it. Then each image is
put in place, in order, and taken back in the opposite order. Nothing here waits.
"""

from __future__ import annotations

from datetime import datetime

import msgspec

from perspective.domain.changes.change_set import Step, StepKind
from perspective.domain.changes.community import Community
from perspective.domain.changes.image import (
    Appended,
    Asked,
    Grouped,
    Identity,
    Image,
    Inserted,
    Linked,
    is_same_edge,
    is_same_memory,
    with_fields,
)
from perspective.domain.changes.review import Review
from perspective.domain.event import Event, EventKind
from perspective.domain.graph import Edge
from perspective.domain.memory import Memory, Procedural, Recorded, Version
from perspective.ports.transaction import RecordTransaction

_EVENTS: dict[StepKind, EventKind] = {
    "merge": "merged",
    "promote": "promoted",
    "flag": "flagged",
    "close": "superseded",
    "archive": "archived",
    "forget": "deleted",
    "decide": "decided",
}


def refusal(tx: RecordTransaction, step: Step) -> str | None:
    """Why the step cannot be done now; None when it can."""
    for memory_id, number in step.needs.items():
        found = tx.memory(memory_id)
        if found is None:
            return f"memory {memory_id} is gone"
        if found.memory.deleted_at is not None:
            return f"memory {memory_id} was deleted"
        if found.version.number != number:
            return f"memory {memory_id} was edited"
    return next(filter(None, (_unlike(tx, image, is_done=False) for image in step.images)), None)


def hindrance(tx: RecordTransaction, step: Step) -> str | None:
    """Why the step cannot be taken back now; None when it can."""
    reason = next(filter(None, (_unlike(tx, image, is_done=True) for image in step.images)), None)
    return reason or _dependent(tx, step)


def do(tx: RecordTransaction, step: Step, now: datetime, actor: str) -> None:
    """The step is done, and each memory's lineage says so."""
    for image in step.images:
        _do(tx, image, now)
    if (kind := _EVENTS.get(step.kind)) is not None:
        _note(tx, step, kind, now, actor)


def undo(tx: RecordTransaction, step: Step, now: datetime, actor: str) -> None:
    """The step is taken back, and each memory's lineage says so."""
    for image in reversed(step.images):
        _undo(tx, image)
    _note(tx, step, "undone", now, actor)


def _note(tx: RecordTransaction, step: Step, kind: EventKind, now: datetime, actor: str) -> None:
    about = {"change": step.change_id, "step": step.number, "kind": step.kind}
    for memory_id in _concerned(step):
        tx.add(Event(at=now, kind=kind, actor=actor, memory_id=memory_id, after=about))


def _concerned(step: Step) -> list[str]:
    """The memories that the step is about, not those whose words are only named in it."""
    changed = [
        image.memory.id if isinstance(image, Inserted) else image.memory_id
        for image in step.images
        if isinstance(image, Inserted | Identity | Appended)
    ]
    return list(dict.fromkeys((*changed, *step.needs)))


def _unlike(tx: RecordTransaction, image: Image, *, is_done: bool) -> str | None:
    """How a row differs from what must stand there; None when it does not."""
    match image:
        case Inserted():
            return _unlike_memory(tx, image, is_done=is_done)
        case Identity():
            found = tx.memory(image.memory_id)
            wanted = image.after if is_done else image.before
            return _unlike_fields(found.memory if found else None, image.memory_id, wanted)
        case Appended():
            found = tx.memory(image.memory_id)
            number = image.number if is_done else image.number - 1
            if found is None or found.version.number != number:
                return f"memory {image.memory_id} was edited or erased since"
            wanted = image.after if is_done else image.before
            return _unlike_fields(found.version, image.memory_id, wanted)
        case Linked():
            return _unlike_edge(tx, image, is_done=is_done)
        case Asked():
            review = image.before or image.after
            assert review is not None
            wanted_row = image.after if is_done else image.before
            same = tx.amend.kept(review) == wanted_row
            return None if same else f"review {review.id} was decided since"
        case Grouped():
            group = image.before or image.after
            assert group is not None
            wanted_group = image.after if is_done else image.before
            same = tx.amend.kept(group) == wanted_group
            return None if same else f"community {group.id} was formed anew since"


def _unlike_memory(tx: RecordTransaction, image: Inserted, *, is_done: bool) -> str | None:
    found = tx.memory(image.memory.id)
    if not is_done:
        return None if found is None else f"memory {image.memory.id} is there already"
    if found is None:
        return f"memory {image.memory.id} was erased since"
    is_same = found.version.number == image.version.number and is_same_memory(
        found.memory, image.memory
    )
    return None if is_same else f"memory {image.memory.id} was changed since"


def _unlike_fields(
    found: Memory | Version | None, memory_id: str, wanted: dict[str, object]
) -> str | None:
    if found is None:
        return f"memory {memory_id} was erased since"
    as_wanted = with_fields(found, wanted)
    for name in wanted:
        if getattr(found, name) != getattr(as_wanted, name):
            return f"{name} of memory {memory_id} was changed since"
    return None


def _unlike_edge(tx: RecordTransaction, image: Linked, *, is_done: bool) -> str | None:
    edge = image.before or image.after
    assert edge is not None
    found = tx.amend.edge(edge.source, edge.kind, edge.target, edge.predicate)
    wanted = image.after if is_done else image.before
    if is_same_edge(found, wanted):
        gone = [end for end in (edge.source, edge.target) if not _is_there(tx, end)]
        return f"{gone[0]} was erased since" if is_done and gone else None
    return f"the {edge.kind} edge from {edge.source} to {edge.target} was changed since"


def _is_there(tx: RecordTransaction, node_id: str) -> bool:
    return tx.memory(node_id) is not None or bool(tx.entities([node_id]))


def _dependent(tx: RecordTransaction, step: Step) -> str | None:
    """What was hung on a memory that the step made, and would fall with it."""
    ours = {
        (edge.source, edge.kind, edge.target, edge.predicate)
        for image in step.images
        if isinstance(image, Linked) and (edge := image.after) is not None
    }
    for image in step.images:
        if not isinstance(image, Inserted):
            continue
        for edge in tx.amend.edges_at(image.memory.id):
            if (edge.source, edge.kind, edge.target, edge.predicate) not in ours:
                return f"memory {image.memory.id}, made by this change, was linked since"
    return None


def _do(tx: RecordTransaction, image: Image, now: datetime) -> None:
    match image:
        case Inserted():
            tx.insert(image.memory, image.version)
        case Identity():
            tx.replace(with_fields(_standing(tx, image.memory_id).memory, image.after))
        case Appended():
            latest = _standing(tx, image.memory_id).version
            fields = {**image.after, "number": image.number}
            version: Version = with_fields(latest, fields)
            known_from = max(now, latest.known_from)
            tx.append(msgspec.structs.replace(version, known_from=known_from))
        case Linked():
            _put_edge(tx, image.after, instead=image.before)
        case Asked():
            _put_row(tx, image.after, instead=image.before)
        case Grouped():
            _put_row(tx, image.after, instead=image.before)


def _undo(tx: RecordTransaction, image: Image) -> None:
    match image:
        case Inserted():
            tx.amend.withdraw(image.memory.id)
        case Identity():
            tx.replace(with_fields(_standing(tx, image.memory_id).memory, image.before))
        case Appended():
            latest = _standing(tx, image.memory_id).version.detail
            tx.amend.unappend(image.memory_id)
            if isinstance(latest, Procedural) and "detail" not in image.before:
                tx.replace_detail(image.memory_id, latest)  # outcomes told since are kept
        case Linked():
            _put_edge(tx, image.before, instead=image.after)
        case Asked():
            _put_row(tx, image.before, instead=image.after)
        case Grouped():
            _put_row(tx, image.before, instead=image.after)


def _standing(tx: RecordTransaction, memory_id: str) -> Recorded:
    found = tx.memory(memory_id)
    assert found is not None  # it was asked before
    return found


def _put_edge(tx: RecordTransaction, edge: Edge | None, *, instead: Edge | None) -> None:
    if edge is not None:
        if instead is not None:  # used meanwhile, it stays used
            used_at = max(edge.last_reinforced_at, instead.last_reinforced_at)
            edge = msgspec.structs.replace(edge, last_reinforced_at=used_at)
        tx.add(edge)
    elif instead is not None:
        tx.amend.drop_edge(instead)


def _put_row(
    tx: RecordTransaction,
    row: Review | Community | None,
    *,
    instead: Review | Community | None,
) -> None:
    if row is not None:
        tx.amend.put(row)
    elif instead is not None:
        tx.amend.drop(instead)
