"""How can a store be opened and read when the disk is full?

SQLite needs an index of its log beside each file, some ten kilobytes that a full disk does not
give. So a little room is kept in a file of zeros, and given back in parts when it is needed.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from perspective.errors import DiskFull
from perspective.observability.events import event_log

T = TypeVar("T")

_log = event_log(__name__)

N_BYTES = 2 * 1024 * 1024
_PART_BYTES = 128 * 1024  # more than opening one file takes
# It is taken only from a disk with so many times as much to spare.
_PLENTY = 8


class Reserve:
    """Room on the disk, in a file. Everything here touches the disk."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def keep(self) -> None:
        """The room is there, if the disk has enough."""
        missing = N_BYTES - self._n_bytes()
        with suppress(OSError):
            if missing <= 0 or shutil.disk_usage(self._path.parent).free < N_BYTES * _PLENTY:
                return
            with self._path.open("ab") as file:
                file.write(bytes(missing))

    def opened(self, open_file: Callable[[], T]) -> T:
        """What `open_file` gives, with room from here where the disk is full; raises DiskFull
        when that does not help."""
        while True:
            try:
                return open_file()
            except DiskFull:
                if not self._give():
                    raise

    def _give(self) -> bool:
        """A part of the room is free; False when there was none left."""
        n_bytes = self._n_bytes()
        if not n_bytes:
            return False
        n_left = max(0, n_bytes - _PART_BYTES)
        try:
            os.truncate(self._path, n_left)
        except OSError:
            return False
        _log.warning("disk_reserve_used", n_bytes_left=n_left)
        return True

    def _n_bytes(self) -> int:
        try:
            return self._path.stat().st_size
        except OSError:
            return 0
