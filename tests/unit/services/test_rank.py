"""In which order what was found is answered: by score, faded and archived ones after rules."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

import msgspec
import numpy as np
import pytest

from perspective.domain.filter import Filter
from perspective.domain.memory import Memory, Recorded, Version, empty_detail
from perspective.domain.query import RecallQuery, Weights
from perspective.domain.ranking.bm25 import TextStatistics
from perspective.domain.ranking.candidate import Candidate
from perspective.ports.graph import Link
from perspective.services.rank import Found, Question, Ranked, fusion_weights, rank, to_answer
from perspective.settings import RetrievalSettings, Settings
from tests.engines import NOON

DAY = timedelta(days=1)
NO_WORDS = TextStatistics(10, 50, ())


def recorded(key: int, *, days_old: float = 0, content: str = "", **fields: Any) -> Recorded:
    """A memory with one version under this key, unused for so many days."""
    at: datetime = NOON - days_old * DAY
    defaults: dict[str, Any] = {"id": f"m{key}", "type": "episodic", "recorded_at": at}
    memory = Memory(**(defaults | fields))
    version = Version(
        memory_id=memory.id,
        number=1,
        key=key,
        content=content or f"content {key}",
        content_hash=content or f"hash {key}",
        detail=empty_detail("episodic"),
        known_from=at,
    )
    return Recorded(memory, version)


def found(cosines: dict[int, float], memories: Sequence[Recorded], **fields: Any) -> Found:
    """What a vector arm found; the other arms were silent."""
    nothing = Found(
        candidates=[Candidate.of(one) for one in memories],
        cosines=cosines,
        statistics=NO_WORDS,
        links=(),
        mentions={},
        fitting=frozenset(),
        arms={"vector": frozenset(cosines), "text": frozenset(), "entity": frozenset()},
    )
    return msgspec.structs.replace(nothing, **fields)


def question(*, budget: int = 3, **fields: Any) -> Question:
    """A question asked at noon."""
    asked = RecallQuery(query="anything", **fields)
    where = Filter(as_of=NOON, known_at=NOON)
    nobody: frozenset[str] = frozenset()
    return Question(asked, where, (), nobody, nobody, NOON, budget)


def ranked(
    what: Found, asked: Question, settings: Settings = Settings(), *, decays: bool = True
) -> list[Ranked]:
    """The order that is answered."""
    return rank(what, asked, settings, decays=decays)


def ids(answer: list[Ranked]) -> list[str]:
    """The memories of an answer, best first."""
    return [one.candidate.memory_id for one in answer]


def test_the_best_come_first_within_the_budget() -> None:
    """Sorted by score, cut at the budget."""
    memories = [recorded(n) for n in range(1, 6)]
    cosines = {1: 0.5, 2: 0.9, 3: 0.1, 4: 0.7, 5: 0.6}
    assert ids(ranked(found(cosines, memories), question())) == ["m2", "m4", "m5"]


def test_of_equals_the_newer_comes_first() -> None:
    """The same score: the greater key."""
    memories = [recorded(n) for n in (1, 2, 3)]
    assert ids(ranked(found({1: 0.5, 2: 0.5, 3: 0.5}, memories), question())) == ["m3", "m2", "m1"]


def test_nothing_found_is_an_empty_answer() -> None:
    """No candidate, no result, no error."""
    assert ranked(found({}, []), question()) == []


def test_no_content_comes_twice() -> None:
    """Of memories with the same words the best ranked stands for all, faded ones too."""
    memories = [
        recorded(1, content="same"),
        recorded(2, content="same"),
        recorded(3, content="same", days_old=900),
        recorded(4),
    ]
    answer = ranked(found({1: 0.9, 2: 0.8, 3: 0.99, 4: 0.1}, memories), question())
    assert ids(answer) == ["m1", "m4"]


def test_a_faded_answer_takes_the_place_it_deserves() -> None:
    """One that beats the last of a full answer replaces it, and stands where its match puts it."""
    memories = [recorded(n) for n in (1, 2, 3)] + [recorded(4, days_old=900)]
    for cosine, expected in (
        (0.95, ["m4", "m1", "m2"]),
        (0.75, ["m1", "m2", "m4"]),
        (0.65, ["m1", "m2", "m3"]),
    ):
        what = found({1: 0.9, 2: 0.8, 3: 0.7, 4: cosine}, memories)
        answer = ranked(what, question())
        assert ids(answer) == expected
        assert [one.is_faded for one in answer] == [name == "m4" for name in expected]


def test_faded_ones_fill_a_short_answer() -> None:
    """Where active memories leave room, faded ones come in the order of their match."""
    memories = [recorded(1), *(recorded(n, days_old=900) for n in (2, 3, 4))]
    what = found({1: 0.9, 2: 0.2, 3: 0.4, 4: 0.1}, memories)
    assert ids(ranked(what, question())) == ["m1", "m3", "m2"]


def test_faded_ones_can_be_left_out() -> None:
    """Whoever asks for none gets none, even in an empty answer."""
    memories = [recorded(1, days_old=900)]
    assert ranked(found({1: 0.9}, memories), question(include_faded=False)) == []


def test_archived_ones_come_after_the_faded() -> None:
    """Both are weighed by their match, and at equal match the faded one has the place."""
    memories = [recorded(1), recorded(2, state="archived"), recorded(3, days_old=900)]
    what = found({1: 0.9, 2: 0.5, 3: 0.5}, memories)
    assert ids(ranked(what, question(budget=2))) == ["m1", "m3"]
    what = found({1: 0.3, 2: 0.5, 3: 0.4}, memories)
    assert ids(ranked(what, question(budget=2))) == ["m2", "m3"]


def test_a_tenant_that_does_not_fade_has_no_faded() -> None:
    """With fading off, an old memory ranks by its match alone."""
    memories = [recorded(1), recorded(2, days_old=900)]
    what = found({1: 0.8, 2: 0.81}, memories)
    answer = ranked(what, question(), decays=False)
    assert ids(answer) == ["m2", "m1"]
    assert not any(one.is_faded for one in answer)
    assert answer[0].signals.strength == answer[0].signals.recency == 1.0


def test_freshness_breaks_a_tie_but_not_an_answer() -> None:
    """At equal match the fresher memory wins; a clearly better old one still comes first."""
    memories = [recorded(1), recorded(2, days_old=60), recorded(3)]
    equal = found({1: 0.8, 2: 0.8, 3: 0.0}, memories)
    assert ids(ranked(equal, question()))[:2] == ["m1", "m2"]
    better = found({1: 0.5, 2: 0.9, 3: 0.0}, memories)
    assert ids(ranked(better, question()))[:2] == ["m2", "m1"]


@pytest.mark.parametrize(
    ("profile", "expected"), [("balanced", "m1"), ("product", "m2"), ("weighted", "m2")]
)
def test_profiles_weigh_differently(profile: str, expected: str) -> None:
    """An old exact match wins when balanced; a fresh, often used one by the other two."""
    memories = [recorded(1, days_old=60), recorded(2, access_count=50), recorded(3)]
    what = found({1: 0.9, 2: 0.6, 3: 0.0}, memories)
    assert ids(ranked(what, question(profile=profile)))[0] == expected
    settings = Settings(retrieval=msgspec.convert({"profile": profile}, RetrievalSettings))
    assert ids(ranked(what, question(), settings))[0] == expected


@pytest.mark.parametrize(
    ("profile", "weights", "changes"),
    [
        ("balanced", {"recency": 1.0, "importance": 0.0}, {"recency_share": 1.0, "importance_share": 0.0}),
        ("balanced", {"vector": 0.0, "speaker": 3.0}, {"vector_weight": 0.0, "speaker_weight": 3.0}),
        ("weighted", {"accesses": 2.0}, {"weighted_shares": (0.4, 0.3, 0.2, 2.0)}),
    ],
)  # fmt: skip
def test_own_weights_rank_as_settings_do(
    profile: str, weights: dict[str, float], changes: dict[str, Any]
) -> None:
    """A question with weights is answered, score by score, as one by settings of the same weights;
    without any, and with none in it, as ever."""
    memories = [recorded(1, days_old=60), recorded(2, access_count=50), recorded(3, speaker="Ana")]
    what = found({1: 0.9, 2: 0.6, 3: 0.0}, memories)
    asked = question(profile=profile, weights=msgspec.convert(weights, Weights))
    changed = Settings(retrieval=msgspec.convert(changes, RetrievalSettings))
    assert ranked(what, asked) == ranked(what, question(profile=profile), changed)
    plain = ranked(what, question(profile=profile))
    assert ranked(what, asked) != plain
    assert ranked(what, question(profile=profile, weights=Weights())) == plain


def test_shares_explain_the_score() -> None:
    """For each result the shares add up to the fused score, and the arms that found it stand by."""
    memories = [recorded(1, speaker="Ana"), recorded(2), recorded(3)]
    what = found(
        {1: 0.7, 2: 0.6},
        memories,
        links=[Link("m1", "m3", 3, "temporal", 1.0), Link("m3", "m1", 1, "temporal", 1.0)],
        mentions={2: 0.5},
        fitting=frozenset(),
        arms={"vector": frozenset({1, 2}), "temporal": frozenset({3})},
    )
    asked = msgspec.structs.replace(question(explain=True), speakers=frozenset({"ana"}))
    answer = {one.candidate.memory_id: one for one in ranked(what, asked)}
    for one in answer.values():
        assert sum(one.signals.shares.values()) == pytest.approx(one.signals.fused)
    weights = Settings().retrieval
    assert answer["m1"].signals.shares["speaker"] == weights.speaker_weight
    assert answer["m2"].signals.shares["entity"] == 0.5 * weights.entity_weight
    assert answer["m3"].signals.temporal == pytest.approx(0.5 * weights.neighbour_weight)
    assert answer["m1"].signals.arms == ("vector",)
    assert answer["m3"].signals.arms == ("temporal",)
    assert answer["m3"].signals.vector is None


def test_a_pair_that_is_named_from_both_ends_counts_once() -> None:
    """A link seen from both memories lends its share once each way."""
    memories = [recorded(1), recorded(2)]
    there, back = Link("m1", "m2", 2, "temporal", 1.0), Link("m2", "m1", 1, "temporal", 1.0)
    once = ranked(found({1: 0.7}, memories, links=[there]), question())
    twice = ranked(found({1: 0.7}, memories, links=[there, back, there]), question())
    assert [one.signals.fused for one in once] == [one.signals.fused for one in twice]


def test_an_arm_left_out_counts_for_nothing() -> None:
    """Its weight is 0, whatever the settings give it."""
    none = fusion_weights(RetrievalSettings(arms=()))
    assert (none.text, none.vector, none.entity) == (0.0, 0.0, 0.0)
    assert (none.neighbour, none.second_neighbour) == (0.0, 0.0)
    every = fusion_weights(RetrievalSettings())
    assert np.all(np.array([every.text, every.vector, every.entity, every.neighbour]) > 0)


def test_why_is_told_when_asked() -> None:
    """Without `explain` an answer carries no signals."""
    only = recorded(1)
    (answer,) = ranked(found({1: 0.7}, [only]), question())
    assert to_answer(answer, only, confidence=1.0, explain=False).why is None
    assert to_answer(answer, only, confidence=1.0, explain=True).why == answer.signals


def test_ranks_instead_of_scores_are_a_setting() -> None:
    """With fusion "rrf" a score is made of ranks, and its shares say so."""
    by_rank = Settings(retrieval=RetrievalSettings(fusion="rrf"))
    memories = [recorded(n) for n in (1, 2)]
    answer = ranked(found({1: 0.9, 2: 0.1}, memories), question(), by_rank)
    assert [one.signals.fused for one in answer] == pytest.approx([1 / 61, 1 / 62])
    assert set(answer[0].signals.shares) == {"vector", "text"}
