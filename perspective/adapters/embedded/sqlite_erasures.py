"""How does content leave a SQLite file for good, and what lies beside it?

`secure_delete` overwrites what is deleted where it stood, but a page that was split or merged may
keep a stale copy of a row in its unused middle. So a purge writes the whole file anew (VACUUM) and
cuts the write-ahead log to nothing.
"""

from __future__ import annotations

import asyncio
import shutil
import threading
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

import apsw
import msgspec

from perspective.adapters.embedded.sqlite import rows
from perspective.adapters.embedded.sqlite.changes import bodies
from perspective.adapters.embedded.sqlite.connection import cut_log_back
from perspective.adapters.embedded.sqlite.file import SqliteFile
from perspective.adapters.embedded.sqlite.filter import among
from perspective.adapters.embedded.sqlite.insertion import add, drop_edges, settle_entities
from perspective.domain.event import Event
from perspective.domain.interval import to_microseconds
from perspective.domain.text.normal import normal_form
from perspective.domain.trust.erasure import Erasure
from perspective.errors import StoreUnavailable
from perspective.ports.transaction import QueueItem

_COLUMNS = ", ".join(rows.ERASURE)
_ONE = "SELECT number FROM nodes WHERE id = ?"
_MEMORIES = (
    "SELECT node, id, speaker, source_id,"
    f" deleted_at IS NULL AND (source IS NULL OR source NOT IN {rows.DERIVED}) FROM memories WHERE "
)
_TARGETS = f"{_MEMORIES} node = ({_ONE})"
_PARTS = f"{_MEMORIES} source_id = ? ORDER BY ordinal, first_key"
# What was read out of a memory, and the other memories that say the same: they are read again.
_DERIVED = f"""{_MEMORIES} source IN {rows.DERIVED} AND node IN (
    SELECT target FROM edges WHERE source = ?1 AND kind = 'supports'
) ORDER BY first_key"""
_OTHERS = """
SELECT m.id FROM edges e JOIN memories m ON m.node = e.source
WHERE e.target = ?1 AND e.kind = 'supports' AND e.source <> ?2 AND m.deleted_at IS NULL
"""
# No text says them any more: what was withdrawn, and what somebody kept of the memory meant.
_TEXTLESS = f"""{_MEMORIES} source IN {rows.DERIVED}
AND NOT EXISTS (SELECT 1 FROM edges WHERE target = node AND kind = 'supports')
AND (deleted_at IS NOT NULL OR EXISTS (
    SELECT 1 FROM versions v JOIN contents c ON c.key = v.key
    WHERE v.node = memories.node AND instr(c.detail, ?1)
)) ORDER BY first_key"""
_NEXT_SEQ = "UPDATE counters SET value = value + 1 WHERE name = 'seq' RETURNING value"
_OF_KEY = ("tags", "contents", "embeddings", "versions")
_EDGES_AT = "(source = ?1 OR target = ?1)"  # each side has its own index
# Few names are looked for in the text of an answer before it is decoded.
_FEW_NAMES = 8
# One file at a time is written anew: each needs its own size again on the disk.
_rewriting = threading.Lock()


