"""Which time does an expression name that begins here? Ranges, what is open, and points.

Ranges hold both of what they name: `from June to August` ends with August. `since` and `after` are
open to the future, `until`, `by` and `before` to the past; `until Friday` holds Friday, `before
Friday` does not.
"""

from __future__ import annotations

from datetime import date, timedelta

from perspective.domain.times.almanac import period, weekday_after
from perspective.domain.times.choice import Read
from perspective.domain.times.english import (
    dates,
)
from perspective.domain.times.english.dates import month_name
from perspective.domain.times.english.points import clocks_before, point
from perspective.domain.times.numbers import day_number, ordinal, year_number
from perspective.domain.times.span import Span, midnight, one_day, stretch
from perspective.domain.times.tokens import Line
from perspective.domain.times.words import (
    ANY,
    MONTHS,
    UNITS,
    WEEKDAYS,
)

_DASHES = frozenset("-–—~")
_TO = frozenset({"to", "through", "thru", "till", "until", "and"}) | _DASHES
_OPEN = {
    "since": "since", "after": "after", "before": "before", "until": "until", "till": "until",
    "by": "until", "starting": "since", "beginning": "since",
}  # fmt: skip


def expression(line: Line, i: int) -> Read | None:
    """The longest time that begins at this place, or None."""
    try:
        return (
            _open(line, i)
            or clocks_before(line, i)
            or _range(line, i)
            or _from_alone(line, i)
            or point(line, i, 0)
        )
    except (ValueError, OverflowError):  # no such day, or beyond the calendar
        return None


def _range(line: Line, i: int) -> Read | None:
    """`from June to August`, `between 2007 and 2009`, `May 5 - May 9`, `June 9th through 12th`."""
    word = line.word(i)
    is_between = word == "between"
    k = i + 1 if is_between or word == "from" else i
    first = _day_before_month(line, k) or _plain_end(line, k, is_first=True) or _end(line, k)
    if first is None or line.word(i - 1) in ANY:
        return None
    j, start = first
    join = line.word(j)
    if join not in _TO or (join == "and" and not is_between):
        return None
    if join in _DASHES and start.precision == "time":
        return None
    second = _second(line, j + 1, start)
    if second is None:
        return None
    end, stop = second
    first_at = start.end if _is_end(line, k) else start.start
    if first_at is None or stop.end is None:
        return None
    if _has_month(line, k, j) and start.is_relative and not stop.is_relative:
        first_at = first_at.replace(year=stop.end.year)
        if first_at >= stop.end:
            first_at = first_at.replace(year=first_at.year - 1)
    last_at = stop.end
    if _has_month(line, j + 1, end) and stop.is_relative:
        length = stop.end - (stop.start or stop.end)
        begun = (stop.start or stop.end).replace(year=first_at.year)
        last_at = (begun if begun >= first_at else begun.replace(year=begun.year + 1)) + length
        if stop.precision == "month":
            last_at = midnight(period("month", (last_at - timedelta(days=15)).date())[1])
    is_relative = start.is_relative or stop.is_relative
    return (end, Span(first_at, last_at, "range", is_relative)) if first_at < last_at else None


def _has_month(line: Line, i: int, end: int) -> bool:
    """Whether a month is named between two places: its year may be another one."""
    return any(line.word(j) in MONTHS for j in range(i, end))


def _is_end(line: Line, i: int) -> bool:
    """Whether `the end of …` begins here: it is a point where a range or an opening needs one."""
    return line.word(line.skip(i, "the")) == "end"


def _second(line: Line, i: int, start: Span) -> Read | None:
    """The end of a range: a time, or what is left out is the start's (`May 5 to 9`)."""
    i = line.skip(i, "the") if ordinal(line, line.skip(i, "the")) is not None else i
    number = WEEKDAYS.get(line.word(i))
    if number is not None and start.day is not None and line.number(i + 1) is None:
        return i + 1, one_day(weekday_after(start.day, number), is_relative=True)
    read = _plain_end(line, i, is_first=False) or _end(line, i)
    if read is not None:
        return read
    if start.day is not None:
        day = day_number(line, i)
        if day is not None and line.word(day[1]) not in UNITS:
            there = start.day.replace(day=day[0])
            return day[1], one_day(there, is_relative=start.is_relative)
    return None


