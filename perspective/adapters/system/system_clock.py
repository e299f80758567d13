"""What time is it on this machine?"""

from __future__ import annotations

from datetime import UTC, datetime


class SystemClock:
    """The machine's clock, in UTC; it jumps when the machine's does."""

    def now(self) -> datetime:
        """The time now."""
        return datetime.now(UTC)
