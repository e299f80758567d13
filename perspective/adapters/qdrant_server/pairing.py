"""Which collection belongs to a tenant's folder? One name, never used before, and what must go.

Names are drawn by chance and kept beside the records: another data directory, a tenant made anew
and another model each begin with a collection of their own, whatever else the server holds.
"""

from __future__ import annotations

import errno
import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock

import msgspec

from perspective.errors import DiskFull, StoreCorrupt, StoreUnavailable

_NAMES = "collection.json"
_REACHED = "reached"


class Names(msgspec.Struct, frozen=True):
    """The collection in use, the model of its vectors, and collections to be deleted."""

    collection: str
    model: str
    stale: tuple[str, ...] = ()

    @classmethod
    def read(cls, folder: Path) -> Names | None:
        """What the folder says; None when it says nothing. Raises StoreCorrupt."""
        with on_disk():
            try:
                return msgspec.json.decode((folder / _NAMES).read_bytes(), type=cls)
            except FileNotFoundError:
                return None
            except msgspec.DecodeError as error:
                raise StoreCorrupt(f"{folder / _NAMES} is damaged: {error}") from error


class Pairing:
    """The names of one tenant's folder. Everything here touches the disk.

    `reached` is noted before a change is sent. A collection beyond it knows changes that the
    records here do not: they were put back to an earlier state, and it is of no use to them.
    """

    def __init__(self, folder: Path, model: str) -> None:
        self._folder = folder
        self._changing = Lock()  # a call that was given up may still be at work in its thread
        with on_disk():
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._clear()
        found = Names.read(folder)
        self._reached = self._read_reached()
        former = _set_aside(folder)
        if found is not None:
            former += [*found.stale, found.collection]
        current = found.collection if found is not None and found.model == model else _new_name()
        stale = tuple(name for name in dict.fromkeys(former) if name != current)
        self.names = Names(current, model, stale)
        if self.names != found:
            self._keep(self.names)

    @property
    def reached(self) -> int:
        """The sequence number of the latest change that may have been sent."""
        return self._reached

    def reach(self, seq: int) -> None:
        """A change is about to be sent. Not synced: an earlier number is on the safe side."""
        with self._changing, on_disk():
            if seq > self._reached:
                _replace(self._folder / _REACHED, str(seq).encode(), is_synced=False)
                self._reached = seq

    def prepare(self) -> str:
        """A new name, to be deleted unless `switch` makes it the collection in use."""
        name = _new_name()
        with self._changing:
            self._keep(msgspec.structs.replace(self.names, stale=(*self.names.stale, name)))
        return name

    def switch(self, name: str) -> None:
        """That collection is the one in use, and the one before is to be deleted."""
        with self._changing:
            stale = [one for one in self.names.stale if one != name]
            self._keep(Names(name, self.names.model, (*stale, self.names.collection)))

    def forget(self, name: str) -> None:
        """A stale collection was deleted."""
        with self._changing:
            stale = tuple(one for one in self.names.stale if one != name)
            self._keep(msgspec.structs.replace(self.names, stale=stale))

    def _keep(self, names: Names) -> None:
        with on_disk():
            _replace(self._folder / _NAMES, msgspec.json.encode(names), is_synced=True)
        self.names = names

    def _read_reached(self) -> int:
        with on_disk():
            try:
                return int((self._folder / _REACHED).read_bytes())
            except (FileNotFoundError, ValueError):
                return 0

    def _clear(self) -> None:
        """What another kind of store left would keep vectors of memories that are erased."""
        for path in self._folder.iterdir():
            if path.name in {_NAMES, _REACHED}:
                continue
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path)
            else:
                path.unlink()


# The two below stand in another adapter too: no adapter knows another.


@contextmanager
def on_disk() -> Iterator[None]:
    """The file system's errors leave as ours."""
    try:
        yield
    except OSError as error:
        if error.errno in {errno.ENOSPC, errno.EDQUOT}:
            raise DiskFull from error
        raise StoreUnavailable(f"the vectors' folder cannot be used: {error}") from error


def sync_folder(folder: Path) -> None:
    """The names in the folder are on the disk."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _set_aside(folder: Path) -> list[str]:
    """The collections of earlier folders in this place, which could not be opened at their time:
    nobody else would delete them."""
    with on_disk():
        asides = sorted(folder.parent.glob(f"{folder.name}.aside-*"))
    collections: list[str] = []
    for aside in asides:
        try:
            names = Names.read(aside)
        except StoreCorrupt:
            continue
        if names is not None:
            collections += [names.collection, *names.stale]
    return collections


def _new_name() -> str:
    return f"perspective-{secrets.token_hex(8)}"


def _replace(path: Path, content: bytes, *, is_synced: bool) -> None:
    beside = path.with_name(f"{path.name}.new")
    with beside.open("wb") as file:
        file.write(content)
        if is_synced:
            file.flush()
            os.fsync(file.fileno())
    beside.replace(path)
    if is_synced:
        sync_folder(path.parent)
