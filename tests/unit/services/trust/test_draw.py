"""Is what lies around a node or in a community shown whole, by pages, each node once?"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from perspective.domain.changes.community import Community
from perspective.domain.trust.subgraph import GraphEdge, GraphNode
from perspective.engine import Perspective
from perspective.errors import NotFound
from perspective.ports.transaction import RecordTransaction
from perspective.services.trust.draw import FIGURES_KEPT_S
from tests.contracts.material import edge, version
from tests.contracts.material import memory as memory_of
from tests.engines import IMPATIENT, NOON, SetClock, embedded_engine, engine_in_memory

N = 5_000


@pytest.fixture
def clock() -> SetClock:
    """The engine's clock."""
    return SetClock()


@pytest.fixture(params=["inmemory", "sqlite"])
async def memory(
    request: pytest.FixtureRequest, clock: SetClock, tmp_path: Path
) -> AsyncIterator[Perspective]:
    """An open engine over either kind of store."""
    made = (
        embedded_engine(tmp_path, clock=clock, settings=IMPATIENT)
        if request.param == "sqlite"
        else engine_in_memory(clock=clock, settings=IMPATIENT)
    )
    async with made as engine:
        await engine.maintenance.arrivals()  # the tenant is open
        yield engine


async def filled(memory: Perspective, n: int) -> None:
    """A hub with so many memories around it, and a community of the hub, two of them and a loner."""
    records = memory._services.host.open_spaces[0].stores.records

    def work(tx: RecordTransaction) -> None:
        for name in ("hub", "loner", *(f"m{k}" for k in range(n))):
            tx.insert(memory_of(name), version(name, content=f"{name}\n lies in  the harbour " * 9))
        tx.add(*(edge("hub", f"m{k}", weight=(k + 1) / (n + 1)) for k in range(n)))
        tx.add(edge("m0", "m1", "causes"))
        members = ("hub", "loner", "m0", "m1")
        tx.amend.put(Community(id="c-1", member_ids=members, central_ids=("hub",), created_at=NOON))

    await records.write(work)


async def paged(memory: Perspective, center: str) -> tuple[list[GraphNode], list[GraphEdge]]:
    """All nodes and edges around the center, page by page."""
    nodes: list[GraphNode] = []
    edges: list[GraphEdge] = []
    cursor: str | None = None
    while True:
        page = await memory.graph.around(center, hops=1, limit=500, cursor=cursor)
        assert page.truncated is False
        assert {one.id for one in page.nodes} >= {
            end for one in page.edges for end in (one.source, one.target)
        }
        nodes += page.nodes
        edges += page.edges
        if (cursor := page.next_cursor) is None:
            return nodes, edges


async def test_each_node_of_a_large_neighbourhood_is_new_once(memory: Perspective) -> None:
    """Over the pages of 5,000 memories around one, each node is new on one page, each edge on one."""
    await filled(memory, N)
    nodes, edges = await paged(memory, "hub")
    new = Counter(one.id for one in nodes if not one.repeated)
    assert set(new.values()) == {1}
    assert new.keys() == {"hub", *(f"m{k}" for k in range(N))}
    assert len({(one.source, one.target) for one in edges}) == len(edges) == N
    assert max(len(one.label) for one in nodes) <= 80
    assert "\n" not in nodes[0].label


async def test_nodes_tell_their_community(memory: Perspective) -> None:
    """Members say to which community they belong, the others that they belong to none."""
    await filled(memory, 3)
    nodes, _ = await paged(memory, "hub")
    told = {one.id: one.community_id for one in nodes}
    assert told == {"hub": "c-1", "m0": "c-1", "m1": "c-1", "m2": None}


async def test_a_community_is_a_center(memory: Perspective) -> None:
    """Its members, also one without an edge, and the edges between them; not what lies around."""
    await filled(memory, 3)
    nodes, edges = await paged(memory, "c-1")
    assert Counter(one.id for one in nodes) == {"hub": 1, "loner": 1, "m0": 1, "m1": 1}
    assert {one.hops for one in nodes} == {0}
    ends = {(one.source, one.target) for one in edges}
    assert ends == {("hub", "m0"), ("hub", "m1"), ("m0", "m1")}
    first = await memory.graph.around("c-1", limit=2)
    rest = await memory.graph.around("c-1", limit=2, cursor=first.next_cursor)
    both = [one.id for page in (first, rest) for one in page.nodes if not one.repeated]
    assert sorted(both) == ["hub", "loner", "m0", "m1"]
    with pytest.raises(NotFound, match="community"):
        await memory.graph.around("c-2")


async def test_figures_are_kept_for_some_seconds(memory: Perspective, clock: SetClock) -> None:
    """Who asks within five seconds gets the same figures, also at once with others; later ones know of
    a deletion."""
    await filled(memory, 3)
    figures, same = await asyncio.gather(memory.graph.figures(), memory.graph.figures())
    assert (figures.memories, figures.edges) == (5, {"temporal": 3, "causes": 1})
    assert same is figures
    await memory.memories.delete("m2")
    clock.advance(seconds=FIGURES_KEPT_S - 0.5)
    assert await memory.graph.figures() is figures
    clock.advance(seconds=1)
    after = await memory.graph.figures()
    assert (after.memories, after.edges) == (4, {"temporal": 2, "causes": 1})
