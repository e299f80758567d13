"""Which sentences of the memories that were found make the answer?

The best one of each memory first, in the order in which recall found them; further sentences of a
memory come a few places later. Nothing is said twice.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import msgspec

# A sentence with a word more says a little more; so much of the question's rarity, at e - 1 words.
_LENGTH_SHARE = 0.02
_QUESTION_LOSS = 0.1  # who asks does not answer
_LATER = 3  # places of recall that another sentence of the same memory comes later
_MOST_OF_A_MEMORY = 3


class Statement(msgspec.Struct, frozen=True, kw_only=True):
    """A sentence that could be a part of the answer: `place` is its memory's, best first.

    `covered`, 0–1, is the share of the question's rarity that its words have; `said` its normal
    form, `n_words` its length.
    """

    place: int
    start: int
    end: int
    said: str
    n_words: int
    covered: float
    asks: bool = False

    @property
    def worth(self) -> float:
        """How much of the question it is about, and how much it says."""
        length = _LENGTH_SHARE * math.log1p(self.n_words)
        return self.covered + length - _QUESTION_LOSS * self.asks


def choose(statements: Iterable[Statement], n: int) -> list[Statement]:
    """At most `n` of the statements, the best first.

    **Ties** by place, then by where they stand.
    """
    by_memory: dict[int, list[Statement]] = {}
    for one in statements:
        if one.said:
            by_memory.setdefault(one.place, []).append(one)
    turns: list[tuple[int, int, Statement]] = []
    for place, own in by_memory.items():
        own.sort(key=lambda one: (-one.worth, one.start))
        turns += [(place + _LATER * k, place, one) for k, one in enumerate(_telling(own))]
    turns.sort(key=lambda turn: turn[:2])
    return _unsaid((one for _, _, one in turns), n)


def _telling(own: Sequence[Statement]) -> Sequence[Statement]:
    """A memory's best sentence, and those further ones that say something of the question too."""
    further = [one for one in own[1:] if one.covered > 0.0 and not one.asks]
    return [own[0], *further[: _MOST_OF_A_MEMORY - 1]]


def _unsaid(statements: Iterable[Statement], n: int) -> list[Statement]:
    """The first `n` of which none stands in another that came before."""
    chosen: list[Statement] = []
    for one in statements:
        if len(chosen) == n:
            break
        if not any(one.said in other.said for other in chosen):
            chosen.append(one)
    return chosen
