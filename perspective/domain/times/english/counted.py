"""Which units, weekdays and months are counted from today? `last week`, `next Monday`, `this summer`.

Weekdays: `last` is the most recent before today, `next` that of the next week, `this` that of the
week that is. `last week` is the calendar week before, `the last 3 weeks` are the 21 days before
today; quarters, decades and centuries are always those of the calendar.
"""

from __future__ import annotations

from datetime import date, timedelta

from perspective.domain.times.almanac import (
    period,
    season,
    shift,
    weekday_after,
    weekday_before,
)
from perspective.domain.times.choice import Read
from perspective.domain.times.english.dates import dated, is_date_behind, month_name
from perspective.domain.times.english.distant import at_distance
from perspective.domain.times.numbers import cardinal
from perspective.domain.times.span import PRECISIONS, Precision, Span, one_day, stretch
from perspective.domain.times.tokens import Line
from perspective.domain.times.words import (
    AFTER_NOW,
    AROUND_NOW,
    BEFORE_NOW,
    CLOCK_UNITS,
    SEASON_STARTS,
    UNITS,
    WEEKDAYS,
)

_OF_THE_CALENDAR = frozenset({"quarter", "decade", "century"})
_WORKDAYS = 5


def counted(line: Line, i: int) -> Read | None:
    """`last week`, `next Monday`, `this summer`, `the past three months`."""
    j = line.skip(i, "the")
    if (unit := UNITS.get(line.word(j))) and (line.word(j + 1), line.word(j + 2)) == (
        "before", "last",
    ):  # fmt: skip
        return _before_last(line, j, unit)
    which = line.word(j)
    if which not in BEFORE_NOW | AFTER_NOW | AROUND_NOW or line.word(i - 1) in {"very", "at"}:
        return None
    k = j + 1
    if which == "this" and line.word(k) in BEFORE_NOW | AFTER_NOW:  # "this past Friday"
        step = -1 if line.word(k) in BEFORE_NOW else 1
        k += 1
        number = WEEKDAYS.get(line.word(k))
        if number is not None:
            find = weekday_before if step < 0 else weekday_after
            return k + 1, one_day(find(line.today, number), is_relative=True)
        which = "past" if step < 0 else "coming"
        if UNITS.get(line.word(k)) == "weekend":
            return k + 1, _weekend(line.today, step)
    return (
        _counted_unit(line, i, k, which)
        or _counted_weekday(line, k, which)
        or _counted_month(line, k, which)
        or _many(line, k, which)
    )


def _before_last(line: Line, j: int, unit: str) -> Read | None:
    """`the weekend before last`."""
    if unit == "day" or line.word(j).endswith("s"):
        return None
    if unit == "weekend":
        return j + 3, _weekend(line.today - timedelta(days=7), -1)
    return j + 3, stretch(*period(unit, line.today, -2), PRECISIONS[unit], is_relative=True)


def _weekend(today: date, step: int) -> Span:
    """The last weekend that is over, or the next that has not begun."""
    weekends = [period("weekend", today, n) for n in (-1, 0, 1)]
    if step < 0:
        chosen = [w for w in weekends if w[1] <= today][-1]
    else:
        chosen = next(w for w in weekends if w[0] > today)
    return stretch(*chosen, "weekend", is_relative=True)


def _step(which: str) -> int:
    return 0 if which in AROUND_NOW else -1 if which in BEFORE_NOW else 1


def _counted_unit(line: Line, i: int, k: int, which: str) -> Read | None:
    """One unit: the calendar's, before, around or after today. Days and nights are left out:
    `the next day` is another's next day."""
    word = line.word(k)
    unit, step = UNITS.get(word), _step(which)
    if word == "workweek":
        monday = period("week", line.today, step)[0]
        span = stretch(monday, monday + timedelta(days=_WORKDAYS), "week", is_relative=True)
        return k + 1, span
    if unit is None or word.endswith("s") or word == "night" or which == "following":
        return None
    if unit == "day":
        is_rolling = which in {"past", "last"} and line.word(i) == "the"
        return (k + 1, one_day(line.today - timedelta(days=1), is_relative=True)) if (
            is_rolling and line.word(k + 1) not in {"of", "in", "at", "we", "i"}
        ) else None  # fmt: skip
    if unit == "weekend" and step < 0:
        return k + 1, _weekend(line.today, step)
    is_rolling = (which == "past" or (which == "last" and line.word(j_before(i, k)) == "the")) and (
        unit not in _OF_THE_CALENDAR
    )
    if unit == "fortnight" or (is_rolling and unit != "weekend"):
        if step == 0:
            return None
        return k + 1, _rolling(line.today, unit, 1, step)
    return k + 1, stretch(
        *period(unit, line.today, step), PRECISIONS[unit], is_relative=True
    )  # fmt: skip


