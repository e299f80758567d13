"""What do tantivy's failures mean in our own terms?

It raises ValueError and RuntimeError with a text for nearly everything, and a PanicException,
which is not an Exception, where Rust code panicked.
"""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager

from perspective.errors import DiskFull, StorageError, StoreCorrupt, StoreUnavailable

_FULL = ("No space left on device", "os error 28", "Disk quota exceeded", "os error 122")
_BUSY = ("LockBusy", "os error 24", "Too many open files", "Cannot allocate memory", "os error 12")
_DAMAGED = ("corrupt", "Invalid data", "FileDoesNotExist", "schema does not match", "end of buffer")


@contextmanager
def translated(otherwise: type[StorageError] = StoreUnavailable) -> Iterator[None]:
    """Failures inside come out as storage errors; one that does not say what it is, as
    `otherwise`."""
    try:
        yield
    except OSError as error:
        if error.errno in {errno.ENOSPC, errno.EDQUOT}:
            raise DiskFull from error
        if error.errno in {errno.EMFILE, errno.ENFILE, errno.ENOMEM}:
            raise StoreUnavailable(f"the text index: {error}") from error
        raise otherwise(f"the text index: {error}") from error
    except (ValueError, RuntimeError, TypeError, KeyError) as error:
        raise _meaning(str(error), otherwise)(f"the text index: {error}") from error
    except BaseException as error:
        if type(error).__name__ != "PanicException":
            raise
        raise StoreCorrupt(f"the text index: {error}") from error


def _meaning(message: str, otherwise: type[StorageError]) -> type[StorageError]:
    if any(sign in message for sign in _FULL):
        return DiskFull
    if any(sign in message for sign in _BUSY):
        return StoreUnavailable
    if any(sign in message for sign in _DAMAGED):
        return StoreCorrupt
    return otherwise
