"""Which process owns a data directory, and how does everyone else find it?

The owner holds an operating system's lock (flock) on `perspective.lock`; the kernel takes it back
when the process ends, however it ends. The text in the file only says who the owner is: it counts
while the lock is held, so neither a file left behind nor a process id used again can mislead.
The file is never removed or replaced. A child made by fork without exec would share the lock:
the worker process is started, never forked.
"""

from __future__ import annotations

import fcntl
import os
import time
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import Literal, Self

import msgspec

from perspective.errors import AlreadyRunning, StoreUnavailable

LOCK_FILE = "perspective.lock"

_MAX_BYTES = 64 * 1024
# Someone who asks whether the lock is held takes it, shared, for microseconds.
_PATIENCE_S = 0.25
_RETRY_S = 0.01
# A new owner writes its name at once; until then the file may hold the name of the one before.
_CONFIRM_S = 0.02


class Owner(msgspec.Struct, frozen=True, kw_only=True):
    """Who holds a data directory. `port` is None until the owner answers requests."""

    pid: int
    started_at: datetime
    role: Literal["daemon", "library"] = "library"
    host: str | None = None
    port: int | None = None

    @property
    def url(self) -> str | None:
        """Address for clients on this machine; None when the owner answers no requests."""
        if self.host is None or not self.port:
            return None
        host = {"": "127.0.0.1", "0.0.0.0": "127.0.0.1", "::": "::1"}.get(self.host, self.host)  # noqa: S104
        return f"http://[{host}]:{self.port}" if ":" in host else f"http://{host}:{self.port}"


class DataDirLock:
    """The right to a data directory. Made unlocked; `acquire` and `release` may be repeated."""

    def __init__(self, data_dir: Path) -> None:
        self._path = data_dir / LOCK_FILE
        self._fd: int | None = None

    def acquire(self, owner: Owner) -> None:
        """Owns the directory, which is made (mode 0700) if missing.

        Raises AlreadyRunning with the owner's pid and what to do, StoreUnavailable when the
        directory cannot be written.
        """
        if self._fd is not None:
            return
        try:
            self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            fd = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError as error:
            reason = error.strerror or error
            message = f"{self._path.parent} cannot be used as a data directory: {reason}"
            raise StoreUnavailable(message) from error
        try:
            self._lock(fd)
            self._fd = fd
            self.announce(owner)
        except BaseException:
            self._fd = None
            os.close(fd)
            raise

    def announce(self, owner: Owner) -> None:
        """Writes into the file who owns it, now reachable under host and port."""
        if self._fd is None:
            message = "only the owner of a lock may write into it"
            raise StoreUnavailable(message)
        text = msgspec.json.encode(owner) + b"\n"
        try:
            os.pwrite(self._fd, text, 0)  # one line: a reader takes the first whole one
            os.ftruncate(self._fd, len(text))
        except OSError as error:
            message = f"{self._path} cannot be written: {error.strerror or error}"
            raise StoreUnavailable(message) from error

    def release(self) -> None:
        """Gives the directory back; the file stays, and names nobody. Safe to repeat."""
        fd, self._fd = self._fd, None
        if fd is None:
            return
        try:
            # It keeps its place on the disk: a full one then holds up no next owner.
            os.pwrite(fd, b"\n", 0)
            os.ftruncate(fd, 1)
        except OSError:  # a vanished disk: the lock itself is what counts
            pass
        finally:
            os.close(fd)

    def _lock(self, fd: int) -> None:
        """Holds the lock of the file, or raises AlreadyRunning."""
        deadline = time.monotonic() + _PATIENCE_S
        while not _flock(fd, fcntl.LOCK_EX):
            if time.monotonic() > deadline:
                raise AlreadyRunning(_held_message(self._path.parent, _read(fd)))
            time.sleep(_RETRY_S)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.release()


def find_owner(data_dir: Path) -> tuple[bool, Owner | None]:
    """Whether someone owns the directory, and who; nothing is changed.

    The second is None when nobody does, or when the owner's name cannot be read. Raises
    StoreUnavailable when the lock file may not be read.
    """
    try:
        fd = os.open(data_dir / LOCK_FILE, os.O_RDONLY | os.O_CLOEXEC)
    except (FileNotFoundError, NotADirectoryError):
        return False, None
    except OSError as error:
        message = f"{data_dir / LOCK_FILE} cannot be read: {error.strerror or error}"
        raise StoreUnavailable(message) from error
    try:
        if _flock(fd, fcntl.LOCK_SH):
            return False, None
        return True, _confirmed(fd)
    finally:
        os.close(fd)


def _confirmed(fd: int) -> Owner | None:
    """The owner's name once it reads the same twice; a new owner may be writing it."""
    owner = _read(fd)
    for _ in range(10):
        before = owner
        time.sleep(_CONFIRM_S)
        owner = _read(fd)
        if owner is not None and owner == before:
            break
    return owner


def _read(fd: int) -> Owner | None:
    """The owner named in the file; None while it is empty or not readable."""
    line, newline, _ = os.pread(fd, _MAX_BYTES, 0).partition(b"\n")
    if not newline:
        return None
    try:
        return msgspec.json.decode(line, type=Owner)
    except msgspec.MsgspecError:
        return None


def _flock(fd: int, kind: int) -> bool:
    """Whether the lock could be taken at once."""
    try:
        fcntl.flock(fd, kind | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _held_message(data_dir: Path, owner: Owner | None) -> str:
    """What to tell someone who wanted a directory that another process owns."""
    if owner is None:
        return f"another process owns {data_dir}; end it, or use another data directory"
    if owner.pid == os.getpid():
        return f"this process has {data_dir} open already; share that one, or close it first"
    if owner.role == "daemon":
        where = f", port {owner.port}" if owner.port else ""
        reach = f"its REST API at {owner.url}/api" if owner.url else "its REST API"
        return (
            f"a Perspective daemon (pid {owner.pid}{where}) owns {data_dir}; use {reach} or the "
            "command line, or end it with: perspective stop"
        )
    return (
        f"another program (pid {owner.pid}) has {data_dir} open as a library; end it, or use "
        "another data directory"
    )
