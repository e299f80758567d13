"""How is long work shown on the way? One line on a terminal, some lines in a file."""

from __future__ import annotations

import sys
import time

from perspective.cli import output

_TERMINAL_S = 0.2
_FILE_S = 15.0
_MIN_SHOWN_S = 3.0  # an estimate of the time left before this is a guess


class ProgressLine:
    """Shows pieces of work on stderr, with their rate and the time left. It is called for each
    piece that is done; how often it writes does not depend on that."""

    def __init__(self) -> None:
        self._is_terminal = sys.stderr.isatty()
        self._what = ""
        self._started_s = 0.0
        self._shown_s = time.monotonic()

    def __call__(self, what: str, n_done: int, n_all: int) -> None:
        """Of the pieces of `what`, so many are done."""
        now_s = time.monotonic()
        if what != self._what:
            self._what, self._started_s = what, now_s
        if now_s - self._shown_s < (_TERMINAL_S if self._is_terminal else _FILE_S):
            return
        self._shown_s = now_s
        text = output.clean(described(what, n_done, n_all, now_s - self._started_s))
        if self._is_terminal:
            sys.stderr.write(f"\r\033[K{output.one_line(text)}")
            sys.stderr.flush()
        else:
            output.say(text, is_note=True)

    def clear(self) -> None:
        """The line is free for something else."""
        if self._is_terminal:
            sys.stderr.write("\r\033[K")
            sys.stderr.flush()


def described(what: str, n_done: int, n_all: int, took_s: float) -> str:
    """`memories: 2,000 of 10,000, 110 a second, 1 minute left`."""
    text = f"{what}: {n_done:,} of {n_all:,}"
    if took_s < _MIN_SHOWN_S or not n_done:
        return text
    rate = n_done / took_s
    speed = f"{rate:.0f} a second" if rate >= 10 else f"{rate:.1f} a second"
    return f"{text}, {speed}, {output.span((n_all - n_done) / rate)} left"
