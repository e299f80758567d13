"""How many memories came in, and when: in which hours, days, weeks or months of a time zone?

Buckets follow each other without gaps or overlaps, whatever the clocks of the zone do: a day may
have 23 or 25 hours, and an hour that is told twice is two hours.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, tzinfo
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from perspective.domain.interval import from_microseconds, to_microseconds
from perspective.domain.memory import MemoryType

BucketSize = Literal["hour", "day", "week", "month"]

MAX_ARRIVALS = 1000
_HOUR_US = 3_600_000_000
# What comes before and after these years is one bucket each: there calendars end.
_DAWN = to_microseconds(datetime(1, 1, 2, tzinfo=UTC))
_FIRST = to_microseconds(datetime(2, 1, 1, tzinfo=UTC))
_LAST = to_microseconds(datetime(9999, 1, 1, tzinfo=UTC))
_EVER = to_microseconds(datetime(9999, 12, 31, tzinfo=UTC))


class ArrivalsQuery(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Of which time, and by which buckets of which zone. Without `since` it begins ninety days
    ago, with the bucket of that moment."""

    bucket: BucketSize = "day"
    since: datetime | None = None
    until: datetime | None = None
    zone: (
        Annotated[
            str,
            Meta(
                min_length=1,
                max_length=128,
                description="An IANA name such as Europe/Berlin; `server.timezone` without.",
            ),
        ]
        | None
    ) = None


class Arrived(msgspec.Struct, frozen=True, kw_only=True):
    """What was recorded in one bucket and is not deleted; `start` is the bucket's beginning."""

    start: datetime
    n_memories: int
    by_type: dict[MemoryType, int]


class Arrivals(msgspec.Struct, frozen=True, kw_only=True):
    """What was recorded and is not deleted, the oldest bucket first; empty ones are left out."""

    bucket: BucketSize
    zone: str
    items: tuple[Arrived, ...]


def bucket_around(at: int, size: BucketSize, zone: tzinfo) -> tuple[int, int]:
    """The bucket that holds an instant, as `[start, end)`; all in microseconds since 1970."""
    if at < _FIRST:
        return _DAWN, _FIRST
    if at >= _LAST:
        return _LAST, _EVER
    if size == "hour":
        return _hour(at, zone)
    first = _first_day(from_microseconds(at).astimezone(zone).date(), size)
    while at < _midnight(first, zone):  # the clock went back over midnight
        first = _first_day(first - timedelta(days=1), size)
    while at >= (end := _midnight(_next(first, size), zone)):
        first = _next(first, size)
    return _midnight(first, zone), end


def _first_day(day: date, size: BucketSize) -> date:
    if size == "week":
        return day - timedelta(days=day.weekday())
    return day.replace(day=1) if size == "month" else day


def _next(first: date, size: BucketSize) -> date:
    if size == "month":
        return (first + timedelta(days=31)).replace(day=1)
    return first + timedelta(days=7 if size == "week" else 1)


def _midnight(day: date, zone: tzinfo) -> int:
    """When a day begins: the first of two midnights, and the moment of the change where there is none."""
    return to_microseconds(datetime(day.year, day.month, day.day, tzinfo=zone))


def _hour(at: int, zone: tzinfo) -> tuple[int, int]:
    """The hour by the clock of the zone, cut where that clock is changed."""
    offset = _offset(at, zone)
    start = at - (at + offset) % _HOUR_US
    end = start + _HOUR_US
    if _offset(start, zone) != offset:
        start = _change(start, at, zone)
    if _offset(end - 1, zone) != offset:
        end = _change(at, end - 1, zone)
    return start, end


def _change(before: int, after: int, zone: tzinfo) -> int:
    """The first instant of the offset that holds at `after`, but not at `before`."""
    offset = _offset(after, zone)
    while after - before > 1:
        middle = (before + after) // 2
        if _offset(middle, zone) == offset:
            after = middle
        else:
            before = middle
    return after


def _offset(at: int, zone: tzinfo) -> int:
    """How far the clock of the zone is ahead of UTC at an instant, in microseconds."""
    ahead = from_microseconds(at).astimezone(zone).utcoffset()
    return 0 if ahead is None else ahead // timedelta(microseconds=1)
