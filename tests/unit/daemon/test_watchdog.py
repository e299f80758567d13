"""Is a stall of the event loop noticed, measured and placed, and only then?"""

import asyncio
import logging
import time

import pytest

from perspective.daemon.watchdog import Watchdog


def _stalls(caplog: pytest.LogCaptureFixture) -> list[dict[str, object]]:
    messages = [record.msg for record in caplog.records]
    return [m for m in messages if isinstance(m, dict) and m["event"] == "event_loop_stalled"]


def _hold_the_loop(seconds: float) -> None:
    time.sleep(seconds)


async def test_a_stall_is_told_with_its_length_and_place(caplog: pytest.LogCaptureFixture) -> None:
    """A loop held for half a second is logged with that length and the function that held it."""
    caplog.set_level(logging.WARNING, logger="perspective")
    watchdog = Watchdog(stall_s=0.1)
    watchdog.start()
    _hold_the_loop(0.5)
    deadline = time.monotonic() + 5
    while not _stalls(caplog) and time.monotonic() < deadline:  # noqa: ASYNC110 - a thread logs it
        await asyncio.sleep(0.01)
    watchdog.stop()
    (stall,) = _stalls(caplog)
    assert 350 <= int(str(stall["stall_ms"])) <= 2000
    assert "_hold_the_loop" in str(stall["where"])


async def test_a_free_loop_is_not_a_stall(caplog: pytest.LogCaptureFixture) -> None:
    """A loop that only waits is left in peace."""
    caplog.set_level(logging.WARNING, logger="perspective")
    watchdog = Watchdog(stall_s=0.4)
    watchdog.start()
    await asyncio.sleep(0.3)
    watchdog.stop()
    assert _stalls(caplog) == []
