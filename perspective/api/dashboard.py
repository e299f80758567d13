"""What is there of the web page that was built? Its files, read once, by their exact names.

In a wheel they lie in `perspective/_dashboard`, beside a checkout in `dashboard/dist`. What a
request names is looked up in the table made here and never reaches the file system.
"""

from __future__ import annotations

import gzip
import hashlib
import importlib.resources
import re
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec

from perspective.observability.events import event_log

CONTENT_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/vnd.microsoft.icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml; charset=utf-8",
    ".txt": "text/plain; charset=utf-8",
    ".wasm": "application/wasm",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
}
INDEX = "index.html"
ICON = "favicon.svg"
ASSETS = "assets"

_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]*")
_HASHED = re.compile(r".+-[A-Za-z0-9_-]{8,}\.[a-z0-9]+")

_log = event_log(__name__)


class File(msgspec.Struct, frozen=True, kw_only=True):
    """A file as it is served. `is_hashed` names never stand for other contents.

    `gzipped` is the same, compressed; None where that is not smaller or was not made.
    """

    content: bytes
    gzipped: bytes | None
    content_type: str
    digest: str
    is_hashed: bool


class Dashboard(msgspec.Struct, frozen=True):
    """The page and what it loads, by name."""

    index: File
    icon: File | None
    assets: Mapping[str, File]


def dashboard_folder() -> Path:
    """Where the built files lie, or would."""
    package = Path(str(importlib.resources.files("perspective")))
    places = (package / "_dashboard", package.parent / "dashboard" / "dist")
    return next((one for one in places if (one / INDEX).is_file()), places[0])


def read_dashboard(folder: Path) -> Dashboard | None:
    """The files of a folder, or None where the page was not built or cannot be read. Blocks."""
    try:
        if not (folder / INDEX).is_file():
            return None
        icon = _read(folder / ICON) if (folder / ICON).is_file() else None
        return Dashboard(_read(folder / INDEX), icon, dict(_assets(folder / ASSETS)))
    except OSError as error:
        _log.warning("dashboard_unreadable", folder=str(folder), reason=str(error))
        return None


def _assets(folder: Path) -> Iterator[tuple[str, File]]:
    """The files with a plain name and a kind that is known."""
    for path in sorted(folder.iterdir()) if folder.is_dir() else ():
        is_known = path.suffix in CONTENT_TYPES and _NAME.fullmatch(path.name)
        if is_known and path.is_file() and not path.is_symlink():
            yield path.name, _read(path)


def _read(path: Path) -> File:
    content = path.read_bytes()
    return File(
        content=content,
        gzipped=_gzipped(path, content),
        content_type=CONTENT_TYPES[path.suffix],
        digest=hashlib.sha256(content).hexdigest()[:32],
        is_hashed=_HASHED.fullmatch(path.name) is not None,
    )


def _gzipped(path: Path, content: bytes) -> bytes | None:
    """The compressed copy beside a file, if it is one of this very content and smaller."""
    beside = path.with_name(f"{path.name}.gz")
    if not beside.is_file() or beside.is_symlink():
        return None
    compressed = beside.read_bytes()
    try:
        is_same = gzip.decompress(compressed) == content
    except (OSError, EOFError, zlib.error):
        return None
    return compressed if is_same and len(compressed) < len(content) else None
