"""How are days, months and feasts counted?"""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perspective.domain.times.almanac import (
    add_months,
    easter,
    nth_weekday,
    period,
    weekday_after,
    weekday_before,
)

_DAYS = st.dates(date(1000, 1, 1), date(2999, 12, 31))


@pytest.mark.parametrize(
    ("year", "day"),
    [(1818, (3, 22)), (1943, (4, 25)), (2000, (4, 23)), (2016, (3, 27)), (2024, (3, 31))],
)
def test_easter(year: int, day: tuple[int, int]) -> None:
    """The earliest, the latest and some others."""
    assert easter(year) == date(year, *day)


def test_months_keep_the_day_where_they_can() -> None:
    """The last of February stands for days that it has not."""
    assert add_months(date(2023, 1, 31), 1) == date(2023, 2, 28)
    assert add_months(date(2024, 1, 31), 1) == date(2024, 2, 29)
    assert add_months(date(2024, 2, 29), -12) == date(2023, 2, 28)
    assert add_months(date(2023, 11, 30), 14) == date(2025, 1, 30)


def test_nth_weekday() -> None:
    """From the beginning or the end; a fifth one is not in every month."""
    june = date(2023, 6, 1), date(2023, 7, 1)
    assert nth_weekday(*june, 3, 1) == date(2023, 6, 1)
    assert nth_weekday(*june, 4, -1) == date(2023, 6, 30)
    assert nth_weekday(*june, 0, 5) is None


@given(
    day=_DAYS,
    unit=st.sampled_from(["day", "week", "month", "quarter", "half", "year", "decade", "century"]),
)
def test_units_cover_time(day: date, unit: str) -> None:
    """A day lies in its unit, and the next unit begins where it ends."""
    start, end = period(unit, day)
    assert start <= day < end
    assert period(unit, day, 1)[0] == end
    assert period(unit, day, -1)[1] == start


@given(day=_DAYS, weekday=st.integers(0, 6))
def test_weekdays_around(day: date, weekday: int) -> None:
    """Within a week, and never the day itself."""
    before, after = weekday_before(day, weekday), weekday_after(day, weekday)
    assert before.weekday() == after.weekday() == weekday
    assert timedelta() < day - before <= timedelta(days=7)
    assert timedelta() < after - day <= timedelta(days=7)
