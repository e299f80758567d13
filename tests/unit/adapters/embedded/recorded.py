"""How does a test put vectors into the records and an index, as the engine would?"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import apsw
import msgspec

from perspective.adapters.embedded.sqlite.connection import connect_writer
from perspective.adapters.embedded.sqlite.schema import prepare_records
from perspective.domain.filter import IndexEntry
from perspective.domain.interval import to_microseconds
from perspective.ports.feed import Change, FeedItem, Removal

MODEL = "test-model"

_VERSION = """
INSERT OR REPLACE INTO versions (key, seq, node, number, known_from, known_to, valid_from,
    valid_to, superseded_by, confidence, at, memory_id, type, namespace, session, speaker,
    source_id, state, is_deleted)
VALUES (?, ?, ?, 1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
_CONTENT = """
INSERT OR REPLACE INTO contents (key, importance, content_hash, tags, detail, content, terms)
VALUES (?, 0.5, ?, ?, '{}', '', ?)
"""
_EMBEDDING = "INSERT OR REPLACE INTO embeddings (key, model, vector) VALUES (?, ?, ?)"


class Records:
    """A records.db that holds what tests tell it, and the worker reads."""

    def __init__(self, path: Path) -> None:
        self.path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        self._connection = connect_writer(path)
        if self._connection.execute("SELECT count(*) FROM sqlite_schema").get == 0:
            prepare_records(self._connection)
        self._connection.execute("PRAGMA synchronous = OFF")

    def keep(self, changes: Sequence[FeedItem], model: str = MODEL) -> None:
        """The changes are in the records, embeddings with them."""
        with self._connection:
            for change in changes:
                if isinstance(change, Removal):
                    self.forget(change.key)
                else:
                    _keep(self._connection, change, model)
            last = max(change.seq for change in changes)
            self._connection.execute(
                "UPDATE counters SET value = max(value, ?) WHERE name = 'seq'", (last,)
            )

    def forget(self, key: int) -> None:
        """A version is erased: no row knows of it."""
        for table in ("versions", "contents", "embeddings"):
            self._connection.execute(f"DELETE FROM {table} WHERE key = ?", (key,))

    def close(self) -> None:
        """Lets the file go."""
        self._connection.close()


def _keep(connection: apsw.Connection, change: Change, model: str) -> None:
    entry = change.entry
    connection.execute("DELETE FROM versions WHERE seq = ?", (change.seq,))
    connection.execute(_VERSION, _row(change.seq, entry))
    tags = msgspec.json.encode(entry.tags).decode() if entry.tags else None
    connection.execute(_CONTENT, (entry.key, entry.content_hash, tags, entry.terms))
    blob = None if change.vector is None else change.vector.astype("<f4").tobytes()
    connection.execute(_EMBEDDING, (entry.key, model, blob))


def _row(seq: int, entry: IndexEntry) -> tuple[object, ...]:
    times = (entry.known_from, entry.known_to, entry.valid_from, entry.valid_to)
    return (
        entry.key,
        seq,
        entry.key,
        *(None if at is None else to_microseconds(at) for at in times),
        "another" if entry.is_superseded else None,
        entry.confidence,
        to_microseconds(entry.at),
        entry.memory_id,
        entry.type,
        entry.namespace,
        entry.session,
        entry.speaker,
        entry.source_id,
        entry.state,
        entry.is_deleted,
    )