def j_before(i: int, k: int) -> int:
    """The place of `the` in `the last week`, where it stands."""
    return i if k - i == 2 else -1


def _counted_weekday(line: Line, k: int, which: str) -> Read | None:
    number = WEEKDAYS.get(line.word(k))
    if number is None or (line.word(k) in {"sun", "sat"} and not line.at(k).is_capital):
        return None
    if is_date_behind(line, k + 1):
        return None
    if (named := dated(line, k)) is not None:
        return named
    today = line.today
    if which in {"last", "past"}:
        day = weekday_before(today, number)
    elif which in {"coming", "upcoming"}:
        day = weekday_after(today, number)
    else:
        day = period("week", today, _step(which))[0] + timedelta(days=number)
    return k + 1, one_day(day, is_relative=True)


def _counted_month(line: Line, k: int, which: str) -> Read | None:
    """`last June`: the last that is over; `next summer`: the next that has not begun."""
    named, season_start = month_name(line, k), SEASON_STARTS.get(line.word(k))
    today, year = line.today, line.today.year
    if named is not None and line.number(named[1]) is None:
        stretches = [period("month", date(year + n, named[0], 1)) for n in (-1, 0, 1)]
        precision: Precision = "month"
        end = named[1]
    elif season_start is not None:
        stretches = [season(season_start, year + n) for n in (-2, -1, 0, 1)]
        precision, end = "season", k + 1
    else:
        return None
    step = _step(which)
    if step == 0:
        around = [s for s in stretches if s[0] <= today < s[1]]
        chosen = around[0] if around else next(s for s in stretches if s[0].year == year)
    elif step < 0:
        chosen = [s for s in stretches if s[1] <= today][-1]
    else:
        chosen = next(s for s in stretches if s[0] > today)
    return end, stretch(*chosen, precision, is_relative=True)


def _many(line: Line, k: int, which: str) -> Read | None:
    """`the last three months`, `next 5 days`: before today, or after it."""
    if which in {"this", "current"} and line.word(k - 1) not in {"past", "last"}:
        return None
    k = line.skip(k, "couple")
    k = line.skip(k, "of")
    is_couple = line.word(k - 1) in {"couple", "of"}
    count = (2, k) if is_couple else cardinal(line, k)
    if count is None or count[0] < 1 or line.word(k) in {"a", "an"}:
        return None
    n, j = count
    return _stretch_of(line, j, n, _step(which))


def _stretch_of(line: Line, j: int, n: int, step: int) -> Read | None:
    is_working = line.word(j) in {"business", "working", "work"}
    unit = UNITS.get(line.word(j + 1 if is_working else j))
    if is_working:
        return (j + 2, _working_days(line.today, n, step)) if unit == "day" else None
    if unit is None:
        seconds = CLOCK_UNITS.get(line.word(j))
        if seconds is None or step == 0:
            return None
        then = at_distance(line, step * n * seconds)
        first, last = (then, line.now) if step < 0 else (line.now, then)
        return j + 1, Span(first, last, "time", True)
    if unit == "weekend" or step == 0:
        return None
    return j + 1, _rolling(line.today, unit, n, step)


def numbered(line: Line, i: int) -> Read | None:
    """`3 next weeks`, `5 past years`."""
    count = cardinal(line, line.skip(i, "the"))
    if count is None or line.word(count[1]) not in BEFORE_NOW | AFTER_NOW | {"more"}:
        return None
    if line.word(count[1]) in {"following", "more"} or not line.word(count[1] + 1).endswith("s"):
        return None
    return _stretch_of(line, count[1] + 1, count[0], _step(line.word(count[1])))


def _rolling(today: date, unit: str, n: int, step: int) -> Span:
    """N units before today, or after it; of the calendar where they are long."""
    precision = PRECISIONS[unit]
    if unit in _OF_THE_CALENDAR:
        here = period(unit, today)[0 if step < 0 else 1]
        there = shift(here, unit, step * n)
        return stretch(min(here, there), max(here, there), precision, is_relative=True)
    first = today if step < 0 else today + timedelta(days=1)
    there = shift(first, unit, step * n)
    return stretch(min(first, there), max(first, there), precision, is_relative=True)


def _working_days(today: date, n: int, step: int) -> Span:
    """N days from Monday to Friday before today, or after it."""
    first = last = day = today + timedelta(days=step)
    while n:
        if day.weekday() < _WORKDAYS:
            n -= 1
            last = day
            first = day if first.weekday() >= _WORKDAYS else first
        day += timedelta(days=step)
        if abs((day - today).days) > 3660:
            raise ValueError
    start, end = min(first, last), max(first, last)
    return stretch(start, end + timedelta(days=1), "day", is_relative=True)


def following_week(line: Line, i: int) -> Read:
    """`the following week` behind a weekday: the one after this."""
    span = stretch(*period("week", line.today, 1), "week", is_relative=True)
    return i + 2, span
