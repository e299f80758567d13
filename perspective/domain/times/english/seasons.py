"""Which summer, or winter? Whole months of the north; a winter has the year in which it begins."""

from __future__ import annotations

from perspective.domain.times.almanac import season
from perspective.domain.times.choice import Read, full_year, nearest
from perspective.domain.times.numbers import year_number
from perspective.domain.times.span import stretch
from perspective.domain.times.tokens import TWO_DIGITS, Line
from perspective.domain.times.words import ANY, SEASON_STARTS


def season_of(line: Line, i: int) -> Read | None:
    """`summer 2019`, `the winter of 2021`, `in the summer`, `last summer`: a winter has the year
    in which it begins."""
    first_month = SEASON_STARTS.get(line.word(i))
    if first_month is None or line.word(i - 1) in ANY:
        return None
    j = i + 1
    while line.word(j) in {",", "of", "in"} and j < i + 3:
        j += 1
    if line.digits(j) and (year := year_number(line, j)) is not None:
        return year[1], stretch(*season(first_month, year[0]), "season", is_relative=False)
    if line.word(j) == "'" and line.digits(j + 1) == TWO_DIGITS:
        year_of = full_year(line.number(j + 1) or 0, line.today)
        return j + 2, stretch(*season(first_month, year_of), "season", is_relative=False)
    n = {"last": -1, "next": 1, "this": 0}.get(line.word(j))
    if line.word(j - 1) == "of" and n is not None and line.word(j + 1) == "year":
        year_of = line.today.year + n
        return j + 2, stretch(*season(first_month, year_of), "season", is_relative=True)
    is_season = line.word(i - 1) == "the" and line.word(i - 2) in {"in", "during", "over", "this"}
    if not is_season or line.tense(i) == 0 or line.word(i + 1) in {"of", "months", "camp"}:
        return None
    starts = [season(first_month, line.today.year + n)[0] for n in (-1, 0, 1)]
    first = nearest(starts, line.today, line.tense(i))
    return None if first is None else (
        i + 1, stretch(*season(first_month, first.year), "season", is_relative=True)
    )  # fmt: skip
