"""What does a person see of the graph: its figures, or what lies around one node?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from perspective.domain.graph import EdgeKind, EntityKind
from perspective.domain.memory import MemoryType

MAX_HOPS = 3


class Degrees(msgspec.Struct, frozen=True, kw_only=True):
    """With how many edges a node meets: of memories that are not deleted, and of entities.
    `isolated` are those without any. **Ties** none: the median is the lower one."""

    mean: float
    median: int
    p99: int
    max: int
    isolated: int


class CommunityFigure(msgspec.Struct, frozen=True, kw_only=True):
    """Memories that are closely linked: how many, and how the most central of them begin."""

    id: str
    members: int
    central_ids: tuple[str, ...]
    summary: tuple[str, ...]


class GraphFigures(msgspec.Struct, frozen=True, kw_only=True):
    """How large the graph is. Deleted memories and their edges are not counted. `communities` are
    those that consolidation last found; of the `largest` at most 20 are shown."""

    memories: int
    entities: int
    edges: dict[EdgeKind, int]
    degree: Degrees
    communities: int = 0
    largest: tuple[CommunityFigure, ...] = ()


class GraphQuery(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What to show: the figures, or with `center` what lies within so many hops of a node."""

    center: (
        Annotated[
            str,
            Meta(
                min_length=1, max_length=128, description="A memory's, entity's or community's id."
            ),
        ]
        | None
    ) = None
    hops: Annotated[int, Meta(ge=1, le=MAX_HOPS)] = 2
    limit: Annotated[int, Meta(ge=1, le=500, description="Edges on a page at most.")] = 100
    cursor: Annotated[str, Meta(min_length=1, max_length=1024)] | None = None


class GraphNode(msgspec.Struct, frozen=True, kw_only=True):
    """A memory or entity: `label` is an entity's name or how a memory begins; `type` a memory's
    type or an entity's kind; `degree` with how many edges it meets in the whole graph.
    `community_id` is the community that a memory belongs to. `repeated` says that a page before had the
    node: without those, all pages together have each node once."""

    id: str
    kind: Literal["memory", "entity"]
    label: str
    type: MemoryType | EntityKind
    degree: int
    hops: int
    community_id: str | None = None
    repeated: bool = False


class GraphEdge(msgspec.Struct, frozen=True, kw_only=True):
    """An edge with its weight now; `memory_id` is the memory that states a relation."""

    source: str
    target: str
    kind: EdgeKind
    weight: float
    predicate: str = ""
    memory_id: str | None = None


class Subgraph(msgspec.Struct, frozen=True, kw_only=True):
    """A page of edges around a node, heaviest now first, with the nodes at their ends. Around a
    community these are its members and the edges between them; the first page has its members
    without an edge, too.

    `truncated` when there are more around it than are ever shown: the lightest are left out.
    """

    center: str
    nodes: tuple[GraphNode, ...]
    edges: tuple[GraphEdge, ...]
    truncated: bool = False
    next_cursor: str | None = None


def degrees_of(counts: Sequence[int]) -> Degrees:
    """The figures of these degrees, in any order."""
    ordered = sorted(counts)
    n = len(ordered)
    if not n:
        return Degrees(mean=0.0, median=0, p99=0, max=0, isolated=0)
    return Degrees(
        mean=sum(ordered) / n,
        median=ordered[(n - 1) // 2],
        p99=ordered[max(0, -(-99 * n // 100) - 1)],
        max=ordered[-1],
        isolated=ordered.count(0),
    )
