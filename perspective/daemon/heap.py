"""How many heaps does the C library keep for the process's threads?

glibc gives nearly each thread an arena of its own, up to eight a processor, and memory that one
thread freed is of no use to the others. With some twenty threads, most of which wait for one
another, that is memory and no speed.
"""

from __future__ import annotations

import ctypes

_M_ARENA_MAX = -8
_N_ARENAS = 2


def share_arenas() -> bool:
    """All threads share two arenas; call it before there are threads. False where the C library
    cannot be told."""
    try:
        set_option = ctypes.CDLL(None).mallopt
    except (AttributeError, OSError, TypeError):
        return False
    return bool(set_option(_M_ARENA_MAX, _N_ARENAS))
