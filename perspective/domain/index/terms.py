"""Which versions hold a query's words, and how rare are those words there? Exactly.

An inverted index in plain memory: the reference for every text index, and where one that
commits in groups keeps what is not committed yet.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Self

import msgspec
import numpy as np
from numpy.typing import NDArray

from perspective.domain.filter import Filter, IndexEntry
from perspective.domain.index.columns import CodedFilter, Codes, EntryBlock, Mask, Rows
from perspective.domain.index.table import BlockView, EntryTable
from perspective.domain.ranking.bm25 import TextStatistics, bm25
from perspective.domain.ranking.top import best

_BLOCK_ROWS = 1024


def split_terms(terms: str) -> list[str]:
    """The terms of an entry, which are separated by single spaces and by nothing else."""
    return [term for term in terms.split(" ") if term]


class Postings(msgspec.Struct, frozen=True):
    """The rows that hold a term, and how often each does."""

    rows: list[int]
    counts: list[int]


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
        counts = np.zeros((n, len(terms)))
        for column, term in enumerate(terms):
            postings = self._postings.get(term)
            if postings is None:
                continue
            # Another thread may be adding: the counts are written first, so none is missing.
            rows = np.array(postings.rows[:], dtype=np.intp)
            rows = rows[rows < n]
            counts[rows, column] = postings.counts[: len(rows)]
        return counts

    def _add_terms(self, row: int, entry: IndexEntry) -> None:
        terms = split_terms(entry.terms)
        for term, count in Counter(terms).items():
            postings = self._postings.get(term)
            if postings is None:
                postings = self._postings[term] = Postings([], [])
            postings.counts.append(count)
            postings.rows.append(row)
        self.lengths[row] = len(terms)
        self.entries.append(entry)


class TermsView(msgspec.Struct, frozen=True):
    """An inverted index under a filter as it stood at one moment; any thread may search it."""

    blocks: tuple[BlockView[TermBlock], ...]
    where: CodedFilter
    n_rows: int

    def statistics(self, terms: Sequence[str]) -> TextStatistics:
        """Counts over the versions that match the filter."""
        n_documents, n_terms = 0, 0
        found = np.zeros(len(terms), dtype=np.int64)
        for view in self.blocks:
            seen = self._seen(view)
            n_documents += int(seen.sum())
            n_terms += int(view.block.lengths[: len(seen)][seen].sum())
            found += (view.block.frequencies(terms, len(seen))[seen] > 0).sum(axis=0)
        return TextStatistics(n_documents, n_terms, tuple(found.tolist()))

    def search(
        self, terms: Sequence[str], statistics: TextStatistics, limit: int
    ) -> list[tuple[int, float]]:
        """(key, BM25) of versions that hold a term, best first, at most `limit`.

        Scored by these statistics, which may count more than this index holds. **Ties** by key,
        greatest first.
        """
        keys, scores = [np.empty(0, dtype=np.int64)], [np.empty(0)]
        for view in self.blocks:
            seen = self._seen(view)
            frequencies = view.block.frequencies(terms, len(seen))
            rows = np.flatnonzero(seen & (frequencies > 0).any(axis=1))
            lengths = view.block.lengths[rows].astype(np.float64)
            keys.append(view.block.keys[rows])
            scores.append(bm25(frequencies[rows], lengths, statistics))
        all_keys, all_scores = np.concatenate(keys), np.concatenate(scores)
        order = best(all_scores, all_keys, limit)
        return list(zip(all_keys[order].tolist(), all_scores[order].tolist(), strict=True))

    def _seen(self, view: BlockView[TermBlock]) -> Mask:
        return view.block.mask(self.where, view.alive)


class InvertedIndex:
    """The terms of many versions, with what filters ask for."""

    def __init__(self, *, block_rows: int = _BLOCK_ROWS) -> None:
        self._codes = Codes()
        self._table = EntryTable(lambda: TermBlock(block_rows, self._codes))

    def __len__(self) -> int:
        return len(self._table)

    def put(self, entry: IndexEntry) -> None:
        """Adds the version, or replaces it."""
        block = self._table.room()
        self._table.placed(entry.key, block, block.write(entry))

    def remove(self, key: int) -> bool:
        """Takes a version out; False when it was not there."""
        return self._table.remove(key)

    def keys(self) -> list[int]:
        """The key of every version it holds, in no order."""
        return self._table.keys()

    def entries(self) -> list[IndexEntry]:
        """Every version it holds, in no order."""
        return [block.entries[row] for block, row in self._table.places()]

    def view(self, where: Filter) -> TermsView:
        """What a search under the filter sees from now on, whatever is added or removed."""
        blocks = self._table.view()
        return TermsView(
            blocks, CodedFilter.of(where, self._codes), sum(len(v.alive) for v in blocks)
        )
