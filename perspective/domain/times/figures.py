"""Which dates are written in figures? `2023-05-07`, `12.05.2023`, `5/13/23`, `2023/Sep/23`.

The year first is year, month, day. Points between (`12.05.2023`) are day, month, year. Slashes and
hyphens are told by a number above twelve; when both may be a month and they differ, a weekday
beside may tell, or the caller (`is_month_first`), else nothing is read.
"""

from __future__ import annotations

from datetime import UTC, timedelta

from perspective.domain.times.almanac import day_of, period
from perspective.domain.times.choice import Read, full_year, in_some_year
from perspective.domain.times.span import Span, one_day, stretch
from perspective.domain.times.tokens import TWO_DIGITS, Line
from perspective.domain.times.words import MONTHS, WEEKDAYS

_SIGNS = frozenset("-/.–")
_MONTHS_OF_A_YEAR = 12
_COMPACT_DIGITS = 8
_YEAR_DIGITS = 4
# Before two numbers with a slash, these tell that a day is meant and not a fraction.
_DAY_HEADS = frozenset(
    {"on", "by", "until", "till", "since", "before", "after", "from", "this", "next", "last",
     "between", "starting", "date", "dated", "due"} | WEEKDAYS.keys()
)  # fmt: skip


def figures(line: Line, i: int) -> Read | None:
    """A date of three numbers, of eight figures, or of a year and a month."""
    weekday = None
    j = i
    if line.word(i) in WEEKDAYS:
        weekday = WEEKDAYS[line.word(i)]
        j = line.skip(i + 1, ",")
    if line.number(j) is None or not _begins(line, j):
        return None
    if line.digits(j) == _COMPACT_DIGITS and _ends(line, j + 1):
        number = line.number(j) or 0
        year, month, day = number // 10_000, number // 100 % 100, number % 100
        found = day_of(year, month, day) if 1900 <= year < 2100 else None
        return None if found is None else (j + 1, one_day(found, is_relative=False))
    sign = line.word(j + 1)
    if sign not in _SIGNS or not _is_tight(line, j):
        return None
    if line.word(j + 3) == sign and _is_tight(line, j + 2):
        return _three(line, j, weekday)
    if line.digits(j) == _YEAR_DIGITS:
        return _year_and_month(line, j)
    return _two(line, j, weekday)


def _is_tight(line: Line, j: int) -> bool:
    """Whether the sign behind the number at j, and what is behind it, stand close to it."""
    return line.at(j + 1).is_glued and line.at(j + 2).is_glued


def _begins(line: Line, j: int) -> bool:
    """Whether no longer figure, version or path begins before the number at j."""
    if not line.at(j).is_glued or j == 0:
        return True
    before = line.at(j - 1)
    if before.text in {"-", "_", "/"}:
        return line.number(j - 2) is None or not before.is_glued
    return before.text in {"(", "[", '"', "'", "“", "‘", ":", "~", "=", ",", "|", ">", "*", "："}


def _ends(line: Line, j: int) -> bool:
    """Whether the figure ends before the token at j."""
    after = line.at(j)
    if not after.is_glued:
        return True
    if after.text in {"-", "/", ".", ":", ","}:
        return line.number(j + 1) is None or not line.at(j + 1).is_glued
    return line.number(j) is None and after.text not in {"%", "x", "€", "$"}


def _three(line: Line, j: int, weekday: int | None) -> Read | None:
    """Three numbers, or two with a month's name between them."""
    end = j + 5
    if not _ends(line, end) and not _is_time_behind(line, end):
        return None
    first, last = line.number(j) or 0, line.number(j + 4)
    if last is None or line.digits(j + 4) == 3 or line.digits(j + 4) > _YEAR_DIGITS:
        return None
    middle = MONTHS.get(line.word(j + 2)) or line.number(j + 2)
    is_named = line.number(j + 2) is None
    if middle is None or line.digits(j + 2) > TWO_DIGITS:
        return None
    if line.digits(j) == _YEAR_DIGITS:
        found = day_of(first, middle, last) if line.digits(j + 4) <= TWO_DIGITS else None
    elif line.digits(j) > TWO_DIGITS or line.digits(j + 4) == 1:
        return None
    else:
        year = last if line.digits(j + 4) == _YEAR_DIGITS else full_year(last, line.today)
        if line.word(j + 1) == "." and line.digits(j + 4) != _YEAR_DIGITS and weekday is None:
            is_padded = line.digits(j) == line.digits(j + 2) == line.digits(j + 4) == TWO_DIGITS
            if not is_padded or first == 0:
                return None  # more likely a version
        order = (middle, first) if is_named else _order(line, j, first, middle)
        if order is None and weekday is not None:
            both = [day_of(year, first, middle), day_of(year, middle, first)]
            fitting = [day for day in both if day is not None and day.weekday() == weekday]
            found = fitting[0] if len(fitting) == 1 else None
        else:
            found = None if order is None else day_of(year, *order)
    if found is None:
        return None
    span = one_day(found, is_relative=False)
    return _with_time(line, end, span)


