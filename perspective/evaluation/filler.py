"""With what is a store filled up? Sentences of the talks, put together anew.

Any number of different texts of a turn's length, about what the talks are about, with numbers in
them; the same for the same seed. They are no answers to anything.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta

from perspective.evaluation.talk import Talk, Turn

_SENTENCE_END = re.compile(r"(?<=[.!?])\s+")
_MIN_CHARS = 12
_MAX_CHARS = 400
_TURNS_PER_SESSION = 25
_START_AT = datetime(2024, 1, 1, 8, tzinfo=UTC)


class Filler:
    """Turns by the talks' speakers, from sentences of turns that answer none of the questions.

    Where every turn answers one, all sentences are used.
    """

    def __init__(self, talks: Sequence[Talk], *, seed: int = 0) -> None:
        self._random = random.Random(seed)  # noqa: S311 - nothing is secret here
        answers = {(t.id, name) for t in talks for q in t.questions for name in q.evidence}
        turns = [(talk.id, turn) for talk in talks for turn in talk.turns]
        others = [turn for name, turn in turns if (name, turn.id) not in answers]
        self._sentences = sentences_of(others) or sentences_of([turn for _, turn in turns])
        self._voices = sorted({(turn.speaker, turn.role) for _, turn in turns}, key=str)
        self._n_given = 0

    def text(self) -> str:
        """A text of two sentences with numbers of its own."""
        self._n_given += 1
        one, two = (self._random.choice(self._sentences) for _ in range(2))
        number = self._random.randrange(100, 100_000)
        return f"{one} No. {self._n_given} cost {number}. {two}"

    def turns(self, n: int) -> Iterator[Turn]:
        """So many turns, in sessions, an hour a session."""
        for _ in range(n):
            speaker, role = self._random.choice(self._voices)
            text = self.text()
            session = self._n_given // _TURNS_PER_SESSION
            yield Turn(
                id=f"filler-{self._n_given}",
                session=f"filler-{session}",
                at=_START_AT + timedelta(hours=session),
                text=text,
                speaker=speaker,
                role=role,
            )


def sentences_of(turns: Sequence[Turn]) -> list[str]:
    """The different sentences of the turns that are neither very short nor very long, sorted."""
    parts = {part for turn in turns for part in _SENTENCE_END.split(turn.text)}
    return sorted(part for part in parts if _MIN_CHARS < len(part) <= _MAX_CHARS)
