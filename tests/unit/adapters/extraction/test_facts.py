"""Which statements stand by themselves, and how do they read?"""

from __future__ import annotations

import pytest

from tests.unit.adapters.extraction.reader import facts, read_text

STATED = {
    "I moved to Lisbon": ["Ana moved to Lisbon"],
    "I've sold my car and my sister lives in Porto.": [
        "Ana has sold Ana's car",
        "Ana's sister lives in Porto",
    ],
    "I don't like tea, but I'm learning Portuguese.": [
        "Ana doesn't like tea",
        "Ana is learning Portuguese",
    ],
    "I was born in Ohio and grew up in Texas.": ["Ana was born in Ohio", "Ana grew up in Texas"],
    "Hey John, I have been ill since Monday.": ["Ana has been ill since Monday"],
    "I usually watch movies with my kids": ["Ana usually watches movies with Ana's kids"],
    "Maria sold her car to John.": ["Maria sold her car to John"],
}
NOT_STATED = [
    "How are you?",
    "Did I leave my keys in Porto?",
    "Thanks for the help!",
    "Please send me the report.",
    "I think you are great.",
    "You moved to Lisbon last year.",
    "We moved to Lisbon.",
    "He never called me back.",
    "It was a nice day in Lisbon.",
    "That is the best of all.",
    "Call the office before noon.",
]


@pytest.mark.parametrize("text", STATED)
def test_statement_is_told_in_the_third_person(text: str) -> None:
    """One statement each; the speaker's name stands for "I", and the verb agrees with it."""
    assert facts(text) == STATED[text]


@pytest.mark.parametrize("text", NOT_STATED)
def test_what_is_no_statement_of_its_own_is_left_out(text: str) -> None:
    """Questions, orders, thanks, the listener, "we", and what points elsewhere."""
    assert facts(text) == []


def test_nothing_is_said_about_a_speaker_who_is_not_known() -> None:
    """Without a name for "I" there is no fact and no relation about it."""
    reading = read_text("I moved to Lisbon. Maria lives in Porto.", speaker=None)
    assert [fact.text for fact in reading.facts] == ["Maria lives in Porto"]
    assert [relation.subject for relation in reading.relations] == ["Maria"]


def test_stretch_is_where_it_was_read() -> None:
    """`start` and `end` are the clause in the text."""
    text = "Well, I moved to Lisbon. My sister lives in Porto!"
    stretches = [text[fact.start : fact.end] for fact in read_text(text).facts]
    assert stretches == ["I moved to Lisbon", "My sister lives in Porto"]


def test_hedged_and_long_statements_are_less_sure() -> None:
    """What may be, and what goes on, has less confidence than a plain statement."""
    (plain,) = read_text("I moved to Lisbon.").facts
    (hedged,) = read_text("I might move to Lisbon.").facts
    assert hedged.confidence < plain.confidence
