"""How late does an event loop come to what is due? A tick every five milliseconds tells.

`python -m tests.acceptance.scale.ticks`: a process that does nothing else, for comparison; it
writes its ticks to the file it was given when its standard input ends.
"""

from __future__ import annotations

import asyncio
import sys
import time
from array import array
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

_EVERY_S = 0.005

Lateness = NDArray[np.float64]


class Ticks:
    """When each tick came, by the machine's monotonic clock, and how late, both in seconds."""

    def __init__(self) -> None:
        self._came_at = array("d")
        self._late_s = array("d")

    async def run(self) -> None:
        """Ticks until it is cancelled."""
        while True:
            due_at = time.monotonic() + _EVERY_S
            await asyncio.sleep(_EVERY_S)
            now = time.monotonic()
            self._came_at.append(now)
            self._late_s.append(now - due_at)

    def write(self, file: Path) -> None:
        """Keeps all ticks so far."""
        np.save(file, np.array([self._came_at, self._late_s]))


def lateness(file: Path, since: float, until: float) -> Lateness:
    """Seconds late, float64 (n,), of the ticks that came between two moments."""
    came_at, late_s = np.load(file)
    found: Lateness = late_s[(came_at >= since) & (came_at <= until)]
    return found


async def _tick_until_told(file: Path) -> None:
    ticks = Ticks()
    ticking = asyncio.create_task(ticks.run())
    await asyncio.to_thread(sys.stdin.read)
    ticking.cancel()
    ticks.write(file)


if __name__ == "__main__":
    asyncio.run(_tick_until_told(Path(sys.argv[1])))
