"""Up to which change does a text index tell all, and are its small files what was written?

tantivy's segments carry checksums of their own (`footers`); its JSON files and ours do not. Ours
has one in itself. Those of tantivy are marked in it while nothing writes: before the first commit
after a rest the marks are taken away, so that a crash never makes them wrong.
"""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import msgspec

from perspective.adapters.embedded.files.disk import sync_folder
from perspective.errors import StoreCorrupt

NAME = "cursor.json"

_MARKED = ("meta.json", ".managed.json")


class Cursor(msgspec.Struct, frozen=True, kw_only=True):
    """All changes up to `seq` are in at least `n_documents`; `marks` are sha256 by file."""

    format: int
    seq: int
    n_documents: int
    marks: dict[str, str] = {}
    checksum: str = ""


def read_cursor(folder: Path, known_format: int) -> Cursor | None:
    """What was written last, or None; raises StoreCorrupt when it is not as it was written, of
    another format, or a file is not what it says."""
    try:
        raw = (folder / NAME).read_bytes()
    except FileNotFoundError:
        return None
    cursor = msgspec.json.decode(raw, type=Cursor)
    if cursor.format != known_format:
        raise StoreCorrupt(f"the text index has format {cursor.format}, not {known_format}")
    if cursor.checksum != _checksum(cursor):
        raise StoreCorrupt(f"the text index's {NAME} was changed")
    for name, mark in cursor.marks.items():
        if _sha256(folder / name) != mark:
            raise StoreCorrupt(f"the text index's {name} is not what was written")
    return cursor


def write_cursor(folder: Path, cursor: Cursor, *, is_at_rest: bool = False) -> Cursor:
    """It is on the disk, as returned; at rest with marks of the files that nobody writes now."""
    marks = {name: _sha256(folder / name) for name in _MARKED} if is_at_rest else {}
    cursor = msgspec.structs.replace(cursor, marks=marks)
    cursor = msgspec.structs.replace(cursor, checksum=_checksum(cursor))
    new = folder / f"{NAME}.new"
    with new.open("wb") as file:
        file.write(msgspec.json.encode(cursor))
        file.flush()
        os.fsync(file.fileno())
    new.replace(folder / NAME)
    sync_folder(folder)
    return cursor


def _sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _checksum(cursor: Cursor) -> str:
    plain = msgspec.structs.replace(cursor, checksum="")
    return hashlib.sha256(msgspec.json.encode(plain, order="deterministic")).hexdigest()
