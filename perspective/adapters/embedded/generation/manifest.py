"""Which files is a generation made of, and are they still what was written?

The manifest is written last, after everything else is on the disk. It carries a checksum of
itself, since a wrong sequence number would hide changes.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Collection
from pathlib import Path
from threading import Event

import msgspec

from perspective.adapters.embedded.files.disk import sync_folder
from perspective.errors import StoreCorrupt

FORMAT = 1
MANIFEST = "manifest.json"

_CHUNK_BYTES = 1 << 20


class FileMark(msgspec.Struct, frozen=True):
    """What a file must be."""

    n_bytes: int
    sha256: str


class Manifest(msgspec.Struct, frozen=True, kw_only=True):
    """A generation: every version up to `seq` of one model's vectors."""

    format: int
    number: int
    model: str
    dimensions: int
    n_rows: int
    seq: int
    files: dict[str, FileMark]
    checksum: str = ""


def folder_name(number: int) -> str:
    """The folder of a generation."""
    return f"generation-{number:06d}"


def seal(folder: Path, manifest: Manifest) -> None:
    """Marks all files in the folder as they are, and syncs them; the manifest comes last."""
    files: dict[str, FileMark] = {}
    for path in _files(folder):
        with path.open("rb") as file:
            os.fsync(file.fileno())
        files[path.relative_to(folder).as_posix()] = FileMark(path.stat().st_size, _sha256(path))
    marked = msgspec.structs.replace(manifest, files=files)
    marked = msgspec.structs.replace(marked, checksum=_checksum(marked))
    with (folder / MANIFEST).open("wb") as file:
        file.write(msgspec.json.format(msgspec.json.encode(marked)))
        file.flush()
        os.fsync(file.fileno())
    for path in [folder, *(path for path in folder.rglob("*") if path.is_dir())]:
        sync_folder(path)


def read_manifest(folder: Path) -> Manifest:
    """The manifest, itself intact, and every file there in its size; raises StoreCorrupt."""
    try:
        manifest = msgspec.json.decode((folder / MANIFEST).read_bytes(), type=Manifest)
    except (OSError, msgspec.DecodeError) as error:
        raise StoreCorrupt(f"{folder.name}: its manifest cannot be read: {error}") from error
    if manifest.checksum != _checksum(manifest):
        raise StoreCorrupt(f"{folder.name}: its manifest was changed")
    for name, mark in manifest.files.items():
        try:
            n_bytes = (folder / name).stat().st_size
        except OSError as error:
            raise StoreCorrupt(f"{folder.name}: {name} is missing") from error
        if n_bytes != mark.n_bytes:
            raise StoreCorrupt(f"{folder.name}: {name} has {n_bytes} bytes, not {mark.n_bytes}")
    return manifest


def verify(folder: Path, manifest: Manifest, stopped: Event) -> None:
    """Every file has the content that was written, unless stopped; raises StoreCorrupt."""
    if read_manifest(folder) != manifest:
        raise StoreCorrupt(f"{folder.name}: its manifest is another")
    verify_files(folder, manifest, tuple(manifest.files), stopped)


def verify_files(
    folder: Path, manifest: Manifest, names: Collection[str], stopped: Event | None = None
) -> None:
    """These files have the content that was written, unless stopped; raises StoreCorrupt."""
    for name in names:
        mark = manifest.files.get(name)
        if mark is None:
            raise StoreCorrupt(f"{folder.name}: {name} is not in its manifest")
        try:
            found = _sha256(folder / name, stopped)
        except OSError as error:
            raise StoreCorrupt(f"{folder.name}: {name} cannot be read: {error}") from error
        if stopped is not None and stopped.is_set():
            return
        if found != mark.sha256:
            raise StoreCorrupt(f"{folder.name}: {name} is not what was written")


def _files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


def _sha256(path: Path, stopped: Event | None = None) -> str:
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while chunk := file.read(_CHUNK_BYTES):
            if stopped is not None and stopped.is_set():
                break
            digest.update(chunk)
    return digest.hexdigest()


def _checksum(manifest: Manifest) -> str:
    plain = msgspec.structs.replace(manifest, checksum="")
    return hashlib.sha256(msgspec.json.encode(plain, order="deterministic")).hexdigest()
