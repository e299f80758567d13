"""Does the vector table find the nearest exactly, whichever way it scans?"""

from __future__ import annotations

import numpy as np
import pytest

from perspective.domain.filter import Filter
from perspective.domain.index.vectors import VectorTable, cosines
from tests.contracts.index_entries import EVERYTHING_NOW, NOW, entry


def _rows(n: int, dimensions: int = 16) -> np.ndarray[tuple[int, int], np.dtype[np.float32]]:
    rows = np.random.default_rng(1).standard_normal((n, dimensions)).astype(np.float32)
    rows /= np.linalg.norm(rows, axis=1)[:, None]
    return rows


def test_cosines_by_hand() -> None:
    """(.6, .8) against (1, 0), (0, 1) and its opposite gives .6, .8 and -1."""
    rows = np.array([[1, 0], [0, 1], [-0.6, -0.8]], dtype=np.float32)
    query = np.array([0.6, 0.8], dtype=np.float32)
    assert cosines(rows, query) == pytest.approx([0.6, 0.8, -1.0], abs=1e-7)


def test_a_cosine_is_never_above_one() -> None:
    """A vector a little too long for float32 still has the cosine 1 with itself."""
    row = np.full((1, 4), 0.50000006, dtype=np.float32)
    assert cosines(row, row[0]).tolist() == [1.0]


@pytest.mark.parametrize("n_namespaces", [1, 2, 50])
def test_a_few_or_many_matching_rows(n_namespaces: int) -> None:
    """Whether few rows match and are copied out, or many and blocks are scanned, the result is
    that of comparing all."""
    rows, table = _rows(1000), VectorTable(16, block_rows=64)
    for key, row in enumerate(rows):
        table.put(entry(key, namespace=f"n{key % n_namespaces}"), row)
    where = Filter(as_of=NOW, known_at=NOW, namespaces=("n0",))
    exact = cosines(rows, rows[5])
    expected = sorted(range(0, 1000, n_namespaces), key=lambda key: (-exact[key], -key))
    found = table.view(where).search(rows[5], 15)
    assert found == [(key, exact[key]) for key in expected[:15]]


def test_rows_that_move_keep_their_vectors() -> None:
    """Versions whose block was dissolved are found with their own vectors."""
    rows, table = _rows(40), VectorTable(16, block_rows=8)
    for key, row in enumerate(rows):
        table.put(entry(key), row)
    for key in range(40):
        if key % 8 in {0, 1, 2, 3, 4}:
            assert table.remove(key)
    assert len(table) == 15
    for key in range(40):
        cosine = table.cosines([key], rows[key]).get(key)
        assert cosine is None if key % 8 < 5 else cosine == pytest.approx(1.0)


def test_a_view_stays_as_it_was() -> None:
    """A view finds what it saw, whatever was replaced and removed since."""
    rows, table = _rows(20), VectorTable(16, block_rows=8)
    for key in range(10):
        table.put(entry(key), rows[key])
    view = table.view(EVERYTHING_NOW)
    before = view.search(rows[0], 10)
    for key in range(10):
        table.put(entry(key), rows[key + 10])
    table.remove(0)
    assert view.search(rows[0], 10) == before
