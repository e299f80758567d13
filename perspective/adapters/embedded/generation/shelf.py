"""Which generations lie in a folder, and which may be opened?

What cannot be read is set aside, for whoever wants to know why; what belongs to another model or
format is of no use and goes. All of it can be made again from the records.
"""

from __future__ import annotations

import shutil
from datetime import UTC, datetime
from pathlib import Path
from threading import Event

from perspective.adapters.embedded.files.disk import on_disk, sync_folder
from perspective.adapters.embedded.generation.manifest import (
    FORMAT,
    read_manifest,
    verify,
)
from perspective.adapters.embedded.generation.sealed import Sealed
from perspective.adapters.embedded.generation.writer import BUILDING_PREFIX
from perspective.errors import StoreCorrupt
from perspective.observability.events import event_log

_log = event_log(__name__)

_PREFIX = "generation-"
_ASIDE = "aside-"


class Shelf:
    """The generations of one tenant and one model. Everything here touches the disk."""

    def __init__(self, folder: Path, model: str, *, exact_rows: int) -> None:
        self.folder = folder
        self._model = model
        self._exact_rows = exact_rows
        with on_disk("the vectors' folder"):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)

    def open_latest(self) -> tuple[Sealed | None, str | None]:
        """The newest generation that can be used, and what was wrong with a newer one."""
        reason = None
        for folder in self._generations():
            try:
                manifest = read_manifest(folder)
                if manifest.format == FORMAT and manifest.model == self._model:
                    return Sealed(folder, exact_rows=self._exact_rows), reason
            except StoreCorrupt as error:
                reason = reason or str(error)
                self.set_aside(folder, str(error))
                continue
            _log.info("generation_of_another_model", folder=folder.name, model=manifest.model)
            with on_disk("the vectors' folder"):
                shutil.rmtree(folder)
        return None, reason

    def open(self, name: str) -> Sealed:
        """A generation that was just written."""
        return Sealed(self.folder / name, exact_rows=self._exact_rows)

    def next_number(self) -> int:
        """A number that no generation has."""
        used = [int(folder.name.removeprefix(_PREFIX)) for folder in self._generations()]
        return max(used, default=0) + 1

    def verify(self, sealed: Sealed, stopped: Event) -> None:
        """Raises StoreCorrupt when a file of the generation is not what was written."""
        verify(sealed.folder, sealed.manifest, stopped)

    def set_aside(self, folder: Path, reason: str) -> None:
        """A generation that nobody shall open again; its files stay for a while."""
        _log.warning("generation_set_aside", folder=folder.name, reason=reason)
        now = datetime.now(UTC).strftime("%Y%m%dT%H%M%S.%fZ")
        with on_disk("the vectors' folder"):
            if folder.exists():
                folder.rename(self.folder / f"{_ASIDE}{folder.name}-{now}")
                sync_folder(self.folder)

    def is_empty(self) -> bool:
        """Whether no file holds a vector, not even one that was half written or set aside."""
        with on_disk("the vectors' folder"):
            return not any(self.folder.iterdir())

    def clean(self, keep: str | None) -> None:
        """Only one generation is left: no older one, none half written, none set aside."""
        with on_disk("the vectors' folder"):
            for folder in self.folder.iterdir():
                if folder.name != keep and folder.name.startswith(
                    (_PREFIX, _ASIDE, BUILDING_PREFIX)
                ):
                    shutil.rmtree(folder)
            sync_folder(self.folder)

    def _generations(self) -> list[Path]:
        """Newest first."""
        with on_disk("the vectors' folder"):
            found = [
                folder
                for folder in self.folder.glob(f"{_PREFIX}*")
                if folder.name.removeprefix(_PREFIX).isdecimal()
            ]
        return sorted(found, key=lambda folder: -int(folder.name.removeprefix(_PREFIX)))
