"""Which numbers, ordinals and years are written here, in figures or in English words?

Each reader takes a line and a place, and gives the value and the place behind it, or None.
"""

from __future__ import annotations

from perspective.domain.times.tokens import TWO_DIGITS, Line

_SMALL = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen",
    "nineteen",
)  # fmt: skip
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_ONES = {name: n for n, name in enumerate(_SMALL)}
_TEN = {name: 20 + 10 * n for n, name in enumerate(_TENS)}
_ORDINALS = {
    name: n
    for n, name in enumerate(
        ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth",
         "tenth", "eleventh", "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth",
         "seventeenth", "eighteenth", "nineteenth", "twentieth"), 1)
} | {"thirtieth": 30}  # fmt: skip
ORDINAL_WORDS = frozenset(_ORDINALS)
NUMBER_WORDS = frozenset(_ONES) | frozenset(_TEN) | frozenset(_ORDINALS)
_SUFFIXES = frozenset({"st", "nd", "rd", "th"})
_LAST_ORDINAL = 31
_FIRST_YEAR, _LAST_YEAR = 1000, 2999
_YEAR_DIGITS = 4
_MAX_COUNT = 9999

Read = tuple[int, int]


def below_hundred(line: Line, i: int) -> Read | None:
    """A number word from zero to ninety-nine."""
    word = line.word(i)
    if word in _ONES:
        return _ONES[word], i + 1
    if word not in _TEN:
        return None
    j = line.skip(i + 1, "-")
    one = _ONES.get(line.word(j), 0)
    return (_TEN[word] + one, j + 1) if 1 <= one <= 9 else (_TEN[word], i + 1)


def cardinal(line: Line, i: int) -> Read | None:
    """How many: figures without a fraction, or words; a, an and one are 1. What is vague (a few,
    several, a couple) is nothing."""
    number = line.number(i)
    if number is not None:
        return None if number > _MAX_COUNT or _is_part_of_figure(line, i) else (number, i + 1)
    if line.word(i) in {"a", "an"}:
        return 1, i + 1
    return _hundreds(line, i)


def _hundreds(line: Line, i: int) -> Read | None:
    read = below_hundred(line, i)
    if read is None:
        return None
    value, j = read
    if line.word(j) == "hundred":
        rest = below_hundred(line, line.skip(j + 1, "and"))
        return (value * 100 + rest[0], rest[1]) if rest else (value * 100, j + 1)
    return read


def ordinal(line: Line, i: int) -> Read | None:
    """Which one, up to the thirty-first: `3rd`, `third`, `twenty-first`, `twenty first`."""
    number = line.number(i)
    if number is not None:
        suffix = line.at(i + 1)
        is_ordinal = suffix.is_glued and suffix.text in _SUFFIXES
        return (number, i + 2) if is_ordinal and not _is_part_of_figure(line, i) else None
    word = line.word(i)
    if word in _ORDINALS:
        return _ORDINALS[word], i + 1
    if word in _TEN:
        j = line.skip(i + 1, "-")
        one = _ORDINALS.get(line.word(j), 0)
        if 1 <= one <= 9 and _TEN[word] + one <= _LAST_ORDINAL:
            return _TEN[word] + one, j + 1
    return None


def day_number(line: Line, i: int) -> Read | None:
    """A day of the month beside a month's name: an ordinal, figures, or words."""
    read = ordinal(line, i)
    if read is None:
        number = line.number(i)
        if number is not None:
            is_day = line.digits(i) <= TWO_DIGITS and not _is_part_of_figure(line, i)
            read = (number, i + 1) if is_day and not _is_clock(line, i) else None
        else:
            read = below_hundred(line, i)
    return read if read is not None and 1 <= read[0] <= _LAST_ORDINAL else None


def year_number(line: Line, i: int) -> Read | None:
    """A year: four figures from 1000 to 2999, or words (`nineteen eighty six`, `two thousand and
    five`, `nineteen oh one`)."""
    number = line.number(i)
    if number is not None:
        is_year = line.digits(i) == _YEAR_DIGITS and _FIRST_YEAR <= number <= _LAST_YEAR
        return (number, i + 1) if is_year and not _is_part_of_figure(line, i) else None
    head = below_hundred(line, i)
    if head is None:
        return None
    value, j = head
    if line.word(j) == "thousand" and value in {1, 2}:
        rest = below_hundred(line, line.skip(j + 1, "and"))
        return (value * 1000 + rest[0], rest[1]) if rest else (value * 1000, j + 1)
    if not 10 <= value <= 29 or line.word(i) == "ten":
        return None
    if line.word(j) == "hundred":
        rest = below_hundred(line, line.skip(j + 1, "and"))
        return (value * 100 + rest[0], rest[1]) if rest else (value * 100, j + 1)
    is_oh = line.word(j) in {"zero", "oh", "o"}
    tail = below_hundred(line, j + 1 if is_oh else j)
    if tail is None or (tail[0] < 10) != is_oh:
        return None
    return value * 100 + tail[0], tail[1]


def _is_clock(line: Line, i: int) -> bool:
    """Whether the figures are an hour."""
    after = line.at(i + 1)
    if after.text in {"am", "pm", "a.m", "p.m", "%"}:
        return True
    return after.is_glued and after.text == ":" and line.number(i + 2) is not None


def _is_part_of_figure(line: Line, i: int) -> bool:
    """Whether the figures belong to a longer one: a price, fraction, version or decimal."""
    before, after = line.at(i - 1), line.at(i + 1)
    if before.text in {"$", "€", "£", "¥"}:
        return True
    if line.at(i).is_glued and before.text in {"#", "+", "_"}:
        return True
    if line.at(i).is_glued and before.text in {".", ","} and line.number(i - 2) is not None:
        return line.at(i - 1).is_glued and line.digits(i - 2) <= 3
    if not after.is_glued:
        return False
    if after.text in {".", ","} and line.at(i + 2).is_glued and line.number(i + 2) is not None:
        return line.digits(i + 2) <= 3
    return after.text in {"%", "€", "°"}
