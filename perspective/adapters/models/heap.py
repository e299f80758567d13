"""How does memory that a model used go back to the system?

glibc keeps freed memory for later. After a batch of long texts that is some hundred megabytes
which a daemon at rest has no use for; other C libraries give it back by themselves.
"""

from __future__ import annotations

import ctypes


def trim() -> bool:
    """Gives back what the C library's heap no longer needs; False where it cannot be asked.

    May take some milliseconds, without holding the interpreter's lock: call it in a thread.
    """
    try:
        give_back = ctypes.CDLL(None).malloc_trim
    except (AttributeError, OSError, TypeError):
        return False
    return bool(give_back(0))
