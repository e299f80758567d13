"""What does the reading of a tenant's queue wait for: texts that failed, a busy model, the batch before?"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Coroutine

FIRST_RETRY_S = 2.0
LAST_RETRY_S = 600.0
_LAST_LOOK_S = 60.0  # whether a missing model is there now


class Lane:
    """What a tenant's queue has to wait for; lost with the process, and nothing is missed."""

    def __init__(self) -> None:
        self.is_first = True
        self._rested_at: dict[str, float] = {}
        self._suspects: set[str] = set()
        self._held_until = 0.0
        self._look_s = FIRST_RETRY_S
        self._settling: asyncio.Task[None] | None = None

    def settle(self, work: Coroutine[None, None, None]) -> None:
        """The batch that was read is kept while the next is being read."""
        self._settling = asyncio.create_task(work, name="keep-readings")

    async def settled(self) -> None:
        """The batch before is kept; raises what went wrong with it."""
        settling, self._settling = self._settling, None
        if settling is not None:
            try:
                await settling
            finally:
                settling.cancel()

    def let_go(self) -> None:
        """Nothing is waited for any more; what is not kept is read again at the next start."""
        if self._settling is not None:
            self._settling.cancel()

    @property
    def n_resting(self) -> int:
        """How many items have failed lately."""
        return len(self._rested_at)

    @property
    def held_s(self) -> float:
        """How long nothing is read yet, since the model is missing or busy; 0 if it is not."""
        return max(0.0, self._held_until - time.monotonic())

    def hold(self, length_s: float) -> None:
        """Nothing is read for so long."""
        self._held_until = time.monotonic() + length_s

    def look_again(self, is_missing: bool) -> None:
        """A missing model is looked for after a while that grows; one that is there resets it."""
        if is_missing:
            self.hold(self._look_s)
            self._look_s = min(self._look_s * 2, _LAST_LOOK_S)
        else:
            self._look_s = FIRST_RETRY_S

    def suspect(self, memory_id: str) -> None:
        """The item may be what is wrong: it is read by itself from now on."""
        self._suspects.add(memory_id)

    def is_suspect(self, memory_id: str) -> bool:
        """Whether it is to be read by itself."""
        return memory_id in self._suspects

    def forget(self, memory_id: str) -> None:
        """The item is done with."""
        self._suspects.discard(memory_id)
        self._rested_at.pop(memory_id, None)

    def rest(self, memory_id: str, length_s: float) -> None:
        """The item is not tried again for so long."""
        self._rested_at[memory_id] = time.monotonic() + length_s

    def is_rested(self, memory_id: str) -> bool:
        """Whether it may be tried now."""
        if self._rested_at.get(memory_id, 0.0) > time.monotonic():
            return False
        self._rested_at.pop(memory_id, None)
        return True

    def next_s(self) -> float | None:
        """In how long the next may be tried, None if none waits."""
        now = time.monotonic()
        self._rested_at = {one: at for one, at in self._rested_at.items() if at > now}
        if not self._rested_at:
            return None
        return max(0.01, min(self._rested_at.values()) - time.monotonic())
