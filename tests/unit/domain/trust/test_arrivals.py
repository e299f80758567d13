"""Do buckets of time follow each other without a gap, and begin where the zone's clocks say?"""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perspective.domain.interval import from_microseconds, to_microseconds
from perspective.domain.trust.arrivals import BucketSize, bucket_around

# Changes at midnight, by half an hour, over a whole day, at one minute past midnight, by seconds.
ZONES = (
    "UTC", "Europe/Berlin", "America/New_York", "America/Havana", "America/Sao_Paulo", "Asia/Beirut",
    "Australia/Lord_Howe", "Pacific/Apia", "America/St_Johns", "Asia/Kathmandu", "Africa/Monrovia",
)  # fmt: skip
SIZES: tuple[BucketSize, ...] = ("hour", "day", "week", "month")


def us(text: str) -> int:
    """An instant in microseconds since 1970."""
    return to_microseconds(datetime.fromisoformat(text))


def bounds(at: str, size: BucketSize, zone: str) -> tuple[str, str]:
    """The bucket around an instant, as the clocks of the zone show its ends."""
    start, end = bucket_around(us(at), size, ZoneInfo(zone))
    shown = (from_microseconds(one).astimezone(ZoneInfo(zone)) for one in (start, end))
    first, last = (one.isoformat() for one in shown)
    return first, last


@given(
    at=st.integers(us("1890-01-01T00:00:00Z"), us("2060-01-01T00:00:00Z")),
    size=st.sampled_from(SIZES),
    zone=st.sampled_from(ZONES),
)
def test_buckets_tile_time(at: int, size: BucketSize, zone: str) -> None:
    """The bucket around an instant holds it, is that of its own ends, and touches the next one."""
    start, end = bucket_around(at, size, ZoneInfo(zone))
    assert start <= at < end
    assert bucket_around(start, size, ZoneInfo(zone)) == (start, end)
    assert bucket_around(end - 1, size, ZoneInfo(zone)) == (start, end)
    assert bucket_around(end, size, ZoneInfo(zone))[0] == end


@given(
    day=st.dates(date(2007, 1, 1), date(2040, 1, 1)),
    zone=st.sampled_from(("UTC", "Europe/Berlin", "America/New_York", "Asia/Kathmandu")),
)
def test_days_begin_at_midnight(day: date, zone: str) -> None:
    """Where clocks change at night but not at midnight, a day is all that has its date."""
    at = datetime.fromisoformat(f"{day}T12:00:00").replace(tzinfo=ZoneInfo(zone))
    start, end = bucket_around(to_microseconds(at), "day", ZoneInfo(zone))
    first = from_microseconds(start).astimezone(ZoneInfo(zone))
    assert first.isoformat()[:19] == f"{day}T00:00:00"
    assert timedelta(hours=23) <= timedelta(microseconds=end - start) <= timedelta(hours=25)


@pytest.mark.parametrize(
    ("at", "size", "zone", "expected"),
    [
        ("2025-03-30T12:00:00Z", "day", "Europe/Berlin",
         ("2025-03-30T00:00:00+01:00", "2025-03-31T00:00:00+02:00")),
        ("2025-10-26T00:30:00Z", "hour", "Europe/Berlin",
         ("2025-10-26T02:00:00+02:00", "2025-10-26T02:00:00+01:00")),
        ("2025-10-26T01:30:00Z", "hour", "Europe/Berlin",
         ("2025-10-26T02:00:00+01:00", "2025-10-26T03:00:00+01:00")),
        ("2024-04-06T15:10:00Z", "hour", "Australia/Lord_Howe",
         ("2024-04-07T01:30:00+10:30", "2024-04-07T02:00:00+10:30")),
        ("2018-11-04T12:00:00Z", "day", "America/Sao_Paulo",
         ("2018-11-04T01:00:00-02:00", "2018-11-05T00:00:00-02:00")),
        ("2011-12-30T12:00:00Z", "day", "Pacific/Apia",
         ("2011-12-31T00:00:00+14:00", "2012-01-01T00:00:00+14:00")),
        ("2025-03-02T23:30:00Z", "week", "Europe/Berlin",
         ("2025-03-03T00:00:00+01:00", "2025-03-10T00:00:00+01:00")),
        ("2025-12-31T23:30:00Z", "month", "Asia/Tokyo",
         ("2026-01-01T00:00:00+09:00", "2026-02-01T00:00:00+09:00")),
    ],
)  # fmt: skip
def test_known_buckets(at: str, size: BucketSize, zone: str, expected: tuple[str, str]) -> None:
    """Short days, doubled and halved hours, missing midnights and days are where they were."""
    assert bounds(at, size, zone) == expected


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "Etc/GMT+12"])
def test_the_ends_of_calendars_are_buckets_too(size: BucketSize, zone: str) -> None:
    """The first and the last year that can be written are in buckets that can be shown."""
    for at in (datetime(1, 1, 3, tzinfo=UTC), datetime(9999, 12, 30, tzinfo=UTC)):
        start, end = bucket_around(to_microseconds(at), size, ZoneInfo(zone))
        assert start <= to_microseconds(at) < end
        assert from_microseconds(start).astimezone(ZoneInfo(zone)).tzinfo is not None
