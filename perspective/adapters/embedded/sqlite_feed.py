"""What changed since an index last looked, and what did the model give for it?"""

from __future__ import annotations

from collections.abc import Sequence

import apsw
import numpy as np

from perspective.adapters.embedded.sqlite import rows
from perspective.adapters.embedded.sqlite.file import SqliteFile
from perspective.ports.feed import Change, FeedItem, Removal, Vector

_CHANGES = f"""
SELECT v.seq, c.content, e.key IS NOT NULL, e.vector, {rows.ENTRY_COLUMNS}
FROM versions v INDEXED BY versions_by_seq
CROSS JOIN contents c ON c.key = v.key
LEFT JOIN embeddings e ON e.key = v.key AND e.model = ?
WHERE v.seq > ? ORDER BY v.seq LIMIT ?
"""
_COUNTED = """
SELECT (SELECT count(*) FROM versions), (SELECT count(*) FROM versions WHERE seq > ?)
"""
_REMOVALS = "SELECT seq, key FROM removed WHERE seq > ? ORDER BY seq LIMIT ?"
_STANDING = f"""
SELECT v.seq, c.content, e.key IS NOT NULL, e.vector, {rows.ENTRY_COLUMNS}
FROM versions v CROSS JOIN contents c ON c.key = v.key
LEFT JOIN embeddings e ON e.key = v.key AND e.model = ?
WHERE v.key = ?
"""
_SAVE = """
INSERT INTO embeddings (key, model, vector) SELECT key, ?, ? FROM versions WHERE key = ?
ON CONFLICT (key, model) DO UPDATE SET vector = excluded.vector
"""
_MODELS = "SELECT DISTINCT model FROM embeddings ORDER BY model"
_FORGET = """
DELETE FROM embeddings WHERE rowid IN (SELECT rowid FROM embeddings WHERE model = ? LIMIT ?)
"""


class SqliteFeed:
    """The change feed of an open file; the records close it."""

    def __init__(self, file: SqliteFile) -> None:
        self._file = file

    @property
    def last_seq(self) -> int:
        """The sequence number of the latest committed change; 0 in an empty store."""
        return self._file.position

    async def changes(self, *, after: int, limit: int, model: str | None) -> list[FeedItem]:
        """Changes with `seq > after`, in order, with the model's embeddings."""

        def query(connection: apsw.Connection) -> list[FeedItem]:
            changes = connection.execute(_CHANGES, (model, after, limit))
            found: list[FeedItem] = [_change_of(row) for row in changes]
            gone = [Removal(*row) for row in connection.execute(_REMOVALS, (after, limit))]
            if not gone:
                return found
            return sorted((*found, *gone), key=lambda item: item.seq)[:limit]

        return await self._file.read(query)

    async def counted(self, *, after: int) -> tuple[int, int]:
        """How many versions are not erased, and how many changed after a sequence number."""

        def query(connection: apsw.Connection) -> tuple[int, int]:
            found: tuple[int, int] = connection.execute(_COUNTED, (after,)).get
            return found

        return await self._file.read(query)

    async def standing(self, key: int, *, model: str | None) -> Change | None:
        """Where a version stands; None for one that is gone."""

        def query(connection: apsw.Connection) -> Change | None:
            row = connection.execute(_STANDING, (model, key)).fetchone()
            return None if row is None else _change_of(row)

        return await self._file.read(query)

    async def save_embeddings(
        self, model: str, embedded: Sequence[tuple[int, Vector | None]]
    ) -> None:
        """Keeps what the model gave for versions by key; not synced by itself."""
        values = [
            (model, None if vector is None else vector.astype("<f4").tobytes(), key)
            for key, vector in embedded
        ]

        def work(connection: apsw.Connection) -> None:
            connection.executemany(_SAVE, values)

        await self._file.write(work, synced=False)

    async def models(self) -> list[str]:
        """The models of which an embedding is kept, by name."""
        return await self._file.read(
            lambda connection: [str(model) for (model,) in connection.execute(_MODELS)]
        )

    async def forget_embeddings(self, model: str, *, limit: int) -> int:
        """Lets go of up to `limit` embeddings of a model; returns of how many."""

        def work(connection: apsw.Connection) -> int:
            connection.execute(_FORGET, (model, limit))
            return connection.changes()

        return await self._file.write(work, synced=False)


def _change_of(row: rows.Row) -> Change:
    seq, content, is_known, blob = row[:4]
    return Change(
        seq=seq,
        entry=rows.entry_of(row[4:]),
        content=content,
        vector=None if blob is None else np.frombuffer(blob, dtype="<f4"),
        is_embeddable=not is_known or blob is not None,
    )
