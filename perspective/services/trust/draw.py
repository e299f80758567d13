"""What lies around a node of the graph, and how large is the graph? For people who look at it.

Bounded at every step, whatever the graph's size: the heaviest edges of each hop are followed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Annotated
from weakref import WeakKeyDictionary

import msgspec
from msgspec import Meta

from perspective.domain.changes.community import Community
from perspective.domain.graph import Edge, weight_at
from perspective.domain.interval import from_microseconds, to_microseconds
from perspective.domain.trust.subgraph import (
    CommunityFigure,
    GraphEdge,
    GraphFigures,
    GraphNode,
    GraphQuery,
    Subgraph,
)
from perspective.errors import NotFound
from perspective.ports.records import RecordSnapshot
from perspective.ports.system import Clock
from perspective.services.browse import decode, encode
from perspective.services.host import Space

_EDGES_A_HOP = 6_000
_NODES_A_HOP = 200  # from which the next hop goes on
_MEMBERS = 5_000  # of a community
_LABEL_CHARS = 80
_LARGEST = 20
_PAGE = 500

FIGURES_KEPT_S = 5.0  # all edges are counted for them, a third of a second at 100,000 memories
_KEPT = timedelta(seconds=FIGURES_KEPT_S)

_Edges = dict[tuple[str, str, str, str], Edge]
_Moment = Annotated[int, Meta(ge=0, le=253_402_300_799_000_000)]  # until the year 9999
_Place = Annotated[int, Meta(ge=0, le=1_000_000)]


class _Counted:
    """The figures of a tenant as they were counted last, and when that began."""

    def __init__(self) -> None:
        self.counting = asyncio.Lock()
        self.figures: GraphFigures | None = None
        self.at = datetime.min.replace(tzinfo=UTC)


class Draw:
    """Shows parts of the graph. One instance serves all tenants."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._counted: WeakKeyDictionary[Space, _Counted] = WeakKeyDictionary()

    async def figures(self, space: Space) -> GraphFigures:
        """How many nodes, edges and communities there are: as they were at most FIGURES_KEPT_S ago.
        Who asks while they are being counted waits for the same."""
        counted = self._counted.setdefault(space, _Counted())
        async with counted.counting:
            now = self._clock.now()
            if counted.figures is None or not timedelta(0) <= now - counted.at < _KEPT:
                counted.figures, counted.at = await self._count(space), now
            return counted.figures

    async def _count(self, space: Space) -> GraphFigures:
        figures = await space.stores.graph.figures()
        found = await space.stores.records.read(_communities)
        found.sort(key=lambda one: (-len(one.member_ids), one.id))
        return msgspec.structs.replace(
            figures,
            communities=len(found),
            largest=tuple([await self._community(space, one) for one in found[:_LARGEST]]),
        )

    async def _community(self, space: Space, one: Community) -> CommunityFigure:
        central = await space.stores.records.recorded(one.central_ids)
        shown = [one for one in central if one.memory.deleted_at is None]
        return CommunityFigure(
            id=one.id,
            members=len(one.member_ids),
            central_ids=tuple(one.memory.id for one in shown),
            summary=tuple(_label(one.version.content) for one in shown),
        )

    async def around(self, space: Space, center: str, query: GraphQuery) -> Subgraph:
        """A page of what lies around a memory, entity or community. Raises NotFound."""
        now, first = self._clock.now(), 0
        if query.cursor is not None:
            at, first = decode(query.cursor, tuple[_Moment, _Place])
            now = from_microseconds(at)
        seen = await self._nodes(space, [center], hops=0)
        if seen:
            (center,) = seen  # what was merged is shown as the one that stays
            found, is_cut = await self._hops(space, seen, query.hops, now)
        else:
            seen, found, is_cut = await self._members(space, center, now)
        ordered = sorted(found.items(), key=lambda pair: (-weight_at(pair[1], now), pair[0]))
        edges = [edge for _, edge in ordered]
        page, last = edges[first : first + query.limit], first + query.limit
        alone = seen.keys() - _ends(edges)
        shown = _ends(page) | ({center} & seen.keys()) | (alone if first == 0 else set())
        before = _ends(edges[:first]) | (alone | {center} if first else set())
        return Subgraph(
            center=center,
            nodes=await self._shown(
                space, [one for one in seen.values() if one.id in shown], before
            ),
            edges=tuple(_view(one, now) for one in page),
            truncated=is_cut,
            next_cursor=encode((to_microseconds(now), last)) if last < len(ordered) else None,
        )

    async def _hops(
        self, space: Space, seen: dict[str, GraphNode], n_hops: int, now: datetime
    ) -> tuple[_Edges, bool]:
        """The edges within so many hops of what was seen, to which their ends are added; and
        whether any were left out."""
        found: _Edges = {}
        border, is_cut = list(seen), False
        for hop in range(1, n_hops + 1):
            edges = await space.stores.graph.edges_at(border, now=now, limit=_EDGES_A_HOP)
            is_cut |= len(edges) == _EDGES_A_HOP
            ends = dict.fromkeys(end for one in edges for end in (one.source, one.target))
            new = await self._nodes(space, [one for one in ends if one not in seen], hops=hop)
            seen |= new
            found |= _within(edges, seen)
            is_cut |= hop < n_hops and len(new) > _NODES_A_HOP
            border = list(new)[:_NODES_A_HOP]
        return found, is_cut

    async def _members(
        self, space: Space, community_id: str, now: datetime
    ) -> tuple[dict[str, GraphNode], _Edges, bool]:
        """The members of a community, the central ones first, and the edges between them."""
        community = await space.stores.records.read(
            lambda snapshot: snapshot.archive.community(community_id)
        )
        if community is None:
            raise NotFound(f"there is no memory, entity or community {community_id!r}")
        ids = list(dict.fromkeys((*community.central_ids, *community.member_ids)))
        seen = await self._nodes(space, ids[:_MEMBERS], hops=0)
        edges = await space.stores.graph.edges_at(list(seen), now=now, limit=_EDGES_A_HOP)
        is_cut = len(ids) > _MEMBERS or len(edges) == _EDGES_A_HOP
        return seen, _within(edges, seen), is_cut

    async def _shown(
        self, space: Space, nodes: Sequence[GraphNode], before: set[str]
    ) -> tuple[GraphNode, ...]:
        """The nodes with what is only asked of those on the page."""
        ids = [one.id for one in nodes]
        degrees = await space.stores.graph.degrees(sorted(ids))
        communities = await space.stores.records.read(
            lambda snapshot: snapshot.archive.membership(ids)
        )
        return tuple(
            msgspec.structs.replace(
                one,
                degree=degrees.get(one.id, 0),
                community_id=communities.get(one.id),
                repeated=one.id in before,
            )
            for one in nodes
        )

    async def _nodes(self, space: Space, ids: list[str], *, hops: int) -> dict[str, GraphNode]:
        """What of these is there and not deleted, in their order."""
        nodes: dict[str, GraphNode] = {}
        for one in await space.stores.records.recorded(ids):
            if one.memory.deleted_at is None:
                label = _label(one.version.content)
                nodes[one.memory.id] = GraphNode(
                    id=one.memory.id, kind="memory", label=label, type=one.memory.type, degree=0,
                    hops=hops,
                )  # fmt: skip
        for entity in await space.stores.graph.entities([one for one in ids if one not in nodes]):
            nodes[entity.id] = GraphNode(
                id=entity.id,
                kind="entity",
                label=entity.name,
                type=entity.kind,
                degree=0,
                hops=hops,
            )
        places = {one: place for place, one in enumerate(ids)}
        ordered = sorted(nodes, key=lambda one: places.get(one, 0))
        return {one: nodes[one] for one in ordered}


def _ends(edges: Iterable[Edge]) -> set[str]:
    return {end for one in edges for end in (one.source, one.target)}


def _within(edges: Iterable[Edge], seen: Mapping[str, GraphNode]) -> _Edges:
    """Those edges of which both ends are shown."""
    return {
        (one.source, one.kind, one.target, one.predicate): one
        for one in edges
        if one.source in seen and one.target in seen
    }


def _view(edge: Edge, now: datetime) -> GraphEdge:
    return GraphEdge(
        source=edge.source,
        target=edge.target,
        kind=edge.kind,
        weight=weight_at(edge, now),
        predicate=edge.predicate,
        memory_id=edge.memory_id,
    )


def _communities(snapshot: RecordSnapshot) -> list[Community]:
    found: list[Community] = []
    while page := snapshot.archive.communities(after=found[-1].id if found else "", limit=_PAGE):
        found += page
    return found


def _label(content: str) -> str:
    """How a text begins, in one line."""
    return " ".join(content[: 2 * _LABEL_CHARS].split())[:_LABEL_CHARS]
