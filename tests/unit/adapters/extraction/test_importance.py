"""How much does a text matter, and what kind of memory is it?"""

from __future__ import annotations

import pytest

from tests.unit.adapters.extraction.reader import read_text

KINDS = {
    "I moved to Lisbon in May.": "episodic",
    "Maria works at Novatel.": "semantic",
    "To deploy the service, run the release script.": "procedural",
    "1. Open the settings.\n2. Press reset.\n3. Wait.": "procedural",
    "Nice!": None,
}


@pytest.mark.parametrize("text", KINDS)
def test_memory_type(text: str) -> None:
    """What happened, what holds, how something is done; nothing where nothing tells."""
    assert read_text(text).memory_type == KINDS[text]


def test_what_says_more_matters_more() -> None:
    """A statement with names, numbers and a warning is above a question, and small talk below."""
    texts = (
        "Remember: I am allergic to penicillin since 2019.",
        "I moved to Lisbon.",
        "What do you think of the new office?",
        "Nice one!",
    )
    scores = [read_text(text).importance or 0 for text in texts]
    assert scores == sorted(scores, reverse=True)
    assert len(set(scores)) >= 3
