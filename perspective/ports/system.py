"""What time is it, and what is the next id?"""

from __future__ import annotations

from datetime import datetime
from typing import Protocol


class Clock(Protocol):
    """The time, as an aware datetime in UTC with microseconds; it may jump either way."""

    def now(self) -> datetime:
        """The time now."""
        ...


class Ids(Protocol):
    """New ids: unique, never reused, sortable by the time they were made (UUIDv7)."""

    def new(self) -> str:
        """An id that was never given out before."""
        ...
