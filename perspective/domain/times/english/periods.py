"""Which part of a week, month or year is meant? `mid-July`, `the end of 2008`, `the first week of May`.

Early and late are the halves of weeks (four days and three… from Thursday), months and quarters,
and the thirds of years; the middle of a month is from the 10th to the 20th.
"""

from __future__ import annotations

from datetime import date, timedelta

from perspective.domain.times.almanac import SATURDAY, THURSDAY, add_months, nth_weekday, period
from perspective.domain.times.choice import Read, nearest
from perspective.domain.times.english import counted, dates
from perspective.domain.times.english.feasts import feast
from perspective.domain.times.english.seasons import season_of
from perspective.domain.times.numbers import cardinal, day_number, ordinal, year_number
from perspective.domain.times.span import PRECISIONS, Span, one_day, stretch
from perspective.domain.times.tokens import Line
from perspective.domain.times.words import ANY, UNITS, WEEKDAYS

_EDGES = {
    "early": "early", "beginning": "early", "start": "early", "earlier": "early",
    "mid": "mid", "middle": "mid", "late": "late", "end": "late", "later": "late",
}  # fmt: skip
_FOUR_MONTHS = 4
_MAX_WEEKS = 53
_DAYS_OF_A_WEEK = 7


def plain(line: Line, i: int) -> Read | None:
    """A week, month, quarter, season or year."""
    return (
        counted.counted(line, i)
        or quarter(line, i)
        or season_of(line, i)
        or dates.month(line, i)
        or dates.year(line, i)
        or dates.decade(line, i)
        or _the_unit(line, i)
    )


def _the_unit(line: Line, i: int) -> Read | None:
    """`the month` behind `the end of`: the one that is."""
    j = line.skip(i, "the")
    unit = UNITS.get(line.word(j))
    if unit not in {"week", "month", "quarter", "year"} or line.word(i - 1) not in {"of", "in"}:
        return None
    if not (line.word(i - 2) in _EDGES or line.word(i - 2) in {"day", "weekend"}):
        return None
    if line.word(j + 1) in {"of", "before", "after"} or line.word(j).endswith("s"):
        return None
    return j + 1, stretch(*period(unit, line.today), "month", is_relative=True)


def part_of_period(line: Line, i: int) -> Read | None:
    """`early June`, `the end of 2019`, `later this year`, `mid-July`."""
    j = line.skip(i, "the")
    edge = _EDGES.get(line.word(j))
    if edge is None:
        return None
    k = j + 1
    is_of = line.word(j) in {"beginning", "start", "middle", "end"}
    if is_of and line.word(k) != "of":
        return None
    k = line.skip(k, "of" if is_of else "-")
    k = line.skip(k, "in") if line.word(j) in {"later", "earlier"} else k
    read = plain(line, k)
    if read is None:
        return None
    end, span = read
    found = _edge(span, edge, line.today, line.word(j))
    return None if found is None else (end, found)


def _edge(span: Span, edge: str, today: date, word: str) -> Span | None:
    if span.start is None or span.end is None:
        return None
    start, end = span.start.date(), span.end.date()
    n_days = (end - start).days
    if n_days == _DAYS_OF_A_WEEK:
        cuts = (start + timedelta(days=2), start + timedelta(days=THURSDAY))
        first_end = start + timedelta(days=THURSDAY)
    elif 28 <= n_days <= 31:
        cuts = (start.replace(day=10), start.replace(day=16))
        first_end = start.replace(day=16)
    elif n_days in {365, 366}:
        cuts = (add_months(start, 4), add_months(start, 8))
        first_end = cuts[0]
        if word in {"later", "earlier"}:
            cuts = (cuts[0], add_months(start, 6))
            first_end = cuts[1]
    elif span.precision in {"decade", "season", "quarter"}:
        third = (end.year * 12 + end.month - start.year * 12 - start.month) // 3
        cuts = (add_months(start, third), add_months(start, 2 * third))
        first_end = cuts[0]
    else:
        return None
    if edge == "early":
        end = first_end
    elif edge == "late":
        start = max(cuts[1], today) if word == "later" and cuts[1] <= today < end else cuts[1]
    else:
        start, end = cuts[0], _middle_end(start, cuts, n_days)
    return stretch(start, end, span.precision, is_relative=span.is_relative)


