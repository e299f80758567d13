"""Which times lie at a distance from now? `two weeks ago`, `in three days`, `the day after tomorrow`.

`two years ago` is the day that many years back, with the precision of a year: the caller may widen
it. Hours and minutes are counted as they pass, also when clocks are put forward.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from perspective.domain.times.almanac import period, season, shift, weekday_after, weekday_before
from perspective.domain.times.choice import Read
from perspective.domain.times.numbers import cardinal
from perspective.domain.times.span import PRECISIONS, Precision, Span, one_day, stretch
from perspective.domain.times.tokens import Line
from perspective.domain.times.words import CLOCK_UNITS, SEASON_STARTS, TODAY, UNITS, WEEKDAYS

_MAX_AMOUNTS = 4
Amount = tuple[str, int]


def named_day(line: Line, i: int) -> Read | None:
    """`today`, `yesterday`, `the day after tomorrow`."""
    word = line.word(i)
    if word in TODAY:
        return i + 1, one_day(line.today + timedelta(days=TODAY[word]), is_relative=True)
    j = line.skip(i, "the")
    if line.word(j) == "day" and line.word(j + 1) in {"before", "after"}:
        step = -1 if line.word(j + 1) == "before" else 1
        if TODAY.get(line.word(j + 2)) == step:
            return j + 3, one_day(line.today + timedelta(days=2 * step), is_relative=True)
    return None


def amounts(line: Line, i: int) -> tuple[int, tuple[Amount, ...]] | None:
    """`3 days`, `1 month, 21 days`, `a year and a half`: the place behind and the amounts."""
    found: list[Amount] = []
    j = end = i
    for _ in range(_MAX_AMOUNTS):
        read = _amount(line, j)
        if read is None:
            break
        end, some = read
        found.extend(some)
        j = end
        while line.word(j) in {",", "and"} and j < end + 2:
            j += 1
        if _amount(line, j) is None:
            return end, tuple(found)
    return None if not found else (end, tuple(found))


def _amount(line: Line, i: int) -> tuple[int, tuple[Amount, ...]] | None:
    """One amount of one unit."""
    if line.word(i) == "half" and line.word(i + 1) in {"a", "an"}:
        halves = {"hour": ("second", 1800), "year": ("month", 6), "day": ("second", 43200)}
        half = halves.get(line.word(i + 2))
        return None if half is None else (i + 3, (half,))
    count = cardinal(line, i)
    if count is None:
        return None
    n, j = count
    if line.word(j) == "and" and line.word(j + 1) == "a" and line.word(j + 2) == "half":
        return _with_half(line, j + 3, n, j + 4)
    if line.word(j) in UNITS:
        if (line.word(j + 1), line.word(j + 2), line.word(j + 3)) == ("and", "a", "half"):
            return _with_half(line, j, n, j + 4)
        return j + 1, ((UNITS[line.word(j)], n),)
    if line.word(j) in WEEKDAYS and n < 100 and line.word(i) not in {"a", "an"}:
        return None
    seconds = CLOCK_UNITS.get(line.word(j))
    return None if seconds is None else (j + 1, (("second", n * seconds),))


def _with_half(line: Line, j: int, n: int, end: int) -> tuple[int, tuple[Amount, ...]] | None:
    """`two and a half years`, `a year and a half`."""
    unit, seconds = UNITS.get(line.word(j)), CLOCK_UNITS.get(line.word(j))
    if unit == "year":
        return end, (("month", 12 * n + 6),)
    if seconds is not None:
        return end, (("second", n * seconds + seconds // 2),)
    return None


def at_distance(line: Line, seconds: int) -> datetime:
    """The wall-clock time that many seconds from now: on a day on which clocks are put forward,
    the hours that pass are counted."""
    return (
        (line.said_at.astimezone(UTC) + timedelta(seconds=seconds))
        .astimezone(line.said_at.tzinfo)
        .replace(tzinfo=None)
    )


def moved(line: Line, day: date, by: tuple[Amount, ...], step: int) -> Span | None:
    """The time that is the amounts from a day: long units first, as they are said."""
    precision: Precision = "day"
    if any(unit == "second" for unit, _ in by):
        if len(by) > 1 or day != line.today:
            return None
        then = at_distance(line, step * by[0][1])
        return Span(then, then + timedelta(minutes=1), "time", True)
    for unit, n in by:
        day = shift(day, unit, step * n)
        precision = PRECISIONS[unit]
    if by[-1][0] == "weekend":
        return stretch(*period("weekend", day), "weekend", is_relative=True)
    return one_day(day, precision, is_relative=True)


def distant(line: Line, i: int) -> Read | None:
    """`two weeks ago`, `3 days from now`, `in five minutes`."""
    if line.word(i) == "in":
        j = i + 1
        read = amounts(line, j)
        # "I read it in two days" says how long, not when.
        if read is None or line.tense(i) < 0 or line.word(read[0]) in {"a", "ago", "of", "the"}:
            return None
        if read[1][-1][0] in {"decade", "century"} or line.word(read[0] - 1).startswith("night"):
            return None
        end = read[0]
        end = (
            end + 2 if line.word(end) == "from" and line.word(end + 1) in {"now", "today"} else end
        )
        if line.word(end) in {"from", "after", "before", "since"}:
            return None  # what is counted begins elsewhere
        span = moved(line, line.today, read[1], 1)
        return None if span is None else (end, span)
    read = amounts(line, i)
    if read is None:
        return _weekdays_away(line, i)
    end, by = read
    if line.word(i - 1) in {"than", "under", "within"} and line.word(i - 2) != "more":
        return None
    if line.word(i - 1) in {"or", "to", "-", "–"} and cardinal(line, i - 2) is not None:
        return None  # five or six years ago
    if line.word(end) in {"ago", "back"} and (
        line.word(end) == "ago" or line.word(i - 1) != "come"
    ):
        return _ago(line, end, by)
    if line.word(end) == "later" and line.tense(i) > 0:
        span = moved(line, line.today, by, 1)  # in a tale it is later than what was told before
        return None if span is None else (end + 1, span)
    if line.word(end) == "from" and line.word(end + 1) == "now":
        span = moved(line, line.today, by, 1)
        return None if span is None else (end + 2, span)
    return None


def _ago(line: Line, end: int, by: tuple[Amount, ...]) -> Read | None:
    if line.word(end) == "back" and line.tense(end) >= 0:
        return None
    span = moved(line, line.today, by, -1)
    if span is None:
        return None
    other = TODAY.get(line.word(end + 1))
    if other is not None:  # a week ago yesterday
        span = moved(line, line.today + timedelta(days=other), by, -1)
        return None if span is None else (end + 2, span)
    number = WEEKDAYS.get(line.word(line.skip(end + 1, "on")))
    if number is not None and by[-1][0] == "week" and span.start is not None:
        monday = period("week", span.start.date())[0]
        day = monday + timedelta(days=number)
        return line.skip(end + 1, "on") + 1, one_day(day, is_relative=True)
    return end + 1, span


def _weekdays_away(line: Line, i: int) -> Read | None:
    """`two Sundays ago`, `three Fridays from now`."""
    count = cardinal(line, i)
    if count is None or not 1 <= count[0] < 100:
        return None
    n, j = count
    word = line.word(j)
    number = WEEKDAYS.get(word.removesuffix("s"))
    named = SEASON_STARTS.get(word.removesuffix("s"))
    is_ago = line.word(j + 1) == "ago"
    is_ahead = line.word(j + 1) == "from" and line.word(j + 2) == "now"
    if not (is_ago or is_ahead):
        return None
    end = j + 2 if is_ago else j + 3
    if number is not None:
        first = (weekday_before if is_ago else weekday_after)(line.today, number)
        return end, one_day(first + timedelta(days=7 * (n - 1) * (-1 if is_ago else 1)),
                            is_relative=True)  # fmt: skip
    if named is not None and is_ago:
        over = [s for back in range(3) if (s := season(named, line.today.year - back))[1]
                <= line.today]  # fmt: skip
        return end, stretch(*season(named, over[0][0].year - n + 1), "season", is_relative=True)
    return None
