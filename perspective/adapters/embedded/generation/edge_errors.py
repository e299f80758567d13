"""What do qdrant-edge's failures mean in our own terms?

Its Rust code raises errors with a text, and a PanicException, which is not an Exception, where
it panicked: on a truncated file, for instance.
"""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager

from perspective.errors import DiskFull, StoreCorrupt, StoreUnavailable

_FULL = ("No space left on device", "os error 28", "Disk quota exceeded", "os error 122")
_UNREADABLE = {"PanicException", "BadZipFile", "DecodeError", "ValidationError"}
_BUSY = ("os error 24", "Too many open files", "Cannot allocate memory", "os error 12")


@contextmanager
def translated() -> Iterator[None]:
    """Failures inside come out as storage errors: what cannot be read is damaged."""
    try:
        yield
    except OSError as error:
        if error.errno in {errno.ENOSPC, errno.EDQUOT}:
            raise DiskFull from error
        if error.errno in {errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.EACCES}:
            raise StoreUnavailable(f"the vectors' files: {error}") from error
        raise StoreCorrupt(f"the vectors' files: {error}") from error
    except (ValueError, RuntimeError, TypeError, KeyError, IndexError, EOFError) as error:
        raise _meaning(str(error))(f"the vectors' files: {error}") from error
    except BaseException as error:
        # qdrant-edge's own errors are bare Exceptions.
        if type(error) is not Exception and type(error).__name__ not in _UNREADABLE:
            raise
        raise _meaning(str(error))(f"the vectors' files: {error}") from error


def _meaning(message: str) -> type[DiskFull | StoreUnavailable | StoreCorrupt]:
    if any(sign in message for sign in _FULL):
        return DiskFull
    if any(sign in message for sign in _BUSY):
        return StoreUnavailable
    return StoreCorrupt
