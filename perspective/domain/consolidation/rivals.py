"""Which words exclude each other, so that one instead of the other is another statement?"""

from __future__ import annotations

from collections.abc import Iterable

from perspective.domain.consolidation.wording.vocabulary import OPPOSITES, listed
from perspective.domain.consolidation.wording.words import Word, fold


def _sides() -> dict[str, frozenset[tuple[int, int]]]:
    found: dict[str, set[tuple[int, int]]] = {}
    for row, rivals in enumerate(OPPOSITES.split(";")):
        for side, words in enumerate(rivals.split(",")):
            for word in words.split():
                found.setdefault(fold(word), set()).add((row, side))
    return {word: frozenset(sides) for word, sides in found.items()}


_SIDES = _sides()


# They say where, and what they say depends on all the rest.
_DIRECTIONS = frozenset(
    listed(
        "on off in out up down left right north south east west before after first last more less "
        "above below over under front back behind inside outside day night morning afternoon "
        "evening mr mrs ms dr herr frau start end near close far light dark high low"
    )
)


def are_rivals(first: Iterable[Word], second: Iterable[Word], *, directions: bool = True) -> bool:
    """Whether a word of the first is the opposite of a word of the second; without directions only
    where the words say what something is or does."""
    skipped = frozenset() if directions else _DIRECTIONS
    one = {side for word, _ in first if word not in skipped for side in _SIDES.get(word, ())}
    if not one:
        return False
    other = {side for word, _ in second if word not in skipped for side in _SIDES.get(word, ())}
    return any(row == row_b and side != side_b for row, side in one for row_b, side_b in other)
