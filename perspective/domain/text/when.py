"""Which time does a question speak of? Dates, months, seasons and years that it names.

English names, and dates in figures as they are written anywhere (`2023-05-07`, `2023年5月`). A month
without a year is that month of any year. What is relative ("yesterday", "last week") counts from
the moment of the question.
"""

from __future__ import annotations

import re
from datetime import datetime, timedelta

import msgspec

from perspective.domain.times.words import MONTHS, SEASONS

_MONTH = rf"(?P<month>{'|'.join(sorted(MONTHS, key=len, reverse=True))})\.?"
_YEAR = r"(?P<year>(?:19|20)\d\d)"
_DAY = r"(?P<day>[0-3]?\d)(?:st|nd|rd|th)?"
_NAMED = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"(?<!\d)(?P<year>(?:19|20)\d\d)[-/.](?P<number>[01]?\d)(?:[-/.](?P<day>[0-3]?\d))?(?!\d)",
        r"(?P<year>(?:19|20)\d\d)\s*年(?:\s*(?P<number>[01]?\d)\s*月(?:\s*(?P<day>[0-3]?\d)\s*日)?)?",
        rf"\b{_DAY}(?:\s+of)?\s+{_MONTH}(?:,?\s+{_YEAR})?\b",
        rf"\b{_MONTH}\s+{_DAY}(?:,?\s+{_YEAR})?(?!\d)",
        rf"\b{_MONTH}(?:,?\s+(?:of\s+)?{_YEAR})\b",
        rf"\b(?:in|of|during|since|until|by|before|after|around|last|this|early|mid|late)\s+{_MONTH}\b",
        rf"\b(?P<season>{'|'.join(SEASONS)})(?:\s+(?:of\s+)?{_YEAR})?\b",
        rf"\b(?:in|of|during|since|until|by|before|after|around)\s+{_YEAR}\b",
    )
)
_RELATIVE = re.compile(
    r"\b(?:(?P<word>today|yesterday)|(?P<which>last|this)\s+(?P<unit>week|weekend|month|year))\b",
    re.IGNORECASE,
)
_DAYS_OF_A_WEEK = range(1, 8)
_DAYS_OF_A_MONTH = (1, 16, 31)  # no month fits between them
_UNIT_DAYS = {"week": 7, "weekend": 7, "month": 31, "year": 366}


class Period(msgspec.Struct, frozen=True):
    """A time that is spoken of: what is None is not said. `start` and `end` bound one that is
    relative to the question, half-open."""

    year: int | None = None
    months: tuple[int, ...] = ()
    day: int | None = None
    start: datetime | None = None
    end: datetime | None = None

    def holds(self, at: datetime) -> bool:
        """Whether a moment is in it."""
        if self.start is not None and self.end is not None:
            return self.start <= at < self.end
        return (
            (self.year is None or at.year == self.year)
            and (not self.months or at.month in self.months)
            and (self.day is None or at.day == self.day)
        )

    def nearness(self, at: datetime) -> float:
        """1.0 within it, 0.5 within a month after it (a week after a day), else 0.0: things are
        told when they have happened."""
        if self.holds(at):
            return 1.0
        is_short = self.day is not None or self.start is not None
        days = _DAYS_OF_A_WEEK if is_short else _DAYS_OF_A_MONTH
        return 0.5 if any(self.holds(at - timedelta(days=n)) for n in days) else 0.0


def period_of(question: str, now: datetime) -> Period | None:
    """The first time that a question names, or None. `now` is aware, in the zone of the asker."""
    for pattern in _NAMED:
        for found in pattern.finditer(question):
            if (period := _named(found)) is not None:
                return period
    relative = _RELATIVE.search(question)
    return None if relative is None else _relative(relative, now)


def _named(found: re.Match[str]) -> Period | None:
    said = found.groupdict()
    year = int(said["year"]) if said.get("year") else None
    day = int(said["day"]) if said.get("day") else None
    months: tuple[int, ...] = ()
    if name := said.get("month"):
        months = (MONTHS[name.lower()],)
    elif number := said.get("number"):
        months = (int(number),)
    elif season := said.get("season"):
        months = SEASONS[season.lower()]
    if any(not 1 <= month <= 12 for month in months) or (day is not None and not 1 <= day <= 31):
        return None
    return Period(year, months, day)


def _relative(found: re.Match[str], now: datetime) -> Period:
    today = now.replace(hour=0, minute=0, second=0, microsecond=0)
    if word := found["word"]:
        start = today if word.lower() == "today" else today - timedelta(days=1)
        return Period(start=start, end=start + timedelta(days=1))
    length = timedelta(days=_UNIT_DAYS[found["unit"].lower()])
    if found["which"].lower() == "this":
        return Period(start=today - length, end=today + timedelta(days=1))
    return Period(start=today - 2 * length, end=today)
