"""Which memories say the same, so that one of them is enough?

Candidates come from the semantic edges, and from the same words; what says the same is judged by
`domain/consolidation/duplicates.py`. The one that stays takes over the other's edges, tags and
sources; the other is retired, and leads to it.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import msgspec

from perspective.domain.changes.change_set import Step, StepKind
from perspective.domain.changes.image import Image, Linked, appended, identity
from perspective.domain.changes.procedure import action_of
from perspective.domain.consolidation.claims import Claims
from perspective.domain.consolidation.duplicates import merges
from perspective.domain.graph import MENTIONS, Edge
from perspective.domain.memory import Recorded, Semantic
from perspective.domain.text.suspect.orders import SUSPECT
from perspective.ports.trust.survey import Pair
from perspective.services.consolidation.support import candidates, judged
from perspective.services.jobs.look import Look
from perspective.settings import ConsolidationSettings

_KINDS: tuple[StepKind, ...] = ("merge",)
_MOST = 32  # that go in one step
_OCCASION = timedelta(days=1)

_replace = msgspec.structs.replace


class Duplicates:
    """The phase `duplicates`."""

    name = "duplicates"

    def __init__(self, settings: ConsolidationSettings, *, n_nearest: int) -> None:
        self._settings = settings
        self._n_nearest = n_nearest

    async def plan(self, look: Look) -> None:
        """Each group that says the same is one step."""
        records = look.space.stores.records
        since, upto = await records.read(
            lambda snapshot: (snapshot.mark(self.name), snapshot.linked())
        )
        pairs = await candidates(
            look, above=self._settings.similarity, since=since, n_nearest=self._n_nearest
        )
        look.draft.n_seen = len(pairs)
        unwanted = await records.read(lambda snapshot: snapshot.archive.undone_pairs(_KINDS))
        pairs = [one for one in pairs if tuple(sorted((one.one, one.other))) not in unwanted]
        taken: set[str] = set()
        groups: dict[str, list[tuple[Recorded, str]]] = {}
        async for stays, goes, reason in judged(look, pairs, self._judge):
            # What stays in one group does not go in another, and nothing goes twice.
            if goes.memory.id in taken or goes.memory.id in groups or stays.memory.id in taken:
                continue
            taken.add(goes.memory.id)
            groups.setdefault(stays.memory.id, []).append((goes, reason))
        for stays_id, gone in groups.items():
            # What is too much for one small transaction is left for the next run.
            look.draft.n_put_off += max(0, len(gone) - _MOST)
            await self._join(look, stays_id, gone[:_MOST])
        look.marks[self.name] = upto

    def _judge(
        self, one: Recorded, other: Recorded, pair: Pair, claims: Claims
    ) -> tuple[Recorded, Recorded, str] | None:
        """What stays, what goes, and why, of two that say the same."""
        if not _may_join(one, other):
            return None
        merging = merges(
            claims.of(one),
            claims.of(other),
            pair.cosine,
            min_cosine=self._settings.similarity,
            min_overlap=self._settings.overlap,
        )
        if merging is None:
            return None
        stays, goes = (one, other) if merging.keeps == "a" else (other, one)
        if not _is_one_occasion(one, other) and stays.at < goes.at:
            stays, goes = goes, stays  # what was told last is what was found to hold
        if goes.memory.pinned:
            stays, goes = goes, stays
        return stays, goes, merging.reason

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
        sessions = {one: found[one].memory.source_session for one in (stays_id, *ids)}
        for one in ids:  # what came next in another conversation did not come next here
            if sessions[one] != sessions[stays_id]:
                edges[one] = [edge for edge in edges[one] if edge.kind != "temporal"]
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
    """Whether one of them may go: a part of a long text stays with it, what is pinned stays, what a
    text says is no copy of the text, what happened on two days happened twice, each action counts,
    and data that differ are two."""
    memories = (one.memory, other.memory)
    return (
        one.memory.type == other.memory.type
        and one.memory.namespace == other.memory.namespace
        and one.memory.is_derived == other.memory.is_derived
        and one.memory.role == other.memory.role
        and _has_same_ways(one, other)
        and (SUSPECT in one.version.tags) == (SUSPECT in other.version.tags)
        and (one.memory.type != "episodic" or _is_one_occasion(one, other))
        and all(action_of(side) is None for side in (one, other))
        and all(
            other.version.metadata.get(name, value) == value
            for name, value in one.version.metadata.items()
        )
        and not all(memory.pinned for memory in memories)
        and all(memory.source_id is None for memory in memories)
        and all(side.version.superseded_by is None for side in (one, other))
        and (one.version.valid_from, one.version.valid_to)
        == (other.version.valid_from, other.version.valid_to)
    )


def _has_same_ways(one: Recorded, other: Recorded) -> bool:
    """Whether what only their type has is the same; a fact's sources are joined, and outcomes of a
    procedure are not counted twice."""
    return isinstance(one.version.detail, Semantic) or one.version.detail == other.version.detail


def _is_one_occasion(one: Recorded, other: Recorded) -> bool:
    return abs(one.at - other.at) < _OCCASION


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
