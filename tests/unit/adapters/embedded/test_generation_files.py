"""Is damage to a generation's files noticed, set aside and repaired while searches go on?"""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event

import pytest

from perspective.adapters.embedded.generation.manifest import (
    MANIFEST,
    Manifest,
    read_manifest,
    seal,
)
from perspective.adapters.embedded.generation.sealed import Sealed
from perspective.adapters.embedded.generation.shelf import Shelf
from perspective.errors import StoreCorrupt
from tests.unit.adapters.embedded.generations import (
    found,
    names,
    settled,
    some_changes,
    store_in,
    take,
)
from tests.unit.adapters.embedded.recorded import MODEL, Records
from tests.unit.adapters.embedded.recorded_vectors import ThreadWorker


def _files(folder: Path) -> list[Path]:
    return [path.relative_to(folder) for path in folder.rglob("*") if path.is_file()]


def _is_alike(one: Path, other: Path) -> bool:
    return one.read_bytes() == other.read_bytes()


def _truncate(path: Path) -> None:
    with path.open("r+b") as file:
        file.truncate(path.stat().st_size // 2)


def _flip(path: Path) -> None:
    with path.open("r+b") as file:
        file.seek(path.stat().st_size // 2)
        byte = file.read(1)[0]
        file.seek(-1, 1)
        file.write(bytes([byte ^ 0x10]))


def _remove(path: Path) -> None:
    path.unlink()


DAMAGES: dict[str, Callable[[Path], None]] = {
    "truncated": _truncate,
    "flipped": _flip,
    "removed": _remove,
}


@pytest.fixture
def records(tmp_path: Path) -> Iterator[Records]:
    """Empty records beside the index."""
    made = Records(tmp_path / "records.db")
    yield made
    made.close()


@pytest.fixture
async def generation(tmp_path: Path, records: Records) -> Path:
    """A folder with a generation of 60 versions that nobody has open."""
    store = store_in(tmp_path, ThreadWorker())
    await take(store, records, some_changes(60, namespace="some-name"))
    await settled(store)
    await store.close()
    return tmp_path / "vectors" / "generation-000001"


@pytest.mark.parametrize("damage", DAMAGES)
async def test_damage_to_any_file_is_noticed(damage: str, generation: Path, tmp_path: Path) -> None:
    """Each file in turn: a generation with damage to it is not taken for a sound one, unless the
    damage is gone once it is open."""
    files = _files(generation)
    assert len(files) > 10
    missed = []
    for file in files:
        if not (generation / file).stat().st_size:
            continue
        copy = tmp_path / "copy" / generation.name
        shutil.copytree(generation, copy)
        DAMAGES[damage](copy / file)
        shelf = Shelf(copy.parent, MODEL, exact_rows=1)
        sealed, reason = shelf.open_latest()
        if sealed is not None:
            try:
                shelf.verify(sealed, Event())
            except StoreCorrupt as error:
                reason = str(error)
            sealed.close()
        # The library writes one of its own settings files anew while it opens.
        if reason is None and not _is_alike(copy / file, generation / file):
            missed.append(str(file))
        shutil.rmtree(copy.parent)
    assert missed == []


@pytest.mark.parametrize(
    ("damage", "file"),
    [
        ("removed", MANIFEST),
        ("flipped", MANIFEST),
        ("truncated", "vectors.f32"),
        ("flipped", "vectors.f32"),
        ("flipped", "columns.npz"),
    ],
)
async def test_damage_is_repaired(damage: str, file: str, generation: Path, tmp_path: Path) -> None:
    """What is damaged is set aside and written again; meanwhile the index says what is wrong."""
    DAMAGES[damage](generation / file)
    store = store_in(tmp_path, ThreadWorker())
    reasons: list[str | None] = []
    store.watch(lambda: reasons.append(store.reason))
    reasons.append(store.reason)
    await found(store)
    await settled(store)
    assert any(reasons)
    assert (store.reason, store.cursor, store.n_entries) == (None, 60, 60)
    assert len(names(tmp_path)) == 1
    await store.close()


async def test_a_loss_is_filled_from_the_feed(generation: Path, tmp_path: Path) -> None:
    """When a lost generation cannot be written again, the feed gives everything back."""
    _flip(generation / "vectors.f32")
    store = store_in(tmp_path, ThreadWorker(), spare_bytes=1 << 60)
    woken = asyncio.Event()
    store.watch(woken.set)
    await asyncio.wait_for(woken.wait(), 30)
    assert (store.cursor, store.n_entries) == (0, 0)
    await store.apply(some_changes(60, namespace="some-name"))
    assert (store.cursor, store.n_entries) == (60, 60)
    await settled(store)
    assert "MiB free" in (store.reason or "")
    await store.close()


async def test_a_batch_under_way_does_not_hide_a_loss(generation: Path, tmp_path: Path) -> None:
    """A generation that is lost while a batch is applied leaves the cursor at the beginning."""
    store = store_in(tmp_path, ThreadWorker(), changes_at_once=1, spare_bytes=1 << 60)
    applying = asyncio.create_task(store.apply(some_changes(50, after=60)))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    sealed = store._sealed
    assert sealed is not None
    assert store.cursor > 60
    store._lose(sealed, "lost")
    await applying
    assert store.cursor == 0
    await settled(store)
    await store.close()


@pytest.mark.parametrize("name", ["status.dat", "segment.json", "edge_config.json"])
def test_panics_of_the_library_are_errors(name: str, generation: Path) -> None:
    """A file that qdrant-edge itself stumbles over is StoreCorrupt, whatever it raises."""
    paths = list(generation.rglob(name))
    assert paths
    for path in paths:
        with path.open("r+b") as file:
            file.truncate(3)
    manifest = Manifest(format=1, number=1, model=MODEL, dimensions=16, n_rows=60, seq=60, files={})
    (generation / MANIFEST).unlink()
    seal(generation, manifest)
    with pytest.raises(StoreCorrupt):
        Sealed(generation, exact_rows=1)


async def test_another_model_is_written_anew(
    generation: Path, tmp_path: Path, records: Records
) -> None:
    """A generation of another model is of no use: it goes, and that is no fault."""
    store = store_in(tmp_path, ThreadWorker(), model="another")
    assert (store.reason, store.cursor, store.n_entries) == (None, 0, 0)
    assert names(tmp_path) == []
    batch = some_changes(60, seed=4)
    records.keep(batch, model="another")
    await store.apply(batch)
    await settled(store)
    assert read_manifest(tmp_path / "vectors" / "generation-000001").model == "another"
    await store.close()
