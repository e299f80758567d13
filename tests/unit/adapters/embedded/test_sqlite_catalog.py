"""Does the catalog keep its folders: private, apart, set aside when damaged, gone when removed?"""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import apsw
import pytest

from perspective.adapters.embedded.sqlite_catalog import SqliteCatalog
from perspective.adapters.inmemory.texts import InMemoryTexts
from perspective.adapters.inmemory.vectors import InMemoryVectors
from perspective.domain.process import JobRun
from perspective.domain.tenant import Tenant
from perspective.errors import StoreCorrupt
from perspective.ports.vectors import VectorStore
from tests.contracts.material import NOON, inserting

ANN = Tenant(id="ann", created_at=NOON)


class Stop(BaseException):
    """What ends a removal half-way."""


def vectors_in(folder: Path, tenant: Tenant) -> InMemoryVectors:
    """An index that marks its folder."""
    folder.mkdir(exist_ok=True)
    (folder / "mark").touch()
    return InMemoryVectors()


def catalog_in(
    folder: Path, vectors: Callable[[Path, Tenant], VectorStore] = vectors_in
) -> SqliteCatalog:
    """A catalog over a data directory."""
    return SqliteCatalog(folder, vectors=vectors, texts=lambda _: InMemoryTexts())


@pytest.fixture
async def catalog(tmp_path: Path) -> AsyncIterator[SqliteCatalog]:
    """An empty catalog."""
    made = catalog_in(tmp_path / "data")
    yield made
    await made.close()


async def test_folders_are_their_owners_alone(tmp_path: Path, catalog: SqliteCatalog) -> None:
    """No one else may look into the data directory or a tenant's folder."""
    await catalog.put(ANN)
    stores = await catalog.open(ANN)
    for folder in ("data", "data/tenants", "data/tenants/ann"):
        assert (tmp_path / folder).stat().st_mode & 0o777 == 0o700
    await stores.records.close()


async def test_tenants_survive_a_restart(tmp_path: Path, catalog: SqliteCatalog) -> None:
    """What was put is there for the next process."""
    await catalog.put(ANN)
    await catalog.close()
    again = catalog_in(tmp_path / "data")
    assert await again.tenants() == [ANN]
    await again.close()


async def test_damaged_index_is_set_aside(tmp_path: Path) -> None:
    """An index that cannot be opened keeps its files beside the new, empty one."""

    def vectors(folder: Path, tenant: Tenant) -> InMemoryVectors:
        if (folder / "damage").exists():
            raise StoreCorrupt
        return vectors_in(folder, tenant)

    catalog = catalog_in(tmp_path, vectors)
    folder = tmp_path / "tenants" / "ann"
    (folder / "vectors").mkdir(parents=True)
    (folder / "vectors" / "damage").write_text("old")
    stores = await catalog.open(ANN)
    assert stores.vectors.cursor == 0
    assert (folder / "vectors" / "mark").exists()
    (aside,) = folder.glob("vectors.aside-*")
    assert (aside / "damage").read_text() == "old"
    await stores.records.close()
    await catalog.close()


async def test_index_that_never_opens_leaves_nothing_open(tmp_path: Path) -> None:
    """When the new index fails too, the error comes back and the records can be opened later."""
    attempts: list[Path] = []

    def vectors(folder: Path, tenant: Tenant) -> InMemoryVectors:
        attempts.append(folder)
        raise StoreCorrupt

    catalog = catalog_in(tmp_path, vectors)
    with pytest.raises(StoreCorrupt):
        await catalog.open(ANN)
    assert len(attempts) == 2
    assert not [one for one in threading.enumerate() if one.name == "records-write-ann"]
    await catalog.close()


