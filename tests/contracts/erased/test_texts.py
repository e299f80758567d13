"""Does every text index let go of what was erased, and keep all else?"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

import tantivy

from perspective.adapters.embedded.watched_texts import WatchedTexts
from perspective.adapters.inmemory.feed import InMemoryFeed
from perspective.adapters.inmemory.records import InMemoryRecords
from perspective.adapters.inmemory.state import InMemoryState
from perspective.domain.ranking.bm25 import TextStatistics
from perspective.ports.feed import FeedItem, Removal
from perspective.ports.texts import TextIndex
from tests.contracts.index_entries import EVERYTHING_NOW, changes, entry
from tests.contracts.material import inserting
from tests.contracts.test_texts import DURABLE, Open, open_texts, texts

__all__ = ["open_texts", "texts"]  # the fixtures


async def _keys(texts: TextIndex, *terms: str) -> list[int]:
    return sorted(hit.key for hit in await texts.search(terms, EVERYTHING_NOW, limit=999))


async def _feed(contents: Sequence[str]) -> InMemoryFeed:
    """A feed of memories with these words, keys from 1 on."""
    state = InMemoryState()
    records = InMemoryRecords(state)
    for n, content in enumerate(contents, 1):
        await records.write(inserting(f"m{n}", content=content, terms=content))
    return InMemoryFeed(state)


async def test_a_removal_is_out_at_once(texts: TextIndex) -> None:
    """A version is out as soon as its removal was applied, wherever it stood, and counts no more;
    the removal of one that was never there is harmless."""
    await texts.apply(changes([entry(key, f"tea n{key}") for key in range(1, 5)]))
    await texts.flush()
    await texts.apply(changes([entry(5, "tea n5"), entry(6, "tea n6")], after=4))
    for _ in range(2):
        await texts.apply([Removal(7, 2), Removal(8, 5), Removal(9, 77)])
        assert await _keys(texts, "tea") == [1, 3, 4, 6]
        statistics = await texts.statistics(["tea", "n2", "n5"], EVERYTHING_NOW)
        assert statistics == TextStatistics(4, 8, (4, 0, 0))
        assert (texts.n_entries, texts.cursor) == (4, 9)
    await texts.flush()
    assert await _keys(texts, "tea", "n2", "n5") == [1, 3, 4, 6]
    assert texts.n_entries == 4
    await texts.close()


async def test_removals_among_many_changes(texts: TextIndex) -> None:
    """A long batch, which is committed at once, takes out and adds alike."""
    await texts.apply(changes([entry(key, "tea") for key in range(1, 301)]))
    batch: list[FeedItem] = [Removal(300 + key, key) for key in range(1, 151)]
    batch += changes([entry(key, "coffee") for key in range(301, 501)], after=450)
    await texts.apply(batch)
    assert await _keys(texts, "tea") == list(range(151, 301))
    assert await _keys(texts, "coffee") == list(range(301, 501))
    assert (texts.n_entries, texts.cursor) == (350, 650)
    await texts.close()


async def test_a_removal_survives_opening_again(open_texts: Open, tmp_path: Path) -> None:
    """What was removed before a flush is not there after a restart."""
    texts = open_texts(tmp_path)
    await texts.apply(changes([entry(key, f"tea n{key}") for key in (1, 2)]))
    await texts.flush()
    await texts.apply([Removal(3, 1)])
    await texts.close()
    if isinstance(texts, WatchedTexts):
        texts = open_texts(tmp_path)
        assert (await _keys(texts, "tea"), texts.cursor, texts.n_entries) == ([2], 3, 1)
        await texts.close()


async def test_a_purge_leaves_all_that_stays(texts: TextIndex) -> None:
    """Purged keys are out, though the removal was not applied yet; everything else is found,
    what was only in memory too, and what comes after."""
    feed = await _feed(["tea one", "tea two", "tea three"])
    given = await feed.changes(after=0, limit=9, model=None)
    await texts.apply([*given[:2], *changes([entry(9, "secret tea")], after=2)])
    await texts.flush()
    await texts.apply(given[2:])
    await texts.apply(changes([entry(8, "secret coffee")], after=3))
    cursor = texts.cursor
    await texts.purge(feed, [8, 9])
    assert texts.cursor == cursor
    assert await _keys(texts, "tea", "coffee") == [1, 2, 3]
    assert await _keys(texts, "secret") == []
    assert texts.n_entries == 3
    await texts.apply([Removal(10, 9), Removal(11, 8)])
    await texts.apply(changes([entry(10, "tea four")], after=11))
    assert await _keys(texts, "tea") == [1, 2, 3, 10]
    await texts.flush()
    assert (await _keys(texts, "tea", "secret"), texts.n_entries) == ([1, 2, 3, 10], 4)
    await texts.close()


async def test_searches_go_on_during_a_purge(texts: TextIndex) -> None:
    """Whoever asks while everything is indexed anew misses nothing that stays."""
    feed = await _feed([f"tea n{n}" for n in range(1, 1501)])
    await texts.apply(await feed.changes(after=0, limit=2000, model=None))
    await texts.apply(changes([entry(2000, "secret")], after=1500))
    purging = asyncio.create_task(texts.purge(feed, [2000]))
    n_asked = 0
    while not purging.done():
        assert len(await _keys(texts, "tea")) == 999
        n_asked += 1
        await asyncio.sleep(0)
    await purging
    assert n_asked
    assert await _keys(texts, "secret") == []
    await texts.close()


async def test_changes_go_on_during_a_purge(texts: TextIndex) -> None:
    """What is applied while everything is indexed anew is found at once and afterwards, few
    changes and many."""
    feed = await _feed([f"tea n{n}" for n in range(1, 1501)])
    await texts.apply(await feed.changes(after=0, limit=2000, model=None))
    await texts.flush()
    purging = asyncio.create_task(texts.purge(feed, [2000]))
    await asyncio.sleep(0)
    await texts.apply(changes([entry(3000, "coffee")], after=1501))
    await texts.apply(changes([entry(key, "milk") for key in range(4000, 4300)], after=1502))
    assert await _keys(texts, "coffee") == [3000]
    await purging
    assert await _keys(texts, "coffee") == [3000]
    await texts.flush()
    assert len(await _keys(texts, "milk")) == 300
    assert (texts.n_entries, texts.cursor) == (1801, 1802)
    await texts.close()


async def test_a_purge_does_not_hide_changes_on_their_way(texts: TextIndex) -> None:
    """A version that is newer in the feed than in memory is brought up to date by its change."""
    feed = await _feed(["tea old", "tea two"])
    first, second = await feed.changes(after=0, limit=9, model=None)
    await texts.apply(changes([entry(1, "coffee")]))
    await texts.purge(feed, [9])
    assert texts.cursor == 1
    await texts.apply([first, second])
    for _ in range(2):
        assert await _keys(texts, "coffee") == []
        assert await _keys(texts, "tea") == [1, 2]
        await texts.flush()
    await texts.close()


async def test_no_file_holds_what_was_purged(open_texts: Open, tmp_path: Path) -> None:
    """After a purge the terms have no document when the folder is opened anew, and no file of
    before is left; the control finds them first."""
    folder = tmp_path / "text"
    texts = open_texts(folder)
    if not isinstance(texts, WatchedTexts):
        return
    feed = await _feed(["tea one", "tea two"])
    await texts.apply(await feed.changes(after=0, limit=9, model=None))
    await texts.apply(changes([entry(9, "xyzzy plugh")], after=2))
    await texts.flush()
    before = {path.name for path in folder.glob("*.*") if len(path.stem) == 32}
    assert before
    assert _documents_with(folder, "xyzzy", "plugh", "tea") == [1, 1, 2]
    await texts.apply([Removal(4, 9)])
    await texts.flush()
    # A plain delete leaves the word in the files: this is why there is a purge.
    assert _documents_with(folder, "xyzzy") == [1]
    await texts.purge(feed, [9])
    assert _documents_with(folder, "xyzzy", "plugh", "tea") == [0, 0, 2]
    assert not before & {path.name for path in folder.iterdir()}
    await texts.close()
    assert _documents_with(folder, "xyzzy", "plugh", "tea") == [0, 0, 2]


def _documents_with(folder: Path, *terms: str) -> list[int]:
    """How many documents the term dictionaries in the folder name for each term, deleted ones
    too."""
    index = tantivy.Index.open(str(folder))
    searcher = index.searcher()
    return [searcher.doc_freq("terms", term) for term in terms]


def test_all_durable_indexes_are_looked_into() -> None:
    """A new index with files needs a way to be searched for what was erased."""
    assert {"tantivy"} == DURABLE
