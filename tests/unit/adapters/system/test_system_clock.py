"""Is the system's clock in UTC?"""

from __future__ import annotations

from datetime import UTC

from perspective.adapters.system.system_clock import SystemClock


def test_now_is_aware_and_in_utc() -> None:
    """The time carries its zone, which is UTC."""
    assert SystemClock().now().tzinfo is UTC
