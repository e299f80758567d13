"""How well do a document's words match a query's, given how rare the words are?"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray


class TextStatistics(msgspec.Struct, frozen=True):
    """Counts over a set of documents: how many, their terms in all, and for each query term
    (in the query's order) the number of documents that hold it."""

    n_documents: int
    n_terms: int
    document_frequencies: tuple[int, ...]

    def __add__(self, other: TextStatistics) -> TextStatistics:
        """The counts over two sets of documents that share none, for the same query."""
        pairs = zip(self.document_frequencies, other.document_frequencies, strict=True)
        return TextStatistics(
            self.n_documents + other.n_documents,
            self.n_terms + other.n_terms,
            tuple(a + b for a, b in pairs),
        )

    @property
    def average_length(self) -> float:
        """Terms per document; 1 for an empty set."""
        return max(1.0, self.n_terms / self.n_documents) if self.n_documents else 1.0

    def idf(self) -> NDArray[np.float64]:
        """float64 (t,), each ≥ 0. **Formula** ln(1 + (N − n + 0.5) / (n + 0.5))."""
        n = np.asarray(self.document_frequencies, dtype=np.float64)
        return np.log1p((self.n_documents - n + 0.5) / (n + 0.5))


def term_frequencies(
    query_terms: Sequence[str], documents: Sequence[str]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """float64 (d, t): how often each document holds each query term; and (d,): its length.

    A document is its terms, separated by a space. They are counted as text, each with a space on
    either side of its own, which is many times quicker than taking every document apart.
    """
    wanted = [f" {term} " for term in query_terms]
    spaced = [f" {document.replace(' ', '  ')} " for document in documents]
    counts = [[document.count(term) for term in wanted] for document in spaced]
    lengths = [document.count(" ") + 1 if document else 0 for document in documents]
    shape = (len(documents), len(query_terms))
    return np.array(counts, dtype=np.float64).reshape(shape), np.array(lengths, dtype=np.float64)


def by_word(
    frequencies: NDArray[np.float64], statistics: TextStatistics, n_forms: Sequence[int]
) -> tuple[NDArray[np.float64], TextStatistics]:
    """The same counts with one column for each word of the query, float64 (d, w).

    `n_forms` (w,), each ≥ 1, says how many neighbouring terms are forms of one word; they sum to
    t. A word is in a document as often as its most frequent form there, and in as many documents
    as its commonest form: so a query in a language whose words have two forms is not asked twice.
    """
    if all(n == 1 for n in n_forms):
        return frequencies, statistics
    starts = np.cumsum([0, *n_forms[:-1]])
    counts = np.maximum.reduceat(np.asarray(statistics.document_frequencies), starts)
    return np.maximum.reduceat(frequencies, starts, axis=1), TextStatistics(
        statistics.n_documents, statistics.n_terms, tuple(counts.tolist())
    )


def bm25(
    frequencies: NDArray[np.float64],
    lengths: NDArray[np.float64],
    statistics: TextStatistics,
    *,
    k1: float = 1.2,
    b: float = 0.75,
) -> NDArray[np.float64]:
    """BM25 scores, float64 (d,), each ≥ 0.

    `frequencies` (d, t) as from `term_frequencies`; `lengths` (d,) in terms; not modified.
    **Formula** Σ idf · f·(k1 + 1) / (f + k1·(1 − b + b·length / average length)).
    **Source** Robertson and Zaragoza 2009, with Lucene's non-negative idf.
    """
    norm = k1 * (1.0 - b + b * lengths / statistics.average_length)
    gain = frequencies * (k1 + 1.0) / (frequencies + norm[:, None])
    return gain @ statistics.idf()


def perfect_score(statistics: TextStatistics, *, k1: float = 1.2) -> float:
    """The limit that a document full of every query term would approach: Σ idf · (k1 + 1)."""
    return float(statistics.idf().sum() * (k1 + 1.0))
