"""What if the disk is slow, or the clock jumps? The daemon's own `run` in such a world.

`python -m tests.acceptance.faults.strange_daemon slow <file>`: every commit takes as many seconds
longer as stand in the file. `… clock <file>`: the clock is off by so many seconds.
Files are read anew each time. Settings come from the environment.
"""

from __future__ import annotations

import asyncio
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path

import apsw

from perspective import wiring
from perspective.adapters.embedded.sqlite.file import SqliteFile
from perspective.adapters.embedded.sqlite.schema import last_seq, prepare_records
from perspective.adapters.embedded.sqlite_catalog import RECORDS, SqliteCatalog
from perspective.adapters.embedded.tantivy_texts import TantivyTexts
from perspective.adapters.embedded.watched_texts import WatchedTexts
from perspective.adapters.inmemory.vectors import InMemoryVectors
from perspective.adapters.system.data_dir_lock import DataDirLock
from perspective.adapters.system.system_clock import SystemClock
from perspective.daemon import run
from perspective.engine import Perspective
from perspective.ports.catalog import Catalog
from perspective.ports.system import Clock
from perspective.settings import Settings
from perspective.settings_loader import load_settings
from tests.daemons import Home, other_daemon

PROJECT = Path(__file__).parents[3]


class Number:
    """A number in a file, which a test changes while the daemon runs."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def read(self) -> float:
        """As it is now."""
        return float(self._path.read_text())

    def write(self, number: float) -> None:
        """It is another from now on; never half written."""
        new = self._path.with_suffix(".new")
        new.write_text(repr(number))
        new.replace(self._path)


class JumpingClock:
    """The machine's clock, off by a number of seconds."""

    def __init__(self, offset_s: Number) -> None:
        self._clock = SystemClock()
        self._offset_s = offset_s

    def now(self) -> datetime:
        """See `Clock`."""
        return self._clock.now() + timedelta(seconds=self._offset_s.read())


class SlowTexts(TantivyTexts):
    """Texts that take long to be committed, in a thread."""

    delay_s: Number

    async def flush(self) -> None:
        """See `TextIndex.flush`."""
        await asyncio.to_thread(time.sleep, self.delay_s.read())
        await super().flush()


class SlowCatalog(SqliteCatalog):
    """A catalog on a slow disk."""

    def __init__(self, folder: Path, delay_s: Number) -> None:
        def texts(index_folder: Path) -> SlowTexts:
            opened = SlowTexts(index_folder)
            opened.delay_s = delay_s
            return opened

        super().__init__(
            folder,
            vectors=lambda *_: InMemoryVectors(),
            texts=lambda index_folder: WatchedTexts(index_folder, open_at=texts),
        )
        self._delay_s = delay_s

    def _open_records(self, folder: Path) -> SqliteFile:
        """As it is, but each commit takes long: what is waiting together waits once."""
        folder.mkdir(exist_ok=True)

        def slow_last_seq(connection: apsw.Connection) -> int:
            time.sleep(self._delay_s.read())
            return last_seq(connection)

        return SqliteFile(
            folder / RECORDS, self._threads, prepare=prepare_records, position=slow_last_seq
        )


@contextmanager
def strange_daemon(home: Home, kind: str, number: Path) -> Iterator[str]:
    """Such a daemon runs while the block does; gives its address. It must end well."""
    with other_daemon(home, __name__, kind, str(number)) as daemon:
        try:
            yield daemon.url
        finally:
            daemon.process.terminate()
            code = daemon.process.wait(60)
    assert code == 0, daemon.said.read_text()


def main() -> None:
    """Runs the daemon."""
    kind, number = sys.argv[1], Number(Path(sys.argv[2]))
    loaded = load_settings(environ=os.environ)

    def open_engine(settings: Settings, *, data_dir: Path, lock: DataDirLock) -> Perspective:
        embedders = wiring.make_embedders(settings.embedding)
        catalog: Catalog
        clock: Clock
        if kind == "slow":
            catalog, clock = SlowCatalog(data_dir, number), SystemClock()
        else:
            catalog = wiring.embedded_catalog(data_dir, embedders, settings.index)
            clock = JumpingClock(number)
        return wiring._compose(
            settings, catalog, embedders, clock, data_dir=str(data_dir), on_close=lock.release
        )

    run.run(loaded, lambda _: None, opened_by=open_engine)


if __name__ == "__main__":
    main()
