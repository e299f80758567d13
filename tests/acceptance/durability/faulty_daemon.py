"""What if the machine dies just there? The daemon's own `run`, with stores that die at one point.

`python -m tests.acceptance.durability.faulty_daemon <point> <n>`: the process kills itself when
it comes to the point for the n-th time. Settings come from the environment.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

import msgspec

from perspective import wiring
from perspective.adapters.embedded.sqlite_catalog import SqliteCatalog
from perspective.adapters.embedded.sqlite_feed import SqliteFeed
from perspective.adapters.embedded.sqlite_records import SqliteRecords
from perspective.adapters.embedded.tantivy_texts import TantivyTexts
from perspective.adapters.embedded.watched_texts import WatchedTexts
from perspective.adapters.inmemory.vectors import InMemoryVectors
from perspective.adapters.system.data_dir_lock import DataDirLock
from perspective.adapters.system.system_clock import SystemClock
from perspective.daemon import run
from perspective.domain.tenant import Tenant
from perspective.engine import Perspective
from perspective.ports.catalog import TenantStores
from perspective.ports.feed import FeedItem, Vector
from perspective.ports.transaction import RecordTransaction
from perspective.settings import Settings
from perspective.settings_loader import load_settings

T = TypeVar("T")

POINTS = (
    "inside_transaction",  # rows are written, nothing is committed
    "after_commit",  # durable, but neither answered nor indexed
    "before_embeddings",  # the model has answered, its vectors are not kept
    "before_vectors",  # embeddings are kept, the index does not have them
    "before_texts",  # the text index is about to take changes in
    "after_texts",  # it has them in memory, its files do not
    "before_flush",  # its files are about to be committed
    "after_flush",  # they are, and nothing else happened since
)


class Fate:
    """Kills the process when it comes to its point for the n-th time."""

    def __init__(self, point: str, n_left: int) -> None:
        self._point = point
        self._n_left = n_left

    def meet(self, point: str) -> None:
        """Marks that the process is at a point; does not return from the fatal one."""
        if point == self._point:
            self._n_left -= 1
            if self._n_left <= 0:
                os.kill(os.getpid(), signal.SIGKILL)


class FatalRecords(SqliteRecords):
    """Records that die inside a transaction, or between commit and answer."""

    fate: Fate

    async def write(self, work: Callable[[RecordTransaction], T]) -> T:
        """See `RecordStore.write`."""

        def fatal(transaction: RecordTransaction) -> T:
            result = work(transaction)
            self.fate.meet("inside_transaction")
            return result

        result = await super().write(fatal)
        self.fate.meet("after_commit")
        return result


class FatalFeed(SqliteFeed):
    """A feed that dies before it keeps embeddings."""

    fate: Fate

    async def save_embeddings(self, model: str, rows: Sequence[tuple[int, Vector | None]]) -> None:
        """See `ChangeFeed.save_embeddings`."""
        self.fate.meet("before_embeddings")
        await super().save_embeddings(model, rows)


class FatalVectors(InMemoryVectors):
    """Vectors that die before they take changes in."""

    def __init__(self, fate: Fate) -> None:
        super().__init__()
        self._fate = fate

    async def apply(self, changes: Sequence[FeedItem]) -> None:
        """See `VectorStore.apply`."""
        self._fate.meet("before_vectors")
        await super().apply(changes)


class FatalTexts(TantivyTexts):
    """Texts that die before and after taking changes in, and around their commit."""

    fate: Fate

    async def apply(self, changes: Sequence[FeedItem]) -> None:
        """See `TextIndex.apply`."""
        self.fate.meet("before_texts")
        await super().apply(changes)
        self.fate.meet("after_texts")

    async def flush(self) -> None:
        """See `TextIndex.flush`."""
        self.fate.meet("before_flush")
        await super().flush()
        self.fate.meet("after_flush")


class FatalCatalog(SqliteCatalog):
    """A catalog of stores that share a fate."""

    def __init__(self, folder: Path, fate: Fate) -> None:
        def texts(index_folder: Path) -> FatalTexts:
            opened = FatalTexts(index_folder)
            opened.fate = fate
            return opened

        super().__init__(
            folder,
            vectors=lambda *_: FatalVectors(fate),
            texts=lambda index_folder: WatchedTexts(index_folder, open_at=texts),
        )
        self._fate = fate

    async def open(self, tenant: Tenant) -> TenantStores:
        """See `Catalog.open`."""
        stores = await super().open(tenant)
        assert isinstance(stores.records, SqliteRecords)
        records = FatalRecords(stores.records._file)
        feed = FatalFeed(stores.records._file)
        records.fate = feed.fate = self._fate
        return msgspec.structs.replace(stores, records=records, feed=feed)


def main() -> None:
    """Runs the daemon until its fate."""
    fate = Fate(sys.argv[1], int(sys.argv[2]))
    loaded = load_settings(environ=os.environ)

    def open_engine(settings: Settings, *, data_dir: Path, lock: DataDirLock) -> Perspective:
        embedders = wiring.make_embedders(settings.embedding)
        catalog = FatalCatalog(data_dir, fate)
        return wiring._compose(
            settings, catalog, embedders, SystemClock(), data_dir=str(data_dir),
            on_close=lock.release,
        )  # fmt: skip

    run.run(loaded, lambda _: None, opened_by=open_engine)


if __name__ == "__main__":
    main()
