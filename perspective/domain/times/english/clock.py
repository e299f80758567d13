"""Which time of day is said here? `3pm`, `15:30`, `half past seven`, `in the evening`.

A time of day is a time only beside a day: alone it may be any day's, so the readers here are asked
behind or before one. Without am or pm, the hours from 1 to 6 are those of the afternoon.
"""

from __future__ import annotations

from datetime import date, datetime, time, timedelta

from perspective.domain.times.numbers import below_hundred
from perspective.domain.times.span import Span, midnight
from perspective.domain.times.tokens import TWO_DIGITS, Line
from perspective.domain.times.words import PARTS

_O_CLOCK = frozenset({"o'clock", "oclock"})
_JOINS = frozenset({"to", "till", "until", "and", "-", "–", "—", "through"})
_HOURS = 24
_MINUTES = 60
_NOON = 12
_FIRST_MORNING_HOUR = 7
_MINUTE = timedelta(minutes=1)
Clock = tuple[int, time]


def clock(line: Line, i: int, part: str = "", *, is_sure: bool = False) -> Clock | None:
    """The place behind a time of day, and it. With `is_sure`, a bare hour is one (`at 5`)."""
    if line.word(i) in {"noon", "midday", "midnight"}:
        return i + 1, time(0 if line.word(i) == "midnight" else _NOON)
    spoken = _spoken(line, i)
    if spoken is not None:
        hour, minute, j = spoken
        second = 0
    else:
        hour_read = _hour(line, i)
        if hour_read is None:
            return None
        hour, j = hour_read
        minute, second, j = _minutes(line, i, j)
        is_told = is_sure or part or _half(line, j)[0] or line.word(j) in _O_CLOCK
        if j == i + 1 and not is_told:
            return None
    j = j + 1 if line.word(j) in _O_CLOCK else j
    half, j = _half(line, j)
    hour24 = _hour_of_day(hour, half, part, is_written=line.word(i).startswith("0"))
    if hour24 is None or minute >= _MINUTES or second >= _MINUTES:
        return None
    return j, time(hour24, minute, second)


def _hour(line: Line, i: int) -> tuple[int, int] | None:
    number = line.number(i)
    if number is not None:
        return (number, i + 1) if number <= _HOURS and line.digits(i) <= TWO_DIGITS else None
    read = below_hundred(line, i)
    return read if read is not None and 1 <= read[0] <= _NOON else None


def _minutes(line: Line, i: int, j: int) -> tuple[int, int, int]:
    """Minutes and seconds behind the hour, and the place behind them."""
    sign, minute = line.at(j), line.number(j + 1)
    is_minute = sign.text in {":", ".", "h"} and sign.is_glued and line.at(j + 1).is_glued
    if (
        not is_minute
        or minute is None
        or line.digits(j + 1) != TWO_DIGITS
        or line.number(i) is None
    ):
        return 0, 0, j
    second = line.number(j + 3)
    if line.word(j + 2) == ":" and second is not None and line.digits(j + 3) == TWO_DIGITS:
        return minute, second, j + 4
    return minute, 0, j + 2


def _spoken(line: Line, i: int) -> tuple[int, int, int] | None:
    """`half past seven`, `quarter to six`, `ten past 9`."""
    i = line.skip(i, "a")
    word, number = line.word(i), line.number(i)
    if word in {"half", "quarter"}:
        minute, j = (30 if word == "half" else 15), i + 1
    elif number is not None:
        minute, j = number, i + 1
    elif (read := below_hundred(line, i)) is not None:
        minute, j = read
    else:
        return None
    j = line.skip(j, "minutes", "minute")
    if line.word(j) not in {"past", "to"} or not 0 < minute < _MINUTES:
        return None
    if line.word(j) == "to" and word != "quarter" and line.word(j - 1) not in {"minutes", "minute"}:
        return None  # "5 to 6" is a range
    hour = _hour(line, j + 1)
    if hour is None or line.word(hour[1]) in {":", "."}:
        return None
    if line.word(j) == "to":
        return (hour[0] - 1) % _HOURS or _NOON, _MINUTES - minute, hour[1]
    return hour[0], minute, hour[1]


def _half(line: Line, i: int) -> tuple[str, int]:
    """`am` or `pm` at this place, or nothing, and the place behind."""
    word = line.word(i)
    if word in {"am", "pm"}:
        return word, i + 1
    if word not in {"a", "p"}:
        return "", i
    j = line.skip(i + 1, ".")
    if line.word(j) == "m" and (line.at(j).is_glued or j == i + 1):
        return f"{word}m", line.skip(j + 1, ".") if line.at(j + 1).is_glued else j + 1
    return (f"{word}m", i + 1) if line.at(i).is_glued and j == i + 1 else ("", i)


