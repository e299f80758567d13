"""Which days, months and years are named here? `the 5th of May`, `Friday the 13th`, `June 2019`.

Each reader takes a line and a place, and gives the place behind what it read and the time, or None.
A date without a year is the last one in a sentence about what has been, the next one in a sentence
about what is to come, else the nearest.
"""

from __future__ import annotations

from datetime import date, timedelta

from perspective.domain.times.almanac import add_months, day_of, period
from perspective.domain.times.choice import Read, full_year, in_some_year, nearest
from perspective.domain.times.numbers import ORDINAL_WORDS, day_number, ordinal, year_number
from perspective.domain.times.span import Span, one_day, stretch
from perspective.domain.times.tokens import TWO_DIGITS, Line
from perspective.domain.times.words import (
    ANY,
    FUNCTION_WORDS,
    MONTHS,
    PREPOSITIONS,
    SURE_MONTHS,
    WEEKDAY_NAMES,
    WEEKDAYS,
)

_MONTHS_AROUND = 14  # every weekday falls on every day of a month within these
_FULL_LENGTH = 4
_NOT_YEARS = frozenset(
    {"people", "meters", "metres", "feet", "men", "women", "children", "km", "kg", "m", "percent",
     "usd", "eur", "am", "pm", "x"}
)  # fmt: skip
_YEAR_HEADS = frozenset(
    {"in", "since", "of", "during", "until", "till", "by", "before", "after", "from", "between",
     "around", "year", "early", "mid", "late", "cy", "through", "throughout", "than", "circa"}
)  # fmt: skip
_ENDS_IN_S = frozenset({"is", "was", "this", "as", "has", "his", "its", "us", "does"})
_AFTER_NAME = frozenset(
    {"times", "school", "roast", "papers", "best", "mornings", "afternoons",
                         "evenings", "nights"})  # fmt: skip


def month_name(line: Line, i: int) -> tuple[int, int] | None:
    """A month's number and the place behind its name, an abbreviation's full stop included."""
    number = MONTHS.get(line.word(i))
    if number is None:
        return None
    is_short = len(line.word(i)) <= _FULL_LENGTH and line.word(i) not in {"may", "june", "july"}
    is_stopped = is_short and line.word(i + 1) == "." and line.at(i + 1).is_glued
    return number, i + 2 if is_stopped else i + 1


def dated(line: Line, i: int) -> Read | None:
    """A day of a month, with or without a weekday before it and a year behind it."""
    weekday = WEEKDAYS.get(line.word(i))
    if weekday is None:
        return _day_and_month(line, i, None)
    j = i + 1
    while line.word(j) in {",", ".", "the", "-", "("} and j < i + 4:
        j += 1
    return _day_and_month(line, j, weekday) or _day_of_some_month(line, j, weekday)


def _day_and_month(line: Line, i: int, weekday: int | None) -> Read | None:
    """`May 5th` or `5th of May`."""
    if (month := month_name(line, i)) is not None:
        number, j = month
        while line.word(j) in {"the", ",", "-", "/"} and j < i + 4:
            j += 1
        if line.word(j) == "." and not line.word(j + 2)[:1].isalpha():
            j += 1
        day = day_number(line, j)
        if day is None or not _is_surely_month(line, i, j, day, weekday):
            return None
        return _finish(line, i, (number, *day), weekday)
    j = line.skip(i, "the")
    day = day_number(line, j)
    if day is None:
        return None
    k = day[1]
    while line.word(k) in {"of", "-", "/", "day"} and k < day[1] + 2:
        k += 1
    month = month_name(line, k)
    if month is None or (line.word(k) in {"may", "march"} and not _is_day_before_verb(line, j, k)):
        return None
    return _finish(line, i, (month[0], day[0], month[1]), weekday)


def _is_day_before_verb(line: Line, j: int, k: int) -> bool:
    """Whether `5 may` and `the 3rd march` are dates: not when the month's name is a verb."""
    return line.at(k).is_capital or line.word(k - 1) == "of" or not _goes_on(line, k + 1, j)


def _goes_on(line: Line, i: int, _: int) -> bool:
    """Whether a word follows that is no function word."""
    word = line.word(i)
    return word[:1].isalpha() and word not in FUNCTION_WORDS