class SqliteErasures:
    """The erasures of an open file; copies that were set aside lie in the same folder."""

    def __init__(self, file: SqliteFile, folder: Path) -> None:
        self._file = file
        self._folder = folder

    async def erase(self, order: Erasure) -> Erasure | None:
        """Removes the memory, or all parts of the long text, and keeps the order."""
        return await self._file.write(lambda connection: _erase(connection, order))

    async def receipt(self, erasure_id: str) -> Erasure | None:
        """An order by its id, done or not, or None."""
        found = await self._select("WHERE id = ?", (erasure_id,))
        return found[0] if found else None

    async def latest(self, target_id: str) -> Erasure | None:
        """The latest order that was carried out on a memory or long text, or None."""
        sql = "WHERE target_id = ? ORDER BY requested_at DESC, id DESC LIMIT 1"
        found = await self._select(sql, (target_id,))
        return found[0] if found else None

    async def pending(self) -> list[Erasure]:
        """The orders that are not finished, oldest first."""
        return await self._select("WHERE done_at IS NULL ORDER BY requested_at, id", ())

    async def purge(self) -> None:
        """Nothing that was erased is left in the file, its log or a copy set aside."""
        await asyncio.to_thread(_discard_aside, self._folder)
        await self._file.write_alone(lambda connection: _rewrite(connection, self._folder))

    async def tidy(self, *, answers_before: datetime) -> int:
        """Answers from before that time are gone, and the log is cut back if nobody reads it."""
        before = to_microseconds(answers_before)

        def forget(connection: apsw.Connection) -> int:
            connection.execute("DELETE FROM idempotency WHERE at < ?", (before,))
            return connection.changes()

        n_gone = await self._file.write(forget)
        await self._file.write_alone(cut_log_back)
        return n_gone

    async def finish(self, erasure_ids: Sequence[str], at: datetime) -> None:
        """These orders are done, and their keys forgotten."""
        which = among("id", erasure_ids)
        sql = f"UPDATE erasures SET done_at = ?, keys = NULL WHERE {which.sql}"
        values = (to_microseconds(at), *which.values)

        def work(connection: apsw.Connection) -> None:
            connection.execute(sql, values)

        await self._file.write(work)

    async def _select(self, where: str, values: rows.Row) -> list[Erasure]:
        sql = f"SELECT {_COLUMNS} FROM erasures {where}"
        return await self._file.read(
            lambda connection: [rows.erasure_of(row) for row in connection.execute(sql, values)]
        )


def _erase(connection: apsw.Connection, order: Erasure) -> Erasure | None:
    targets: list[rows.Row] = connection.execute(_TARGETS, (order.target_id,)).fetchall()
    targets = targets or connection.execute(_PARTS, (order.target_id,)).fetchall()
    # A long text that is still to be split has no memory yet.
    documents = {source_id for _, _, _, source_id, _ in targets} - {None} or {order.target_id}
    n_documents = sum(_erase_document(connection, source_id) for source_id in documents)
    if not targets and not n_documents:
        return None
    keys, names, touched = list[int](), {order.target_id}, set[int]()
    textless: dict[int, rows.Row] = {}
    for node, memory_id, *_ in list(targets):
        for fact in connection.execute(_DERIVED, (node,)).fetchall():
            for (other,) in connection.execute(_OTHERS, (fact[0], node)).fetchall():
                add(connection, QueueItem(memory_id=str(other), enqueued_at=order.requested_at))
            targets.append(fact)
        quoted = msgspec.json.encode(memory_id).decode()
        textless |= {one[0]: one for one in connection.execute(_TEXTLESS, (quoted,))}
    targets = list({one[0]: one for one in targets}.values())
    n_memories = len(targets)
    targets += [one for node, one in textless.items() if all(node != had[0] for had in targets)]
    n_versions = 0
    for n, (node, memory_id, speaker, source_id, is_live) in enumerate(targets):
        names |= {memory_id} if source_id is None else {memory_id, source_id}
        keys += _erase_versions(connection, node)
        if n < n_memories:
            n_versions = len(keys)
        touched |= drop_edges(connection, (_EDGES_AT, node), ("memory_id = ?1", memory_id)) - {node}
        connection.execute("DELETE FROM memories WHERE node = ?", (node,))
        connection.execute("DELETE FROM nodes WHERE number = ?", (node,))
        connection.execute("DELETE FROM queue WHERE memory_id = ?", (memory_id,))
        connection.execute("DELETE FROM entity_keys WHERE memory_id = ?", (memory_id,))
        connection.execute(
            "UPDATE counters SET value = value - ? WHERE name = 'live'", (int(is_live),)
        )
        _erase_speaker(connection, speaker)
        bodies.erase(connection, memory_id)
        _erase_events(connection, memory_id, order)
    settle_entities(connection, touched)
    _erase_answers(connection, names)
    done: Erasure = msgspec.structs.replace(
        order, n_memories=n_memories, n_versions=n_versions, keys=tuple(keys), done_at=None
    )
    connection.execute(
        f"INSERT INTO erasures ({_COLUMNS}) VALUES (?, ?, ?, ?, NULL, ?, ?, ?)",
        (
            done.id,
            done.target_id,
            done.actor,
            to_microseconds(done.requested_at),
            done.n_memories,
            done.n_versions,
            msgspec.json.encode(done.keys).decode(),
        ),
    )
    return done