def _hour_of_day(hour: int, half: str, part: str, *, is_written: bool) -> int | None:
    """The hour from 0 to 23, or None."""
    if half:
        if not 1 <= hour <= _NOON:
            return hour if half == "pm" and _NOON < hour < _HOURS else None
        return hour % _NOON + (_NOON if half == "pm" else 0)
    if hour >= _HOURS:
        return None
    if hour > _NOON or is_written:
        return hour
    if part == "morning":
        return hour % _NOON if hour < _NOON else hour
    if part in {"afternoon", "evening"} or (part == "night" and hour >= _FIRST_MORNING_HOUR):
        return hour % _NOON + _NOON if hour else 0
    if part == "night":
        return hour
    return hour + _NOON if 1 <= hour < _FIRST_MORNING_HOUR else hour


def part_of_day(line: Line, i: int) -> tuple[int, str] | None:
    """`morning`, `in the evening`, `at night`: the place behind, and which part."""
    j = i
    if line.word(i) in {"in", "at", "during"}:
        j = line.skip(i + 1, "the")
    j = line.skip(j, "early", "late")
    return (j + 1, line.word(j)) if line.word(j) in PARTS else None


def span_of_part(day: date, part: str) -> Span:
    """A part of a day."""
    first, last = PARTS[part]
    start = midnight(day)
    return Span(start + timedelta(hours=first), start + timedelta(hours=last), "part", True)


def moment(day: date, at: time, *, is_relative: bool) -> Span:
    """A minute of a day."""
    start = datetime.combine(day, at)
    return Span(start, start + _MINUTE, "time", is_relative)


def two_clocks(line: Line, i: int, part: str = "") -> tuple[int, time, time] | None:
    """`from 2 to 3pm`, `10am-12am`, `between 7 and 9`: the place behind, and both. A bare first hour
    is of the same half of the day as the second, if that makes it the earlier."""
    is_headed = line.word(i) in {"from", "between", "at"}
    j = i + 1 if is_headed else i
    first = clock(line, j, part, is_sure=True)
    if first is None or line.word(first[0]) not in _JOINS:
        return None
    second = clock(line, first[0] + 1, part, is_sure=True)
    if second is None:
        return None
    if (named := part_of_day(line, second[0])) is not None and not part:
        return two_clocks(line, i, named[1]) and _behind(two_clocks(line, i, named[1]), named[0])
    start, end = first[1], second[1]
    is_told = is_headed or part or _half(line, second[0] - 1)[0] or ":" in {
        line.word(j + 1), line.word(first[0] + 2)
    }  # fmt: skip
    if not is_told:
        return None
    has_half = _half(line, first[0] - 1)[0] != "" or line.word(first[0] - 1) == "."
    if not has_half and start.hour < _NOON <= end.hour and start.hour + _NOON <= end.hour:
        start = start.replace(hour=start.hour + _NOON)
    if end.hour == 0 and end.minute == 0 and start.hour < _NOON and has_half:
        end = end.replace(hour=_NOON)  # "10am to 12am" is said of noon
    if not has_half and start > end:
        start = start.replace(hour=start.hour % _NOON)
    return (second[0], start, end) if start < end else None


def _behind(read: tuple[int, time, time] | None, end: int) -> tuple[int, time, time] | None:
    return None if read is None else (end, read[1], read[2])


def between(day: date, start: time, end: time) -> Span:
    """A stretch of one day."""
    return Span(datetime.combine(day, start), datetime.combine(day, end), "range", True)


def beside(line: Line, end: int, day: Span, part: str = "") -> tuple[int, Span]:
    """The day with the time of day that stands behind it (from `end`), if one does; `part` is the
    part of the day that was said already."""
    date_ = day.day
    if date_ is None:
        return end, day
    j, behind = end, day
    named = part_of_day(line, j) if not part else None
    if named is not None:
        j, part = named
    if part:
        behind = span_of_part(date_, part)
    k = line.skip(j, ",")
    if (both := two_clocks(line, k, part)) is not None:
        return both[0], between(date_, both[1], both[2])
    bound = line.word(k)
    is_sure = bound in {"at", "@"}
    if bound in {"at", "@", "around", "about", "by", "for", "-", "before", "after"}:
        k += 1
    k = line.skip(k, "around", "about")
    read = clock(line, k, part, is_sure=is_sure)
    if read is None:
        return j, behind
    named = part_of_day(line, read[0]) if not part else None
    if named is not None:
        again = clock(line, k, named[1], is_sure=True)
        read = (named[0], again[1]) if again is not None else read
    if bound == "before":
        return read[0], between(date_, time(), read[1])
    if bound == "after":
        stop = midnight(date_) + timedelta(days=1)
        return read[0], Span(datetime.combine(date_, read[1]), stop, "range", True)
    return read[0], moment(date_, read[1], is_relative=day.is_relative)
