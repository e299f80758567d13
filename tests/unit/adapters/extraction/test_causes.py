"""Which statements brought about which, as far as the text says so?"""

from __future__ import annotations

import pytest

from tests.unit.adapters.extraction.reader import read_text

CAUSES = {
    "I quit my job because my boss lied to me.": ("Ana's boss lied to Ana", "Ana quit"),
    "My flight was late, so I missed the concert.": (
        "Ana's flight was late",
        "Ana missed the concert",
    ),
    "My sister lives in Porto. Therefore I go to Porto every year.": (
        "Ana's sister lives in Porto",
        "Ana goes to Porto",
    ),
}
NO_CAUSES = [
    "I moved to Lisbon and my sister lives in Porto.",
    "My sister lives in Porto. So I hear from Ben.",
    "I quit my job. My boss lied to me.",
    "I moved so quickly that my sister missed me.",
]


@pytest.mark.parametrize("text", CAUSES)
def test_word_between_two_statements_says_it(text: str) -> None:
    """The reason may come first or last."""
    (found,) = read_text(text).causes
    cause, effect = CAUSES[text]
    assert found.cause == cause
    assert found.effect.startswith(effect)


@pytest.mark.parametrize("text", NO_CAUSES)
def test_what_only_follows_is_no_effect(text: str) -> None:
    """No cause is guessed."""
    assert read_text(text).causes == ()


def test_causes_are_statements_of_the_reading() -> None:
    """Both ends are words of statements that were found."""
    reading = read_text("Hm. I was tired because my baby cried, so I went home.")
    stated = {one.text for one in reading.facts}
    assert reading.causes
    assert all({one.cause, one.effect} <= stated for one in reading.causes)
