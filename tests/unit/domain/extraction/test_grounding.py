"""Is what was read kept exactly as far as the text supports it?"""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perspective.domain.extraction.grounding import grounded
from perspective.domain.extraction.reading import Fact, Mention, Passage, Reading, Relation

NOON = datetime(2025, 3, 1, 12, tzinfo=UTC)
TEXT = "I'm moving to Lisbon in March, and my sister lives in São Paulo. She bought 2 cats."


def passage(content: str = TEXT, speaker: str | None = "Ana Silva") -> Passage:
    """What Ana says."""
    return Passage(content=content, at=NOON, speaker=speaker)


def mention(name: str, content: str = TEXT, **fields: float) -> Mention:
    """A name where it stands in the text, or at its beginning if it does not."""
    start = max(0, content.find(name))
    return Mention(name=name, start=start, end=start + len(name), kind="other", **fields)


def fact(text: str) -> Fact:
    """A statement that was read from the whole text."""
    return Fact(text=text, start=0, end=len(TEXT))


def relation(subject: str, predicate: str, obj: str) -> Relation:
    """A relation that was read from the whole text."""
    return Relation(subject=subject, predicate=predicate, object=obj, start=0, end=len(TEXT))


@pytest.mark.parametrize(
    ("name", "is_kept"),
    [("Lisbon", True), ("São Paulo", True), ("Porto", False), ("Ana", False), ("", False)],
)
def test_a_name_must_stand_in_the_text(name: str, is_kept: bool) -> None:
    """At the place that is given."""
    found = grounded(Reading(mentions=(mention(name),)), passage())
    assert bool(found.reading.mentions) == is_kept
    assert found.n_dropped == 1 - is_kept


def test_a_name_at_another_place_is_dropped() -> None:
    """A span that holds something else is a mistake, though the name occurs."""
    misplaced = Mention(name="Lisbon", start=0, end=6)
    assert grounded(Reading(mentions=(misplaced,)), passage()).n_dropped == 1


@pytest.mark.parametrize(
    ("text", "is_kept"),
    [
        ("Ana Silva is moving to Lisbon in March", True),
        ("Ana's sister lives in São Paulo", True),
        ("Ana Silva moved to Lisbon", True),
        ("Ana Silva hates Lisbon", False),
        ("Ana Silva bought 3 cats", False),
        ("Ana Silva bought 2 cats", True),
        ("Ana Silva is moving to Portugal", False),
        ("   ", False),
    ],
)
def test_each_word_of_a_statement_must_be_the_texts(text: str, is_kept: bool) -> None:
    """Or the speaker's name, or one that grammar brings in; numbers exactly."""
    found = grounded(Reading(facts=(fact(text),)), passage())
    assert bool(found.reading.facts) == is_kept


def test_each_word_of_a_relation_must_be_the_texts() -> None:
    """Its ends and its verb; without an end it is none."""
    good = relation("Ana Silva", "moving to", "Lisbon")
    bad = [
        relation("Ana Silva", "married", "Lisbon"),
        relation("Bruno", "moving to", "Lisbon"),
        relation("Ana Silva", "moving to", ""),
    ]
    found = grounded(Reading(relations=(good, *bad)), passage())
    assert found.reading.relations == (good,)
    assert found.n_dropped == 3


def test_without_a_speaker_no_name_comes_from_outside() -> None:
    """The speaker's name supports nothing when nobody is known to speak."""
    found = grounded(Reading(facts=(fact("Ana is moving to Lisbon"),)), passage(speaker=None))
    assert found.reading.facts == ()


def test_scripts_without_spaces_are_supported_by_their_characters() -> None:
    """A statement in Chinese or Thai is a stretch of the text."""
    content = "我三月搬到里斯本，ฉันรักแมว"
    good = Fact(text="搬到里斯本", start=0, end=9)
    thai = Fact(text="ฉันรักแมว", start=0, end=9)
    bad = Fact(text="搬到波尔图", start=0, end=9)
    found = grounded(Reading(facts=(good, thai, bad)), passage(content))
    assert found.reading.facts == (good, thai)


def test_what_is_not_sure_enough_is_dropped() -> None:
    """Below the confidence that is asked for."""
    sure, unsure = mention("Lisbon", confidence=0.5), mention("March", confidence=0.4)
    found = grounded(Reading(mentions=(sure, unsure)), passage(), min_confidence=0.5)
    assert found.reading.mentions == (sure,)


@given(st.text(max_size=60), st.text(max_size=20), st.integers(-5, 70), st.integers(-5, 70))
def test_nothing_a_model_says_can_break_it(content: str, name: str, start: int, end: int) -> None:
    """Any spans and words: what is kept is in the text."""
    what = Reading(
        mentions=(Mention(name=name, start=start, end=end),),
        facts=(Fact(text=name, start=start, end=end),),
    )
    found = grounded(what, passage(content, speaker=None))
    for one in found.reading.mentions:
        assert one.name.strip()
