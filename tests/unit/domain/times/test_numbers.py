"""Which numbers, ordinals and years are written here?"""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from perspective.domain.times.numbers import cardinal, ordinal, year_number
from perspective.domain.times.tokens import Line, tokens_of

_NOW = datetime(2023, 5, 17, tzinfo=UTC)


def _line(text: str) -> Line:
    return Line(tokens_of(text), _NOW.replace(tzinfo=None), _NOW)


@pytest.mark.parametrize(
    ("text", "value"),
    [("a", 1), ("twelve", 12), ("forty-two", 42), ("twenty one", 21), ("1500", 1500),
     ("two hundred and five", 205), ("٣", 3), ("several", None), ("$12", None), ("1.5", None),
     ("99999", None)],
)  # fmt: skip
def test_cardinals(text: str, value: int | None) -> None:
    """Figures of any script, and words; prices and fractions are none."""
    read = cardinal(_line(text), 0 if text[0] != "$" else 1)
    assert (None if read is None else read[0]) == value


@pytest.mark.parametrize(
    ("text", "value"),
    [("3rd", 3), ("third", 3), ("twenty-first", 21), ("thirty first", 31), ("21", None),
     ("twenty", None)],
)  # fmt: skip
def test_ordinals(text: str, value: int | None) -> None:
    """Up to the thirty-first."""
    read = ordinal(_line(text), 0)
    assert (None if read is None else read[0]) == value


@pytest.mark.parametrize(
    ("text", "value"),
    [("1986", 1986), ("nineteen eighty six", 1986), ("nineteen oh one", 1901),
     ("two thousand and five", 2005), ("twenty twenty", 2020), ("seventeen hundred ten", 1710),
     ("nineteen", None), ("twenty one", None), ("999", None), ("3000", None)],
)  # fmt: skip
def test_years(text: str, value: int | None) -> None:
    """Four figures, or the words for them."""
    read = year_number(_line(text), 0)
    assert (None if read is None else read[0]) == value
