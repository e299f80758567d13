"""What is the next id? A UUIDv7, so that ids sort by the time they were made."""

from __future__ import annotations

import threading
from collections.abc import Callable
from uuid import UUID

from uuid_utils.compat import uuid7


class Uuid7Ids:
    """Ids that grow within the process, also when the clock goes back: each is then the last
    one plus one, until the clock has caught up."""

    def __init__(self, draw: Callable[[], UUID] = uuid7) -> None:
        self._draw = draw
        self._last = 0
        self._lock = threading.Lock()

    def new(self) -> str:
        """An id greater than every one given out before."""
        with self._lock:
            self._last = max(self._draw().int, self._last + 1)
            return str(UUID(int=self._last))