def _is_surely_month(line: Line, i: int, j: int, day: tuple[int, int], weekday: int | None) -> bool:
    """Whether a name before a number is a month: `may 5 of us` and `march 10 miles` are not."""
    word, behind = line.word(i), day[1]
    if line.digits(j) == 0 and ordinal(line, j) is None:
        return word not in {"may", "march", "mar"} and year_number(line, j) is None
    is_plain_number = line.digits(j) > 0 and behind == j + 1
    if word in SURE_MONTHS or weekday is not None or not is_plain_number:
        return True
    if line.at(j).is_glued and line.word(j - 1) == word:
        return True
    if line.word(i - 1) in PREPOSITIONS or year_number(line, line.skip(behind, ",")) is not None:
        return True
    return not _goes_on(line, behind, j) and (
        line.at(i).is_capital or word not in {"may", "march", "mar", "sep", "dec", "jan"}
    )


def _finish(line: Line, i: int, said: tuple[int, int, int], weekday: int | None) -> Read | None:
    """The date once month, day and the place behind them are known; a year may follow."""
    month, day, end = said
    year, j = _year_behind(line, end)
    if year is None and line.word(end + 1) == ":":
        year, j = _year_behind_clock(line, end), end
    if year is not None:
        found = day_of(year, month, day)
        return None if found is None else (j, one_day(found, is_relative=False))
    counted = counted_year(line, line.skip(end, "of", ","))
    if counted is not None:
        found = day_of(counted[0], month, day)
        return None if found is None else (counted[1], one_day(found, is_relative=True))
    chosen = in_some_year(line, i, month, day, weekday)
    return None if chosen is None else (end, one_day(chosen, is_relative=True))


def counted_year(line: Line, i: int) -> tuple[int, int] | None:
    """`last year`, `this year`, `next year` behind a date or a month: the year and the place
    behind."""
    n = {"last": -1, "this": 0, "next": 1}.get(line.word(i))
    if n is None or line.word(i + 1) != "year":
        return None
    return line.today.year + n, i + 2


def _year_behind_clock(line: Line, end: int) -> int | None:
    """The year of `Oct 26 15:50:06 2016`."""
    j = end
    while (line.word(j) == ":" or line.digits(j) == TWO_DIGITS) and j < end + 5:
        j += 1
    year = year_number(line, j) if line.digits(j) else None
    return None if year is None else year[0]


def _year_behind(line: Line, end: int) -> tuple[int | None, int]:
    """A year behind a date, with what binds it."""
    j = end
    while line.word(j) in {",", "of", "in", "-", "/", "'"} and j < end + 2:
        j += 1
    year = year_number(line, j)
    if year is not None and not _counts_something(line, year[1]):
        return year
    if line.word(j - 1) in {"'", "/"} and line.digits(j) == TWO_DIGITS:
        return full_year(line.number(j) or 0, line.today), j + 1
    return None, end


def _day_of_some_month(line: Line, i: int, weekday: int) -> Read | None:
    """`Friday the 13th`: the nearest month in which the weekday and the number meet."""
    day = ordinal(line, i)
    if day is None:
        number = line.number(i)
        if number is None or line.digits(i) > TWO_DIGITS or _goes_on(line, i + 1, i):
            return None
        if line.word(i + 1) in {":", "-", "/", "."} and line.at(i + 2).number is not None:
            return None
        if line.word(i - 1) not in {"the", *WEEKDAYS} or line.word(i + 1) in {"to", "–"}:
            return None
        day = (number, i + 1)
    months = (
        add_months(line.today.replace(day=1), n) for n in range(-_MONTHS_AROUND, _MONTHS_AROUND + 1)
    )
    days = [found for month in months if (found := day_of(month.year, month.month, day[0]))]
    fitting = [found for found in days if found.weekday() == weekday]
    chosen = nearest(fitting, line.today, line.tense(i))
    return None if chosen is None else (day[1], one_day(chosen, is_relative=True))


def _bare_day(line: Line, i: int) -> tuple[int, int] | None:
    """`on the 27`, at the end of a sentence."""
    number = line.number(i)
    is_last = line.word(i + 1) in {"", ".", "!", "?"} and line.number(i + 2) is None
    is_day = is_last and line.word(i - 2) in {"on", "for", "by"} and line.digits(i) <= TWO_DIGITS
    return (number, i + 1) if number is not None and is_day else None


