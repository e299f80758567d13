"""What becomes of files that cannot be used, until new ones have taken their place?"""

from __future__ import annotations

import errno
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from perspective.errors import DiskFull, StoreUnavailable


def set_aside(folder: Path) -> None:
    """The folder is out of the way, beside its place; nothing happens when it is gone already."""
    now = datetime.now(UTC).strftime("%Y%m%dT%H%M%S.%fZ")
    with _disk():
        if folder.exists():
            folder.rename(folder.with_name(f"{folder.name}.aside-{now}"))


def discard_aside(folder: Path) -> None:
    """No copy of the folder that was set aside is left."""
    with _disk():
        for aside in folder.parent.glob(f"{folder.name}.aside-*"):
            shutil.rmtree(aside) if aside.is_dir() else aside.unlink()


@contextmanager
def _disk() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        if error.errno in {errno.ENOSPC, errno.EDQUOT}:
            raise DiskFull from error
        raise StoreUnavailable(f"a copy set aside: {error}") from error
