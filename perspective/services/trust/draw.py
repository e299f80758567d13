"""What lies around a node of the graph, and how large is the graph? For people who look at it.

Bounded at every step, whatever the graph's size: the heaviest edges of each hop are followed.
"""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

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

_EDGES_A_HOP = 400
_NODES_A_HOP = 200  # from which the next hop goes on
_LABEL_CHARS = 80
_LARGEST = 20
_PAGE = 500

_Moment = Annotated[int, Meta(ge=0, le=253_402_300_799_000_000)]  # until the year 9999
_Place = Annotated[int, Meta(ge=0, le=1_000_000)]


class Draw:
    """Shows parts of the graph. One instance serves all tenants."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock

    async def figures(self, space: Space) -> GraphFigures:
        """How many nodes, edges and communities there are."""
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
        """A page of what lies around a memory or entity. Raises NotFound."""
        now, first = self._clock.now(), 0
        if query.cursor is not None:
            at, first = decode(query.cursor, tuple[_Moment, _Place])
            now = from_microseconds(at)
        seen = await self._nodes(space, [center], hops=0)
        if not seen:
            raise NotFound(f"there is no memory or entity {center!r}")
        (center,) = seen  # what was merged is shown as the one that stays
        found: dict[tuple[str, str, str, str], Edge] = {}
        border, is_cut = [center], False
        for hop in range(1, query.hops + 1):
            edges = await space.stores.graph.edges_at(border, now=now, limit=_EDGES_A_HOP)
            is_cut |= len(edges) == _EDGES_A_HOP
            ends = dict.fromkeys(end for one in edges for end in (one.source, one.target))
            new = await self._nodes(space, [one for one in ends if one not in seen], hops=hop)
            seen |= new
            for one in edges:
                if one.source in seen and one.target in seen:
                    found[one.source, one.kind, one.target, one.predicate] = one
            is_cut |= len(new) > _NODES_A_HOP
            border = list(new)[:_NODES_A_HOP]
        ordered = sorted(found.items(), key=lambda pair: (-weight_at(pair[1], now), pair[0]))
        page = [edge for _, edge in ordered[first : first + query.limit]]
        shown = {center, *(end for one in page for end in (one.source, one.target))}
        degrees = await space.stores.graph.degrees(sorted(shown))
        last = first + len(page)
        return Subgraph(
            center=center,
            nodes=tuple(
                _with_degree(node, degrees.get(node.id, 0))
                for node in seen.values()
                if node.id in shown
            ),
            edges=tuple(_view(one, now) for one in page),
            truncated=is_cut,
            next_cursor=encode((to_microseconds(now), last)) if last < len(ordered) else None,
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


def _with_degree(node: GraphNode, degree: int) -> GraphNode:
    return GraphNode(
        id=node.id, kind=node.kind, label=node.label, type=node.type, degree=degree, hops=node.hops
    )


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
