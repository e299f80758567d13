"""Which versions hold a query's words, and how rare are those words there? Exactly.

An inverted index in plain memory: the reference for every text index, and where one that
commits in groups keeps what is not committed yet.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Sequence
from typing import Self

import msgspec
import numpy as np
from numpy.typing import NDArray

from perspective.domain.filter import Filter, IndexEntry
from perspective.domain.index.columns import CodedFilter, Codes, EntryBlock, Rows
from perspective.domain.index.table import BlockView, EntryTable
from perspective.domain.ranking.bm25 import TextStatistics, bm25
from perspective.domain.ranking.top import best

_BLOCK_ROWS = 1024


def split_terms(terms: str) -> list[str]:
    """The terms of an entry, which are separated by single spaces and by nothing else."""
    return [term for term in terms.split(" ") if term]


class Postings(msgspec.Struct, frozen=True, gc=False):
    """The rows that hold a term, growing, and how often each does; arrays of C int."""

    rows: array[int]
    counts: array[int]


class TermBlock(EntryBlock):
    """Rows with their terms: `lengths` is int64 (capacity,), in terms."""

    def __init__(self, capacity: int, codes: Codes) -> None:
        super().__init__(capacity, codes)
        self.lengths = np.zeros(capacity, dtype=np.int64)
        self.entries: list[IndexEntry] = []
        self._postings: dict[str, Postings] = {}

    def write(self, entry: IndexEntry) -> int:
        """Adds a row with its terms."""
        self._add_terms(self.n, entry)
        return super().write(entry)

    def copy(self, source: Self, rows: Rows) -> None:
        """Adds rows of another block, with their terms."""
        for row, old in enumerate(rows, self.n):
            self._add_terms(row, source.entries[old])
        super().copy(source, rows)

    def frequencies(self, terms: Sequence[str], n: int) -> NDArray[np.float64]:
        """float64 (n, t): how often each of the first n rows holds each term."""
        frequencies = np.zeros((n, len(terms)))
        for column, term in enumerate(terms):
            postings = self._postings.get(term)
            if postings is not None:
                # Another thread may be adding rows. Slices are copies, so it may go on; counts
                # are added before rows, so none is missing.
                rows = np.array(postings.rows[:], dtype=np.intc)
                counts = np.array(postings.counts[:], dtype=np.intc)
                n_known = int(np.searchsorted(rows, n))
                frequencies[rows[:n_known], column] = counts[:n_known]
        return frequencies

    def _add_terms(self, row: int, entry: IndexEntry) -> None:
        terms = split_terms(entry.terms)
        for term, count in Counter(terms).items():
            postings = self._postings.get(term)
            if postings is None:
                postings = self._postings[term] = Postings(array("i"), array("i"))
            postings.counts.append(count)
            postings.rows.append(row)
        self.lengths[row] = len(terms)
        self.entries.append(entry)


class Matches(msgspec.Struct, frozen=True):
    """The versions of an index that match a filter, as a query's terms see them.

    `statistics` count all of them; `keys` (d,), `frequencies` (d, t) and `lengths` (d,) are of
    those that hold a term.
    """

    statistics: TextStatistics
    keys: NDArray[np.int64]
    frequencies: NDArray[np.float64]
    lengths: NDArray[np.float64]

    def best(self, limit: int, statistics: TextStatistics) -> list[tuple[int, float]]:
        """(key, BM25) of the best, at most `limit`, scored by statistics that may count more
        than this index holds. **Ties** by key, greatest first."""
        scores = bm25(self.frequencies, self.lengths, statistics)
        order = best(scores, self.keys, limit)
        return list(zip(self.keys[order].tolist(), scores[order].tolist(), strict=True))


class TermsView(msgspec.Struct, frozen=True):
    """An inverted index under a filter as it stood at one moment; any thread may search it."""

    blocks: tuple[BlockView[TermBlock], ...]
    where: CodedFilter
    n_rows: int

    def matches(self, terms: Sequence[str]) -> Matches:
        """What there is for a query of these terms."""
        n_documents, n_terms = 0, 0
        keys, lengths = [np.empty(0, dtype=np.int64)], [np.empty(0, dtype=np.int64)]
        frequencies = [np.empty((0, len(terms)))]
        for view in self.blocks:
            seen = view.block.mask(self.where, view.alive)
            n_documents += int(seen.sum())
            n_terms += int(view.block.lengths[: len(seen)][seen].sum())
            here = view.block.frequencies(terms, len(seen))
            rows = np.flatnonzero(seen & here.any(axis=1))
            keys.append(view.block.keys[rows])
            lengths.append(view.block.lengths[rows])
            frequencies.append(here[rows])
        found = np.concatenate(frequencies)
        counts = np.count_nonzero(found, axis=0).tolist()
        return Matches(
            TextStatistics(n_documents, n_terms, tuple(counts)),
            np.concatenate(keys),
            found,
            np.concatenate(lengths).astype(np.float64),
        )


class InvertedIndex:
    """The terms of many versions, with what filters ask for."""

    def __init__(self, *, block_rows: int = _BLOCK_ROWS) -> None:
        self._codes = Codes()
        self._table = EntryTable(lambda capacity: TermBlock(capacity, self._codes), block_rows)

    def __len__(self) -> int:
        return len(self._table)

    def put(self, entry: IndexEntry) -> None:
        """Adds the version, or replaces it."""
        self._table.write(entry.key, lambda block: block.write(entry))

    def remove(self, key: int) -> bool:
        """Takes a version out; False when it was not there."""
        return self._table.remove(key)

    def keys(self) -> list[int]:
        """The key of every version it holds, in no order."""
        return self._table.keys()

    def entries(self) -> list[IndexEntry]:
        """Every version it holds, in no order."""
        return [block.entries[row] for block, row in self._table.rows()]

    def view(self, where: Filter) -> TermsView:
        """What a search under the filter sees from now on, whatever is added or removed."""
        blocks = self._table.view()
        return TermsView(
            blocks, CodedFilter.of(where, self._codes), sum(len(v.alive) for v in blocks)
        )
