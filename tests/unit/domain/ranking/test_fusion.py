"""How signals add up to one score, by values worked out by hand."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from perspective.domain.ranking.bm25 import TextStatistics
from perspective.domain.ranking.fusion import (
    Evidence,
    FusionWeights,
    coverage,
    fuse,
    reciprocal_ranks,
    relevance,
)

# A word in one of three documents: ln(1 + 2.5 / 1.5); in two of three: ln(1 + 1.5 / 2.5).
RARE, COMMON = math.log(8 / 3), math.log(1.6)


def weights(**fields: float) -> FusionWeights:
    """Weights that are easy to reckon with: BM25 with k1 = 1 and b = 0 counts f · 2 / (f + 1)."""
    plain = {
        "text": 1.0,
        "vector": 1.0,
        "entity": 0.25,
        "answer_type": 0.3,
        "speaker": 0.5,
        "neighbour": 0.25,
        "second_neighbour": 0.1,
        "semantic": 0.0,
        "session": 0.0,
        "time": 0.0,
        "question": 0.0,
        "reply": 0.0,
        "part": 0.0,
        "neutral_cosine": 0.2,
        "k1": 1.0,
        "b": 0.0,
    }
    return FusionWeights(**(plain | fields))


def evidence(n: int = 3, **fields: Any) -> Evidence:
    """Candidates without any signal, of which `fields` says what differs."""
    silent: dict[str, Any] = {
        "cosines": np.full(n, np.nan),
        "frequencies": np.zeros((n, 2)),
        "lengths": np.full(n, 5.0),
        "statistics": TextStatistics(3, 15, (1, 2)),
        "mentions": np.zeros(n),
        "fitting": np.zeros(n, dtype=np.bool_),
        "spoken": np.zeros(n, dtype=np.bool_),
        "sessions": np.arange(n),
        "asks": np.zeros(n, dtype=np.bool_),
        "replies": np.zeros(n, dtype=np.bool_),
        "times": np.zeros(n),
        "ordinals": np.full(n, -1),
        "links": np.empty((0, 2), dtype=np.intp),
        "like": np.empty((0, 2), dtype=np.intp),
        "likeness": np.empty(0),
    }
    return Evidence(**(silent | fields))


def test_nothing_counts_for_nothing() -> None:
    """A candidate without any signal scores 0, also without a vector."""
    assert fuse(evidence(), weights()).scores.tolist() == [0.0, 0.0, 0.0]


def test_text_counts_in_rarest_words() -> None:
    """BM25 over ln(1 + N): one rare word once is RARE / ln 4, three times 1.5 of that."""
    frequencies = np.array([[1.0, 0.0], [3.0, 0.0], [1.0, 1.0]])
    fused = fuse(evidence(frequencies=frequencies), weights())
    expected = np.array([RARE, 1.5 * RARE, RARE + COMMON]) / math.log(4)
    assert fused.scores == pytest.approx(expected)
    assert fused.shares["text"] == pytest.approx(expected)


def test_text_as_a_share_of_a_perfect_match() -> None:
    """A document full of every word would have 1: each word gives at most k1 + 1 of its idf."""
    fused = fuse(evidence(frequencies=np.array([[1.0, 1.0], [0.0, 0.0], [1e9, 1e9]])), weights())
    assert fused.text == pytest.approx([0.5, 0.0, 1.0])


def test_a_cosine_counts_from_the_neutral_one() -> None:
    """0.7 gives 0.5, 0.2 nothing, less takes away, and no vector is no signal."""
    cosines = np.array([0.7, 0.2, 0.1, np.nan])
    fused = fuse(evidence(4, cosines=cosines), weights())
    assert fused.scores == pytest.approx([0.5, 0.0, -0.1, 0.0])


def test_who_is_named_is_added() -> None:
    """A mention counts by its weight, a speaker who is named by a fixed share."""
    fused = fuse(
        evidence(mentions=np.array([1.0, 0.4, 0.0]), spoken=np.array([True, False, False])),
        weights(),
    )
    assert fused.scores == pytest.approx([0.75, 0.1, 0.0])


def test_neighbours_lend_a_share() -> None:
    """In a row of three, each gets a quarter of those beside it and a tenth of those behind."""
    cosines = np.array([1.2, 2.2, 4.2])  # bases 1, 2, 4: easy to add, whatever a cosine may be
    links = np.array([[0, 1], [1, 2]])
    fused = fuse(evidence(cosines=cosines, links=links), weights())
    temporal = [0.25 * 2 + 0.1 * 4, 0.25 * 5, 0.25 * 2 + 0.1 * 1]
    assert fused.shares["temporal"] == pytest.approx(temporal)
    assert fused.scores == pytest.approx([1 + 0.9, 2 + 1.25, 4 + 0.6])


def test_who_is_named_is_not_lent() -> None:
    """Only text and meaning spread to neighbours: a mention is the mentioned one's own."""
    fused = fuse(evidence(2, mentions=np.array([1.0, 0.0]), links=np.array([[0, 1]])), weights())
    assert fused.scores == pytest.approx([0.25, 0.0])


def test_what_names_a_thing_of_the_kind_asked_for_comes_before() -> None:
    """A constant is added, and lent to no neighbour."""
    fitting = np.array([False, True])
    fused = fuse(evidence(2, fitting=fitting, links=np.array([[0, 1]])), weights())
    assert fused.scores == pytest.approx([0.0, 0.3])


