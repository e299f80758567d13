"""A disk so small that a test can fill it: a tmpfs, where this machine lets one be mounted."""

from __future__ import annotations

import errno
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

_STEPS = (1 << 20, 1 << 12, 1)


class SmallDisk:
    """A file system of its own, with a file that takes up what is left."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._filler = folder / "filler"

    @property
    def n_free(self) -> int:
        """Bytes that a file could still take."""
        found = os.statvfs(self.folder)
        return found.f_bavail * found.f_frsize

    def fill(self, *, leaving: int = 0) -> None:
        """Not more than `leaving` bytes are free."""
        with self._filler.open("ab", buffering=0) as file:
            for step in _STEPS:
                try:
                    while self.n_free >= leaving + step:
                        file.write(bytes(step))
                except OSError as error:
                    if error.errno != errno.ENOSPC:
                        raise

    def empty(self) -> None:
        """What the filler took is free again."""
        self._filler.unlink(missing_ok=True)


@contextmanager
def small_disk(folder: Path, n_bytes: int) -> Iterator[SmallDisk]:
    """Mounted while the block runs; skips the test where that is not allowed."""
    folder.mkdir()
    options = f"size={n_bytes},mode=0700"
    command = ("mount", "-t", "tmpfs", "-o", options, "perspective-test", str(folder))
    try:
        subprocess.run(command, check=True, capture_output=True, text=True)
    except (OSError, subprocess.CalledProcessError) as error:
        pytest.skip(f"a full disk needs a tmpfs, which cannot be mounted here: {error}")
    try:
        yield SmallDisk(folder)
    finally:
        subprocess.run(("umount", "--lazy", str(folder)), check=True, capture_output=True)
