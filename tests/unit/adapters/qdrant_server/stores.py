"""What do tests of the store on a Qdrant server start from? A store over a folder, and batches."""

from __future__ import annotations

from pathlib import Path

from qdrant_client import models

from perspective.adapters.qdrant_server.connection import QdrantConnection
from perspective.adapters.qdrant_server.pairing import Names
from perspective.adapters.qdrant_server.vectors import QdrantServerVectors
from perspective.ports.feed import Change
from tests.contracts.index_entries import EVERYTHING_NOW, changes, entry
from tests.unit.adapters.qdrant_server.local_server import MODEL, unit
from tests.unit.adapters.qdrant_server.scripted_server import ScriptedServer


def opened(folder: Path, connection: QdrantConnection, model: str = MODEL) -> QdrantServerVectors:
    """A store over a folder, which asks nothing yet."""
    return QdrantServerVectors(folder / "vectors", model=model, connection=connection)


def batch(first: int, last: int) -> list[Change]:
    """Versions by their keys, which are their sequence numbers too."""
    keys = range(first, last + 1)
    return changes(
        [entry(key) for key in keys], after=first - 1, vectors=[unit(key) for key in keys]
    )


async def found(vectors: QdrantServerVectors) -> list[int]:
    """The keys that a search finds, in their order."""
    return sorted(hit.key for hit in await vectors.search(unit(0), EVERYTHING_NOW, limit=1000))


def name_of(folder: Path) -> str:
    """The collection in use."""
    names = Names.read(folder / "vectors")
    assert names is not None
    return names.collection


async def set_marker(server: ScriptedServer, name: str, cursor: int) -> None:
    """The collection says that it is so far, whoever made it say so."""
    marker = models.PointStruct(
        id="00000000-0000-0000-0000-000000000000", vector={}, payload={"cursor": cursor}
    )
    await server.local.upsert(name, [marker])
