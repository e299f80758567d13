"""Is the time of the next run right, on any day and after any jump of the clock?"""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perspective.errors import BadValue
from perspective.services.jobs.plan import Daily, Every, due, plans_of
from perspective.settings import JobsSettings
from tests.engines import NOON

HOURLY = Every(timedelta(hours=1))
BERLIN = Daily(time(3, 30), ZoneInfo("Europe/Berlin"))
GAP = Daily(time(2, 30), ZoneInfo("Europe/Berlin"))  # does not exist on 2025-03-30, twice on 10-26


def berlin(day: int, hour: int, minute: int = 0, *, month: int = 3, fold: int = 0) -> datetime:
    """A moment of 2025 in Berlin, in UTC."""
    zone = ZoneInfo("Europe/Berlin")
    return datetime(2025, month, day, hour, minute, tzinfo=zone, fold=fold).astimezone(UTC)


def after(plan: Daily, last: datetime) -> datetime:
    """When the run after that one begins."""
    return plan.next(last, last)


@pytest.mark.parametrize(
    ("minutes", "is_due"), [(0, False), (59, False), (60, True), (61, True), (10_000_000, True)]
)
def test_an_interval_counts_from_the_last_run(minutes: int, is_due: bool) -> None:
    """It is due when the interval is over, and however long it was missed."""
    assert due(NOON, NOON + timedelta(minutes=minutes), HOURLY) is is_due


def test_a_clock_set_back_holds_nothing_up() -> None:
    """A run noted far in the future is due at once; one just ahead within two intervals."""
    assert due(NOON + timedelta(days=2000), NOON, HOURLY)
    ahead = NOON + timedelta(minutes=30)
    assert not due(ahead, NOON, HOURLY)
    assert HOURLY.next(ahead, NOON) <= NOON + 2 * timedelta(hours=1)
    assert due(NOON + timedelta(days=2000), NOON, BERLIN)


def test_a_run_that_was_cut_is_due_again_after_minutes() -> None:
    """Soon, but not at once: it may be what ended the process."""
    for plan in (HOURLY, BERLIN):
        assert not due(NOON, NOON + timedelta(minutes=4), plan, was_cut=True)
        assert due(NOON, NOON + timedelta(minutes=5), plan, was_cut=True)
    short = Every(timedelta(seconds=10))
    assert due(NOON, NOON + timedelta(seconds=10), short, was_cut=True)


def test_a_nightly_run_comes_once_each_day() -> None:
    """At the time of day of the zone, in winter and in summer."""
    assert after(BERLIN, berlin(1, 3, 29)) == berlin(1, 3, 30)
    assert after(BERLIN, berlin(1, 3, 30)) == berlin(2, 3, 30)
    assert after(BERLIN, berlin(1, 23)) == berlin(2, 3, 30)
    assert berlin(29, 3, 30) == datetime(2025, 3, 29, 2, 30, tzinfo=UTC)
    assert after(BERLIN, berlin(29, 3, 30)) == datetime(2025, 3, 30, 1, 30, tzinfo=UTC)


def test_a_time_that_the_night_leaves_out_is_later() -> None:
    """When clocks go forward over it, the run comes once, within the hour that was left out."""
    found = after(GAP, berlin(29, 2, 30))
    assert found == datetime(2025, 3, 30, 1, 30, tzinfo=UTC)
    assert after(GAP, found) == berlin(31, 2, 30)


def test_a_time_that_comes_twice_counts_once() -> None:
    """When clocks go back over it, the first counts, and the next is a day on."""
    found = after(GAP, berlin(25, 2, 30, month=10))
    assert found == datetime(2025, 10, 26, 0, 30, tzinfo=UTC)
    assert after(GAP, found) == berlin(27, 2, 30, month=10)


@given(
    st.integers(0, 18_000 * 24 * 60),
    st.sampled_from(
        ["Europe/Berlin", "Pacific/Apia", "Australia/Lord_Howe", "America/St_Johns", "Asia/Tokyo"]
    ),
    st.times(),
)
def test_nightly_runs_are_a_day_apart(minutes: int, zone: str, at: time) -> None:
    """In every zone and year: after the last one, and no more than two days and two hours later."""
    last = datetime(1990, 1, 1, tzinfo=UTC) + timedelta(minutes=minutes)
    plan = Daily(at.replace(microsecond=0), ZoneInfo(zone))
    first = plan.next(last, last)
    second = plan.next(first, first)
    assert timedelta(0) < first - last <= timedelta(hours=50)
    assert timedelta(hours=20) <= second - first <= timedelta(hours=50)


def test_a_long_pause_is_one_run() -> None:
    """After a year asleep one run is due, and the next is planned from that one."""
    now = NOON + timedelta(days=365)
    for plan in (HOURLY, BERLIN):
        assert due(NOON, now, plan)
        assert not due(now, now, plan)


def test_settings_become_plans() -> None:
    """Each job that runs by itself has one; none has where jobs are turned off."""
    plans = plans_of(JobsSettings(maintenance_interval_s=60.0, archive_at="23:59"), UTC)
    assert plans["maintenance"] == Every(timedelta(minutes=1))
    assert plans["archive"] == Daily(time(23, 59), UTC)
    assert set(plans) == {"maintenance", "consolidation", "archive", "upkeep"}
    assert plans_of(JobsSettings(enabled=False), UTC) == {}


def test_an_endless_interval_is_never_due() -> None:
    """The longest one that a setting can name stays within the calendar."""
    plans = plans_of(JobsSettings(upkeep_interval_s=1e300), UTC)
    assert not due(NOON, NOON + timedelta(days=100_000), plans["upkeep"])
    assert plans["upkeep"].next(NOON, NOON).year == 9999


@pytest.mark.parametrize("text", ["", "3:30", "24:00", "12:60", "noon", "12:30:00", "١٢:٣٠"])
def test_a_time_of_day_that_is_none_is_refused(text: str) -> None:
    """With the setting's name, also where jobs are turned off."""
    with pytest.raises(BadValue, match="archive_at"):
        plans_of(JobsSettings(archive_at=text, enabled=False), UTC)
