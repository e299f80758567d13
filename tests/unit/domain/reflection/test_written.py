"""Is a written sentence kept only where what it cites says so?"""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from perspective.adapters.language.unicode_analyzer import UnicodeAnalyzer
from perspective.domain.reflection.written import Claim, Source, says

ANALYZER = UnicodeAnalyzer()
AT = datetime(2023, 5, 8, 12, tzinfo=UTC)


def is_kept(text: str, cited: str, question: str = "what about it?", speaker: str = "Ana") -> bool:
    """Whether the sentence is believed of a memory of that day."""
    claim = Claim(
        text=text,
        words=ANALYZER.query_words(text),
        question=frozenset(ANALYZER.query_terms(question)),
    )
    source = Source(
        content=cited,
        terms=frozenset(ANALYZER.terms(f"{speaker} {cited}")),
        at=AT,
        speaker=speaker,
    )
    return says(claim, [source], cited)


KEPT = [
    ("Ana moved to Lisbon.", "I moved to Lisbon in March"),
    ("Ana moved to Lisbon on 2023-05-07.", "I moved to Lisbon yesterday"),
    ("Ana has 3 cats.", "I have 3 cats now"),
    ("Ana does not eat fish.", "I don't eat fish"),
    ("Anna wohnt in Berlin.", "Ich wohne in Berlin"),
    ("Анна живёт в Москве.", "Я живу в Москве, Анна живёт тут"),
    ("安娜搬到了里斯本。", "我搬到了里斯本"),
]


@pytest.mark.parametrize(("text", "cited"), KEPT)
def test_what_is_said_is_kept(text: str, cited: str) -> None:
    """In other words and another person, too."""
    speaker = text.split(maxsplit=1)[0] if " " in text else "安娜"
    assert is_kept(text, cited, speaker=speaker)


DROPPED = [
    ("Ana moved to Porto.", "I moved to Lisbon in March"),  # a name
    ("Ana has 4 cats.", "I have 3 cats now"),  # a number
    ("Ana moved on 2021-05-07.", "I moved to Lisbon yesterday"),  # a date
    ("Ana eats fish.", "I don't eat fish"),  # a "not" left out
    ("Ana does not eat fish.", "I eat fish"),  # a "not" brought in
    ("Ana bought an expensive red motorcycle.", "I moved to Lisbon"),  # all of it
    ("", "I moved"),
    ("...", "I moved"),
]


@pytest.mark.parametrize(("text", "cited"), DROPPED)
def test_what_is_not_said_is_dropped(text: str, cited: str) -> None:
    """A name, a number, a date, a denial, or most of the words."""
    assert not is_kept(text, cited)


def test_the_question_alone_supports_nothing() -> None:
    """Its words may be repeated, but one at least must be the memory's."""
    question = "Does Ana drive a red motorcycle?"
    assert not is_kept("A red motorcycle.", "I moved to Lisbon", question)
    assert is_kept("Ana drives a motorcycle.", "I drive one to work", question)


def test_without_a_source_nothing_is_said() -> None:
    """A sentence that cites nothing is dropped."""
    assert not says(Claim(text="Ana", words=[("ana",)]), [], "Ana")