def _middle_end(start: date, cuts: tuple[date, date], n_days: int) -> date:
    if n_days == _DAYS_OF_A_WEEK:
        return cuts[0] + timedelta(days=2)
    return start.replace(day=21) if n_days <= 31 else cuts[1]


def quarter(line: Line, i: int) -> Read | None:
    """`Q1 2019`, `2019 Q1`, `the second quarter of 2020`, `H2 2019`."""
    if line.digits(i) == 4 and (year := year_number(line, i)) is not None:
        named = _quarter_name(line, line.skip(year[1], "-"))
        if named is None:
            return None
        return named[0], _nth(year[0], named[1], named[2], is_relative=False)
    named = _quarter_name(line, i)
    if named is None:
        j = line.skip(i, "the")
        which = ordinal(line, j)
        if which is None or line.word(which[1]) != "quarter" or not 1 <= which[0] <= 4:
            return None
        if line.word(which[1] + 1) not in {"of", "in"}:
            return None
        named = (which[1] + 1, "quarter", which[0])
    end, unit, n = named
    j = end
    while line.word(j) in {"of", "in", "-", ",", "'"} and j < end + 2:
        j += 1
    year = year_number(line, j)
    if year is not None:
        return year[1], _nth(year[0], unit, n, is_relative=False)
    of_year = {"last": -1, "this": 0, "next": 1}.get(line.word(j))
    if of_year is not None and line.word(j + 1) == "year":
        return j + 2, _nth(line.today.year + of_year, unit, n, is_relative=True)
    if line.word(i) != "q" or line.word(end - 1) == "quarter":
        return None
    today = line.today
    firsts = [_nth(today.year + back, unit, n, is_relative=True) for back in (-1, 0, 1)]
    days = [span.start.date() for span in firsts if span.start is not None]
    first = nearest(days, today, line.tense(i))
    return None if first is None else (end, _nth(first.year, unit, n, is_relative=True))


def _quarter_name(line: Line, i: int) -> tuple[int, str, int] | None:
    number = line.number(i + 1)
    is_name = line.word(i) in {"q", "h"} and line.at(i + 1).is_glued
    if not is_name or number is None or line.word(i - 1) in {"<", "/"}:
        return None
    unit, most = ("quarter", 4) if line.word(i) == "q" else ("half", 2)
    if line.digits(i + 1) != 1 or not 1 <= number <= most:
        return None
    return i + 2, unit, number


def _nth(year: int, unit: str, n: int, *, is_relative: bool) -> Span:
    start, end = period(unit, date(year, 1, 1), n - 1)
    precision = PRECISIONS[unit]
    return stretch(start, end, precision, is_relative=is_relative)


def nth_of_period(line: Line, i: int) -> Read | None:
    """`the first Friday of July`, `the last day of this month`, `the second week of 2021`, `the
    9th month of next year`, `the last two weeks of May`."""
    j = line.skip(i, "the")
    if line.word(j) == "last":
        which, k = -1, j + 1
    elif (read := ordinal(line, j)) is not None:
        which, k = read
    else:
        return None
    count = 1
    if which == -1 and (some := cardinal(line, k)) is not None and line.word(k) not in ANY:
        count, k = some
    unit, weekday = UNITS.get(line.word(k)), WEEKDAYS.get(line.word(k))
    if (unit is None and weekday is None) or line.word(k + 1) not in {"of", "in"}:
        return None
    inner = plain(line, k + 2)
    if inner is None or inner[1].start is None or inner[1].end is None:
        return None
    end, span = inner
    start, stop = inner[1].start.date(), inner[1].end.date()
    if weekday is not None:
        day = nth_weekday(start, stop, weekday, which)
        return None if day is None else (end, one_day(day, is_relative=span.is_relative))
    found = _nth_unit(start, stop, unit or "", which, count)
    if found is None:
        return None
    precision = PRECISIONS[unit or "day"]
    return end, stretch(*found, precision, is_relative=span.is_relative)


