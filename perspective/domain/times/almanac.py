"""How are days, weeks, months and feasts counted? Arithmetic of the Gregorian calendar.

Weeks begin on Monday. What falls outside the years 1 to 9999 raises ValueError or OverflowError,
which the reader takes for "not a time".
"""

from __future__ import annotations

from calendar import monthrange
from datetime import date, timedelta

_MONTHS_OF = {"month": 1, "quarter": 3, "half": 6, "year": 12, "decade": 120, "century": 1200}
_DAYS_OF = {"day": 1, "week": 7, "weekend": 7, "fortnight": 14}
MONDAY, THURSDAY, SATURDAY = 0, 3, 5
FEBRUARY, LEAP_DAY = 2, 29


def add_months(day: date, n: int) -> date:
    """The same day n months on, or the last of that month when it has no such day."""
    year, month = divmod(day.year * 12 + day.month - 1 + n, 12)
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))


def shift(day: date, unit: str, n: int) -> date:
    """The day n units on."""
    if unit in _DAYS_OF:
        return day + timedelta(days=n * _DAYS_OF[unit])
    return add_months(day, n * _MONTHS_OF[unit])


def period(unit: str, day: date, n: int = 0) -> tuple[date, date]:
    """The calendar unit that holds the day (n units on), half-open."""
    if unit in _DAYS_OF:
        first = day + timedelta(days=n * _DAYS_OF[unit])
        if unit != "day":
            first -= timedelta(days=first.weekday())
        if unit == "weekend":
            return first + timedelta(days=SATURDAY), first + timedelta(days=7)
        return first, first + timedelta(days=_DAYS_OF[unit])
    length = _MONTHS_OF[unit]
    # Decades and centuries are counted from years that end with zeros.
    ordinal = (day.year * 12 + day.month - 1) // length + n
    year, month = divmod(ordinal * length, 12)
    first = date(year, month + 1, 1)
    return first, add_months(first, length)


def season(first_month: int, year: int) -> tuple[date, date]:
    """Three whole months from the first; a winter has the year in which it begins."""
    first = date(year, first_month, 1)
    return first, add_months(first, 3)


def nth_weekday(start: date, end: date, weekday: int, n: int) -> date | None:
    """The n-th such weekday of [start, end), from the end when n is negative; None if there is
    none."""
    if n > 0:
        day = start + timedelta(days=(weekday - start.weekday()) % 7 + 7 * (n - 1))
    else:
        last = end - timedelta(days=1)
        day = last - timedelta(days=(last.weekday() - weekday) % 7 + 7 * (-n - 1))
    return day if start <= day < end else None


def day_of(year: int, month: int, day: int) -> date | None:
    """That day, or None when the calendar has none."""
    try:
        return date(year, month, day)
    except ValueError:
        return None


def weekday_before(day: date, weekday: int) -> date:
    """The last such weekday before a day, never the day itself."""
    return day - timedelta(days=(day.weekday() - weekday - 1) % 7 + 1)


def weekday_after(day: date, weekday: int) -> date:
    """The first such weekday after a day, never the day itself."""
    return day + timedelta(days=(weekday - day.weekday() - 1) % 7 + 1)


def easter(year: int) -> date:
    """Easter Sunday. **Source:** the anonymous Gregorian algorithm (Meeus, *Astronomical
    Algorithms*, chapter 8)."""
    a, (b, c) = year % 19, divmod(year, 100)
    d, e = divmod(b, 4)
    g = (8 * b + 13) // 25
    h = (19 * a + b - d - g + 15) % 30
    i, k = divmod(c, 4)
    lag = (32 + 2 * e + 2 * i - h - k) % 7
    m = (a + 11 * h + 22 * lag) // 451
    month, day = divmod(h + lag - 7 * m + 114, 31)
    return date(year, month, day + 1)
