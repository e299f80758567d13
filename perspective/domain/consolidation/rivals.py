"""Which words exclude each other, so that one instead of the other is another statement?"""

from __future__ import annotations

from collections.abc import Iterable

from perspective.domain.consolidation.vocabulary import OPPOSITES
from perspective.domain.consolidation.words import Word, fold


def _sides() -> dict[str, frozenset[tuple[int, int]]]:
    found: dict[str, set[tuple[int, int]]] = {}
    for row, rivals in enumerate(OPPOSITES.split(";")):
        for side, words in enumerate(rivals.split(",")):
            for word in words.split():
                found.setdefault(fold(word), set()).add((row, side))
    return {word: frozenset(sides) for word, sides in found.items()}


_SIDES = _sides()


def are_rivals(first: Iterable[Word], second: Iterable[Word]) -> bool:
    """Whether a word of the first is the opposite of a word of the second."""
    one = {side for word, _ in first for side in _SIDES.get(word, ())}
    if not one:
        return False
    other = {side for word, _ in second for side in _SIDES.get(word, ())}
    return any(row == row_b and side != side_b for row, side in one for row_b, side_b in other)
