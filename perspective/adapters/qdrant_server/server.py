"""What does a data directory have on a Qdrant server? The vectors of each of its tenants."""

from __future__ import annotations

from pathlib import Path

from perspective.adapters.qdrant_server.connection import QdrantConnection
from perspective.adapters.qdrant_server.dropped import DroppedCollections
from perspective.adapters.qdrant_server.vectors import QdrantServerVectors

_DROPPED = "qdrant-dropped"


class QdrantServer:
    """One server for all tenants of a data directory. Making it asks nothing yet."""

    def __init__(self, data_dir: Path, connection: QdrantConnection) -> None:
        self._connection = connection
        self._dropped = DroppedCollections(data_dir / _DROPPED, connection)

    def vectors(self, index: Path, *, model: str) -> QdrantServerVectors:
        """The vectors that belong to a tenant's index folder. Touches the disk."""
        return QdrantServerVectors(
            index, model=model, connection=self._connection, on_load=self._dropped.settle
        )

    def note_removal(self, index: Path) -> None:
        """A tenant's index folder is about to go. Touches the disk."""
        self._dropped.note(index)

    async def settle_removals(self) -> None:
        """The collections of removed tenants are deleted, now or when the server can be reached."""
        await self._dropped.settle()

    async def close(self) -> None:
        """Lets go of the server. Safe to repeat."""
        await self._dropped.close()
        await self._connection.close()
