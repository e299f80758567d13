"""Does the inverted index count and score words as worked out by hand?"""

from __future__ import annotations

import math

import pytest

from perspective.domain.filter import Filter
from perspective.domain.index.terms import InvertedIndex, split_terms
from perspective.domain.ranking.bm25 import TextStatistics
from tests.contracts.index_entries import EVERYTHING_NOW, NOW, entry


def _index(*terms: str) -> InvertedIndex:
    index = InvertedIndex(block_rows=4)
    for key, words in enumerate(terms, 1):
        index.put(entry(key, words, namespace="odd" if key % 2 else "even"))
    return index


def test_only_spaces_separate_terms() -> None:
    """Terms are split at spaces alone; none is empty."""
    assert split_terms("a\tb  c\u3000d ") == ["a\tb", "c\u3000d"]
    assert split_terms("") == []


def test_counts_are_those_of_the_filter() -> None:
    """Documents, terms and document frequencies count what the filter lets through."""
    index = _index("tea tea", "tea cup", "cup", "", "tea a b", "tea")
    terms = ["tea", "cup", "milk"]
    assert index.view(EVERYTHING_NOW).matches(terms).statistics == TextStatistics(6, 9, (4, 2, 0))
    odd = Filter(as_of=NOW, known_at=NOW, namespaces=("odd",))
    assert index.view(odd).matches(terms).statistics == TextStatistics(3, 6, (2, 1, 0))


def test_scores_by_statistics_of_a_larger_whole() -> None:
    """With idf ln(10/3) and average length 3, one occurrence in one word gives
    idf · 2.2 / (1 + 1.2 · (.25 + .75 / 3))."""
    matches = _index("tea", "cup").view(EVERYTHING_NOW).matches(["tea"])
    ((key, score),) = matches.best(10, TextStatistics(4, 12, (1,)))
    assert key == 1
    assert score == pytest.approx(math.log(10 / 3) * 2.2 / 1.6)


def test_what_was_replaced_is_gone() -> None:
    """Replaced and removed versions are neither counted nor found, in any block."""
    index = _index(*["tea"] * 10)
    for key in range(1, 9):
        index.put(entry(key, "cup"))
    assert index.remove(9)
    assert not index.remove(9)
    matches = index.view(EVERYTHING_NOW).matches(["tea", "cup"])
    assert matches.statistics == TextStatistics(9, 9, (1, 8))
    assert sorted(matches.keys.tolist()) == [1, 2, 3, 4, 5, 6, 7, 8, 10]
    assert sorted(index.keys()) == sorted(e.key for e in index.entries())


def test_a_view_stays_as_it_was() -> None:
    """A view finds what it saw, whatever was added and replaced since."""
    index = _index("tea", "cup")
    view = index.view(EVERYTHING_NOW)
    for key in range(1, 20):
        index.put(entry(key, "milk tea"))
    assert view.matches(["tea", "milk"]).statistics == TextStatistics(2, 2, (1, 0))
