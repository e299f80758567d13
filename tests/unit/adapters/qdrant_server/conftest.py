"""Which server do these tests ask? One over REST, on this machine, that keeps to a script."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from perspective.adapters.qdrant_server.connection import QdrantConnection
from perspective.adapters.qdrant_server.vectors import QdrantServerVectors
from tests.unit.adapters.qdrant_server.scripted_server import ScriptedServer
from tests.unit.adapters.qdrant_server.stores import batch, opened


@pytest.fixture
async def server() -> AsyncIterator[ScriptedServer]:
    """A server that works until it is told otherwise."""
    made = ScriptedServer()
    await made.start()
    yield made
    await made.stop()
    await made.local.close()


@pytest.fixture
async def connection(server: ScriptedServer) -> AsyncIterator[QdrantConnection]:
    """A connection to the scripted server."""
    made = QdrantConnection(server.url, timeout_s=2.0)
    yield made
    await made.close()


@pytest.fixture
async def vectors(
    tmp_path: Path, connection: QdrantConnection
) -> AsyncIterator[QdrantServerVectors]:
    """A store with the versions 1 to 5, at cursor 5."""
    made = opened(tmp_path, connection)
    await made.apply(batch(1, 5))
    yield made
    await made.close()