def test_a_score_does_not_depend_on_who_else_was_found() -> None:
    """The same candidate alone, and among others, has the same score and relevance."""
    alone = fuse(
        evidence(1, cosines=np.array([0.6]), frequencies=np.array([[2.0, 1.0]])), weights()
    )
    among = fuse(
        evidence(
            cosines=np.array([0.6, 0.9, -0.3]),
            frequencies=np.array([[2.0, 1.0], [9.0, 9.0], [0.0, 1.0]]),
        ),
        weights(),
    )
    assert among.scores[0] == pytest.approx(alone.scores[0])
    assert among.relevance[0] == pytest.approx(alone.relevance[0])


def test_shares_add_up_to_the_score() -> None:
    """What each signal added is all there is to the score."""
    generator = np.random.default_rng(7)
    fused = fuse(
        evidence(
            5,
            cosines=generator.uniform(-1, 1, 5),
            frequencies=generator.integers(0, 4, (5, 2)).astype(np.float64),
            mentions=generator.uniform(0, 1, 5),
            spoken=np.array([True, False, True, False, False]),
            links=np.array([[0, 1], [1, 2], [3, 4]]),
        ),
        weights(),
    )
    assert sum(fused.shares.values()) == pytest.approx(fused.scores)
    names = {
        "text", "vector", "answer_type", "entity", "speaker", "temporal", "time", "form", "semantic", "session",
    }  # fmt: skip
    assert set(fused.shares) == names


def test_coverage_weighs_words_by_rarity() -> None:
    """The rare word covers more of the query than the common one; how often does not matter."""
    covered = coverage(evidence(frequencies=np.array([[9.0, 0.0], [0.0, 1.0], [1.0, 1.0]])))
    total = RARE + COMMON
    assert covered == pytest.approx([RARE / total, COMMON / total, 1.0])


def test_coverage_of_a_query_without_words_is_none() -> None:
    """No words in the query: nothing is covered, and nothing is divided by zero."""
    wordless = evidence(frequencies=np.zeros((3, 0)), statistics=TextStatistics(3, 15, ()))
    assert coverage(wordless).tolist() == [0.0, 0.0, 0.0]
    assert fuse(wordless, weights()).text.tolist() == [0.0, 0.0, 0.0]


@pytest.mark.parametrize(
    ("cosine", "covered", "expected"),
    [
        (1.0, 1.0, 0.8956687768809987),  # logistic(2.15)
        (0.0, 0.0, 0.0054862988994504036),  # logistic(−5.2)
        (0.5, 0.0, 0.032295464698450516),  # logistic(−3.4)
        (math.nan, 1.0, 0.40854102156721994),  # logistic(−0.37): 0.3 stands for what is unread
    ],
)
def test_relevance_by_hand(cosine: float, covered: float, expected: float) -> None:
    """logistic(3.6 · cosine + 3.75 · coverage − 5.2), the same for every query."""
    assert relevance(np.array([cosine]), np.array([covered]))[0] == pytest.approx(expected)


def test_an_empty_store_scores_without_dividing_by_zero() -> None:
    """No document at all: ln(1 + N) is taken for one."""
    nothing = evidence(0, frequencies=np.zeros((0, 2)), statistics=TextStatistics(0, 0, (0, 0)))
    assert fuse(nothing, weights()).scores.shape == (0,)


def test_reciprocal_ranks_by_hand() -> None:
    """The best of each signal gets 1/61, equals share a rank, and what is unknown gets nothing."""
    known = evidence(
        cosines=np.array([0.9, np.nan, 0.4]),
        frequencies=np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 0.0]]),
    )
    scores = reciprocal_ranks(known, fuse(known, weights())).scores
    assert scores == pytest.approx([1 / 61, 1 / 61, 1 / 62 + 1 / 61])


def test_the_best_of_a_session_lends_a_share() -> None:
    """To itself too, so that what stands alone is not behind; never less than nothing."""
    cosines = np.array([0.7, 0.3, 0.5, 0.1])
    fused = fuse(
        evidence(4, cosines=cosines, sessions=np.array([0, 0, 1, 2])), weights(session=0.5)
    )
    assert fused.scores == pytest.approx([0.5 + 0.25, 0.1 + 0.25, 0.3 + 0.15, -0.1])


def test_the_time_that_is_named_is_added() -> None:
    """In shares of its nearness."""
    fused = fuse(evidence(times=np.array([1.0, 0.5, 0.0])), weights(time=0.4))
    assert fused.scores == pytest.approx([0.4, 0.2, 0.0])


def test_form_takes_away() -> None:
    """A question, a program's reply, and its later parts more; no part of a person's text."""
    fused = fuse(
        evidence(
            6,
            asks=np.array([True, False, False, False, False, False]),
            replies=np.array([False, True, True, True, True, False]),
            ordinals=np.array([-1, -1, 0, 2, 99, 2]),
        ),
        weights(question=0.1, reply=0.3, part=0.2),
    )
    assert fused.scores == pytest.approx([-0.1, -0.3, -0.5, -0.7, -0.9, 0.0])


def test_what_the_best_is_alike_to_gets_a_share_of_it() -> None:
    """Of the best one alone, by how alike they are; what counts against a memory is not lent."""
    like = np.array([[0, 1], [0, 2], [1, 2], [2, 3]], dtype=np.intp)
    what = evidence(
        4,
        cosines=np.array([1.2, 0.7, np.nan, 0.0]),
        like=like,
        likeness=np.array([0.5, 0.4, 1.0, 1.0]),
    )
    share = fuse(what, weights(semantic=0.1)).shares["semantic"]
    assert share == pytest.approx([0.1 * 0.5 * 0.5, 0.1 * 0.5 * 1.0, 0.1 * 0.5, 0.0])
