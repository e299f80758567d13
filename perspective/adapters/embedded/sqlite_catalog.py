"""Which tenants does a data directory hold, and how are their stores opened and removed?

`catalog.db` lists them; each has a folder `tenants/<id>/` with its records and indexes, which
only its owner may read. A removal is noted durably before the folder goes, and is finished at
the next start if it was cut short: no one who takes the id again meets the old memories.
"""

from __future__ import annotations

import asyncio
import re
import secrets
import shutil
from collections.abc import Awaitable, Callable, Collection
from contextlib import AsyncExitStack
from pathlib import Path
from typing import TypeVar

import apsw
import msgspec

from perspective.adapters.embedded.files.aside import set_aside
from perspective.adapters.embedded.files.disk import on_disk, sync_folder
from perspective.adapters.embedded.jobs.sqlite_job_runs import (
    SqliteJobRuns,
    forget_runs,
    prepare_runs,
)
from perspective.adapters.embedded.sqlite import rows
from perspective.adapters.embedded.sqlite.file import SqliteFile, reading_threads
from perspective.adapters.embedded.sqlite.reserve import Reserve
from perspective.adapters.embedded.sqlite.schema import last_seq, prepare, prepare_records
from perspective.adapters.embedded.sqlite_erasures import SqliteErasures
from perspective.adapters.embedded.sqlite_feed import SqliteFeed
from perspective.adapters.embedded.sqlite_graph import SqliteGraph
from perspective.adapters.embedded.sqlite_records import SqliteRecords
from perspective.domain.interval import from_microseconds, to_microseconds
from perspective.domain.tenant import Tenant, TenantSettings, check_tenant_id
from perspective.errors import StorageError
from perspective.ports.catalog import TenantStores
from perspective.ports.texts import TextIndex
from perspective.ports.vectors import VectorStore

T = TypeVar("T")

_TABLES = """
CREATE TABLE tenants (
    id TEXT PRIMARY KEY,
    created_at INTEGER NOT NULL,
    settings TEXT NOT NULL,
    embedding_model TEXT,
    dimensions INTEGER,
    extra TEXT
) WITHOUT ROWID;
CREATE TABLE removals (tenant_id TEXT PRIMARY KEY) WITHOUT ROWID;
"""
_ERASING = "CREATE TABLE IF NOT EXISTS erasing (tenant_id TEXT PRIMARY KEY) WITHOUT ROWID"
_COLUMNS = "id, created_at, settings, embedding_model, dimensions, extra"
_TENANTS = f"SELECT {_COLUMNS} FROM tenants ORDER BY id"
_TENANT = f"SELECT {_COLUMNS} FROM tenants WHERE id = ?"
# The patch keeps settings that a newer minor version knows and we do not.
_PUT = f"""
INSERT INTO tenants ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET
    created_at = excluded.created_at, settings = json_patch(settings, excluded.settings),
    embedding_model = excluded.embedding_model, dimensions = excluded.dimensions,
    extra = excluded.extra
"""
RECORDS = "records.db"
VECTORS = "vectors"
_PLACE = re.compile(rf"{VECTORS}(-[0-9]+)?")

_REMOVED_PREFIX = ".removed-"


