"""Is BM25 what the textbook says, on numbers worked out by hand?"""

from __future__ import annotations

import math

import numpy as np
import pytest

from perspective.domain.ranking.bm25 import (
    TextStatistics,
    bm25,
    by_word,
    perfect_score,
    term_frequencies,
)

# Four documents with twelve terms; the first query term is in one of them, the second in three.
STATISTICS = TextStatistics(4, 12, (1, 3))


def test_idf_is_the_logarithm_of_rarity() -> None:
    """ln(1 + (4 - 1 + .5) / 1.5) = ln(10/3) and ln(1 + (4 - 3 + .5) / 3.5) = ln(10/7)."""
    assert STATISTICS.idf() == pytest.approx([math.log(10 / 3), math.log(10 / 7)])


def test_idf_is_never_negative() -> None:
    """A word that every document holds still counts a little: ln(1 + .5 / 4.5)."""
    assert TextStatistics(4, 4, (4,)).idf() == pytest.approx([math.log(10 / 9)])


def test_average_length_of_nothing_is_one() -> None:
    """The average length is terms over documents, and 1 where there is nothing to divide."""
    assert STATISTICS.average_length == 3.0
    assert TextStatistics(0, 0, ()).average_length == 1.0
    assert TextStatistics(5, 2, ()).average_length == 1.0


def test_frequencies_count_each_word() -> None:
    """Each row counts the query's words in its document, in the query's order."""
    documents = ["tea tea cup", "", "cup", "teacup steam"]
    counts, lengths = term_frequencies(["cup", "tea"], documents)
    assert counts.tolist() == [[1, 2], [0, 0], [1, 0], [0, 0]]
    assert lengths.tolist() == [3, 0, 1, 2]


def test_a_score_worked_out_by_hand() -> None:
    """Twice a word in a document of average length gives idf · 2 · 2.2 / (2 + 1.2)."""
    score = bm25(np.array([[2.0, 0.0]]), np.array([3.0]), STATISTICS)
    assert score == pytest.approx([math.log(10 / 3) * 4.4 / 3.2])


def test_longer_documents_score_less() -> None:
    """At twice the average length, 1.2 · (.25 + .75 · 2) = 2.1 weighs on the one occurrence."""
    scores = bm25(np.array([[1.0, 1.0], [1.0, 1.0]]), np.array([3.0, 6.0]), STATISTICS)
    idf = math.log(10 / 3) + math.log(10 / 7)
    assert scores == pytest.approx([idf, idf * 2.2 / 3.1])


def test_no_score_passes_the_perfect_one() -> None:
    """A document full of every word approaches the perfect score from below."""
    scores = bm25(np.array([[1e9, 1e9]]), np.array([3.0]), STATISTICS)
    limit = 2.2 * (math.log(10 / 3) + math.log(10 / 7))
    assert perfect_score(STATISTICS) == pytest.approx(limit)
    assert limit - 1e-6 < scores[0] < limit


def test_counts_of_two_sets_add_up() -> None:
    """Statistics of disjoint sets add field by field; those of other queries do not fit."""
    assert STATISTICS + TextStatistics(1, 5, (1, 0)) == TextStatistics(5, 17, (2, 3))
    with pytest.raises(ValueError, match="zip"):
        STATISTICS + TextStatistics(1, 5, (1,))


def test_forms_of_one_word_count_once() -> None:
    """The most frequent form in a document, and the commonest in all; single ones as they are."""
    counts = np.array([[1.0, 2.0, 0.0], [0.0, 0.0, 3.0]])
    statistics = TextStatistics(9, 90, (1, 4, 2))
    joined, joint = by_word(counts, statistics, (2, 1))
    assert joined.tolist() == [[2, 0], [0, 3]]
    assert joint == TextStatistics(9, 90, (4, 2))
    assert by_word(counts, statistics, (1, 1, 1)) == (counts, statistics)
