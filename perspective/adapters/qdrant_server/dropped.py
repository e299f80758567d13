"""Which collections are left of tenants that were removed? Noted before the tenant's folder goes.

The server need not answer for a tenant to be removed: what is noted here is deleted at once, or
as soon as the server is there again.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

from perspective.adapters.qdrant_server.collection import VectorCollection
from perspective.adapters.qdrant_server.connection import QdrantConnection
from perspective.adapters.qdrant_server.pairing import Names, on_disk, sync_folder
from perspective.errors import StoreCorrupt, StoreUnavailable
from perspective.observability.events import event_log

_log = event_log(__name__)


class DroppedCollections:
    """An empty file in `folder` for each collection that must go."""

    def __init__(self, folder: Path, connection: QdrantConnection) -> None:
        self._folder = folder
        self._connection = connection
        self._settling = asyncio.Lock()

    def note(self, index: Path) -> None:
        """The collections of a tenant's index folder are to be deleted. Touches the disk."""
        try:
            names = Names.read(index)
        except StoreCorrupt as error:
            _log.warning("collections_unknown", reason=str(error))
            return
        if names is None:
            return
        with on_disk():
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            for name in (names.collection, *names.stale):
                (self._folder / name).touch(mode=0o600)
            sync_folder(self._folder)
            sync_folder(self._folder.parent)

    async def settle(self) -> None:
        """What is noted is deleted, as far as the server can be reached."""
        async with self._settling:
            for path in await asyncio.to_thread(self._noted):
                try:
                    await VectorCollection(self._connection, path.name).drop()
                except StoreUnavailable as error:
                    _log.warning("collection_not_dropped", reason=str(error))
                    return
                await asyncio.to_thread(self._strike, path)

    def _noted(self) -> list[Path]:
        with on_disk():
            return sorted(self._folder.iterdir()) if self._folder.is_dir() else []

    @staticmethod
    def _strike(path: Path) -> None:
        with on_disk():
            path.unlink(missing_ok=True)
