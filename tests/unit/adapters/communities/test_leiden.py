"""Are communities found, the same each time, whatever the graph?"""

from __future__ import annotations

from itertools import combinations

import graspologic_native
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perspective.adapters.communities.leiden import LeidenFinder
from perspective.domain.communities.modularity import WeightedGraph, modularity
from perspective.errors import ModelOutputInvalid

Edges = list[tuple[int, int, float]]
SOME = st.lists(
    st.tuples(st.integers(0, 8), st.integers(0, 8), st.floats(0, 2, width=32)), max_size=30
)


def graph(n_nodes: int, edges: Edges) -> WeightedGraph:
    """The graph of these edges."""
    columns = list(zip(*edges, strict=True)) or [(), (), ()]
    return WeightedGraph(
        n_nodes=n_nodes,
        sources=np.array(columns[0], dtype=np.int32),
        targets=np.array(columns[1], dtype=np.int32),
        weights=np.array(columns[2], dtype=np.float32),
    )


def cliques(n: int, size: int) -> Edges:
    """Groups in which all are linked, each linked to the next by one weak edge."""
    edges: Edges = []
    for k in range(n):
        members = range(k * size, (k + 1) * size)
        edges += [(a, b, 1.0) for a, b in combinations(members, 2)]
        edges.append((k * size, (k + 1) * size % (n * size), 0.1))
    return edges


async def test_cliques_are_communities() -> None:
    """Numbered by their first nodes, with the modularity of our own formula."""
    ring = graph(20, cliques(4, 5))
    found = await LeidenFinder().find(ring)
    assert found.labels.dtype == np.int32
    assert found.labels.tolist() == [n // 5 for n in range(20)]
    assert found.n_communities == 4
    assert found.modularity == modularity(ring, found.labels) > 0.7


async def test_the_same_graph_has_the_same_communities() -> None:
    """In whatever order and direction its edges come."""
    rng = np.random.default_rng(5)
    edges = [(int(a), int(b), 0.5) for a, b in rng.integers(0, 60, (200, 2))]
    mixed = [(b, a, weight) for a, b, weight in reversed(edges)]
    first = await LeidenFinder().find(graph(60, edges), seed=3)
    again = await LeidenFinder().find(graph(60, mixed), seed=3)
    assert first.labels.tolist() == again.labels.tolist()


@pytest.mark.parametrize(
    ("n_nodes", "edges", "labels"),
    [
        (0, [], []),
        (1, [], [0]),
        (1, [(0, 0, 1.0)], [0]),
        (3, [], [0, 1, 2]),
        (2, [(0, 1, 0.0)], [0, 1]),
        (2, [(0, 1, float("nan"))], [0, 1]),
        (4, [(1, 3, 1.0)], [0, 1, 2, 1]),
        (3, [(2, 2, 9.0), (0, 1, 1.0), (1, 0, 1.0)], [0, 0, 1]),
    ],
)
async def test_small_graphs(n_nodes: int, edges: Edges, labels: list[int]) -> None:
    """A node without edges is a community by itself; loops and weightless edges are none."""
    found = await LeidenFinder().find(graph(n_nodes, edges))
    assert found.labels.tolist() == labels
    assert found.n_communities == len(set(labels))


@given(SOME)
def test_any_graph(edges: Edges) -> None:
    """Each community is connected, and all together are no worse than one of everything."""
    given_graph = graph(9, edges)
    found = LeidenFinder()._find(given_graph, 1)
    assert found.modularity >= modularity(given_graph, np.zeros(9, dtype=np.int32)) - 1e-6
    assert len(found.labels) == 9
    real = [(a, b) for a, b, weight in edges if a != b and weight > 0]
    for label in range(found.n_communities):
        members = set(np.flatnonzero(found.labels == label).tolist())
        reached, before = {min(members)}, 0
        while len(reached) > before:
            before = len(reached)
            for a, b in real:
                if {a, b} <= members and {a, b} & reached:
                    reached |= {a, b}
        assert reached == members


async def test_edges_to_nowhere_are_refused() -> None:
    """Before the library sees them."""
    with pytest.raises(ValueError, match="among the 2"):
        await LeidenFinder().find(graph(2, [(0, 5, 1.0)]))


async def test_a_failure_of_the_library_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also what Rust calls a panic, which is no Exception; what ends a program goes through."""
    panic = type("PanicException", (BaseException,), {})

    def fail(error: BaseException) -> None:
        def leiden_csr(*_: object, **__: object) -> None:
            raise error

        monkeypatch.setattr(graspologic_native, "leiden_csr", leiden_csr)

    for error in (panic("unwrap"), RuntimeError("no")):
        fail(error)
        with pytest.raises(ModelOutputInvalid):
            await LeidenFinder().find(graph(2, [(0, 1, 1.0)]))
    fail(KeyboardInterrupt())
    with pytest.raises(KeyboardInterrupt):
        LeidenFinder()._find(graph(2, [(0, 1, 1.0)]), 0)
