"""Which vectors of a generation are nearest? Asked of the graph, and answered exactly.

The filter is a mask over the rows. With few rows left, all are compared; else the graph gives
as many candidates as it takes to have enough under the mask, and those are scored exactly. A
payload filter inside qdrant-edge was measured to hold the interpreter's lock 15 ms at 6,000
vectors, and its indexes to show 130 MB of files.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray
from qdrant_edge import EdgeShard, Query, SearchParams, SearchRequest

from perspective.adapters.embedded.generation import layout
from perspective.adapters.embedded.generation.edge_errors import translated
from perspective.adapters.embedded.generation.manifest import (
    Manifest,
    read_manifest,
    verify_files,
)
from perspective.domain.filter import Filter
from perspective.domain.index.columns import CodedFilter, Codes, Mask
from perspective.domain.index.table import BlockView
from perspective.domain.index.vectors import VectorBlock, VectorsView, cosines
from perspective.domain.ranking.top import best
from perspective.errors import StoreCorrupt
from perspective.ports.feed import Vector

# Candidates beyond those that are needed, and the least breadth of a search in the graph.
_SURPLUS = 32
_BREADTH = 256
# Files up to this size are verified before they are read, larger ones soon after.
_SMALL_BYTES = 1 << 20
# Above this share of all rows, comparing every row is cheaper than asking the graph.
_MOST = 0.25
# More than half precision can be wrong by in a dot product of unit vectors.
_MARGIN = 1e-3


class Retired(Exception):
    """The generation was closed: ask the one that took its place."""


class Sealed:
    """An open generation. Opening and closing touch the disk, searching computes: in a thread."""

    def __init__(self, folder: Path, *, exact_rows: int) -> None:
        """Raises StoreCorrupt for files that are missing, of another size, or not readable."""
        self.folder = folder
        self.manifest: Manifest = read_manifest(folder)
        self._exact_rows = exact_rows
        # What parses them may raise anything at nonsense, or write it anew, and is quickly spared it.
        small = [name for name, one in self.manifest.files.items() if one.n_bytes <= _SMALL_BYTES]
        verify_files(folder, self.manifest, {layout.NAMES, layout.COLUMNS, *small})
        n, dimensions = self.manifest.n_rows, self.manifest.dimensions
        with translated():
            names = msgspec.json.decode((folder / layout.NAMES).read_bytes(), type=list[str])
            self._codes = Codes.of(names)
            with np.load(folder / layout.COLUMNS, allow_pickle=False) as arrays:
                columns = dict(arrays)
            matrix: NDArray[np.float32] = np.memmap(
                folder / layout.VECTORS, dtype="<f4", mode="r", shape=(n, dimensions)
            ).view(np.ndarray)
            self._block = VectorBlock.sealed(columns, self._codes, matrix)
            if len(self._block.keys) != n:
                raise StoreCorrupt(f"{folder.name}: {len(self._block.keys)} rows, not {n}")
            self._shard = EdgeShard.load(str(folder / layout.SHARD))
        self._users = threading.Condition()
        self._n_users = 0
        self._is_closed = False

    @property
    def n_rows(self) -> int:
        """How many versions it was written with."""
        return self.manifest.n_rows

    def rows(self, keys: Sequence[int]) -> NDArray[np.intp]:
        """The row of each of these keys, −1 for those that it does not hold."""
        wanted, held = np.array(keys, dtype=np.int64), self._block.keys
        places = np.minimum(np.searchsorted(held, wanted), len(held) - 1)
        return np.where(held[places] == wanted, places, -1)

    def cosines(self, keys: Sequence[int], alive: Mask, query: Vector) -> dict[int, float]:
        """The exact cosine of each of these versions that is here and alive."""
        found = self.rows(keys)
        found = np.unique(found[found >= 0])
        found = found[alive[found]]
        scores = cosines(self._block.matrix[found], query)
        return dict(zip(self._block.keys[found].tolist(), scores.tolist(), strict=True))

    def search(
        self, query: Vector, where: Filter, alive: Mask, limit: int
    ) -> list[tuple[int, float]]:
        """(key, cosine) of the nearest rows that are alive and match, best first.

        `alive` is bool (n,), not modified. **Ties** by key, greatest first.
        """
        coded = CodedFilter.of(where, self._codes)
        if limit > 0 and self.n_rows > self._exact_rows:
            found = self._at_first_glance(query, coded, alive, limit)
            if found is not None:
                return found
        seen = self._block.mask(coded, alive)
        n_seen = int(np.count_nonzero(seen))
        if limit <= 0 or not n_seen:
            return []
        if n_seen > self._exact_rows:
            found = self._from_graph(query, seen, n_seen, limit)
            if found is not None:
                return found
        return VectorsView((BlockView(self._block, alive),), coded, n_seen).search(query, limit)

    def close(self) -> None:
        """Lets go of the shard, once nobody searches in it. Safe to repeat."""
        with self._users:
            if self._is_closed:
                return
            self._is_closed = True
            self._users.wait_for(lambda: self._n_users == 0)
        with translated():
            self._shard.close()

    def _at_first_glance(
        self, query: Vector, coded: CodedFilter, alive: Mask, limit: int
    ) -> list[tuple[int, float]] | None:
        """As `search`, with the filter asked about the nearest rows only; None when it hides so
        many of them that it may leave few rows, or too few of them."""
        near = self._nearest(query, limit + _SURPLUS)
        found = near[self._block.mask_at(near, coded, alive)]
        if len(found) * self.n_rows <= self._exact_rows * len(near):
            return None
        return self._best(query, found, limit)

    def _from_graph(
        self, query: Vector, seen: Mask, n_seen: int, limit: int
    ) -> list[tuple[int, float]] | None:
        """As `search`; None when the graph would have to give too many of its rows."""
        asked = int((limit + _SURPLUS) * self.n_rows / n_seen)
        while asked <= self.n_rows * _MOST:
            found = self._nearest(query, asked)
            best_ones = self._best(query, found[seen[found]], limit)
            if best_ones is not None:
                return best_ones
            asked *= 4
        return None

    def _best(
        self, query: Vector, rows: NDArray[np.intp], limit: int
    ) -> list[tuple[int, float]] | None:
        """The best of the rows, exactly; None when rows as near as the last may be missing."""
        if len(rows) <= limit:
            return None
        keys = self._block.keys[rows]
        scores = cosines(self._block.matrix[rows], query)
        order = best(scores, keys, limit)
        if scores[order[-1]] - scores.min() <= _MARGIN:
            return None
        return list(zip(keys[order].tolist(), scores[order].tolist(), strict=True))

    def _nearest(self, query: Vector, limit: int) -> NDArray[np.intp]:
        request = SearchRequest(
            query=Query.Nearest(query.tolist()),
            limit=limit,
            params=SearchParams(hnsw_ef=max(_BREADTH, limit)),
        )
        with self._using(), translated():
            return np.array([point.id for point in self._shard.search(request)], dtype=np.intp)

    @contextmanager
    def _using(self) -> Iterator[None]:
        with self._users:
            if self._is_closed:
                raise Retired
            self._n_users += 1
        try:
            yield
        finally:
            with self._users:
                self._n_users -= 1
                self._users.notify_all()