def numbered_day(line: Line, i: int) -> Read | None:
    """`the 18th`, `the 15th of next month`: a day of the month near the reference; nothing when
    something else may be numbered."""
    if line.word(i) != "the":
        return None
    day = ordinal(line, i + 1) or _bare_day(line, i + 1)
    if day is None or not 1 <= day[0] <= 31:
        return None
    j = line.skip(day[1], "day")
    if line.word(j) in {"of", "in"}:
        k = line.skip(j + 1, "the")
        n = {"next": 1, "last": -1, "this": 0, "following": 1, "month": 0}.get(line.word(k))
        if n is not None and "month" in {line.word(k), line.word(k + 1)}:
            first = period("month", line.today, n)[0]
            found = day_of(first.year, first.month, day[0])
            end = k + 1 if line.word(k) == "month" else k + 2
            return None if found is None else (end, one_day(found, is_relative=True))
        return None
    if line.digits(i + 1) == 0 or _goes_on(line, j, i):
        return None
    if line.word(i - 1) in {"is", "was", "be", "finished", "came", "are", "to"}:
        return None  # of a row or a contest
    months = (add_months(line.today.replace(day=1), n) for n in (-2, -1, 0, 1, 2))
    days = [found for month in months if (found := day_of(month.year, month.month, day[0]))]
    chosen = nearest(days, line.today, line.tense(i))
    return None if chosen is None else (j, one_day(chosen, is_relative=True))


def month(line: Line, i: int) -> Read | None:
    """A month of a year, or of the nearest one."""
    named = month_name(line, i)
    if named is None or line.word(i - 1) in ANY:
        return None
    number, j = named
    k = j
    while line.word(k) in {",", "of", "in", "-", "'", "/"} and k < j + 2:
        k += 1
    year = year_number(line, k) if line.digits(k) else None
    if year is not None and not (
        line.word(i) == "may"
        and k == j
        and not line.at(i).is_capital
        and line.word(i - 1) not in PREPOSITIONS
    ):
        return year[1], stretch(*_month(year[0], number), "month", is_relative=False)
    if (counted := counted_year(line, k)) is not None:
        return counted[1], stretch(*_month(counted[0], number), "month", is_relative=True)
    if day_number(line, j) is not None and line.word(k - 1) != "'":
        return None  # the 30th of February
    if line.word(k - 1) == "'" and line.digits(k) == TWO_DIGITS:
        years = full_year(line.number(k) or 0, line.today)
        return k + 1, stretch(*_month(years, number), "month", is_relative=False)
    if line.word(i) not in SURE_MONTHS and line.word(i - 1) not in PREPOSITIONS:
        return None
    if line.word(i) in {"may", "march"} and not _is_name(line, i, j):
        return None
    return j, in_month(line, i, number)


def _is_name(line: Line, i: int, end: int) -> bool:
    """Whether `may` or `march` behind a preposition is the month, not a verb or a parade."""
    if line.at(i).is_capital:
        return True
    return line.word(i - 1) in {
        "in",
        "since",
        "until",
        "till",
        "during",
        "last",
        "next",
        "of",
    } and (not _goes_on(line, end, i))


def in_month(line: Line, i: int, number: int) -> Span:
    """A month without a year: the last one begun, the next one not over, or the nearest."""
    this = line.today.replace(day=1)
    firsts = [date(this.year + n, number, 1) for n in (-1, 0, 1)]
    first = nearest(firsts, this, line.tense(i)) or this
    return stretch(*period("month", first), "month", is_relative=True)


def _month(year: int, number: int) -> tuple[date, date]:
    return period("month", date(year, number, 1))


