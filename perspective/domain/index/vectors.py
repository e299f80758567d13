"""Which vectors are nearest to a query's, among the versions a filter lets through? Exactly."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Self

import msgspec
import numpy as np
from numpy.typing import NDArray

from perspective.domain.filter import Filter, IndexEntry
from perspective.domain.index.columns import CodedFilter, Codes, EntryBlock, Mask, Rows
from perspective.domain.index.table import BlockView, EntryTable
from perspective.domain.ranking.top import at_least, best

Vector = NDArray[np.float32]

_BLOCK_ROWS = 8192
# Below this share of matching rows, copying them out is cheaper than scanning the block.
_GATHER_SHARE = 0.2
# More than float32 can be wrong by in a dot product of unit vectors.
_MARGIN = 1e-5


class VectorBlock(EntryBlock):
    """Rows with a vector each: `matrix` is float32 (capacity, d)."""

    def __init__(self, capacity: int, codes: Codes, dimensions: int) -> None:
        super().__init__(capacity, codes)
        self.matrix = np.empty((capacity, dimensions), dtype=np.float32)

    @classmethod
    def sealed(
        cls, columns: Mapping[str, NDArray[Any]], codes: Codes, matrix: NDArray[np.float32]
    ) -> Self:
        """A block of rows that were kept elsewhere; `matrix` (n, d) may lie in a file."""
        block = cls(0, codes, matrix.shape[1])
        block.restore(columns)
        block.matrix = matrix
        return block

    def copy(self, source: Self, rows: Rows) -> None:
        """Adds rows of another block, with their vectors."""
        self.matrix[self.n : self.n + len(rows)] = source.matrix[rows]
        super().copy(source, rows)


class VectorsView(msgspec.Struct, frozen=True):
    """Vectors as they stood at one moment; any thread may search them."""

    blocks: tuple[BlockView[VectorBlock], ...]
    where: CodedFilter
    n_rows: int

    def search(self, query: Vector, limit: int) -> list[tuple[int, float]]:
        """(key, cosine) of the nearest versions under the filter, best first, at most `limit`.

        `query`: float32 (d,) of unit length. The scan in float32 only chooses; the cosines and
        so the order are computed in float64, alike for alike vectors. **Ties** by key, greatest
        first.
        """
        if limit <= 0:
            return []
        found = [_scan(view, view.block.mask(self.where, view.alive), query)
                 for view in self.blocks]  # fmt: skip
        if not found:
            return []
        chosen = at_least(np.concatenate([s for _, s in found]), limit, margin=_MARGIN)
        keys, scores, start = [], [], 0
        for view, (rows, _) in zip(self.blocks, found, strict=True):
            here = chosen[(chosen >= start) & (chosen < start + len(rows))] - start
            start += len(rows)
            keys.append(view.block.keys[rows[here]])
            scores.append(cosines(view.block.matrix[rows[here]], query))
        all_keys, all_scores = np.concatenate(keys), np.concatenate(scores)
        order = best(all_scores, all_keys, limit)
        return list(zip(all_keys[order].tolist(), all_scores[order].tolist(), strict=True))


class VectorTable:
    """The vectors of many versions, float32 (d,) each, with what filters ask for."""

    def __init__(self, dimensions: int, *, block_rows: int = _BLOCK_ROWS) -> None:
        self.dimensions = dimensions
        self._codes = Codes()
        self._table = EntryTable(
            lambda capacity: VectorBlock(capacity, self._codes, dimensions), block_rows
        )

    def __len__(self) -> int:
        return len(self._table)

    def put(self, entry: IndexEntry, vector: Vector) -> None:
        """Adds the version, or replaces it."""

        def write(block: VectorBlock) -> int:
            block.matrix[block.n] = vector
            return block.write(entry)

        self._table.write(entry.key, write)

    def remove(self, key: int) -> bool:
        """Takes a version out; False when it was not there."""
        return self._table.remove(key)

    def cosines(self, keys: Sequence[int], query: Vector) -> dict[int, float]:
        """The exact cosine of each of these versions that is here, as a search gives it."""
        here = [(key, place) for key in keys if (place := self._table.row(key)) is not None]
        rows = np.empty((len(here), self.dimensions), dtype=np.float32)
        for n, (_, (block, row)) in enumerate(here):
            rows[n] = block.matrix[row]
        scores: list[float] = cosines(rows, query).tolist()
        return {key: score for (key, _), score in zip(here, scores, strict=True)}

    def view(self, where: Filter) -> VectorsView:
        """What a search under the filter sees from now on, whatever is added or removed."""
        blocks = self._table.view()
        return VectorsView(
            blocks, CodedFilter.of(where, self._codes), sum(len(v.alive) for v in blocks)
        )


def cosines(rows: NDArray[np.float32], query: Vector) -> NDArray[np.float64]:
    """Dot products, float64 (n,), limited to −1 to 1; each depends on its own row alone."""
    products = rows.astype(np.float64) * query.astype(np.float64)
    sums: NDArray[np.float64] = products.sum(axis=1)
    return sums.clip(-1.0, 1.0)


def _scan(
    view: BlockView[VectorBlock], seen: Mask, query: Vector
) -> tuple[Rows, NDArray[np.float32]]:
    """The rows that may be seen, and about what their cosines are."""
    rows = np.flatnonzero(seen)
    matrix = view.block.matrix
    # `matrix @ query` would start BLAS threads for each block, and wait 16 ms for them whenever
    # the processors are busy; vecdot stays on this thread at the same speed.
    if len(rows) < _GATHER_SHARE * len(seen):
        return rows, np.vecdot(matrix[rows], query)
    return rows, np.vecdot(matrix[: len(seen)], query)[rows]
