"""Which one time is named here? A day with its time of day, a month, a distance from another time."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

from perspective.domain.times.choice import Read
from perspective.domain.times.english import (
    clock,
    counted,
    dates,
    distant,
    feasts,
    periods,
)
from perspective.domain.times.figures import figures
from perspective.domain.times.span import Span, one_day
from perspective.domain.times.tokens import Line
from perspective.domain.times.words import (
    CLOCK_UNITS,
    PARTS,
    TONIGHT,
    UNITS,
    WEEKDAYS,
)

_MAX_DEPTH = 2
_RULES: tuple[Callable[[Line, int], Read | None], ...] = (
    figures,
    dates.dated,
    distant.distant,
    distant.named_day,
    periods.nth_of_period,
    periods.part_of_period,
    periods.week,
    periods.weekend_of_feast,
    periods.the_weekend,
    feasts.feast,
    counted.numbered,
    periods.plain,
    dates.numbered_day,
    dates.weekday,
)


def point(line: Line, i: int, depth: int) -> Read | None:
    """One time: a day with its time of day, a month, or what lies at a distance from another.

    Asked several times of one place (is it a range, is it open?), so the answer is kept.
    """
    place = (i, depth)
    if place not in line.points:
        line.points[place] = None  # also when it raises: no such day
        line.points[place] = _point(line, i, depth)
    read: Read | None = line.points[place]
    return read


def _point(line: Line, i: int, depth: int) -> Read | None:
    best = _part_of_some_day(line, i) or _moved(line, i, depth)
    if best is None:
        for rule in _RULES:
            read = rule(line, i)
            if read is not None and (best is None or read[0] > best[0]):
                best = read
        if best is None:
            return _clock_before(line, i)
    if _is_any(line, i, best[0]):
        return None
    end, span = _weekday_of(line, i, best)
    part = "night" if line.word(i) in TONIGHT else ""
    return clock.beside(line, end, span, part)


def _is_any(line: Line, i: int, end: int) -> bool:
    """Whether it is any of its kind: `Friday mornings`, `every first Monday`."""
    return line.word(end) in {"mornings", "afternoons", "evenings", "nights", "weekends"} or (
        line.word(i - 1) in {"every", "each"}
    )


def _weekday_of(line: Line, i: int, read: Read) -> Read:
    """`Sunday of next week`, `next week on Friday`, `last week Sunday`: the day of that week."""
    end, span = read
    if span.precision == "week" and span.start is not None:
        j = line.skip(end, "-", ",")
        j = line.skip(j, "on")
        number = WEEKDAYS.get(line.word(j))
        if number is not None and (line.at(j).is_capital or j > end or len(line.word(j)) > 3):
            monday = span.start.date() - timedelta(days=span.start.weekday())
            return j + 1, one_day(monday + timedelta(days=number), is_relative=True)
    if line.word(end - 1) in UNITS or line.word(end - 1) in {"ago", "now"}:
        return _then_weekday(line, end, span) if span.day is not None else read
    part = line.word(end) if line.word(end) in PARTS else ""
    number = WEEKDAYS.get(line.word(end - 1))
    if number is not None and end - i <= 2 and span.day is not None:
        j = line.skip(end + 1 if part else end, ",")
        j = line.skip(j, "of", "in")
        week = counted.counted(line, j)
        following = line.skip(j, "the")
        if (
            week is None
            and line.word(following) == "following"
            and line.word(following + 1) == "week"
        ):
            week = counted.following_week(line, following)
        if week is not None and week[1].precision == "week" and week[1].start is not None:
            day = week[1].start.date() + timedelta(days=number)
            whole = one_day(day, is_relative=True)
            return week[0], clock.span_of_part(day, part) if part else whole
        away = distant.distant(line, j)
        if away is not None and away[1].start is not None and line.word(j) != "in":
            near = away[1].start.date()
            day = near + timedelta(days=(number - near.weekday()) % 7)
            return away[0], one_day(day, is_relative=True)
    return read


def _part_of_some_day(line: Line, i: int) -> Read | None:
    """`last night`, `this morning`, `tonight`."""
    word = line.word(i)
    if word in TONIGHT:
        return clock.beside(line, i + 1, one_day(line.today, is_relative=True), "night")
    j = i + 1
    is_late = word in {"late", "early"} or line.word(j) in {"late", "early"}
    if word in {"late", "early"}:
        word, j = line.word(j), j + 1
    elif is_late:
        j += 1
    part = line.word(j)
    if word not in {"last", "this"} or part not in PARTS or line.word(i - 1) == "at":
        return None
    if word == "last" and part != "night":
        return None
    day = line.today - timedelta(days=word == "last")
    end, span = clock.beside(line, j + 1, one_day(day, is_relative=True), part)
    if is_late and span.precision == "part" and span.start and span.end:
        half = (span.end - span.start) / 2
        is_early = "early" in {line.word(i), line.word(i + 1)}
        return end, Span(
            span.start if is_early else span.start + half,
            span.end - half if is_early else span.end, "part", True,
        )  # fmt: skip
    return end, span


def clocks_before(line: Line, i: int) -> Read | None:
    """`from 2 to 3pm tomorrow`, `between 10 and 11:30 this morning`."""
    both = clock.two_clocks(line, i)
    if both is None:
        return None
    j = line.skip(line.skip(both[0], ","), "on", "of")
    some = _part_of_some_day(line, j)
    if some is not None and some[1].start is not None and some[1].precision == "part":
        both = clock.two_clocks(line, i, "evening" if some[1].start.hour >= 16 else
                                "afternoon" if some[1].start.hour >= 12 else "morning")  # fmt: skip
        if both is None:
            return None
        return some[0], clock.between(some[1].start.date(), both[1], both[2])
    day = _a_day(line, j)
    if day is None or day[1].day is None:
        return None
    end = line.skip(day[0], *PARTS)
    return end, clock.between(day[1].day, both[1], both[2])


def _clock_before(line: Line, i: int) -> Read | None:
    """`3pm tomorrow`, `9am on Tuesday`: the day stands behind the time of day."""
    read = clock.clock(line, i, is_sure=line.word(i - 1) == "at")
    if read is None:
        return None
    j = read[0]
    named = clock.part_of_day(line, j)
    at = read[1]
    if named is not None:
        again = clock.clock(line, i, named[1], is_sure=True)
        at, j = (again[1] if again else at), named[0]
    k = line.skip(line.skip(j, ","), "on", "of")
    if line.word(k) == "this" and line.word(k + 1) in PARTS:
        again = clock.clock(line, i, line.word(k + 1), is_sure=True)
        return k + 2, clock.moment(line.today, again[1] if again else at, is_relative=True)
    if line.word(k) == "last" and line.word(k + 1) == "night":
        again = clock.clock(line, i, "evening", is_sure=True)
        day = line.today - timedelta(days=1)
        return k + 2, clock.moment(day, again[1] if again else at, is_relative=True)
    day_read = _a_day(line, k)
    if day_read is None:
        return None
    end, span = day_read
    day_of = span.day
    return None if day_of is None else (end, clock.moment(day_of, at, is_relative=span.is_relative))


def _a_day(line: Line, i: int) -> Read | None:
    """The longest day that begins at this place, without a time of day."""
    reads = [read for rule in _RULES if (read := rule(line, i)) is not None]
    best = max(reads, key=lambda read: read[0], default=None)
    if best is None or _is_any(line, i, best[0]):
        return None
    best = _weekday_of(line, i, best)
    return best if best[1].day is not None else None


def _moved(line: Line, i: int, depth: int) -> Read | None:
    """`3 weeks after Christmas`, `two days before yesterday`, `4 months from tomorrow`, `the day
    after Christmas`: a distance from another day."""
    if depth >= _MAX_DEPTH:
        return None
    j = line.skip(i, "the")
    if j > i and line.word(j) in UNITS and not line.word(j).endswith("s"):
        read: tuple[int, tuple[distant.Amount, ...]] | None = (j + 1, ((UNITS[line.word(j)], 1),))
    elif line.number(i) is not None or line.word(i) not in CLOCK_UNITS:
        read = distant.amounts(line, i)
    else:
        read = None
    if read is None or line.word(read[0]) not in {"before", "after", "from", "prior"}:
        return None
    end, by = read
    if any(unit in {"second", "weekend", "quarter"} for unit, _ in by):
        return None
    if j > i and by[0][0] != "day":
        return None
    step = 1 if line.word(end) in {"after", "from"} else -1
    k = line.skip(end + 1, "to")
    anchor = point(line, k, depth + 1)
    day = anchor[1].day if anchor is not None else None
    if anchor is None or day is None:
        return None
    span = distant.moved(line, day, by, step)
    return None if span is None else _then_weekday(line, anchor[0], span)


def _then_weekday(line: Line, end: int, span: Span) -> Read:
    """`… on Friday`: the nearest Friday to there."""
    number = WEEKDAYS.get(line.word(end + 1)) if line.word(end) == "on" else None
    if number is None or span.start is None:
        return end, span
    near = span.start.date()
    behind = (number - near.weekday() + 3) % 7 - 3
    return end + 2, one_day(near + timedelta(days=behind), is_relative=True)
