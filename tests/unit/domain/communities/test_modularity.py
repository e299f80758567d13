"""Is modularity what its definition says, for any graph?"""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perspective.domain.communities.modularity import WeightedGraph, modularity

EDGES = st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6), st.integers(-1, 4)), max_size=20)
LABELS = st.lists(st.integers(0, 9), min_size=7, max_size=7)


def graph(n_nodes: int, edges: list[tuple[int, int, int]]) -> WeightedGraph:
    """The graph of these edges."""
    columns = list(zip(*edges, strict=True)) or [(), (), ()]
    return WeightedGraph(
        n_nodes=n_nodes,
        sources=np.array(columns[0], dtype=np.int32),
        targets=np.array(columns[1], dtype=np.int32),
        weights=np.array(columns[2], dtype=np.float32),
    )


def by_definition(n: int, edges: list[tuple[int, int, int]], labels: list[int]) -> Fraction:
    """Σ over all pairs of nodes of one community of (A_ij − k_i k_j / 2m) / 2m, exactly."""
    matrix = [[0] * n for _ in range(n)]
    for a, b, weight in edges:
        if a != b and weight > 0:
            matrix[a][b] += weight
            matrix[b][a] += weight
    degrees = [sum(row) for row in matrix]
    double = sum(degrees)
    if not double:
        return Fraction(0)
    return sum(
        (
            (matrix[i][j] - Fraction(degrees[i] * degrees[j], double)) / double
            for i in range(n)
            for j in range(n)
            if labels[i] == labels[j]
        ),
        start=Fraction(0),
    )


@given(EDGES, LABELS)
def test_as_defined(edges: list[tuple[int, int, int]], labels: list[int]) -> None:
    """Double edges, loops, empty weights and any labels included."""
    found = modularity(graph(7, edges), np.array(labels, dtype=np.int32))
    assert found == pytest.approx(float(by_definition(7, edges, labels)), abs=1e-9)
    assert -0.5 - 1e-9 <= found <= 1.0


def test_by_hand() -> None:
    """Two pairs apart: each has half of the weight and of the degrees, so 2 · (1/2 − 1/4)."""
    pairs = graph(4, [(0, 1, 1), (2, 3, 1)])
    assert modularity(pairs, np.array([0, 0, 1, 1], dtype=np.int32)) == pytest.approx(0.5)
    assert modularity(pairs, np.zeros(4, dtype=np.int32)) == pytest.approx(0.0)


def test_without_edges_it_is_nothing() -> None:
    """Also without nodes."""
    assert modularity(graph(0, []), np.array([], dtype=np.int32)) == 0.0
    assert modularity(graph(1, [(0, 0, 1)]), np.array([0], dtype=np.int32)) == 0.0


def test_what_does_not_fit_is_refused() -> None:
    """A node that is none, and a label too few."""
    with pytest.raises(ValueError, match="among the 2"):
        modularity(graph(2, [(0, 2, 1)]), np.zeros(2, dtype=np.int32))
    with pytest.raises(ValueError, match="among the 2"):
        modularity(graph(2, [(0, -1, 1)]), np.zeros(2, dtype=np.int32))
    with pytest.raises(ValueError, match="a label for each"):
        modularity(graph(2, [(0, 1, 1)]), np.zeros(3, dtype=np.int32))
