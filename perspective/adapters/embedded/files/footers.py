"""Are tantivy's segments still what it wrote? It notes a CRC-32 behind each file, and never looks.

A file is its body, a footer in JSON (`version`, `crc`), the footer's length and a magic number,
both four bytes, little-endian. The version, which the sum leaves out, must be the same in all files
of a segment. Only files that `meta.json` names are looked at: others are being written, or merged
away. Source: tantivy's `directory/footer.rs`.
"""

from __future__ import annotations

import struct
import zlib
from pathlib import Path
from threading import Event
from typing import BinaryIO

import msgspec

from perspective.errors import StoreCorrupt

META = "meta.json"

_END = struct.Struct("<II")
_MAGIC = 1337
_CHUNK_BYTES = 1 << 20


class Deletes(msgspec.Struct, frozen=True):
    """Which of the files of deleted documents counts."""

    opstamp: int


class Segment(msgspec.Struct, frozen=True):
    """A part of the index, in files named by its id; `max_doc` counts deleted documents too."""

    segment_id: str
    max_doc: int
    deletes: Deletes | None = None

    @property
    def stem(self) -> str:
        """What its files' names begin with."""
        return self.segment_id.replace("-", "")


class Meta(msgspec.Struct, frozen=True):
    """What tantivy's `meta.json` says, as far as we ask."""

    segments: list[Segment]


class _Version(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    major: int
    minor: int
    patch: int
    index_format_version: int


class _Footer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    version: _Version
    crc: int


def read_meta(folder: Path) -> Meta:
    """The index as it is committed."""
    return msgspec.json.decode((folder / META).read_bytes(), type=Meta)


def verify_segments(folder: Path, stopped: Event) -> None:
    """Every file of a committed segment has the body that was written, unless stopped; raises
    StoreCorrupt. Reads them all, and lets other threads run meanwhile."""
    for segment in read_meta(folder).segments:
        kept = None if segment.deletes is None else f"{segment.stem}.{segment.deletes.opstamp}.del"
        versions = set[_Version]()
        for path in sorted(folder.glob(f"{segment.stem}.*")):
            if path.suffix != ".del" or path.name == kept:
                version = _verify(path, stopped)
                versions |= set() if version is None else {version}
            if stopped.is_set():
                return
        if len(versions) > 1:
            raise StoreCorrupt(f"the text index's {segment.stem} is of several versions")


def _verify(path: Path, stopped: Event) -> _Version | None:
    """The version of a file that is whole; None for one that is gone, or not read to its end."""
    try:
        with path.open("rb") as file:
            n_body, footer = _footer(file, path.stat().st_size)
            crc = _crc(file, n_body, stopped)
    except FileNotFoundError:
        return None  # merged away meanwhile; one that is needed and missing cannot be opened
    except (OSError, ValueError) as error:
        reason = f"the text index's {path.name} is not what was written: {error}"
        raise StoreCorrupt(reason) from error
    if stopped.is_set():
        return None
    if crc != footer.crc:
        raise StoreCorrupt(f"the text index's {path.name} is not what was written")
    return footer.version


def _footer(file: BinaryIO, n_bytes: int) -> tuple[int, _Footer]:
    """The length of the body and what stands behind it; raises ValueError for what is no footer."""
    file.seek(max(0, n_bytes - _END.size))
    end = file.read(_END.size)
    if len(end) < _END.size:
        raise ValueError("it is too short")
    n_footer, magic = _END.unpack(end)
    n_body = n_bytes - _END.size - n_footer
    if magic != _MAGIC or n_body < 0:
        raise ValueError("it has no footer")
    file.seek(n_body)
    return n_body, msgspec.json.decode(file.read(n_footer), type=_Footer)


def _crc(file: BinaryIO, n_bytes: int, stopped: Event) -> int:
    """The CRC-32 of so many bytes from the beginning."""
    file.seek(0)
    crc = 0
    while n_bytes and not stopped.is_set():
        chunk = file.read(min(n_bytes, _CHUNK_BYTES))
        if not chunk:
            raise ValueError("it became shorter")
        crc = zlib.crc32(chunk, crc)
        n_bytes -= len(chunk)
    return crc
