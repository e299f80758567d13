"""What is a stretch of time while it is being read? Wall-clock times, before their zone is put on."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from typing import Literal

import msgspec

Precision = Literal[
    "time", "part", "day", "weekend", "week", "month", "season", "quarter", "half", "year",
    "decade", "century", "range",
]  # fmt: skip

PRECISIONS: dict[str, Precision] = {
    "day": "day", "week": "week", "weekend": "weekend", "fortnight": "week", "month": "month",
    "quarter": "quarter", "half": "half", "year": "year", "decade": "decade", "century": "century",
}  # fmt: skip


class Span(msgspec.Struct, frozen=True):
    """Half-open, [start, end), in naive wall-clock times; None is open. `is_relative` when the
    reference was needed to know it."""

    start: datetime | None
    end: datetime | None
    precision: Precision
    is_relative: bool = False

    @property
    def day(self) -> date | None:
        """The day, when it is one whole day."""
        if self.start is None or self.end is None or self.precision in {"time", "part"}:
            return None
        is_day = self.end - self.start == timedelta(days=1) and self.start.time() == time()
        return self.start.date() if is_day else None


def stretch(start: date, end: date, precision: Precision, *, is_relative: bool) -> Span:
    """From the beginning of one day to the beginning of another."""
    return Span(midnight(start), midnight(end), precision, is_relative)


def one_day(day: date, precision: Precision = "day", *, is_relative: bool) -> Span:
    """One whole day."""
    return stretch(day, day + timedelta(days=1), precision, is_relative=is_relative)


def midnight(day: date) -> datetime:
    """The beginning of a day."""
    return datetime.combine(day, time())
