"""Does the tantivy index survive kills, damage and a full disk, and say what happened?"""

from __future__ import annotations

import asyncio
import json
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from perspective.adapters.embedded.tantivy_errors import translated
from perspective.adapters.embedded.tantivy_index import TantivyFolder
from perspective.adapters.embedded.tantivy_texts import TantivyTexts
from perspective.domain.ranking.bm25 import TextStatistics
from perspective.errors import DiskFull, StorageError, StoreCorrupt, StoreUnavailable
from tests.contracts.index_entries import EVERYTHING_NOW, changes, entry

_KILLED_IN_A_COMMIT = """
import asyncio, os, signal, sys
from pathlib import Path
from perspective.adapters.embedded.tantivy_index import TantivyFolder
from perspective.adapters.embedded.tantivy_texts import TantivyTexts
from tests.contracts.index_entries import changes, entry

async def main():
    texts = TantivyTexts(Path(sys.argv[1]))
    await texts.apply(changes([entry(key, "tea old") for key in range(1, 6)]))
    await texts.flush()
    await texts.apply(changes([entry(3, "tea new"), entry(6, "tea new")], after=5))
    def kill(*_): os.kill(os.getpid(), signal.SIGKILL)
    setattr(TantivyFolder, sys.argv[2], kill)
    await texts.flush()

asyncio.run(main())
"""


class PanicException(BaseException):
    """Stands for pyo3's, which has this name and cannot be imported."""


async def _filled(folder: Path) -> None:
    texts = TantivyTexts(folder)
    await texts.apply(changes([entry(key, f"tea n{key}", tags=("x",)) for key in range(1, 21)]))
    await texts.close()


def test_a_question_goes_on_over_later_commits(tmp_path: Path) -> None:
    """What stood committed when a question began may be shown as a later commit left it, with
    more documents than there were: no search fails at that."""
    folder = TantivyFolder(tmp_path)
    folder.commit([entry(1, "tea")], 1)
    began = folder.committed
    for key in range(2, 9):
        folder.commit([entry(key, "tea")], key)
        for limit in (1, 3, 30):
            statistics = TextStatistics(1, 1, (1,))
            found = began.view().search(["tea"], EVERYTHING_NOW, (), statistics, limit)
            assert 1 in [key for key, _ in found] or len(found) == limit
    folder.rest()


@pytest.mark.parametrize("moment", ["_show", "_write_cursor"])
async def test_a_kill_between_commit_and_cursor_loses_and_doubles_nothing(
    tmp_path: Path, moment: str
) -> None:
    """Killed after tantivy's commit, the cursor is behind, the lock no obstacle, and applying
    again from the cursor brings the exact counts."""
    script = [sys.executable, "-c", _KILLED_IN_A_COMMIT, str(tmp_path), moment]
    path = [entry for entry in sys.path if entry]
    done = await asyncio.to_thread(
        subprocess.run, script, env={"PYTHONPATH": ":".join(path)}, check=False, timeout=60
    )
    assert done.returncode == -signal.SIGKILL
    texts = TantivyTexts(tmp_path)
    assert texts.cursor == 5
    for _ in range(2):
        await texts.apply(changes([entry(3, "tea new"), entry(6, "tea new")], after=5))
        statistics = await texts.statistics(["tea", "old", "new"], EVERYTHING_NOW)
        assert statistics == TextStatistics(6, 12, (6, 4, 2))
        await texts.flush()
    assert (texts.cursor, texts.n_entries) == (7, 6)
    await texts.close()


def _cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


@pytest.mark.parametrize(
    "damage", [Path.unlink, _cut, lambda path: path.write_bytes(b"")], ids=["gone", "cut", "empty"]
)
@pytest.mark.parametrize(
    "name", ["meta.json", "cursor.json", "*.idx", "*.term", "*.fast", "*.fieldnorm", "*.pos"]
)
async def test_a_damaged_file_is_noticed_when_opened(
    tmp_path: Path, name: str, damage: Callable[[Path], Any]
) -> None:
    """A file that is missing, cut or empty makes the constructor raise StoreCorrupt."""
    await _filled(tmp_path)
    await asyncio.to_thread(lambda: damage(next(tmp_path.glob(name))))
    with pytest.raises(StoreCorrupt):
        TantivyTexts(tmp_path)


async def test_another_format_is_corrupt(tmp_path: Path) -> None:
    """A folder of another format is set aside like a damaged one, since it can be rebuilt."""
    await _filled(tmp_path)
    cursor = json.loads((tmp_path / "cursor.json").read_text())
    (tmp_path / "cursor.json").write_text(json.dumps(cursor | {"format": 999}))
    with pytest.raises(StoreCorrupt, match="999"):
        TantivyTexts(tmp_path)


async def test_an_index_older_than_its_cursor_is_corrupt(tmp_path: Path) -> None:
    """An index that lost documents its cursor vouches for is not trusted."""
    await _filled(tmp_path / "text")
    meta = (tmp_path / "text" / "meta.json").read_text()
    texts = TantivyTexts(tmp_path / "text")
    await texts.apply(changes([entry(30, "tea")], after=20))
    await texts.close()
    (tmp_path / "text" / "meta.json").write_text(meta)
    with pytest.raises(StoreCorrupt):
        TantivyTexts(tmp_path / "text")


