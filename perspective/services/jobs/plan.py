"""When is a job due, seen from its last run? Pure: the time is told.

A run that was missed, because nobody ran or the machine slept, is due once. The first run counts from
when the memory was made, so that a process which is started again every hour comes to all of them.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, time, timedelta, tzinfo
from typing import Protocol

import msgspec

from perspective.errors import BadValue
from perspective.settings import JobsSettings

# A run that was cut short is due again, but not at once: it may be what ended the process.
_AFTER_A_CUT = timedelta(minutes=5)
_TIME = re.compile(r"([01][0-9]|2[0-3]):([0-5][0-9])")


class Plan(Protocol):
    """When runs are to begin."""

    def next(self, last_at: datetime, now: datetime, *, was_cut: bool = False) -> datetime:
        """When the run after the one that began at `last_at` begins; it is due if that is not after
        `now`."""
        ...


class Every(msgspec.Struct, frozen=True):
    """Again and again, after the same time."""

    length: timedelta

    def next(self, last_at: datetime, now: datetime, *, was_cut: bool = False) -> datetime:
        """See `Plan`. A clock that was ahead and was set back does not hold a run up for longer than
        twice the interval."""
        wait = min(self.length, _AFTER_A_CUT) if was_cut else self.length
        return now if last_at - now > self.length else _later(last_at, wait)


class Daily(msgspec.Struct, frozen=True):
    """Once a day, at a time of day in a zone.

    In a night in which the clock is put forward over that time, it is that much later; in one in which the
    time comes twice, the first counts.
    """

    at: time
    zone: tzinfo

    def next(self, last_at: datetime, now: datetime, *, was_cut: bool = False) -> datetime:
        """See `Plan`."""
        if was_cut:
            return Every(_AFTER_A_CUT).next(last_at, now)
        if last_at - now > timedelta(days=1):
            return now
        day = last_at.astimezone(self.zone).date()
        for n_days in range(-1, 4):
            moment = datetime.combine(day + timedelta(days=n_days), self.at, tzinfo=self.zone)
            if moment.astimezone(UTC) > last_at:
                return moment.astimezone(UTC)
        raise AssertionError("no day is that long")


def due(last_at: datetime, now: datetime, plan: Plan, *, was_cut: bool = False) -> bool:
    """Whether a run is to begin now."""
    return plan.next(last_at, now, was_cut=was_cut) <= now


def plans_of(settings: JobsSettings, zone: tzinfo) -> dict[str, Plan]:
    """The jobs that run by themselves, each with its plan; none where that is turned off."""
    archive_at = _time_of_day(settings.archive_at)
    if not settings.enabled:
        return {}
    return {
        "maintenance": _every(settings.maintenance_interval_s),
        "consolidation": _every(settings.consolidation_interval_s),
        "archive": Daily(archive_at, zone),
        "upkeep": _every(settings.upkeep_interval_s),
    }


def _time_of_day(text: str) -> time:
    """`03:30`, a setting, as a time of day; raises BadValue."""
    found = _TIME.fullmatch(text)
    if found is None:
        raise BadValue(f"jobs.archive_at: {text!r} is no time of day, such as 03:30")
    return time(int(found[1]), int(found[2]))


def _every(interval_s: float) -> Every:
    try:
        return Every(timedelta(seconds=interval_s))
    except OverflowError:
        return Every(timedelta.max)


def _later(at: datetime, wait: timedelta) -> datetime:
    try:
        return at + wait
    except OverflowError:
        return datetime.max.replace(tzinfo=UTC)
