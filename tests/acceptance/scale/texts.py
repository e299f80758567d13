"""What are a hundred thousand memories that nobody had to write? Sentences from small lists.

Each is different, about as long as a message, and its words are spread as those of a language
are: few are everywhere, most are rare. The same seed gives the same texts.
"""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta
from typing import Any

_NAMES = "Ana Ben Chiara Dmitri Elif Farid Greta Hugo Ines Jonas Keiko Luca Mara Noor Otto Petra"
_PLACES = (
    "Lisbon Kyoto Oslo Nairobi Quito Tallinn Bergen Cusco Dakar Essen Fez Ghent Hanoi Izmir Jena"
    " Kraków Lima Malmö Naples Odense Porto Quebec Riga Seville Turin Utrecht Vienna Warsaw"
)
_THINGS = (
    "bicycle kettle violin ladder greenhouse canoe telescope sofa printer loom kiln tractor"
    " notebook harbour library orchard bakery stadium museum chapel workshop recipe contract"
    " passport invoice lecture concert painting garden tunnel bridge lighthouse windmill"
)
_KINDS = (
    "old new blue heavy quiet broken borrowed wooden silver crooked famous empty narrow steep"
    " crowded frozen hidden painted rusty spotless sunny noisy striped velvet woollen"
)
_VERBS = (
    "bought sold repaired lost found painted borrowed measured photographed described visited"
    " cleaned moved insured inherited forgot praised returned sketched opened closed"
)
_REASONS = (
    "because the rent went up",
    "since nobody else had the time",
    "although it rained the whole week",
    "before the guests from abroad arrived",
    "after a long talk with the neighbours",
    "while the children were at school",
    "in spite of what the doctor said",
    "so that the winter would be easier",
    "without telling anybody at work",
    "as a present for the anniversary",
)
_SYLLABLES = "ba be bi bo ca co da de do fa fi go ka ki la le lo ma mi mo na ni no pa ra ri ro sa"
_TURNS_PER_SESSION = 25
_START_AT = datetime(2024, 1, 1, 8, tzinfo=UTC)


class Texts:
    """Gives out texts and questions about them, each once."""

    def __init__(self, seed: int = 0) -> None:
        self._random = random.Random(seed)
        self._names, self._places = _NAMES.split(), _PLACES.split()
        self._things, self._kinds, self._verbs = _THINGS.split(), _KINDS.split(), _VERBS.split()
        self._syllables = _SYLLABLES.split()
        self._n = 0

    def items(self, n: int) -> list[dict[str, Any]]:
        """Bodies of stores: messages in sessions, an hour a session, by several speakers."""
        return [self._item() for _ in range(n)]

    def question(self) -> str:
        """A question about some of them."""
        self._n += 1
        one = self._random
        return (
            f"What did {one.choice(self._names)} say about the {one.choice(self._kinds)}"
            f" {one.choice(self._things)} in {one.choice(self._places)}, number {self._n}?"
        )

    def _item(self) -> dict[str, Any]:
        session, one = self._n // _TURNS_PER_SESSION, self._random
        self._n += 1
        content = (
            f"{one.choice(self._names)} {one.choice(self._verbs)} the {one.choice(self._kinds)}"
            f" {one.choice(self._things)} of {self._rare()} in {one.choice(self._places)}"
            f" {one.choice(_REASONS)}. It cost {one.randrange(10, 9_999)}, and"
            f" {self._rare()} number {self._n} still has the {one.choice(self._things)}."
        )
        return {
            "content": content,
            "speaker": one.choice(self._names),
            "source_session": f"session-{session}",
            "event_at": (_START_AT + timedelta(hours=session)).isoformat(),
        }

    def _rare(self) -> str:
        """A name that few others have."""
        return "".join(self._random.choices(self._syllables, k=4)).capitalize()
