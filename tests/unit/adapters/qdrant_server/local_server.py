"""How is the store on a server tested without one? Over the client's own local mode."""

from __future__ import annotations

import tempfile
from pathlib import Path

from qdrant_client import AsyncQdrantClient

from perspective.adapters.qdrant_server.connection import QdrantConnection
from perspective.adapters.qdrant_server.vectors import QdrantServerVectors

MODEL = "m"


def local_connection(client: AsyncQdrantClient | None = None) -> QdrantConnection:
    """A connection to a server in memory, or to the one that the client is."""
    return QdrantConnection("http://local", client=client or AsyncQdrantClient(":memory:"))


class LocalVectors(QdrantServerVectors):
    """A store with a folder and a server of its own, both gone when it is closed."""

    def __init__(self) -> None:
        self._temporary = tempfile.TemporaryDirectory()
        self._server = local_connection()
        super().__init__(Path(self._temporary.name), model=MODEL, connection=self._server)

    async def close(self) -> None:
        """Closes the server too."""
        await super().close()
        await self._server.close()
        self._temporary.cleanup()
