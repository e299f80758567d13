"""Which year is meant when none is said? The nearest, or the one that fits the sentence's tense."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from perspective.domain.times.almanac import day_of
from perspective.domain.times.span import Span
from perspective.domain.times.tokens import Line

Read = tuple[int, Span]  # the place behind what was read, and the time

_YEARS_AROUND = 8  # between two leap days there are at most eight years


def nearest(days: Sequence[date], today: date, tense: int) -> date | None:
    """The last that is not after today (tense −1), the first not before it (1), or the nearest."""
    if tense < 0:
        return max((day for day in days if day <= today), default=None)
    if tense > 0:
        return min((day for day in days if day >= today), default=None)
    return min(days, key=lambda day: abs(day - today), default=None)


def full_year(two_digits: int, today: date) -> int:
    """The year of two figures that is at most 20 years ahead, else in the past."""
    year = today.year - today.year % 100 + two_digits
    return year - 100 if year > today.year + 20 else year


def in_some_year(line: Line, i: int, month: int, day: int, weekday: int | None) -> date | None:
    """A day of the calendar without a year, near the reference: one whose weekday fits, if one is
    given and the last or the next does."""
    today = line.today
    years = range(max(1, today.year - _YEARS_AROUND), min(9999, today.year + _YEARS_AROUND) + 1)
    days = [found for year in years if (found := day_of(year, month, day))]
    before = [found for found in days if found <= today][-1:]
    after = [found for found in days if found >= today][:1]
    around = before + [found for found in after if found not in before]
    fitting = [found for found in around if found.weekday() == weekday]
    if fitting:
        return nearest(fitting, today, 0)
    return nearest(around, today, line.tense(i))
