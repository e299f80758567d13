"""How is the store on a server tested without one? Over the client's own local mode."""

from __future__ import annotations

import tempfile
from pathlib import Path

import numpy as np
from qdrant_client import AsyncQdrantClient

from perspective.adapters.qdrant_server.connection import QdrantConnection
from perspective.adapters.qdrant_server.vectors import QdrantServerVectors
from perspective.ports.feed import Vector

MODEL = "m"

# What the local mode says of itself, once in a process.
QUIET = ("ignore:Payload indexes have no effect", "ignore:Local mode is not recommended")


def unit(seed: int, dimensions: int = 8) -> Vector:
    """A vector of unit length, the same for each seed."""
    vector = np.random.default_rng(seed).standard_normal(dimensions)
    return (vector / np.linalg.norm(vector)).astype(np.float32)


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
