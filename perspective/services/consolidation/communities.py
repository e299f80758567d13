"""Which memories are about one thing, and which of them say it best?

Leiden's communities over the edges between memories. Each is a concept with its members and its central
memories, whose words are its summary; one that is found again keeps its id, and one that is found
unchanged is left alone.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from functools import partial

import numpy as np
from numpy.typing import NDArray

from perspective.domain.changes.change_set import Step
from perspective.domain.changes.community import Community
from perspective.domain.changes.dated_id import dated_id
from perspective.domain.changes.image import Grouped
from perspective.domain.communities.modularity import WeightedGraph
from perspective.domain.graph import EdgeKind
from perspective.ports.communities.finder import CommunityFinder
from perspective.ports.records import RecordSnapshot
from perspective.ports.trust.survey import WeightedEdges
from perspective.services.jobs.look import Look

_KINDS: tuple[EdgeKind, ...] = (
    "temporal", "semantic", "causes", "enables", "supports", "promoted_from", "similar_across",
)  # fmt: skip
_N_CENTRAL = 3
_PAGE = 500


class Communities:
    """The phase `communities`."""

    name = "communities"

    def __init__(self, finder: CommunityFinder, *, least: int) -> None:
        self._finder = finder
        self._least = least

    async def plan(self, look: Look) -> None:
        """Each community that is new, changed or gone is one step."""
        edges = await look.space.stores.records.read(
            lambda snapshot: snapshot.survey.weighted(_KINDS, now=look.now)
        )
        graph = WeightedGraph(
            n_nodes=len(edges.memory_ids),
            sources=edges.ends[:, 0].astype(np.int32),
            targets=edges.ends[:, 1].astype(np.int32),
            weights=edges.weights.astype(np.float32),
        )
        look.draft.n_seen = graph.n_nodes
        partition = await self._finder.find(graph)
        look.draft.note = f"modularity {partition.modularity:.3f}"
        await look.breathe()
        found = await asyncio.to_thread(lambda: list(_groups(edges, partition.labels, self._least)))
        await look.breathe()
        before = await _known(look)
        for step in await asyncio.to_thread(_steps, look, found, before):
            look.draft.add(step)


Group = tuple[
    tuple[str, ...], tuple[str, ...]
]  # members by id, central ones the most central first


def _groups(edges: WeightedEdges, labels: NDArray[np.int32], least: int) -> Iterator[Group]:
    """The communities that are large enough."""
    inside = labels[edges.ends[:, 0]] == labels[edges.ends[:, 1]]
    degrees = np.zeros(len(edges.memory_ids))
    for end in (0, 1):
        np.add.at(degrees, edges.ends[inside, end], edges.weights[inside])
    order = np.argsort(labels, kind="stable")
    bounds = np.flatnonzero(np.diff(labels[order])) + 1
    for places in np.split(order, bounds):
        if len(places) < least:
            continue
        ids = [edges.memory_ids[n] for n in places]
        # Rounded, so that a sum in another order is no other degree.
        by_degree = sorted(zip(-degrees[places].round(6), ids, strict=True))
        yield tuple(sorted(ids)), tuple(one for _, one in by_degree[:_N_CENTRAL])


async def _known(look: Look) -> list[Community]:
    """The communities as the last run left them."""
    found: list[Community] = []
    after = ""
    while True:
        page = await look.space.stores.records.read(partial(_page, after))
        found += page
        if len(page) < _PAGE:
            return found
        after = page[-1].id


def _page(after: str, snapshot: RecordSnapshot) -> list[Community]:
    return snapshot.archive.communities(after=after, limit=_PAGE)


def _steps(look: Look, found: Sequence[Group], before: Sequence[Community]) -> list[Step]:
    """What differs from before."""
    of_member = {member: one for one in before for member in one.member_ids}
    kept: set[str] = set()
    steps: list[Step] = []
    for members, central in sorted(found, key=lambda group: (-len(group[0]), group[0])):
        old = _same(members, of_member, kept)
        if old is not None:
            kept.add(old.id)
            if (old.member_ids, old.central_ids) == (members, central):
                continue
        new = Community(
            id=old.id if old is not None else dated_id(look.now, "community", *members),
            member_ids=members,
            central_ids=central,
            created_at=old.created_at if old is not None else look.now,
        )
        reason = f"{len(members)} memories that are closely linked"
        steps.append(_step(old, new, central, reason))
    steps += [
        _step(old, None, old.central_ids, "its memories are not closely linked any more")
        for old in before
        if old.id not in kept
    ]
    return steps


def _same(
    members: Sequence[str], of_member: dict[str, Community], kept: set[str]
) -> Community | None:
    """The community from before that shares more than half with these, if it is not taken yet."""
    shared: dict[str, int] = {}
    for member in members:
        if (old := of_member.get(member)) is not None and old.id not in kept:
            shared[old.id] = shared.get(old.id, 0) + 1
    if not shared:
        return None
    best = min(shared, key=lambda one: (-shared[one], one))
    old = next(one for one in map(of_member.get, members) if one is not None and one.id == best)
    n_all = len(members) + len(old.member_ids) - shared[best]
    return old if shared[best] * 2 > n_all else None


def _step(
    old: Community | None, new: Community | None, central: tuple[str, ...], reason: str
) -> Step:
    return Step(kind="group", memory_ids=central, reason=reason, images=(Grouped(old, new),))
