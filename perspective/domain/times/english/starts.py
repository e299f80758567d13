"""Can a time begin with this word? Asked of each word of a text before the grammar is."""

from __future__ import annotations

from perspective.domain.times.english.feasts import FEAST_HEADS
from perspective.domain.times.numbers import NUMBER_WORDS
from perspective.domain.times.tokens import Line
from perspective.domain.times.words import (
    AFTER_NOW,
    AROUND_NOW,
    BEFORE_NOW,
    MONTHS,
    SEASON_STARTS,
    TODAY,
    WEEKDAYS,
)

_STARTS = (
    frozenset(
        {"the", "in", "a", "an", "half", "quarter", "from", "between", "since", "after", "before",
         "until", "till", "by", "starting", "beginning", "early", "earlier", "mid", "middle",
         "late", "later", "start", "end", "noon", "midday", "midnight", "day", "week", "weekend",
         "q", "h", "year", "cy"}
    )
    | MONTHS.keys() | WEEKDAYS.keys() | SEASON_STARTS.keys() | TODAY.keys()
    | BEFORE_NOW | AFTER_NOW | AROUND_NOW | FEAST_HEADS | NUMBER_WORDS
)  # fmt: skip


def may_begin(line: Line, i: int) -> bool:
    """Whether the token can be the first of a time."""
    token = line.at(i)
    return token.number is not None or token.text in _STARTS
