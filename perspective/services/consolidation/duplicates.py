"""Which memories say the same, so that one of them is enough?

Candidates come from the semantic edges, and from the same words; what says the same is judged by
`domain/consolidation/duplicates.py`. The one that stays takes over the other's edges, tags and
sources; the other is retired, and leads to it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import msgspec

from perspective.domain.changes.change_set import Step
from perspective.domain.changes.image import Image, Linked, appended, identity
from perspective.domain.consolidation.claim import Claim, claim_of
from perspective.domain.consolidation.duplicates import merges
from perspective.domain.graph import MENTIONS, Edge
from perspective.domain.memory import Recorded, Semantic
from perspective.ports.trust.survey import Pair
from perspective.services.jobs.look import Look
from perspective.settings import ConsolidationSettings

_AT_ONCE = 4  # pairs judged between two breaths: a judge holds the interpreter

_replace = msgspec.structs.replace


class Duplicates:
    """The phase `duplicates`."""

    name = "duplicates"

    def __init__(self, settings: ConsolidationSettings) -> None:
        self._settings = settings

    async def plan(self, look: Look) -> None:
        """Each group that says the same is one step."""
        records = look.space.stores.records
        since, upto = await records.read(
            lambda snapshot: (snapshot.mark(self.name), snapshot.linked())
        )
        pairs = await records.read(
            lambda snapshot: snapshot.survey.alike(above=self._settings.similarity, since=since)
        )
        look.draft.n_seen = len(pairs)
        taken: set[str] = set()
        groups: dict[str, list[tuple[Recorded, str]]] = {}
        for first in range(0, len(pairs), _AT_ONCE):
            batch = pairs[first : first + _AT_ONCE]
            found = await look.recorded(end for pair in batch for end in (pair.one, pair.other))
            for stays, goes, reason in await asyncio.to_thread(self._judge, batch, found):
                # What stays in one group does not go in another, and nothing goes twice.
                if goes.memory.id in taken or goes.memory.id in groups or stays.memory.id in taken:
                    continue
                taken.add(goes.memory.id)
                groups.setdefault(stays.memory.id, []).append((goes, reason))
            await look.breathe()
        for stays_id, gone in groups.items():
            await self._join(look, stays_id, gone)
        look.marks[self.name] = upto

    def _judge(
        self, pairs: Sequence[Pair], found: dict[str, Recorded]
    ) -> list[tuple[Recorded, Recorded, str]]:
        """Of each pair that says the same: what stays, what goes, and why."""
        claims: dict[str, Claim] = {}
        judged: list[tuple[Recorded, Recorded, str]] = []
        for pair in pairs:
            one, other = found.get(pair.one), found.get(pair.other)
            if one is None or other is None or not _may_join(one, other):
                continue
            for side in (one, other):
                if side.memory.id not in claims:
                    claims[side.memory.id] = claim_of(side)
            merging = merges(
                claims[one.memory.id],
                claims[other.memory.id],
                pair.cosine,
                min_cosine=self._settings.similarity,
                min_overlap=self._settings.overlap,
            )
            if merging is None:
                continue
            stays, goes = (one, other) if merging.keeps == "a" else (other, one)
            if goes.memory.pinned:
                stays, goes = goes, stays
            judged.append((stays, goes, merging.reason))
        return judged

    async def _join(self, look: Look, stays_id: str, gone: list[tuple[Recorded, str]]) -> None:
        ids = [one.memory.id for one, _ in gone]
        found = await look.recorded([stays_id, *ids])
        if stays_id not in found or any(one not in found for one in ids):
            return  # one was erased meanwhile
        stays = found[stays_id]
        edges = await look.space.stores.records.read(
            lambda snapshot: {one: snapshot.survey.edges_at(one) for one in (stays_id, *ids)}
        )
        images: list[Image] = []
        if fields := _gathered(stays, [found[one] for one in ids]):
            images.append(appended(stays, **fields))
        for one in ids:
            images.append(identity(found[one].memory, state="retired"))
            images.append(appended(found[one], superseded_by=stays_id))
        images += _moved(stays_id, ids, edges)
        look.draft.add(
            Step(
                kind="merge",
                memory_ids=(stays_id, *ids),
                reason="; ".join(dict.fromkeys(reason for _, reason in gone)),
                images=tuple(images),
                needs={one: found[one].version.number for one in (stays_id, *ids)},
            )
        )
        await look.breathe()


def _may_join(one: Recorded, other: Recorded) -> bool:
    """Whether one of them may go: a part of a long text stays with it, what is pinned stays, and
    what a text says is no copy of the text."""
    memories = (one.memory, other.memory)
    return (
        one.memory.type == other.memory.type
        and one.memory.namespace == other.memory.namespace
        and one.memory.is_derived == other.memory.is_derived
        and not all(memory.pinned for memory in memories)
        and all(memory.source_id is None for memory in memories)
        and all(side.version.superseded_by is None for side in (one, other))
        and (one.version.valid_from, one.version.valid_to)
        == (other.version.valid_from, other.version.valid_to)
    )


def _gathered(stays: Recorded, gone: Sequence[Recorded]) -> dict[str, Any]:
    """What the one that stays takes over: tags, metadata that it lacks, sources, importance."""
    version = stays.version
    others = [one.version for one in gone]
    fields: dict[str, Any] = {
        "tags": tuple(dict.fromkeys(tag for one in (version, *others) for tag in one.tags)),
        "importance": max(one.importance for one in (version, *others)),
        "confidence": max(one.confidence for one in (version, *others)),
        "metadata": {k: v for one in (*reversed(others), version) for k, v in one.metadata.items()},
    }
    if isinstance(version.detail, Semantic):
        details = [one.detail for one in (version, *others) if isinstance(one.detail, Semantic)]
        first = [one.first_seen_at for one in details if one.first_seen_at is not None]
        last = [one.last_validated_at for one in details if one.last_validated_at is not None]
        fields["detail"] = _replace(
            version.detail,
            source_ids=tuple(dict.fromkeys(s for one in details for s in one.source_ids)),
            first_seen_at=min(first, default=None),
            last_validated_at=max(last, default=None),
        )
    return {name: value for name, value in fields.items() if value != getattr(version, name)}


def _moved(stays_id: str, gone: Sequence[str], edges: dict[str, list[Edge]]) -> list[Image]:
    """The edges of what goes, at what stays; what was read in a text's own words stays with it."""
    had = {_place(edge): edge for edge in edges[stays_id]}
    wanted = dict(had)
    dropped: dict[tuple[str, str, str, str], Edge] = {}
    for one in gone:
        for edge in edges[one]:
            if edge.memory_id in gone or edge.predicate == MENTIONS:
                continue
            dropped[_place(edge)] = edge
            source = stays_id if edge.source in gone else edge.source
            target = stays_id if edge.target in gone else edge.target
            if source == target:
                continue
            moved: Edge = _replace(edge, source=source, target=target)
            before = wanted.get(_place(moved))
            heavier = before is None or before.weight < moved.weight
            wanted[_place(moved)] = moved if heavier or before is None else before
    images: list[Image] = [Linked(edge, None) for edge in dropped.values()]
    for place, edge in wanted.items():
        if place not in dropped and had.get(place) != edge:
            images.append(Linked(had.get(place), edge))
    # An edge between two that are joined is at the one that stays as well.
    return images


def _place(edge: Edge) -> tuple[str, str, str, str]:
    return edge.source, edge.kind, edge.target, edge.predicate
