"""What are many memories to be fast with? Sentences of the talks, put together anew.

Ten thousand different texts of a turn's length, about many things, with numbers in them; the same
for the same seed. They measure time only: what they say means nothing.
"""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from tests.bench.talks import Talk

_SENTENCE_END = re.compile(r"(?<=[.!?])\s+")
_TURNS_PER_SESSION = 25
_START_AT = datetime(2024, 1, 1, 8, tzinfo=UTC)


class Mixture:
    """Texts and questions from the talks' own sentences; each is given out once."""

    def __init__(self, talks: Sequence[Talk], *, seed: int = 0) -> None:
        self._random = random.Random(seed)
        turns = [turn for talk in talks for turn in talk.turns]
        self._sentences = sorted(
            {part for turn in turns for part in _SENTENCE_END.split(turn.text) if len(part) > 12}
        )
        self._questions = [question.text for talk in talks for question in talk.questions]
        self._speakers = sorted({turn.speaker for turn in turns})
        self._n_given = 0

    def text(self) -> str:
        """A text of two sentences with a number of its own."""
        self._n_given += 1
        one, two = self._random.sample(self._sentences, 2)
        number = self._random.randrange(100, 100_000)
        return f"{one} No. {self._n_given} cost {number}. {two}"

    def question(self) -> str:
        """A question about the talks, made different from every other by a number."""
        self._n_given += 1
        return f"{self._random.choice(self._questions)} ({self._n_given})"

    def items(self, n: int) -> list[dict[str, object]]:
        """Texts as items of a batch, in sessions, by several speakers, an hour a session."""
        return [
            {
                "content": self.text(),
                "speaker": self._random.choice(self._speakers),
                "source_session": f"session-{k // _TURNS_PER_SESSION}",
                "event_at": (_START_AT + timedelta(hours=k // _TURNS_PER_SESSION)).isoformat(),
            }
            for k in range(n)
        ]
