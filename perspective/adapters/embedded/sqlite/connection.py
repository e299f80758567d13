"""How is a SQLite file opened, and what do its errors mean to us?

SQLite comes from apsw's wheel: the one that Python links may be inside the range of a bug that
corrupts write-ahead logs (fixed in 3.51.3).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import apsw

from perspective.errors import (
    DiskFull,
    InvalidRequest,
    StorageError,
    StoreCorrupt,
    StoreUnavailable,
)

BUSY_TIMEOUT_MS = 5_000
# Five embeddings of 384 numbers fill a page; of SQLite's 4,096 bytes two leave a quarter empty.
PAGE_BYTES = 8_192
CACHE_KIB = 16_384  # a reader asks for some hundred scattered rows at a time
STATEMENT_CACHE_SIZE = 256  # lists of ids come in a few padded lengths, each a statement

# What is deleted is overwritten with zeros, so that free space holds nothing of it.
# A commit reaches the disk before it is acknowledged (synchronous, fullfsync for macOS); the log
# is cut back after a burst, so that it does not keep the burst's size.
_PRAGMAS = f"""
PRAGMA synchronous = FULL;
PRAGMA fullfsync = ON;
PRAGMA cache_size = -{CACHE_KIB};
PRAGMA journal_size_limit = 16777216;
PRAGMA temp_store = MEMORY;
PRAGMA secure_delete = ON;
PRAGMA trusted_schema = OFF;
"""


@contextmanager
def translated() -> Iterator[None]:
    """SQLite's errors leave as ours, the original as the cause."""
    try:
        yield
    except apsw.FullError as error:
        raise DiskFull from error
    except (apsw.BusyError, apsw.LockedError) as error:
        raise StoreUnavailable(f"another process is writing to the store: {error}") from error
    except (apsw.CorruptError, apsw.NotADBError, apsw.FormatError) as error:
        raise StoreCorrupt(f"the store's file is damaged: {error}") from error
    except apsw.IOError as error:
        # The log's index grows by ftruncate, and a full disk then shows as this one.
        if getattr(error, "extendedresult", 0) == apsw.SQLITE_IOERR_SHMSIZE:
            raise DiskFull from error
        raise StoreUnavailable(f"the disk failed: {error}") from error
    except (apsw.CantOpenError, apsw.ReadOnlyError, apsw.PermissionsError) as error:
        raise StoreUnavailable(f"the store's file cannot be opened: {error}") from error
    except apsw.Error as error:
        raise StorageError(f"SQLite: {error}") from error
    except UnicodeEncodeError as error:
        raise InvalidRequest("the text holds half a surrogate pair, which is no character") from (
            error
        )


@contextmanager
def atomic(connection: apsw.Connection) -> Iterator[None]:
    """Inside a transaction: all that is done here happens, or nothing of it."""
    if not connection.in_transaction:
        # A savepoint would begin, and end, a transaction of its own.
        raise StoreUnavailable("SQLite undid the transaction that this belongs to")
    with translated():
        connection.execute("SAVEPOINT step")
        is_done = False
        try:
            yield
            is_done = True
        finally:
            if connection.in_transaction:  # a full disk may have undone all of it
                if not is_done:
                    connection.execute("ROLLBACK TO step")
                connection.execute("RELEASE step")


def connect_writer(path: Path) -> apsw.Connection:
    """The connection that writes; makes the file, which only its owner may read."""
    with translated():
        connection = _connect(path, apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE)
        connection.execute(f"PRAGMA page_size = {PAGE_BYTES}; PRAGMA journal_mode = WAL")
    return connection


def connect_reader(path: Path) -> apsw.Connection:
    """A connection that reads what is committed, and cannot write."""
    with translated():
        connection = _connect(path, apsw.SQLITE_OPEN_READWRITE)
        connection.execute("PRAGMA query_only = ON")
    return connection


def connect_beside(path: Path) -> apsw.Connection:
    """A connection for another process than the one that owns the file: it changes nothing."""
    with translated():
        return _connect(path, apsw.SQLITE_OPEN_READONLY)


def cut_log_back(connection: apsw.Connection) -> None:
    """The write-ahead log is empty, unless somebody reads from it just now. Waits for nobody."""
    connection.set_busy_timeout(0)
    try:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    except apsw.BusyError:
        return
    finally:
        connection.set_busy_timeout(BUSY_TIMEOUT_MS)


def _connect(path: Path, flags: int) -> apsw.Connection:
    connection = apsw.Connection(str(path), flags=flags, statementcachesize=STATEMENT_CACHE_SIZE)
    connection.set_busy_timeout(BUSY_TIMEOUT_MS)
    connection.execute(_PRAGMAS)
    return connection
