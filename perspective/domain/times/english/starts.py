"""Can a time begin here? Asked of each word of a text before the grammar is.

A word that a time begins with, and soon behind it one that only times have (a month, a unit, a
date in figures). Nearly all words of a text are passed over so.
"""

from __future__ import annotations

from collections.abc import Iterator

from perspective.domain.times.english.feasts import FEAST_HEADS
from perspective.domain.times.numbers import NUMBER_WORDS
from perspective.domain.times.tokens import Line
from perspective.domain.times.words import (
    AFTER_NOW,
    AROUND_NOW,
    BEFORE_NOW,
    CLOCK_UNITS,
    MONTHS,
    PARTS,
    SEASON_STARTS,
    TODAY,
    UNITS,
    WEEKDAYS,
)

_STARTS = (
    frozenset(
        {"'", "the", "in", "a", "an", "half", "quarter", "from", "between", "since", "after", "before",
         "until", "till", "by", "starting", "beginning", "early", "earlier", "mid", "middle",
         "late", "later", "start", "end", "noon", "midday", "midnight", "day", "week", "weekend",
         "q", "h", "year", "cy", "more", "greater"}
    )
    | MONTHS.keys() | WEEKDAYS.keys() | SEASON_STARTS.keys() | TODAY.keys()
    | BEFORE_NOW | AFTER_NOW | AROUND_NOW | FEAST_HEADS | NUMBER_WORDS
)  # fmt: skip
_CORES = (
    MONTHS.keys() | WEEKDAYS.keys() | SEASON_STARTS.keys() | TODAY.keys() | UNITS.keys()
    | CLOCK_UNITS.keys() | PARTS.keys() | FEAST_HEADS | {"q", "h", "workweek", "thousand"}
    | {word + "s" for word in (*WEEKDAYS, *SEASON_STARTS)}
)  # fmt: skip
_YEAR_DIGITS = 4
_REACH = 8
_INSIDE = frozenset("._/@#<\\")


def starts(line: Line) -> Iterator[int]:
    """The places at which a time may begin, in order."""
    core = _core_behind(line)
    for i, token in enumerate(line.tokens):
        if token.number is not None:
            is_start = core[i] <= i + _REACH
            is_start = is_start and not (token.is_glued and line.word(i - 1) == "/")
        else:
            is_start = token.text in _STARTS and core[i] <= i + _REACH
            # A word in an address, a path or a program.
            is_start = is_start and not (token.is_glued and line.word(i - 1) in _INSIDE)
        if is_start:
            yield i


def _core_behind(line: Line) -> list[int]:
    """For each token, the place of the next one from there that only times have."""
    n = len(line.tokens)
    found = [n + _REACH + 1] * (n + 1)
    for i in range(n - 1, -1, -1):
        found[i] = i if _is_core(line, i) else found[i + 1]
    return found


def _is_core(line: Line, i: int) -> bool:
    token = line.tokens[i]
    if token.number is None:
        return token.text in _CORES
    if token.end - token.start >= _YEAR_DIGITS:
        return True
    after = line.at(i + 1)
    if after.text == "th" or line.word(i - 1) == "'":
        return True
    return after.is_glued and after.text in {"-", "/", ".", "st", "nd", "rd", "s"}