def year(line: Line, i: int) -> Read | None:
    """A year behind a word that tells it from other numbers."""
    j = i
    while line.word(j) in {"the", "year", "cy"} and j < i + 2:
        j += 1
    if line.word(j) == "'" and line.at(j + 1).is_glued and line.digits(j + 1) == TWO_DIGITS:
        number = full_year(line.number(j + 1) or 0, line.today)
        if line.word(j - 1) not in _YEAR_HEADS:
            return None
        first = date(number, 1, 1)
        return j + 2, stretch(*period("year", first), "year", is_relative=False)
    read = year_number(line, j)
    if read is None or (read[1] == j + 1 and line.digits(j) != _FULL_LENGTH):
        return None
    number, end = read
    if line.word(end) == "/" and line.at(end).is_glued:
        return None  # 2015/16
    is_headed = line.word(j - 1) in _YEAR_HEADS
    if not (is_headed or _is_alone(line, j, end)) or _counts_something(line, end):
        return None
    if {"fiscal", "school", "model"} & {line.word(i - 1), line.word(j - 2)} or not number >= 1000:
        return None
    return end, stretch(*period("year", date(number, 1, 1)), "year", is_relative=False)


def _is_alone(line: Line, i: int, end: int) -> bool:
    """Whether a year stands by itself: in brackets, or as the whole text."""
    before, after = line.word(i - 1), line.word(end)
    return (before == "" and after == "") or (before == "(" and after == ")")


def _counts_something(line: Line, i: int) -> bool:
    """Whether the word at this place is what a number before it counts."""
    word = line.word(i)
    if word in _NOT_YEARS or word in {"%", "°", "$", "€"}:
        return True
    return len(word) > 3 and word.endswith("s") and word not in _ENDS_IN_S


def weekday(line: Line, i: int) -> Read | None:
    """A weekday by its name: the last one, the next one (today's too), or the nearest."""
    number = WEEKDAYS.get(line.word(i))
    if number is None or line.word(i - 1) in ANY or line.word(i + 1) in _AFTER_NAME:
        return None
    if is_date_behind(line, i + 1) or line.word(i - 1) in ORDINAL_WORDS:
        return None
    if line.word(i) not in WEEKDAY_NAMES and not _is_short_weekday(line, i):
        return None
    today = line.today
    if number == today.weekday():
        # "On Friday we went", said on a Friday, is not today's as a rule.
        day = today - timedelta(days=7) if line.tense(i) < 0 else today
    else:
        ago = (today.weekday() - number) % 7
        day = today - timedelta(days=ago)
        if line.tense(i) > 0:
            day += timedelta(days=7)
        elif line.tense(i) == 0:
            day = nearest([day, day + timedelta(days=7)], today, 0) or day
    return i + 1, one_day(day, is_relative=True)


def is_date_behind(line: Line, i: int) -> bool:
    """Whether two numbers follow a weekday that may be its date, though nothing tells which."""
    is_two = line.number(i) is not None and line.number(i + 2) is not None
    return is_two and line.word(i + 1) in {"/", "."} and line.at(i + 1).is_glued


def _is_short_weekday(line: Line, i: int) -> bool:
    """Whether three letters are a weekday: capital, behind a word that tells a time."""
    word, before = line.word(i), line.word(i - 1)
    if not line.at(i).is_capital:
        return word in {"fri", "tues", "thurs"} and before in {"on", "last", "next", "this", "by"}
    return before in {"on", "last", "next", "this", "by", "until", "since"} or word in {
        "fri", "tues", "thurs", "thu", "tue",
    }  # fmt: skip


def decade(line: Line, i: int) -> Read | None:
    """`the 1990s`, `the 90s`, `the nineties`, `the 19th century`."""
    age = ordinal(line, i)
    if age is not None and line.word(age[1]) == "century" and age[0] > 0:
        first = date((age[0] - 1) * 100 or 1, 1, 1)
        return age[1] + 1, stretch(*period("century", first), "century", is_relative=False)
    number, after = line.number(i), i + 1
    after = line.skip(after, "'")
    if number is None or line.word(after) != "s" or number % 10:
        return None
    if line.digits(i) == _FULL_LENGTH and 1000 <= number < 3000:
        first = date(number, 1, 1)
    elif line.digits(i) == TWO_DIGITS and line.word(i - 1) in {"the", "'", "early", "late", "mid"}:
        if not line.today.year > 1900 or (line.word(i - 2) in {"in", "into"} and number < 30):
            return None
        first = date(full_year(number, line.today.replace(year=line.today.year - 20)), 1, 1)
    else:
        return None
    return after + 1, stretch(*period("decade", first), "decade", is_relative=False)
