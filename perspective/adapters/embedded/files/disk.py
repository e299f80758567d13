"""How is the file system used? Its errors leave as ours, and names are synced as contents are."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from perspective.errors import DiskFull, StoreUnavailable


@contextmanager
def on_disk(what: str) -> Iterator[None]:
    """Errors of the file system are raised as DiskFull or StoreUnavailable, named by `what`."""
    try:
        yield
    except OSError as error:
        if error.errno in {errno.ENOSPC, errno.EDQUOT}:
            raise DiskFull from error
        raise StoreUnavailable(f"{what} cannot be used: {error}") from error


def sync_folder(folder: Path) -> None:
    """The names in the folder are on the disk."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