def _nth_unit(
    start: date, stop: date, unit: str, which: int, count: int
) -> tuple[date, date] | None:
    """The n-th week, day or month of [start, stop), or the last ones; a week belongs where its
    Thursday is."""
    if unit not in {"day", "week", "month"} or not -1 <= which <= _MAX_WEEKS * 7:
        return None
    if unit == "week":
        first = nth_weekday(start, stop, THURSDAY, which)
        if first is None:
            return None
        monday = first - timedelta(days=THURSDAY) - timedelta(days=7 * (count - 1))
        return monday, monday + timedelta(days=7 * count)
    if which > 0:
        found = period(unit, start, which - 1)
    else:
        found = period(unit, stop - timedelta(days=1), 1 - count)
        found = (found[0], stop)
    return found if start <= found[0] and found[1] <= stop else None


def week(line: Line, i: int) -> Read | None:
    """`the week of April 10th`, `the weekend of the 3rd`, `week 10 of 2019`."""
    j = line.skip(i, "the")
    unit = UNITS.get(line.word(j))
    if unit not in {"week", "weekend"} or line.word(j).endswith("s"):
        return None
    number = day_number(line, j + 1) if line.digits(j + 1) else None
    if number is not None and unit == "week" and line.word(number[1]) in {"of", "in"}:
        inner = plain(line, number[1] + 1)
        if inner is not None and inner[1].precision == "year" and inner[1].start is not None:
            bounds = inner[1].start.date(), add_months(inner[1].start.date(), 12)
            found = _nth_unit(*bounds, "week", number[0], 1)
            return None if found is None else (
                inner[0], stretch(*found, "week", is_relative=inner[1].is_relative)
            )  # fmt: skip
    if line.word(j + 1) not in {"of", "starting", "commencing", "beginning", "before", "after"}:
        return None
    step = {"before": -1, "after": 1}.get(line.word(j + 1), 0)
    k = line.skip(j + 2, "on")
    if unit == "weekend" and not step and (feast_day := feast(line, k)) is not None:
        return feast_day[0], weekend_around(feast_day[1])
    inner = dates.dated(line, k) or dates.numbered_day(line, k) or (
        counted.counted(line, k) if step else None
    )  # fmt: skip
    if inner is None or inner[1].day is None:
        return None
    span = stretch(
        *period(unit, inner[1].day, step), PRECISIONS[unit], is_relative=inner[1].is_relative
    )
    return inner[0], span


def weekend_of_feast(line: Line, i: int) -> Read | None:
    """`Labor Day weekend`: with the feast, when it lies beside."""
    read = feast(line, i)
    if read is None or line.word(read[0]) != "weekend":
        return None
    return read[0] + 1, weekend_around(read[1])


def weekend_around(span: Span) -> Span:
    """The weekend of a day's week with the day, if that is a Thursday or Friday; the weekend before
    a Monday with it."""
    day = span.day
    if day is None:
        return span
    start, end = period("weekend", day, -1 if day.weekday() == 0 else 0)
    if day.weekday() == 0 or THURSDAY <= day.weekday() < SATURDAY:
        start, end = min(start, day), max(end, day + timedelta(days=1))
    return stretch(start, end, "weekend", is_relative=span.is_relative)


def the_weekend(line: Line, i: int) -> Read | None:
    """`over the weekend`: the last in a sentence about what has been, else the next one or the one
    that is; nothing where the sentence does not say."""
    if line.word(i) != "the" or line.word(i + 1) != "weekend" or line.word(i + 2) in {"of", "before",
                                                                                      "after"}:  # fmt: skip
        return None
    tense = line.tense(i)
    if tense == 0:
        return None
    weekends = [period("weekend", line.today, n) for n in (-1, 0)]
    begun = [weekend for weekend in weekends if weekend[0] <= line.today]
    chosen = begun[-1] if tense < 0 else weekends[1]
    return i + 2, stretch(*chosen, "weekend", is_relative=True)
