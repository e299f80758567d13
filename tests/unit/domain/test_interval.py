"""Half-open intervals, the two clocks, and times in UTC."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perspective.domain.interval import (
    Interval,
    from_microseconds,
    in_zone,
    to_microseconds,
    to_utc,
)
from perspective.errors import InvalidRequest

NOON = datetime(2025, 3, 1, 12, tzinfo=UTC)
TICK = timedelta(microseconds=1)
BERLIN = ZoneInfo("Europe/Berlin")


def test_an_interval_holds_its_start_and_not_its_end() -> None:
    """`[start, end)`: the start is in, the end is out, to the microsecond."""
    interval = Interval(NOON, NOON + TICK)
    assert interval.contains(NOON)
    assert not interval.contains(NOON + TICK)
    assert not interval.contains(NOON - TICK)


def test_open_ends_are_infinite() -> None:
    """No start and no end hold every time."""
    for at in (datetime.min.replace(tzinfo=UTC), NOON, datetime.max.replace(tzinfo=UTC)):
        assert Interval().contains(at)
    assert Interval(None, NOON).contains(NOON - TICK)
    assert Interval(NOON, None).contains(NOON)


def test_an_empty_interval_holds_nothing() -> None:
    """A version that was replaced at the moment it was made was never seen."""
    assert not Interval(NOON, NOON).contains(NOON)


def test_microseconds_count_from_1970() -> None:
    """The epoch is 0, a day before it is negative, and one tick is 1."""
    epoch = datetime(1970, 1, 1, tzinfo=UTC)
    assert to_microseconds(epoch) == 0
    assert to_microseconds(epoch + TICK) == 1
    assert to_microseconds(epoch - timedelta(days=1)) == -86_400_000_000


@given(st.datetimes(timezones=st.just(UTC)))
def test_microseconds_are_exact(at: datetime) -> None:
    """Any time of the years 1 to 9999 comes back as it was."""
    assert from_microseconds(to_microseconds(at)) == at


def test_a_time_without_zone_is_taken_in_the_given_one() -> None:
    """Noon in Berlin in winter is eleven in UTC, and the zone is remembered."""
    naive = datetime(2025, 1, 15, 12)  # noqa: DTZ001 - a caller's time without a zone
    assert to_utc(naive, BERLIN, field="event_at") == (
        datetime(2025, 1, 15, 11, tzinfo=UTC),
        "Europe/Berlin",
    )


def test_a_time_with_zone_keeps_its_own() -> None:
    """The server's zone does not touch a time that says where it is from."""
    tokyo = timezone(timedelta(hours=9))
    at = datetime(2025, 1, 15, 12, tzinfo=tokyo)
    assert to_utc(at, BERLIN, field="event_at") == (
        datetime(2025, 1, 15, 3, tzinfo=UTC),
        "UTC+09:00",
    )


@pytest.mark.parametrize(
    "at",
    [
        datetime.min.replace(tzinfo=timezone(timedelta(hours=5))),
        datetime.max.replace(tzinfo=timezone(timedelta(hours=-5))),
    ],
)
def test_a_time_outside_the_calendar_is_refused(at: datetime) -> None:
    """The first hours of the year 1 may lie before it in UTC: the field is named."""
    with pytest.raises(InvalidRequest) as caught:
        to_utc(at, BERLIN, field="valid_to")
    assert caught.value.fields[0][0] == "valid_to"


@pytest.mark.parametrize(
    ("name", "clock"),
    [
        ("Europe/Berlin", "14:00"),
        ("UTC", "12:00"),
        ("UTC+05:30", "17:30"),
        ("UTC-03:00", "09:00"),
        (None, "13:00"),
        ("Nowhere/At all", "13:00"),
        ("../../etc/passwd", "13:00"),
    ],
)
def test_a_time_is_shown_where_it_was_given(name: str | None, clock: str) -> None:
    """By the name that was kept; by the other zone where that says nothing."""
    noon = datetime(2025, 7, 1, 12, tzinfo=UTC)
    shown = in_zone(noon, name, timezone(timedelta(hours=1)))
    assert shown == noon
    assert shown.strftime("%H:%M") == clock
