"""Does every text index keep the contract of `TextIndex`?"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perspective.adapters.embedded.watched_texts import WatchedTexts
from perspective.adapters.inmemory.texts import InMemoryTexts
from perspective.domain.filter import Filter, IndexEntry
from perspective.domain.ranking.bm25 import TextStatistics
from perspective.errors import StoreUnavailable
from perspective.ports.texts import TextIndex
from tests.contracts.index_entries import (
    EVERYTHING_NOW,
    NOW,
    TERMS,
    any_entry,
    any_filter,
    changes,
    entry,
    matching,
    reference_search,
    reference_statistics,
)

Open = Callable[[Path], TextIndex]
ADAPTERS: dict[str, Open] = {"inmemory": lambda _: InMemoryTexts(), "tantivy": WatchedTexts}
DURABLE = {"tantivy"}


@pytest.fixture(params=ADAPTERS)
def open_texts(request: pytest.FixtureRequest) -> Open:
    """Opens a text index in a folder, of each adapter in turn."""
    return ADAPTERS[request.param]


@pytest.fixture
def texts(open_texts: Open, tmp_path: Path) -> TextIndex:
    """An empty text index."""
    return open_texts(tmp_path / "text")


async def _keys(
    texts: TextIndex, *terms: str, where: Filter = EVERYTHING_NOW, limit: int = 10
) -> list[int]:
    return [hit.key for hit in await texts.search(terms, where, limit=limit)]


async def test_an_empty_index_finds_nothing(texts: TextIndex) -> None:
    """An index that was told nothing answers with nothing and counts nothing."""
    assert await texts.search(["tea"], EVERYTHING_NOW, limit=10) == []
    assert await texts.statistics(["tea"], EVERYTHING_NOW) == TextStatistics(0, 0, (0,))
    assert (texts.n_entries, texts.cursor) == (0, 0)
    await texts.close()


async def test_a_change_is_found_at_once(texts: TextIndex) -> None:
    """What was applied is found by the next search, before and after a flush."""
    await texts.apply(changes([entry(1, "green tea"), entry(2, "black coffee")]))
    assert await _keys(texts, "tea") == [1]
    await texts.flush()
    assert await _keys(texts, "tea") == [1]
    assert await _keys(texts, "coffee", "tea") == [2, 1]
    assert (texts.n_entries, texts.cursor) == (2, 2)
    await texts.close()


async def test_no_terms_find_nothing(texts: TextIndex) -> None:
    """A query without terms, with unknown terms or with a limit of 0 finds nothing."""
    await texts.apply(changes([entry(1, "tea"), entry(2, "")]))
    assert await _keys(texts) == []
    assert await _keys(texts, "") == []
    assert await _keys(texts, "milk") == []
    assert await _keys(texts, "tea", limit=0) == []
    assert await texts.statistics([], EVERYTHING_NOW) == TextStatistics(2, 1, ())
    await texts.close()


async def test_ties_go_to_the_newest(texts: TextIndex) -> None:
    """Among equal scores the greatest key comes first, committed or not."""
    await texts.apply(changes([entry(key, "same words") for key in range(1, 41)]))
    await texts.flush()
    await texts.apply(changes([entry(41, "same words")], after=40))
    assert await _keys(texts, "same", limit=3) == [41, 40, 39]
    assert await _keys(texts, "same", limit=100) == list(range(41, 0, -1))
    await texts.close()


async def test_a_replacement_leaves_nothing_behind(texts: TextIndex) -> None:
    """A version applied again is found by its new words and counted once."""
    await texts.apply(changes([entry(1, "green tea"), entry(2, "tea")]))
    await texts.flush()
    for is_flushed in (False, True):
        await texts.apply(changes([entry(1, "black coffee beans")], after=2))
        if is_flushed:
            await texts.flush()
        assert await _keys(texts, "tea") == [2]
        assert await _keys(texts, "coffee") == [1]
        statistics = await texts.statistics(["tea", "coffee", "green"], EVERYTHING_NOW)
        assert statistics == TextStatistics(2, 4, (1, 1, 0))
        assert texts.n_entries == 2
    await texts.close()


async def test_many_updates_do_not_distort_the_counts(texts: TextIndex) -> None:
    """Documents replaced many times are counted as they stand, whatever was not merged yet."""
    for round_ in range(12):
        terms = "tea " * (round_ % 3 + 1)
        entries = [entry(key, terms + f"n{key}") for key in range(1, 21)]
        await texts.apply(changes(entries, after=20 * round_))
        await texts.flush()
        expected = reference_statistics(entries, ["tea", "n3"], EVERYTHING_NOW)
        assert await texts.statistics(["tea", "n3"], EVERYTHING_NOW) == expected
        assert texts.n_entries == 20
        found = await texts.search(["n3", "tea"], EVERYTHING_NOW, limit=1)
        assert [hit.key for hit in found] == [3]
    await texts.close()


async def test_a_deleted_memory_is_found_only_among_the_deleted(texts: TextIndex) -> None:
    """Deleting takes a version out of every search but the one for deleted memories."""
    await texts.apply(changes([entry(1, "tea"), entry(2, "tea")]))
    await texts.flush()
    await texts.apply(changes([entry(1, "tea", is_deleted=True)], after=2))
    only_deleted = Filter(as_of=NOW, known_at=NOW, deleted=True)
    for _ in range(2):
        assert await _keys(texts, "tea") == [2]
        assert await _keys(texts, "tea", where=only_deleted) == [1]
        await texts.flush()
    await texts.close()


async def test_applying_again_changes_nothing(texts: TextIndex) -> None:
    """The same changes applied twice leave the index and the cursor as they were."""
    batch = changes([entry(key, f"tea n{key}") for key in range(1, 30)])
    await texts.apply(batch)
    await texts.flush()
    before = await texts.search(["tea", "n7"], EVERYTHING_NOW, limit=50)
    await texts.apply(batch)
    await texts.apply(batch[:3])
    after = await texts.search(["tea", "n7"], EVERYTHING_NOW, limit=50)
    assert [hit.key for hit in after] == [hit.key for hit in before]
    assert (texts.cursor, texts.n_entries) == (29, 29)
    await texts.close()


@pytest.mark.parametrize("term", [*TERMS, "é" * 40_000], ids=lambda term: ascii(term)[:20])
async def test_any_term_is_found_as_it_is(texts: TextIndex, term: str) -> None:
    """A term of any script, length or oddity is found by itself alone and counted."""
    await texts.apply(changes([entry(1, f"{term} plain"), entry(2, "plain")]))
    for _ in range(2):
        assert await _keys(texts, term) == [1]
        assert await texts.statistics([term], EVERYTHING_NOW) == TextStatistics(2, 3, (1,))
        await texts.flush()
    await texts.close()


async def test_a_query_that_is_not_unicode_finds_nothing(texts: TextIndex) -> None:
    """A lone surrogate in a query is an unknown term, not a failure."""
    await texts.apply(changes([entry(1, "tea")]))
    await texts.flush()
    assert await _keys(texts, "\ud800") == []
    assert await _keys(texts, "\ud800", "tea") == [1]
    nowhere = Filter(as_of=NOW, known_at=NOW, namespaces=("\ud800",))
    assert await _keys(texts, "tea", where=nowhere) == []
    await texts.close()


async def test_words_with_a_space_inside_are_no_term(texts: TextIndex) -> None:
    """A query term that holds a space matches nothing, since no term does."""
    await texts.apply(changes([entry(1, "green tea")]))
    await texts.flush()
    assert await _keys(texts, "green tea") == []
    await texts.close()


async def test_thousands_of_entries(texts: TextIndex) -> None:
    """Among thousands of entries, counts are exact and the best candidates are among the found."""
    random = Random(7)
    words = [f"w{int(random.paretovariate(0.7)) % 5000}" for _ in range(60_000)]
    entries = [
        entry(key, " ".join(words[key * 10 : key * 10 + random.randint(3, 10)]), tags=("even",) * (key % 2 == 0))
        for key in range(6000)
    ]  # fmt: skip
    for start in (0, 100, 4000):
        end = {0: 100, 100: 4000, 4000: 6000}[start]
        await texts.apply(changes(entries[start:end], after=start))
    await texts.apply(changes([entry(3, "w1 changed")], after=6000))
    entries[3] = entry(3, "w1 changed")
    where = Filter(as_of=NOW, known_at=NOW, tags=("even",))
    for terms in (["w1", "w2", "w50"], ["w7"], ["w300", "w1"]):
        assert await texts.statistics(terms, where) == reference_statistics(entries, terms, where)
        expected = reference_search(entries, terms, where)
        found = await texts.search(terms, where, limit=50)
        assert len(found) == min(50, len(expected))
        assert {key for key, _ in expected[:10]} <= {hit.key for hit in found}
        scores = dict(expected)
        assert all(hit.score == pytest.approx(scores[hit.key], rel=0.15) for hit in found)
    await texts.close()


async def test_a_namespace_of_ten_is_as_a_store_of_ten(open_texts: Open, tmp_path: Path) -> None:
    """Ten memories among 20,000 of another namespace are counted and found as if alone."""
    ten = [
        entry(key * 2000, f"common rare{key} {'tea ' * (key % 3)}" + "pad " * key, namespace="mine")
        for key in range(1, 11)
    ]
    other = [
        entry(key, "common tea tea tea pad", namespace="other")
        for key in range(20_010)
        if key % 2000 or not key
    ]
    among, alone = open_texts(tmp_path / "among"), open_texts(tmp_path / "alone")
    await among.apply(changes(sorted([*ten, *other], key=lambda e: e.key)))
    await alone.apply(changes(ten))
    where = Filter(as_of=NOW, known_at=NOW, namespaces=("mine",))
    for terms in (["tea"], ["common", "rare3"], ["pad", "tea", "rare7"], ["milk"]):
        assert await among.statistics(terms, where) == await alone.statistics(terms, where)
        found = await among.search(terms, where, limit=5)
        expected = await alone.search(terms, where, limit=5)
        n_holding = len(await alone.search(terms, where, limit=100))
        assert len(found) == min(5, n_holding)
        assert [hit.key for hit in found[:1]] == [hit.key for hit in expected[:1]]
        everything = await among.search(terms, where, limit=100)
        assert {hit.key for hit in expected} <= {hit.key for hit in everything}
    await among.close()
    await alone.close()


async def test_a_search_sees_what_was_applied_before_it(texts: TextIndex) -> None:
    """While others write and flush, each search sees every change applied before it began."""

    async def write(first: int) -> None:
        for key in range(first, first + 150):
            await texts.apply(changes([entry(key, f"tea k{key}")], after=key - 1))
            assert await _keys(texts, f"k{key}") == [key]
            await texts.apply(changes([entry(key, f"tea again{key}")], after=key - 1))
            assert await _keys(texts, f"k{key}") == []
            assert await _keys(texts, f"again{key}") == [key]

    async def flush() -> None:
        for _ in range(15):
            await texts.flush()
            await asyncio.sleep(0)

    await asyncio.gather(write(1), write(1000), flush(), flush())
    statistics = await texts.statistics(["tea"], EVERYTHING_NOW)
    assert statistics == TextStatistics(300, 600, (300,))
    assert texts.n_entries == 300
    await texts.close()


async def test_a_closed_index_says_so(texts: TextIndex) -> None:
    """Closing may be repeated; whoever asks afterwards is told that the store is unavailable."""
    await texts.apply(changes([entry(1, "tea")]))
    await texts.close()
    await texts.close()
    with pytest.raises(StoreUnavailable):
        await texts.apply(changes([entry(1, "tea")]))
    with pytest.raises(StoreUnavailable):
        await texts.search(["tea"], EVERYTHING_NOW, limit=1)
    with pytest.raises(StoreUnavailable):
        await texts.statistics(["tea"], EVERYTHING_NOW)


async def test_a_restart_goes_on_from_the_cursor(open_texts: Open, tmp_path: Path) -> None:
    """After reopening, what the cursor covers is there, and what follows can be applied."""
    texts = open_texts(tmp_path)
    is_durable = open_texts is WatchedTexts
    everything = changes([entry(key, f"tea n{key}") for key in range(1, 1001)])
    await texts.apply(everything[:10])
    await texts.apply(everything[10:700])
    await texts.flush()
    await texts.apply(everything[700:710])
    await texts.close()
    texts = open_texts(tmp_path)
    assert texts.cursor == (710 if is_durable else 0)
    assert texts.n_entries == texts.cursor
    await texts.apply([change for change in everything if change.seq > texts.cursor])
    assert await texts.statistics(["tea"], EVERYTHING_NOW) == TextStatistics(1000, 2000, (1000,))
    await texts.close()


_STEP = st.tuples(
    st.lists(any_entry(st.integers(1, 12)), max_size=6),
    st.sampled_from(("go on", "go on", "flush", "reopen")),
)


@pytest.mark.parametrize("adapter", ADAPTERS)
@settings(max_examples=20)
@given(
    steps=st.lists(_STEP, min_size=1, max_size=4),
    questions=st.lists(
        st.tuples(st.lists(st.sampled_from(TERMS), max_size=4, unique=True), any_filter()),
        min_size=1,
        max_size=6,
    ),
)
def test_any_history_agrees_with_going_through_every_entry(
    adapter: str,
    steps: list[tuple[list[IndexEntry], str]],
    questions: list[tuple[list[str], Filter]],
) -> None:
    """Whatever was applied, flushed and reopened, counts are exact, all that match are found,
    best first, and a limit cuts off the tail alone."""

    async def history(folder: Path) -> None:
        texts = ADAPTERS[adapter](folder)
        told: list[IndexEntry] = []
        for entries, then in steps:
            await texts.apply(changes(entries, after=len(told)))
            told += entries
            if then == "flush":
                await texts.flush()
            elif then == "reopen" and adapter in DURABLE:
                await texts.close()
                texts = ADAPTERS[adapter](folder)
        assert texts.n_entries == len({entry.key for entry in told})
        for terms, where in questions:
            await _agrees(texts, told, terms, where, is_exact=adapter == "inmemory")
        await texts.close()

    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(history(Path(folder)))


async def _agrees(
    texts: TextIndex, told: list[IndexEntry], terms: list[str], where: Filter, *, is_exact: bool
) -> None:
    assert await texts.statistics(terms, where) == reference_statistics(told, terms, where)
    expected = reference_search(told, terms, where)
    found = await texts.search(terms, where, limit=100)
    assert {hit.key for hit in found} == {key for key, _ in expected}
    assert [(-hit.score, -hit.key) for hit in found] == sorted(
        (-hit.score, -hit.key) for hit in found
    )
    assert await texts.search(terms, where, limit=2) == found[:2]
    if is_exact:
        assert [hit.key for hit in found] == [key for key, _ in expected]
        assert [hit.score for hit in found] == pytest.approx([score for _, score in expected])


@pytest.mark.parametrize("adapter", ADAPTERS)
@settings(max_examples=15)
@given(entries=st.lists(any_entry(st.integers(1, 1000)), max_size=30, unique_by=lambda e: e.key))
def test_without_a_filter_the_scores_are_bm25(adapter: str, entries: list[IndexEntry]) -> None:
    """Over one batch of short entries that all match, scores are BM25 to seven digits."""
    plain = [entry(e.key, e.terms or "tea") for e in entries]
    assert matching(plain, EVERYTHING_NOW) == plain

    async def scenario(folder: Path) -> None:
        texts = ADAPTERS[adapter](folder)
        await texts.apply(changes(plain))
        await texts.flush()
        expected = reference_search(plain, TERMS[:6], EVERYTHING_NOW)
        found = await texts.search(TERMS[:6], EVERYTHING_NOW, limit=100)
        assert {hit.key: pytest.approx(hit.score, rel=1e-5) for hit in found} == dict(expected)
        await texts.close()

    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(scenario(Path(folder)))
