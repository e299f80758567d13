"""Is the event loop free, and if not, what holds it?

The loop sets a beat; a thread looks at it. A stall is logged once it is over, with its length and
the line that was running when it was seen. Native code that holds the interpreter's lock stops the
thread too: its stall is measured all the same, only the line may be one too late. A stall in
`select` is not the loop's own: another thread held that lock, or the machine was too busy.
"""

from __future__ import annotations

import asyncio
import sys
import threading
import time
from types import FrameType

from perspective.observability.events import event_log

STALL_S = 0.25

_BEAT_S = 0.05
_LOOK_S = 0.1
_log = event_log(__name__)


class Watchdog:
    """Notes stalls of the event loop that it is started in, until it is stopped."""

    def __init__(self, *, stall_s: float = STALL_S) -> None:
        self._stall_s = stall_s
        self._beat_at = 0.0
        self._loop_thread = 0
        self._timer: asyncio.TimerHandle | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="watchdog", daemon=True)

    def start(self) -> None:
        """Watches the running loop. Once only."""
        self._loop = asyncio.get_running_loop()
        self._loop_thread = threading.get_ident()
        self._beat()
        self._thread.start()

    def stop(self) -> None:
        """Looks no longer. Safe to repeat; called on the loop."""
        self._is_over.set()
        if self._timer is not None:
            self._timer.cancel()

    def _beat(self) -> None:
        assert self._loop is not None
        self._beat_at = time.monotonic()
        self._timer = self._loop.call_later(_BEAT_S, self._beat)

    def _watch(self) -> None:
        stalled_at: float | None = None
        where = ""
        while not self._is_over.wait(_LOOK_S):
            beat_at = self._beat_at
            if stalled_at is not None and beat_at != stalled_at:
                stall_ms = round((beat_at - stalled_at - _BEAT_S) * 1000)
                _log.warning("event_loop_stalled", stall_ms=stall_ms, where=where)
                stalled_at = None
            elif stalled_at is None and time.monotonic() - beat_at > self._stall_s + _BEAT_S:
                stalled_at = beat_at
                where = _where(sys._current_frames().get(self._loop_thread))  # noqa: SLF001 - the only way


def _where(frame: FrameType | None) -> str:
    """`file:line function` of the innermost frames, the innermost first."""
    places: list[str] = []
    while frame is not None and len(places) < 4:
        code = frame.f_code
        places.append(f"{code.co_filename}:{frame.f_lineno} {code.co_name}")
        frame = frame.f_back
    return " < ".join(places)