def _order(line: Line, j: int, first: int, second: int) -> tuple[int, int] | None:
    """Month and day, as far as the figures or the caller tell."""
    if first == second or (first <= _MONTHS_OF_A_YEAR < second):
        return first, second
    if second <= _MONTHS_OF_A_YEAR < first or line.word(j + 1) == ".":
        return second, first
    if line.is_month_first is None:
        return None
    return (first, second) if line.is_month_first else (second, first)


def _two(line: Line, j: int, weekday: int | None) -> Read | None:
    """A month and a day without a year: only where something tells that it is a date."""
    first, second = line.number(j) or 0, line.number(j + 2)
    if (
        second is None
        or line.digits(j) > TWO_DIGITS
        or line.digits(j + 2) > TWO_DIGITS
        or not _ends(line, j + 3)
    ):
        return None
    is_listed = (
        line.word(j - 1) in {",", "or", "and"} and line.word(j - 3) == line.word(j + 1) == "/"
    )
    if not (line.word(j - 1) in _DAY_HEADS or is_listed) or line.word(j + 1) not in {"/", "."}:
        return None
    if line.word(j + 3) in {"am", "pm", "of", "cup", "percent", "%", "a", "p", "stars"}:
        return None
    order = _order(line, j, first, second)
    if line.word(j + 1) == "." and line.is_month_first is not False:
        # Numbers with a point are days where months are named by one of two figures; else decimals.
        is_padded = line.digits(j) == line.digits(j + 2) == TWO_DIGITS and weekday is None
        is_told = line.word(j - 1) == "on" and max(first, second) > _MONTHS_OF_A_YEAR
        is_told = is_told and not line.word(j + 3)[:1].isalpha()
        order = order if is_padded or is_told or weekday is not None else None
    if order is None:
        return None
    day = in_some_year(line, j, *order, weekday)
    return None if day is None else (j + 3, one_day(day, is_relative=True))


def _year_and_month(line: Line, j: int) -> Read | None:
    year, month = line.number(j) or 0, line.number(j + 2)
    if month is None or not 1900 <= year < 2100 or line.digits(j + 2) != TWO_DIGITS:
        return None
    first = day_of(year, month, 1)
    if first is None or not _ends(line, j + 3) or line.word(j + 1) not in {"-", "/"}:
        return None
    return j + 3, stretch(*period("month", first), "month", is_relative=False)


def _is_time_behind(line: Line, end: int) -> bool:
    """Whether a `T` and a time of day follow at once."""
    return line.word(end) == "t" and line.at(end + 1).is_glued


def _with_time(line: Line, end: int, span: Span) -> Read | None:
    """The day with the time of ISO 8601 behind it: `T10:00`, `T10:00:30Z`, `T10:00+02:00`."""
    if not _is_time_behind(line, end):
        return end, span
    hour, minute = line.number(end + 1), line.number(end + 3)
    if hour is None or minute is None or line.word(end + 2) != ":" or span.start is None:
        return end, span
    j, second = end + 4, 0
    if line.word(j) == ":" and line.digits(j + 1) == TWO_DIGITS:
        second, j = line.number(j + 1) or 0, j + 2
        if line.word(j) == "." and line.at(j + 1).is_glued and line.digits(j + 1):
            j += 2
    at = span.start.replace(hour=hour, minute=minute, second=second)
    offset, j = _offset(line, j)
    if offset is not None:
        at = (at.replace(tzinfo=UTC) - offset).astimezone(line.said_at.tzinfo).replace(tzinfo=None)
    return j, Span(at, at + timedelta(minutes=1), "time", False)


def _offset(line: Line, j: int) -> tuple[timedelta | None, int]:
    """The distance from UTC behind a time, if one is written."""
    if not line.at(j).is_glued:
        return None, j
    if line.word(j) == "z":
        return timedelta(), j + 1
    hours, minutes = line.number(j + 1), line.number(j + 3)
    if line.word(j) in {"+", "-"} and hours is not None and line.digits(j + 1) == TWO_DIGITS:
        is_long = line.word(j + 2) == ":" and minutes is not None
        offset = timedelta(hours=hours, minutes=(minutes or 0) if is_long else 0)
        return (offset if line.word(j) == "+" else -offset), j + (4 if is_long else 2)
    return None, j
