"""What do random stores and random plans over them consist of?"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import msgspec

from perspective.domain.changes.change_set import Step, StepKind
from perspective.domain.changes.community import Community
from perspective.domain.changes.draft import Draft
from perspective.domain.changes.image import (
    Appended,
    Asked,
    Grouped,
    Identity,
    Image,
    Inserted,
    Linked,
    appended,
    identity,
)
from perspective.domain.changes.review import Review
from perspective.domain.graph import Edge, EdgeKind
from perspective.domain.memory import Recorded
from perspective.ports.transaction import RecordTransaction
from tests.contracts.material import NOON, edge, memory, version

KINDS: tuple[EdgeKind, ...] = ("temporal", "supports", "contradicts", "entity")
STEPS: tuple[StepKind, ...] = ("merge", "promote", "flag", "close", "archive", "link", "propose")

Place = tuple[str, ...]


def fill(tx: RecordTransaction, chance: random.Random) -> None:
    """A few memories of all types, some edited, archived, deleted or linked."""
    ids = [f"m{n}" for n in range(chance.randint(1, 12))]
    for one in ids:
        deleted_at = NOON if chance.random() < 0.1 else None
        state = chance.choice(("active", "active", "archived"))
        tx.insert(memory(one, deleted_at=deleted_at, state=state), version(one))
        for number in range(2, 2 + chance.randint(0, 2)):
            tx.append(version(one, number=number, content=f"{one} for the {number}th time ไทย"))
    for _ in range(chance.randint(0, 20)):
        tx.add(edge(chance.choice(ids), chance.choice(ids), chance.choice(KINDS)))
    tx.amend.put(_review("r0", ids[:1]))
    tx.amend.put(_community("c0", ids))


def plan(found: Sequence[Recorded], edges: Sequence[Edge], chance: random.Random) -> Draft:
    """Steps of all kinds, some of which must be refused: they touch what others touch."""
    draft = Draft()
    draft.begin()
    for n in range(chance.randint(1, 12)):
        about = chance.sample(list(found), k=min(len(found), chance.randint(1, 3)))
        images = [image for one in about for image in _images(one, found, edges, chance, n)]
        ids = tuple(one.memory.id for one in about)
        draft.add(
            Step(
                kind=chance.choice(STEPS),
                memory_ids=ids,
                reason="by chance",
                images=tuple({str(_place(image)): image for image in images}.values()),
                needs={one.memory.id: one.version.number for one in about},
            )
        )
    draft.end("chance")
    return draft


def touched(steps: Sequence[Step]) -> set[Place]:
    """The lines of a dump that steps change, add or take away."""
    return {line for step in steps for image in step.images for line in _lines(image)}


def lines_of(dump: Sequence[str]) -> dict[Place, str]:
    """A dump's lines by table and key."""
    keys = {
        "memories": ("id",),
        "versions": ("memory_id", "number"),
        "queue": ("memory_id",),
        "idempotency": ("key",),
        "edges": ("source", "kind", "target", "predicate"),
    }
    found: dict[Place, str] = {}
    for line in dump:
        row: dict[str, Any] = msgspec.json.decode(line)
        key = keys.get(row["table"], ("id",))
        found[(row["table"], *(str(row[name]) for name in key))] = line
    return found


def _images(
    one: Recorded,
    found: Sequence[Recorded],
    edges: Sequence[Edge],
    chance: random.Random,
    n: int,
) -> list[Image]:
    other = chance.choice(found)
    made = memory(f"new{n}", type="semantic", source="promotion")
    links = [
        Linked(None, edge(one.memory.id, other.memory.id, "similar_across")),
        Linked(None, edge(made.id, one.memory.id, "promoted_from")),
    ]
    if edges:
        old = chance.choice(edges)
        heavier = msgspec.structs.replace(old, weight=chance.choice((0.1, 0.9)))
        links.append(Linked(old, chance.choice((None, heavier))))
    choices: list[list[Image]] = [
        [identity(one.memory, state=chance.choice(("archived", "retired")))],
        [identity(one.memory, stability=2.0)],
        [appended(one, valid_to=NOON, superseded_by=other.memory.id, confidence=0.25)],
        [Inserted(made, version(made.id)), links[1]],
        [links[0]],
        list[Image](links[2:]),
        [Asked(None, _review(f"r{n}new", [one.memory.id]))],
        [Asked(_review("r0", ["m0"]), None)],
        [Grouped(None, _community(f"c{n}new", [one.memory.id, other.memory.id]))],
    ]
    return [image for images in chance.sample(choices, k=2) for image in images]


def _place(image: Image) -> Place:
    return _lines(image)[-1]


def _lines(image: Image) -> list[Place]:
    match image:
        case Inserted():
            return [("versions", image.memory.id, "1"), ("memories", image.memory.id)]
        case Identity():
            return [("memories", image.memory_id)]
        case Appended():
            return [
                ("versions", image.memory_id, str(image.number - 1)),
                ("versions", image.memory_id, str(image.number)),
            ]
        case Linked():
            row = image.before or image.after
            assert row is not None
            return [("edges", row.source, row.kind, row.target, row.predicate)]
        case Asked():
            review = image.before or image.after
            assert review is not None
            return [("reviews", review.id)]
        case Grouped():
            group = image.before or image.after
            assert group is not None
            return [("communities", group.id)]


def _review(review_id: str, ids: Sequence[str]) -> Review:
    return Review(
        id=review_id,
        kind="stale",
        memory_ids=tuple(ids),
        reason="by chance",
        created_at=NOON,
        detail={"words": f"those of {', '.join(ids)}"},
    )


def _community(community_id: str, ids: Sequence[str]) -> Community:
    return Community(
        id=community_id, member_ids=tuple(ids), central_ids=tuple(ids[:1]), created_at=NOON
    )
