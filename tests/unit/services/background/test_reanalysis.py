"""Does a store that an earlier analysis filled come to find what this one finds?"""

from __future__ import annotations

import asyncio
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from perspective.domain.query import NewMemory
from perspective.domain.text.analysis import ANALYSIS
from perspective.engine import Perspective
from perspective.ports.records import StoredText
from perspective.services.background import reanalysis
from perspective.settings import IndexSettings, RetrievalSettings, Settings
from tests.engines import contents, embedded_engine, eventually

WORDS = Settings(retrieval=RetrievalSettings(arms=("text",)), index=IndexSettings(semantic_links=0))
N = 40
TEXTS = [f"Билет номер {n} лежит в ящике стола." for n in range(N)]
QUESTION = "билетами"
_ONE_BY_ONE = """
import asyncio, sys, time
from pathlib import Path
from perspective.ports.records import StoredText
from perspective.services.background import reanalysis
from tests.engines import embedded_engine

changed = reanalysis.Reanalysis._changed

def slowly(self, texts):
    time.sleep(0.1)
    return changed(self, texts)

async def main():
    reanalysis._N_TEXTS = 1
    reanalysis.Reanalysis._changed = slowly
    async with embedded_engine(Path(sys.argv[1])) as memory:
        await memory.recall("anything")
        await asyncio.sleep(60)

asyncio.run(main())
"""


@contextmanager
def records(folder: Path) -> Iterator[sqlite3.Connection]:
    """The records of the default tenant, as a file that nobody in this process has open: two
    copies of SQLite in one process undo each other's locks."""
    (path,) = folder.rglob("records.db")
    with closing(sqlite3.connect(path)) as connection, connection:
        yield connection


def noted(folder: Path) -> dict[str, int]:
    """By which analysis, and how far."""
    with records(folder) as connection:
        return dict(
            connection.execute("SELECT name, value FROM counters WHERE name LIKE 'analysis%'")
        )


def state(folder: Path) -> list[tuple[object, ...]]:
    """What a reanalysis would change."""
    with records(folder) as connection:
        versions = connection.execute(
            "SELECT key, seq, terms FROM versions JOIN contents USING (key)"
        )
        return [*versions, *connection.execute("SELECT name, value FROM counters")]


async def filled_by_another(folder: Path) -> None:
    """A store of texts as an analysis without stems left it, before the number was noted."""
    async with embedded_engine(folder, settings=WORDS) as memory:
        await memory.store_batch([NewMemory(content=text) for text in TEXTS])
    with records(folder) as connection:
        connection.execute("UPDATE contents SET terms = lower(content)")
        connection.execute("UPDATE versions SET seq = seq + 1000")
        connection.execute("UPDATE counters SET value = value + 1000 WHERE name = 'seq'")
        connection.execute("DELETE FROM counters WHERE name LIKE 'analysis%'")


async def n_found(memory: Perspective) -> int:
    """How many of the texts the question finds."""
    return len(contents(await memory.recall(QUESTION, budget=2 * N)))


async def test_old_terms_are_replaced_behind_the_answers(tmp_path: Path) -> None:
    """Recalls and stores are answered meanwhile; in the end all is found, and it is noted."""
    await filled_by_another(tmp_path)
    async with embedded_engine(tmp_path, settings=WORDS) as memory:
        await memory.store("Билеты новые")

        async def all_are_found() -> bool:
            return await n_found(memory) == N + 1

        await eventually(all_are_found)
        (space,) = memory._services.host.open_spaces

        async def is_noted() -> bool:
            so_far = await space.stores.records.read(lambda snapshot: snapshot.analysed())
            return so_far.number == ANALYSIS

        await eventually(is_noted)
    assert noted(tmp_path) == {"analysis": ANALYSIS, "analysis_target": 0, "analysis_upto": 0}


async def test_a_store_of_this_analysis_is_left_alone(tmp_path: Path) -> None:
    """Nothing is written at its opening."""
    async with embedded_engine(tmp_path, settings=WORDS) as memory:
        await memory.store("Билеты новые")
    before = state(tmp_path)
    async with embedded_engine(tmp_path, settings=WORDS) as memory:
        assert await n_found(memory) == 1
    assert state(tmp_path) == before


async def test_a_kill_in_the_middle_loses_no_text_and_no_step(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The next start goes on behind the last transaction, and ends where it would have ended."""
    await filled_by_another(tmp_path)
    child = await asyncio.create_subprocess_exec(
        sys.executable, "-c", _ONE_BY_ONE, str(tmp_path), cwd=Path(__file__).parents[4]
    )

    async def is_under_way() -> bool:
        assert child.returncode is None
        return await asyncio.to_thread(lambda: noted(tmp_path).get("analysis_upto", 0) >= 3)

    try:
        await eventually(is_under_way, within_s=60)
    finally:
        child.kill()
        await child.wait()
    half = noted(tmp_path)
    assert (half["analysis"], half["analysis_target"]) == (1, ANALYSIS)
    assert 3 <= half["analysis_upto"] < N
    starts: list[int] = []
    changed = reanalysis.Reanalysis._changed

    def watched(self: reanalysis.Reanalysis, texts: list[StoredText]) -> list[tuple[int, str]]:
        starts.extend(one.key for one in texts)
        return changed(self, texts)

    monkeypatch.setattr(reanalysis.Reanalysis, "_changed", watched)
    async with embedded_engine(tmp_path, settings=WORDS) as memory:

        async def all_are_found() -> bool:
            return await n_found(memory) == N

        await eventually(all_are_found)
    assert starts[0] == half["analysis_upto"] + 1
