"""Who does what to whom, not, and when?"""

from __future__ import annotations

import pytest

from tests.unit.adapters.extraction.reader import read_text

STATED = {
    "I moved to Lisbon.": ("Ana", "moved to", "Lisbon", False, "past"),
    "I don't like tea.": ("Ana", "like", "tea", True, "present"),
    "My sister lives in Porto.": ("Ana's sister", "lives in", "Porto", False, "present"),
    "Maria will visit Berlin.": ("Maria", "visit", "Berlin", False, "future"),
    "I never drink coffee.": ("Ana", "drink", "coffee", True, "present"),
    "Maria has sold the house.": ("Maria", "sold", "house", False, "past"),
}


@pytest.mark.parametrize("text", STATED)
def test_relation_of_a_clause(text: str) -> None:
    """Subject, verb with its preposition, object, negation and tense."""
    found = [
        (one.subject, one.predicate, one.object, one.is_negated, one.tense)
        for one in read_text(text).relations
    ]
    assert STATED[text] in found


@pytest.mark.parametrize(
    "text", ["Did Maria move to Lisbon?", "He moved to it.", "Who lives here?"]
)
def test_no_relation_where_nothing_is_stated(text: str) -> None:
    """Questions and pronouns without a name state nothing."""
    assert read_text(text).relations == ()


def test_times_are_no_objects() -> None:
    """When something happened is not whom it happened to."""
    relations = read_text("I volunteered at a shelter on Monday.").relations
    assert [one.object for one in relations] == ["shelter"]
