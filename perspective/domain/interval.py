"""When did something hold, and how are times counted?

Intervals are half-open, `[start, end)`; an end or start of None is infinite.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec

from perspective.errors import InvalidRequest

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
_OFFSET = re.compile(r"UTC([+-])(\d\d):(\d\d)(?::(\d\d))?")


class Interval(msgspec.Struct, frozen=True):
    """A half-open stretch of time."""

    start: datetime | None = None
    end: datetime | None = None

    def contains(self, at: datetime) -> bool:
        """True when `start <= at < end`."""
        return (self.start is None or self.start <= at) and (self.end is None or at < self.end)


def to_microseconds(at: datetime) -> int:
    """An aware datetime as whole microseconds since 1970 (exact, any year 1–9999)."""
    return (at - _EPOCH) // _MICROSECOND


def from_microseconds(us: int) -> datetime:
    """The inverse of `to_microseconds`, in UTC."""
    return _EPOCH + timedelta(microseconds=us)


def to_utc(at: datetime, zone: tzinfo, *, field: str) -> tuple[datetime, str]:
    """The instant in UTC, and the name of the zone it was given in.

    A time without a zone is taken in `zone`. Raises InvalidRequest naming `field` when the
    instant falls outside the years 1 to 9999.
    """
    aware = at if at.tzinfo is not None else at.replace(tzinfo=zone)
    try:
        utc = aware.astimezone(UTC)
    except OverflowError as error:
        reason = "the time is outside the years 1 to 9999"
        raise InvalidRequest(f"{field}: {reason}", fields=((field, reason),)) from error
    return utc, str(aware.tzinfo)


def in_zone(at: datetime, name: str | None, otherwise: tzinfo) -> datetime:
    """The instant as a clock shows it in the zone that `to_utc` named; in another where none is
    named, or one that this machine does not know."""
    return at.astimezone(otherwise if name is None else zone_named(name) or otherwise)


def zone_named(name: str) -> tzinfo | None:
    """The zone of an IANA name or of an offset as `to_utc` names it; None for one unknown here."""
    offset = _OFFSET.fullmatch(name)
    if offset is not None:
        hours, minutes, seconds = (int(part or 0) for part in offset.group(2, 3, 4))
        length = timedelta(hours=hours, minutes=minutes, seconds=seconds)
        return timezone(-length if offset[1] == "-" else length)
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return UTC if name == "UTC" else None