def _plain_end(line: Line, i: int, *, is_first: bool) -> Read | None:
    """A year or a month at one end of a range needs no word before it, if the other end is one."""
    year = year_number(line, i) if line.digits(i) else None
    if year is not None and 1500 <= year[0] < 2200:
        other = year_number(line, year[1] + 1) if is_first else (0, 0)
        is_range = line.word(year[1]) in _TO and other is not None and other[0] > year[0]
        if not is_first or is_range:
            span = stretch(*period("year", date(year[0], 1, 1)), "year", is_relative=False)
            return year[1], span
    named = month_name(line, i)
    if named is None:
        return None
    number, end = named
    if is_first:
        is_range = line.word(end) in _TO and line.word(end + 1) in MONTHS
        return (end, dates.in_month(line, i, number)) if is_range else None
    year = year_number(line, end) if line.digits(end) else None
    if year is not None:
        first = date(year[0], number, 1)
        return year[1], stretch(*period("month", first), "month", is_relative=False)
    if line.number(end) is not None or ordinal(line, end) is not None:
        return None
    return end, dates.in_month(line, i, number)


def _end(line: Line, i: int) -> Read | None:
    """One end of a range; now is one, too."""
    if line.word(i) in {"now", "date", "present"}:
        return i + 1, Span(line.now, line.now, "time", True)
    return point(line, i, 0)


def _day_before_month(line: Line, i: int) -> Read | None:
    """`9 to 12 of June`, `the ninth and the seventeenth of April`: the first day's month stands
    with the second."""
    j = line.skip(i, "the")
    day = day_number(line, j)
    if day is None or line.word(day[1]) not in _TO:
        return None
    second = dates.dated(line, day[1] + 1)
    if second is None or second[1].day is None or line.word(day[1] + 1) in MONTHS:
        return None
    there = second[1].day
    if not 1 <= day[0] < there.day:
        return None
    return day[1], one_day(there.replace(day=day[0]), is_relative=second[1].is_relative)


def _from_alone(line: Line, i: int) -> Read | None:
    """`2018 or later`, `May 5 onwards`: open to the future."""
    read = point(line, i, 0)
    if read is None:
        return None
    end, span = read
    j = line.skip(end, "or", "and", ",")
    if line.word(j) in {"later", "onwards", "onward"} and line.word(j + 1) not in {"in", "on"}:
        return j + 1, Span(span.start, None, span.precision, span.is_relative)
    if j > end and line.word(j) == "earlier":
        return j + 1, Span(None, span.end, span.precision, span.is_relative)
    return None


def _more_than(line: Line, i: int) -> Read | None:
    """`more than two years ago`, `more than a week from now`: beyond the day that is counted."""
    read = point(line, i, 0)
    if read is None or read[1].day is None or not read[1].is_relative:
        return None
    end, span = read
    is_past = span.start is not None and span.start < line.now
    if is_past:
        return end, Span(None, span.start, span.precision, True)
    return end, Span(span.start, None, span.precision, True)


def _open(line: Line, i: int) -> Read | None:
    """`since 2016`, `until Friday`, `before Christmas`, `starting on May 5`."""
    word = _OPEN.get(line.word(i))
    j = i + 1
    if line.word(i + 1) == "than" and line.word(i) in {"later", "earlier", "more", "greater"}:
        if line.word(i) == "more":
            return _more_than(line, i + 2)
        is_no = line.word(i - 1) in {"no", "not"}
        word, j = {"later": "until" if is_no else "after", "greater": "after",
                   "earlier": "since" if is_no else "before"}[line.word(i)], i + 2  # fmt: skip
    if word is None:
        return None
    if line.word(i) in {"starting", "beginning"}:
        j = line.skip(j, "on", "from", "in")
    read = point(line, j, 0)
    if read is None:
        return None
    end, span = read
    if word == "since":
        first = span.end if _is_end(line, j) else span.start
        return end, Span(first, None, span.precision, span.is_relative)
    if word == "after":
        return end, Span(span.end, None, span.precision, span.is_relative)
    last = span.start if word == "before" and not _is_end(line, j) else span.end
    return end, Span(None, last, span.precision, span.is_relative)