def test_what_is_no_folder_is_corrupt(tmp_path: Path) -> None:
    """A file in the folder's place is StoreCorrupt, to be set aside."""
    (tmp_path / "text").write_text("not a folder")
    with pytest.raises(StoreCorrupt):
        TantivyTexts(tmp_path / "text")


async def test_a_close_on_a_full_disk_lets_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What cannot be flushed at the end is no error: its cursor says that it is to be read again."""
    texts = TantivyTexts(tmp_path)
    await texts.apply(changes([entry(key, "tea old") for key in range(1, 11)]))
    await texts.flush()
    await texts.apply(changes([entry(11, "tea new")], after=10))

    def full(*_: object) -> None:
        raise DiskFull

    with monkeypatch.context() as patch:
        patch.setattr(TantivyFolder, "commit", full)
        await texts.close()
    again = TantivyTexts(tmp_path)
    assert (again.cursor, again.n_entries) == (10, 10)
    await again.close()


@pytest.mark.parametrize("method", ["commit", "_write_cursor"])
async def test_a_full_disk_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, method: str
) -> None:
    """A flush that fails raises DiskFull; everything is still found, and the next one works."""
    texts = TantivyTexts(tmp_path)
    await texts.apply(changes([entry(key, "tea old") for key in range(1, 11)]))
    await texts.flush()
    await texts.apply(changes([entry(key, "tea new") for key in range(6, 16)], after=10))

    def full(*_: object) -> None:
        raise DiskFull

    expected = TextStatistics(15, 30, (15, 5, 10))
    with monkeypatch.context() as patch:
        patch.setattr(TantivyFolder, method, full)
        with pytest.raises(DiskFull):
            await texts.flush()
        assert await texts.statistics(["tea", "old", "new"], EVERYTHING_NOW) == expected
        assert len(await texts.search(["new"], EVERYTHING_NOW, limit=20)) == 10
    await texts.flush()
    assert await texts.statistics(["tea", "old", "new"], EVERYTHING_NOW) == expected
    await texts.close()
    texts = TantivyTexts(tmp_path)
    assert (texts.cursor, texts.n_entries) == (20, 15)
    await texts.close()


async def test_a_failed_commit_in_the_background_shows_itself_at_the_flush(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Writing goes on while commits fail in the background; the flush then tells."""
    texts = TantivyTexts(tmp_path)

    def full(*_: object) -> None:
        raise DiskFull

    with monkeypatch.context() as patch:
        patch.setattr(TantivyFolder, "commit", full)
        for start in range(0, 1000, 100):
            keys = range(start + 1, start + 101)
            await texts.apply(changes([entry(key, "tea") for key in keys], after=start))
            await asyncio.sleep(0.01)
        with pytest.raises(DiskFull):
            await texts.flush()
        assert texts.n_entries == 1000
    await texts.close()
    texts = TantivyTexts(tmp_path)
    assert (texts.cursor, texts.n_entries) == (1000, 1000)
    await texts.close()


async def test_a_cancelled_caller_does_not_stop_a_commit(tmp_path: Path) -> None:
    """Cancelling whoever waits leaves the commit to end, and the index whole."""
    texts = TantivyTexts(tmp_path)
    entries = [entry(key, "tea") for key in range(1, 1001)]
    for work in (texts.apply(changes(entries)), texts.flush()):
        task = asyncio.create_task(work)
        await asyncio.sleep(0.002)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
    await texts.apply(changes([entry(1, "coffee")], after=1000))
    assert await texts.statistics(["tea"], EVERYTHING_NOW) == TextStatistics(1000, 1000, (999,))
    await texts.close()
    texts = TantivyTexts(tmp_path)
    assert (texts.cursor, texts.n_entries) == (1001, 1000)
    await texts.close()


@pytest.mark.parametrize(
    ("raised", "meant"),
    [
        (ValueError("IoError: No space left on device (os error 28)"), DiskFull),
        (OSError(28, "No space left on device"), DiskFull),
        (ValueError("Failed to acquire Lockfile: LockBusy"), StoreUnavailable),
        (OSError(24, "Too many open files"), StoreUnavailable),
        (ValueError("Data corrupted: 'Data corruption'"), StoreCorrupt),
        (PanicException("index out of bounds"), StoreCorrupt),
        (RuntimeError("IndexWriter was consumed"), StoreUnavailable),
        (OSError(5, "Input/output error"), StoreUnavailable),
    ],
    ids=lambda value: getattr(value, "__name__", str(value)[:30]),
)
def test_failures_are_translated(raised: BaseException, meant: type[StorageError]) -> None:
    """Whatever tantivy raises comes out as the storage error it means, with its cause."""
    with pytest.raises(meant) as caught, translated():
        raise raised
    assert caught.value.__cause__ is raised


@pytest.mark.parametrize("raised", [KeyboardInterrupt, asyncio.CancelledError, StoreCorrupt])
def test_other_exceptions_pass(raised: type[BaseException]) -> None:
    """Cancellation, interrupts and our own errors go through as they are."""
    with pytest.raises(raised), translated():
        raise raised