async def test_cancelled_opening_closes_what_it_opened(tmp_path: Path) -> None:
    """Nothing stays open that nobody holds."""
    go = threading.Event()

    def vectors(_: Path, tenant: Tenant) -> InMemoryVectors:
        go.wait(30)
        return InMemoryVectors()

    catalog = catalog_in(tmp_path, vectors)
    opening = asyncio.ensure_future(catalog.open(ANN))
    await asyncio.sleep(0)
    opening.cancel()
    go.set()
    with pytest.raises(asyncio.CancelledError):
        await opening
    assert not [one for one in threading.enumerate() if one.name == "records-write-ann"]
    await catalog.close()


async def test_removal_takes_the_folder_and_no_other(
    tmp_path: Path, catalog: SqliteCatalog
) -> None:
    """The tenant's folder goes, with all that was put into it; the neighbours' stay."""
    for tenant_id in ("ann", "ann2", "an"):
        tenant = Tenant(id=tenant_id, created_at=NOON)
        await catalog.put(tenant)
        await (await catalog.open(tenant)).records.close()
    await catalog.remove("ann")
    left = sorted(one.name for one in (tmp_path / "data" / "tenants").iterdir())
    assert left == ["an", "ann2"]


async def test_removal_cut_short_is_finished_at_the_next_start(
    tmp_path: Path, catalog: SqliteCatalog, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A crash after the tenant was taken off the list leaves no folder behind for long."""
    await catalog.put(ANN)
    stores = await catalog.open(ANN)
    await stores.records.write(inserting("a"))
    await stores.records.close()

    def crash(_: str) -> None:
        raise Stop

    with monkeypatch.context() as patch:
        patch.setattr(catalog, "_discard", crash)
        with pytest.raises(Stop):
            await catalog.remove("ann")
    assert (tmp_path / "data" / "tenants" / "ann").exists()
    (tmp_path / "data" / "tenants" / ".removed-bo-1").mkdir()
    await catalog.close()
    again = catalog_in(tmp_path / "data")
    assert await again.tenants() == []
    assert list((tmp_path / "data" / "tenants").iterdir()) == []
    await again.close()


async def test_id_taken_again_meets_no_old_memories(
    catalog: SqliteCatalog, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A tenant made again after a removal that failed half-way begins empty."""
    await catalog.put(ANN)
    stores = await catalog.open(ANN)
    await stores.records.write(inserting("a"))
    await stores.records.close()

    def crash(_: str) -> None:
        raise Stop

    with monkeypatch.context() as patch:
        patch.setattr(catalog, "_discard", crash)
        with pytest.raises(Stop):
            await catalog.remove("ann")
    await catalog.put(ANN)
    stores = await catalog.open(ANN)
    assert (await stores.records.counts()).memories == 0
    await stores.records.close()


async def test_settings_of_a_newer_version_survive(catalog: SqliteCatalog) -> None:
    """A tenant's setting that we do not know is kept when we write its others."""
    await catalog.put(ANN)

    def newer(connection: object) -> None:
        connection.execute(  # type: ignore[attr-defined]
            "UPDATE tenants SET settings = json_set(settings, '$.mood', 'calm')"
        )

    await catalog._file.write(newer)
    await catalog.put(ANN)
    settings = await catalog._file.read(
        lambda connection: connection.execute("SELECT settings ->> 'mood' FROM tenants").get
    )
    assert settings == "calm"


async def test_catalog_from_before_due_times_is_looked_at_again(tmp_path: Path) -> None:
    """Its runs are kept; what a job has seen then says nothing of the time, and is due once more."""
    first = catalog_in(tmp_path / "data")
    await first.put(ANN)
    run = JobRun(id="r1", job="archive", tenant_id="ann", started_at=NOON)
    await first.runs.begin(run)
    await first.runs.end(run, seen=1)
    await first.close()
    with contextlib.closing(apsw.Connection(str(tmp_path / "data" / "catalog.db"))) as connection:
        connection.execute("ALTER TABLE job_seen DROP COLUMN due_at")
    for due in (["ann"], []):
        again = catalog_in(tmp_path / "data")
        assert await again.runs.find("r1") == run
        assert await again.runs.due("archive", NOON) == due
        await again.runs.end(run, seen=1)
        await again.close()