def _erase_document(connection: apsw.Connection, source_id: str) -> int:
    """A long text as it came, and what is still to be done about it; returns how many there were."""
    connection.execute("DELETE FROM works WHERE source_id = ?", (source_id,))
    connection.execute("DELETE FROM documents WHERE source_id = ?", (source_id,))
    return connection.changes()


def _erase_versions(connection: apsw.Connection, node: int) -> list[int]:
    """All that is kept under the keys of a memory's versions; the feed tells that they went."""
    sql = "SELECT key FROM versions WHERE node = ? ORDER BY number"
    found: list[rows.Row] = connection.execute(sql, (node,)).fetchall()
    keys: list[int] = [key for (key,) in found]
    for key in keys:
        for table in _OF_KEY:
            connection.execute(f"DELETE FROM {table} WHERE key = ?", (key,))
        seq: int = connection.execute(_NEXT_SEQ).get
        connection.execute("INSERT INTO removed (key, seq) VALUES (?, ?)", (key, seq))
    return keys


def _erase_speaker(connection: apsw.Connection, speaker: str | None) -> None:
    """The name, unless another memory has it."""
    if speaker is None:
        return
    is_named = connection.execute("SELECT 1 FROM versions WHERE speaker = ? LIMIT 1", (speaker,))
    if is_named.get is None:
        connection.execute(
            "DELETE FROM speakers WHERE normal_name = ? AND speaker = ?",
            (normal_form(speaker), speaker),
        )


def _erase_events(connection: apsw.Connection, memory_id: str, order: Erasure) -> None:
    """What events say of before and after; that they happened stays."""
    connection.execute(
        "UPDATE events SET before = NULL, after = NULL WHERE memory_id = ?", (memory_id,)
    )
    add(
        connection,
        Event(at=order.requested_at, kind="erased", actor=order.actor, memory_id=memory_id),
    )


def _erase_answers(connection: apsw.Connection, names: set[str]) -> None:
    """The idempotent answers that are about any of the names."""
    quoted = [msgspec.json.encode(name).decode() for name in names]
    where, values = "1", list[str]()
    if len(quoted) <= _FEW_NAMES:
        where, values = " OR ".join(["instr(answer, ?)"] * len(quoted)), quoted
    sql = f"SELECT {', '.join(rows.ANSWER)} FROM idempotency WHERE {where}"
    answers = [rows.answer_of(row) for row in connection.execute(sql, values)]
    for answer in answers:
        if answer.names & names:
            connection.execute("DELETE FROM idempotency WHERE key = ?", (answer.key,))


def _rewrite(connection: apsw.Connection, folder: Path) -> None:
    """The file holds what is live and nothing else, and its log is empty.

    The copy that SQLite makes on the way is a nameless file in the same folder: in memory it
    would be as large as the store, and elsewhere it would leave the data directory.
    """
    with _rewriting:
        quoted = str(folder).replace("'", "''")
        connection.execute(f"PRAGMA temp_store = FILE; PRAGMA temp_store_directory = '{quoted}'")
        try:
            connection.execute("VACUUM")
        finally:
            connection.execute("PRAGMA temp_store = MEMORY; PRAGMA temp_store_directory = ''")
    is_busy, _, _ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()[0]
    if is_busy:
        raise StoreUnavailable("a long read keeps the write-ahead log from being emptied")


def _discard_aside(folder: Path) -> None:
    try:
        for aside in folder.glob("*.aside-*"):
            shutil.rmtree(aside) if aside.is_dir() else aside.unlink()
    except OSError as error:
        raise StoreUnavailable(f"a copy set aside cannot be removed: {error}") from error
