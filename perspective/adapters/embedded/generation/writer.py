"""How is a generation written? In the worker process, from the embeddings in the records.

`optimize` holds the interpreter's lock until it is done, and a full disk kills whoever has a
shard open for writing: neither may happen to the daemon. No vector goes over the pipe.
"""

from __future__ import annotations

import secrets
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

import apsw
import msgspec
import numpy as np
from numpy.typing import NDArray
from qdrant_edge import EdgeShard, Point, UpdateOperation

from perspective.adapters.embedded.files.disk import sync_folder
from perspective.adapters.embedded.generation import layout
from perspective.adapters.embedded.generation.edge_errors import translated
from perspective.adapters.embedded.generation.manifest import (
    FORMAT,
    Manifest,
    folder_name,
    seal,
)
from perspective.adapters.embedded.sqlite import rows
from perspective.adapters.embedded.sqlite.connection import connect_beside
from perspective.adapters.embedded.sqlite.connection import translated as sqlite_translated
from perspective.domain.filter import IndexEntry
from perspective.domain.index.columns import Codes, EntryBlock
from perspective.errors import DiskFull

BUILDING_PREFIX = "building-"

_PAGE_ROWS = 1_000
# Columns, names and the graph of one version, and what qdrant-edge needs in any case.
_ROW_BYTES = 1_024
_FIXED_BYTES = 32 * 1024 * 1024

_LAST_SEQ = "SELECT value FROM counters WHERE name = 'seq'"
_FIRST_WITHOUT = """
SELECT min(v.seq) FROM versions v WHERE NOT EXISTS (
    SELECT 1 FROM embeddings e WHERE e.key = v.key AND e.model = ?)
"""
_SIZE = """
SELECT count(*), max(length(e.vector)) FROM embeddings e JOIN versions v ON v.key = e.key
WHERE e.model = ? AND e.vector IS NOT NULL
"""
_PAGE = f"""
SELECT e.vector, {rows.ENTRY_COLUMNS}
FROM versions v
JOIN embeddings e ON e.key = v.key AND e.model = ?
JOIN contents c ON c.key = v.key
WHERE v.key > ? AND e.vector IS NOT NULL ORDER BY v.key LIMIT ?
"""


class WriteGeneration(msgspec.Struct, frozen=True, kw_only=True):
    """What to write: `spare_bytes` must stay free on the disk."""

    records: str
    folder: str
    number: int
    model: str
    spare_bytes: int


class Written(msgspec.Struct, frozen=True, kw_only=True):
    """What was written: every change up to `seq`. No rows, no folder."""

    name: str | None
    seq: int
    n_rows: int


def write_generation(request: WriteGeneration) -> Written:
    """The records as they are now, sealed in a new folder; raises DiskFull before it starts."""
    folder = Path(request.folder)
    with sqlite_translated():
        connection = connect_beside(Path(request.records))
        try:
            # One transaction: all pages are of the same moment.
            connection.execute("BEGIN")
            seq = _covered(connection, request.model)
            size: rows.Row = connection.execute(_SIZE, (request.model,)).get
            n_rows, n_bytes = size
            if not n_rows:
                return Written(name=None, seq=seq, n_rows=0)
            dimensions = n_bytes // 4
            _check_space(folder, n_rows * (2 * n_bytes + _ROW_BYTES), request.spare_bytes)
            building = folder / f"{BUILDING_PREFIX}{secrets.token_hex(8)}"
            building.mkdir(mode=0o700)
            try:
                with translated():
                    _write(connection, request.model, building, n_rows, dimensions)
            except BaseException:
                shutil.rmtree(building, ignore_errors=True)
                raise
        finally:
            connection.close()
    manifest = Manifest(
        format=FORMAT,
        number=request.number,
        model=request.model,
        dimensions=dimensions,
        n_rows=n_rows,
        seq=seq,
        files={},
    )
    with translated():
        seal(building, manifest)
        building.rename(folder / folder_name(request.number))
        sync_folder(folder)
    return Written(name=folder_name(request.number), seq=seq, n_rows=n_rows)


def _covered(connection: apsw.Connection, model: str) -> int:
    """The greatest number up to which every version was embedded or found unreadable."""
    last: int = connection.execute(_LAST_SEQ).get
    missing: int | None = connection.execute(_FIRST_WITHOUT, (model,)).get
    return last if missing is None else missing - 1


def _check_space(folder: Path, n_bytes: int, spare_bytes: int) -> None:
    needed = n_bytes + _FIXED_BYTES + spare_bytes
    free = shutil.disk_usage(folder).free
    if free < needed:
        raise DiskFull(
            f"a new generation of vectors needs {needed >> 20} MiB free, there are {free >> 20}"
        )


def _write(
    connection: apsw.Connection, model: str, folder: Path, n_rows: int, dimensions: int
) -> None:
    codes = Codes()
    block = EntryBlock(n_rows, codes)
    shard_folder = folder / layout.SHARD
    shard_folder.mkdir(mode=0o700)
    shard = EdgeShard.create(str(shard_folder), layout.shard_config(dimensions))
    with (folder / layout.VECTORS).open("wb") as file:
        for entries, vectors in _pages(connection, model, dimensions):
            _write_page(shard, block, file, entries, vectors)
    columns: dict[str, Any] = block.columns()
    np.savez(folder / layout.COLUMNS, **columns)
    (folder / layout.NAMES).write_bytes(msgspec.json.encode(codes.names()))
    shard.flush()
    shard.optimize()
    shard.flush()
    shard.close()
    # The first opening rewrites the shard's settings; from then on its files stay as they are.
    EdgeShard.load(str(shard_folder)).close()


def _pages(
    connection: apsw.Connection, model: str, dimensions: int
) -> Iterator[tuple[list[IndexEntry], NDArray[np.float32]]]:
    after = -1
    page: list[rows.Row]
    while page := connection.execute(_PAGE, (model, after, _PAGE_ROWS)).fetchall():
        entries = [rows.entry_of(row[1:]) for row in page]
        after = entries[-1].key
        vectors = np.frombuffer(b"".join(row[0] for row in page), dtype="<f4")
        yield entries, vectors.reshape(len(page), dimensions)


def _write_page(
    shard: EdgeShard,
    block: EntryBlock,
    file: BinaryIO,
    entries: list[IndexEntry],
    vectors: NDArray[np.float32],
) -> None:
    first = block.n
    for entry in entries:
        block.write(entry)
    file.write(vectors.tobytes())
    points = [Point(first + place, row) for place, row in enumerate(vectors.tolist())]
    shard.update(UpdateOperation.upsert_points(points))
