"""What becomes of files that cannot be used, until new ones have taken their place?"""

from __future__ import annotations

import shutil
from datetime import UTC, datetime
from pathlib import Path

from perspective.adapters.embedded.files.disk import on_disk


def set_aside(folder: Path) -> None:
    """The folder is out of the way, beside its place; nothing happens when it is gone already."""
    now = datetime.now(UTC).strftime("%Y%m%dT%H%M%S.%fZ")
    with on_disk("a copy set aside"):
        if folder.exists():
            folder.rename(folder.with_name(f"{folder.name}.aside-{now}"))


def discard_aside(folder: Path) -> None:
    """No copy of the folder that was set aside is left."""
    with on_disk("a copy set aside"):
        for aside in folder.parent.glob(f"{folder.name}.aside-*"):
            shutil.rmtree(aside) if aside.is_dir() else aside.unlink()