class SqliteCatalog:
    """The tenants of a data directory. Opening touches the disk: make it in a thread.

    `vectors` and `texts` open an index in the folder that they are given, beside RECORDS, and
    run in a thread; the vectors are told whose they are. `on_close` lets go of what the indexes share. Where vectors lie elsewhere,
    `before_discard` is told the folder of those that are to go, in a thread and maybe again, and
    `after_removal` runs when a tenant is gone.
    """

    def __init__(
        self,
        data_dir: Path,
        *,
        vectors: Callable[[Path, Tenant], VectorStore],
        texts: Callable[[Path], TextIndex],
        on_close: Callable[[], Awaitable[None]] | None = None,
        before_discard: Callable[[Path], None] | None = None,
        after_removal: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        self._tenants_dir = data_dir / "tenants"
        self._open_vectors = vectors
        self._open_texts = texts
        self._on_close = on_close
        self._before_discard = before_discard
        self._after_removal = after_removal
        self._threads = reading_threads()
        self._changing = asyncio.Lock()
        with on_disk("the data directory"):
            _make_folder(data_dir)
            _make_folder(self._tenants_dir)
            self._reserve = Reserve(data_dir / "reserve")
            self._file = self._reserve.opened(
                lambda: SqliteFile(data_dir / "catalog.db", self._threads, prepare=self._prepare)
            )
            self._reserve.keep()
        self.runs = SqliteJobRuns(self._file)

    async def tenants(self) -> list[Tenant]:
        """All tenants, by id."""
        return await self._file.read(
            lambda connection: [_tenant_of(row) for row in connection.execute(_TENANTS)]
        )

    async def tenant(self, tenant_id: str) -> Tenant | None:
        """One tenant, or None."""

        def query(connection: apsw.Connection) -> Tenant | None:
            row = connection.execute(_TENANT, (tenant_id,)).fetchone()
            return None if row is None else _tenant_of(row)

        return await self._file.read(query)

    async def put(self, tenant: Tenant) -> None:
        """Adds a tenant or overwrites it."""
        values = (
            check_tenant_id(tenant.id),
            to_microseconds(tenant.created_at),
            msgspec.json.encode(tenant.settings).decode(),
            tenant.embedding_model,
            tenant.dimensions,
            rows.json_or_null(tenant.extra),
        )

        def work(connection: apsw.Connection) -> None:
            connection.execute(_PUT, values)
            connection.execute("DELETE FROM removals WHERE tenant_id = ?", (tenant.id,))

        async with self._changing:
            # A removal that failed half-way left the old folder: it must not become this one's.
            if await self._file.read(lambda connection: _is_being_removed(connection, tenant.id)):
                await asyncio.to_thread(self._discard, tenant.id)
            await self._file.write(work)

    async def open(self, tenant: Tenant) -> TenantStores:
        """Opens the tenant's stores, making what is missing; the caller closes them."""
        opening = asyncio.ensure_future(self._open(tenant))
        try:
            return await asyncio.shield(opening)
        except asyncio.CancelledError:
            # Nobody is left to close what a thread is still opening.
            stores = await opening
            await stores.vectors.close()
            await stores.texts.close()
            await stores.records.close()
            raise

    async def open_vectors(self, tenant: Tenant) -> VectorStore:
        """Opens one more index of vectors, beside those that are open; the caller closes it."""
        opening = asyncio.ensure_future(asyncio.to_thread(self._vectors_of, tenant))
        try:
            return await asyncio.shield(opening)
        except asyncio.CancelledError:
            await (await opening).close()
            raise

    async def discard_vectors(self, tenant_id: str, *, keep: Collection[int]) -> None:
        """Removes the vectors in the tenant's other places than these."""
        folder = self._tenants_dir / check_tenant_id(tenant_id)
        if await asyncio.to_thread(self._discard_vectors, folder, keep) and self._after_removal:
            await self._after_removal()

    async def remove(self, tenant_id: str) -> None:
        """Deletes the tenant and its files, and nothing else; its stores must be closed."""

        def forget(connection: apsw.Connection) -> None:
            connection.execute("DELETE FROM tenants WHERE id = ?", (tenant_id,))
            connection.execute("DELETE FROM erasing WHERE tenant_id = ?", (tenant_id,))
            forget_runs(connection, tenant_id)
            connection.execute(
                "INSERT INTO removals (tenant_id) VALUES (?) ON CONFLICT DO NOTHING", (tenant_id,)
            )

        def finish(connection: apsw.Connection) -> None:
            connection.execute("DELETE FROM removals WHERE tenant_id = ?", (tenant_id,))

        check_tenant_id(tenant_id)
        async with self._changing:
            await self._file.write(forget)
            await asyncio.to_thread(self._discard, tenant_id)
            await self._file.write(finish)
        if self._after_removal is not None:
            await self._after_removal()

    async def erasing(self) -> list[str]:
        """The tenants that may have erasures to finish, by id."""
        sql = "SELECT tenant_id FROM erasing ORDER BY tenant_id"
        return await self._file.read(
            lambda connection: [str(tenant_id) for (tenant_id,) in connection.execute(sql)]
        )

    async def set_erasing(self, tenant_id: str, *, is_erasing: bool) -> None:
        """Notes durably whether a tenant may have erasures to finish."""
        insert = "INSERT INTO erasing (tenant_id) VALUES (?) ON CONFLICT DO NOTHING"
        delete = "DELETE FROM erasing WHERE tenant_id = ?"

        def work(connection: apsw.Connection) -> None:
            connection.execute(insert if is_erasing else delete, (tenant_id,))

        await self._file.write(work)

    async def close(self) -> None:
        """Lets go of the catalog. Safe to repeat."""
        if self._on_close is not None:
            await self._on_close()
        await self._file.close()
        self._threads.shutdown(wait=False)

    def _prepare(self, connection: apsw.Connection) -> None:
        """Makes the tables, and finishes removals that were cut short."""
        prepare(connection, _TABLES)
        connection.execute(_ERASING)
        prepare_runs(connection)
        for (tenant_id,) in connection.execute("SELECT tenant_id FROM removals").fetchall():
            self._discard(str(tenant_id))
            connection.execute("DELETE FROM removals WHERE tenant_id = ?", (tenant_id,))
        for leftover in self._tenants_dir.glob(f"{_REMOVED_PREFIX}*"):
            shutil.rmtree(leftover)

    async def _open(self, tenant: Tenant) -> TenantStores:
        folder = self._tenants_dir / check_tenant_id(tenant.id)
        async with AsyncExitStack() as opened:
            file = await asyncio.to_thread(self._open_records, folder)
            opened.push_async_callback(file.close)
            vectors = await asyncio.to_thread(self._vectors_of, tenant)
            opened.push_async_callback(vectors.close)
            texts = await asyncio.to_thread(_open_index, folder / "text", self._open_texts)
            opened.pop_all()
        return TenantStores(
            records=SqliteRecords(file),
            erasures=SqliteErasures(file, folder),
            feed=SqliteFeed(file),
            graph=SqliteGraph(file),
            vectors=vectors,
            texts=texts,
        )

    def _open_records(self, folder: Path) -> SqliteFile:
        with on_disk("the data directory"):
            _make_folder(folder)
            self._reserve.keep()
            return self._reserve.opened(
                lambda: SqliteFile(
                    folder / RECORDS, self._threads, prepare=prepare_records, position=last_seq
                )
            )

    def _vectors_of(self, tenant: Tenant) -> VectorStore:
        folder = self._tenants_dir / check_tenant_id(tenant.id) / _place(tenant.n_evolved)
        return _open_index(folder, lambda index: self._open_vectors(index, tenant))

    def _discard_vectors(self, folder: Path, keep: Collection[int]) -> bool:
        """Whether there were any."""
        kept = {_place(n) for n in keep}
        with on_disk("the data directory"):
            old = [
                one
                for one in folder.glob(f"{VECTORS}*")
                if _PLACE.fullmatch(one.name) and one.name not in kept
            ]
            for place in old:
                if self._before_discard is not None:
                    self._before_discard(place)
                shutil.rmtree(place)
        return bool(old)

    def _discard(self, tenant_id: str) -> None:
        """Takes the tenant's folder out of its place at once, and then deletes it."""
        folder = self._tenants_dir / tenant_id
        aside = self._tenants_dir / f"{_REMOVED_PREFIX}{tenant_id}-{secrets.token_hex(8)}"
        with on_disk("the data directory"):
            if folder.exists():
                if self._before_discard is not None:
                    for place in folder.glob(f"{VECTORS}*"):
                        if _PLACE.fullmatch(place.name):
                            self._before_discard(place)
                folder.rename(aside)
                sync_folder(self._tenants_dir)
                shutil.rmtree(aside)


def _place(n_evolved: int) -> str:
    """The folder of the vectors of a tenant's first model, and of later ones."""
    return f"{VECTORS}-{n_evolved}" if n_evolved else VECTORS


def _open_index(folder: Path, open_at: Callable[[Path], T]) -> T:
    """What `open_at` makes of the folder; one that it cannot open is set aside."""
    try:
        return open_at(folder)
    except StorageError:
        set_aside(folder)
        return open_at(folder)


def _tenant_of(row: rows.Row) -> Tenant:
    tenant_id, created_at, settings, embedding_model, dimensions, extra = row
    return Tenant(
        id=tenant_id,
        created_at=from_microseconds(created_at),
        settings=msgspec.json.decode(settings, type=TenantSettings),
        embedding_model=embedding_model,
        dimensions=dimensions,
        extra=rows.dict_of(extra),
    )


def _is_being_removed(connection: apsw.Connection, tenant_id: str) -> bool:
    sql = "SELECT 1 FROM removals WHERE tenant_id = ?"
    return connection.execute(sql, (tenant_id,)).get is not None


def _make_folder(folder: Path) -> None:
    """The folder exists, on the disk too; a new one is its owner's alone."""
    if not folder.is_dir():
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        sync_folder(folder.parent)
