"""Which words of an English text are names, and of which kind?"""

from __future__ import annotations

import pytest

from perspective.domain.graph import EntityKind
from tests.unit.adapters.extraction.reader import read_text

NAMED: dict[str, dict[str, EntityKind]] = {
    "Yesterday I met Maria Silva in Lisbon.": {"Maria Silva": "person", "Lisbon": "place"},
    "We use PostgreSQL and docker at Acme Corp today.": {
        "PostgreSQL": "tool",
        "docker": "tool",
        "Acme Corp": "organization",
    },
    "Way to go, Jon!": {"Jon": "person"},
    "My boss Ingrid works on project Halcyon.": {"Ingrid": "person", "Halcyon": "project"},
    "i moved to japan for work": {"japan": "place"},
    "Neovim crashed again": {"Neovim": "tool"},
}
NAMELESS = [
    "SO TIRED TODAY, CAN NOT EVEN STAND UP",
    "Sooo happy! Yes! Thanks! On Monday I will be back.",
    "Love this. Great weekend. Going home now.",
]


@pytest.mark.parametrize("text", NAMED)
def test_names_and_kinds(text: str) -> None:
    """Capitals, spaCy and a small gazetteer agree on a name; context corrects its kind."""
    found = {mention.name: mention.kind for mention in read_text(text).mentions}
    assert NAMED[text].items() <= found.items()


@pytest.mark.parametrize("text", NAMELESS)
def test_capitals_alone_are_no_names(text: str) -> None:
    """Shouting, beginnings of sentences, days and stretched words name nothing."""
    assert read_text(text).mentions == ()
