"""When are the feasts that English names? `Christmas 2021`, `last Easter`, `New Year's Eve`.

Those of the United States where a name is used in several countries (Labor Day, Mother's Day).
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta

from perspective.domain.times.almanac import easter, nth_weekday, period
from perspective.domain.times.choice import nearest
from perspective.domain.times.numbers import year_number
from perspective.domain.times.span import Span, one_day
from perspective.domain.times.tokens import Line
from perspective.domain.times.words import AFTER_NOW, ANY, AROUND_NOW, BEFORE_NOW

_MAX_WORDS = 4


def _on(month: int, day: int) -> Callable[[int], date]:
    return lambda year: date(year, month, day)


def _nth(month: int, weekday: int, n: int, days_after: int = 0) -> Callable[[int], date]:
    def of_year(year: int) -> date:
        found = nth_weekday(*period("month", date(year, month, 1)), weekday, n)
        assert found is not None
        return found + timedelta(days=days_after)

    return of_year


def _from_easter(days: int) -> Callable[[int], date]:
    return lambda year: easter(year) + timedelta(days=days)


_FEASTS: dict[str, Callable[[int], date]] = {
    "christmas": _on(12, 25), "christmas day": _on(12, 25), "xmas": _on(12, 25),
    "xmas day": _on(12, 25), "christmas eve": _on(12, 24), "xmas eve": _on(12, 24),
    "boxing day": _on(12, 26), "new year's eve": _on(12, 31), "new years eve": _on(12, 31),
    "new year's day": _on(1, 1), "new years day": _on(1, 1), "new year's": _on(1, 1),
    "new year eve": _on(12, 31), "new year day": _on(1, 1),
    "halloween": _on(10, 31), "valentine's day": _on(2, 14), "valentines day": _on(2, 14),
    "valentine's": _on(2, 14), "independence day": _on(7, 4), "juneteenth": _on(6, 19),
    "jubilee day": _on(6, 19), "earth day": _on(4, 22), "veterans day": _on(11, 11),
    "veteran's day": _on(11, 11), "groundhog day": _on(2, 2), "april fools": _on(4, 1),
    "april fool's day": _on(4, 1), "april fools day": _on(4, 1), "april fools' day": _on(4, 1),
    "st patrick's day": _on(3, 17), "saint patrick's day": _on(3, 17), "saint patrick": _on(3, 17),
    "st patricks day": _on(3, 17), "cinco de mayo": _on(5, 5), "may day": _on(5, 1),
    "international workers' day": _on(5, 1), "workers' day": _on(5, 1), "labour day": _on(5, 1),
    "women's day": _on(3, 8), "bastille day": _on(7, 14), "all saints' day": _on(11, 1),
    "thanksgiving": _nth(11, 3, 4), "thanksgiving day": _nth(11, 3, 4),
    "black friday": _nth(11, 3, 4, 1), "cyber monday": _nth(11, 3, 4, 4),
    "labor day": _nth(9, 0, 1), "memorial day": _nth(5, 0, -1), "mlk day": _nth(1, 0, 3),
    "martin luther king day": _nth(1, 0, 3), "presidents day": _nth(2, 0, 3),
    "presidents' day": _nth(2, 0, 3), "columbus day": _nth(10, 0, 2),
    "mother's day": _nth(5, 6, 2), "mothers day": _nth(5, 6, 2), "father's day": _nth(6, 6, 3),
    "fathers day": _nth(6, 6, 3), "easter": _from_easter(0), "easter sunday": _from_easter(0),
    "easter day": _from_easter(0), "easter monday": _from_easter(1), "good friday": _from_easter(-2),
    "palm sunday": _from_easter(-7), "ash wednesday": _from_easter(-46),
    "mardi gras": _from_easter(-47), "pentecost": _from_easter(49),
}  # fmt: skip
FEAST_HEADS = frozenset(name.split()[0] for name in _FEASTS)


def feast(line: Line, i: int) -> tuple[int, Span] | None:
    """A feast of a year that is named, counted (`last Easter`), or the nearest."""
    j = line.skip(i, "the")
    which = line.word(j)
    is_counted = which in BEFORE_NOW | AFTER_NOW | AROUND_NOW
    named = _name(line, j + 1 if is_counted else j)
    if named is None or line.word(i - 1) in ANY:
        return None
    of_year, end = named
    today = line.today
    year = _year(line, end)
    if year is not None:
        return year[1], one_day(of_year(year[0]), is_relative=year[1] > end and year[2])
    days = [of_year(n) for n in range(today.year - 2, today.year + 3)]
    if which in AROUND_NOW:
        day: date | None = of_year(today.year)
    elif is_counted:
        rest = [day for day in days if (day < today) == (which in BEFORE_NOW) and day != today]
        day = nearest(rest, today, 0)
    else:
        day = nearest(days, today, line.tense(i))
    return None if day is None else (end, one_day(day, is_relative=True))


def _name(line: Line, i: int) -> tuple[Callable[[int], date], int] | None:
    """The longest name at this place, and the place behind it."""
    if line.word(i) not in FEAST_HEADS:
        return None
    words, j, found = "", i, None
    for _ in range(_MAX_WORDS):
        word = line.word(j)
        if word in {"'", "’"} and line.at(j).is_glued:
            words += "'"
        elif word == "." and words in {"st", "mlk"}:
            pass
        else:
            words = f"{words} {word}" if words else word
        j += 1
        if words in _FEASTS:
            found = (_FEASTS[words], j)
    return found


def _year(line: Line, i: int) -> tuple[int, int, bool] | None:
    """The year behind a feast, the place behind it, and whether it is counted from today."""
    j = i
    while line.word(j) in {",", "of", "in"} and j < i + 2:
        j += 1
    if line.digits(j) and (year := year_number(line, j)) is not None:
        return (*year, False)
    if line.word(j + 1) == "year" and (line.word(j) != "this" or line.word(j - 1) == "of"):
        n = {"last": -1, "next": 1, "this": 0}.get(line.word(j))
        return None if n is None else (line.today.year + n, j + 2, True)
    return None
