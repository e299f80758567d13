"""Which collections are left of tenants that were removed? Noted before the tenant's folder goes.

The server need not answer for a tenant to be removed: what is noted here is deleted at once, or
is tried again until the server has done it, also after a restart.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

from perspective.adapters.qdrant_server.collection import VectorCollection
from perspective.adapters.qdrant_server.connection import QdrantConnection
from perspective.adapters.qdrant_server.pairing import Names, on_disk, sync_folder
from perspective.errors import StorageError, StoreCorrupt
from perspective.observability.events import event_log

_log = event_log(__name__)

_FIRST_RETRY_S = 0.5
_LAST_RETRY_S = 60.0


class DroppedCollections:
    """An empty file in `folder` for each collection that must go."""

    def __init__(self, folder: Path, connection: QdrantConnection) -> None:
        self._folder = folder
        self._connection = connection
        self._settling = asyncio.Lock()
        self._retrying: asyncio.Task[None] | None = None

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
        """What is noted is deleted: now, or in the background when the server is there again."""
        is_retrying = self._retrying is not None and not self._retrying.done()
        if not is_retrying and not await self._is_settled():
            self._retrying = asyncio.create_task(self._retry(), name="drop-collections")

    async def close(self) -> None:
        """Tries no more; what is noted is left to the next start. Safe to repeat."""
        if self._retrying is not None:
            self._retrying.cancel()
            await asyncio.wait([self._retrying])

    async def _retry(self) -> None:
        retry_s = _FIRST_RETRY_S
        await asyncio.sleep(retry_s)
        while not await self._is_settled():
            retry_s = min(retry_s * 2, _LAST_RETRY_S)
            await asyncio.sleep(retry_s)

    async def _is_settled(self) -> bool:
        async with self._settling:
            try:
                for path in await asyncio.to_thread(self._noted):
                    await VectorCollection(self._connection, path.name).drop()
                    await asyncio.to_thread(self._strike, path)
            except StorageError as error:
                _log.warning("collection_not_dropped", reason=str(error))
                return False
            return True

    def _noted(self) -> list[Path]:
        with on_disk():
            return sorted(self._folder.iterdir()) if self._folder.is_dir() else []

    @staticmethod
    def _strike(path: Path) -> None:
        with on_disk():
            path.unlink(missing_ok=True)
