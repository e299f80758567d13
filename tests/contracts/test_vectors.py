"""Does every vector store keep the contract of `VectorStore`?"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perspective.adapters.inmemory.feed import InMemoryFeed
from perspective.adapters.inmemory.state import InMemoryState
from perspective.adapters.inmemory.vectors import InMemoryVectors
from perspective.domain.filter import Filter, IndexEntry
from perspective.errors import DimensionMismatch, StoreUnavailable
from perspective.ports.feed import Change, Removal, Vector
from perspective.ports.vectors import VectorStore
from tests.contracts.index_entries import (
    EVERYTHING_NOW,
    NOW,
    any_entry,
    any_filter,
    changes,
    entry,
)
from tests.unit.adapters.embedded.recorded_vectors import RecordedVectors
from tests.unit.adapters.qdrant_server.local_server import QUIET, LocalVectors

DIMENSIONS = 8
ADAPTERS: dict[str, Callable[[], VectorStore]] = {
    "inmemory": InMemoryVectors,
    "generations": RecordedVectors,
    "qdrant": LocalVectors,
}
pytestmark = pytest.mark.filterwarnings(*QUIET)


@pytest.fixture(params=ADAPTERS)
def vectors(request: pytest.FixtureRequest) -> VectorStore:
    """An empty vector store, of each adapter in turn."""
    return ADAPTERS[request.param]()


@pytest.fixture
def n_many(vectors: VectorStore) -> int:
    """How many versions are many; the local mode goes through all of them in Python."""
    return 2_000 if isinstance(vectors, LocalVectors) else 20_000


def _unit(seed: int, dimensions: int = DIMENSIONS) -> Vector:
    vector = np.random.default_rng(seed).standard_normal(dimensions)
    return (vector / np.linalg.norm(vector)).astype(np.float32)


def _cosine(a: Vector, b: Vector) -> float:
    return float(a.astype(np.float64) @ b.astype(np.float64))


async def _keys(
    vectors: VectorStore, query: Vector, where: Filter = EVERYTHING_NOW, limit: int = 10
) -> list[int]:
    return [hit.key for hit in await vectors.search(query, where, limit=limit)]


async def test_an_empty_store_finds_nothing(vectors: VectorStore) -> None:
    """A store that was told nothing answers with nothing."""
    assert await vectors.search(_unit(1), EVERYTHING_NOW, limit=10) == []
    assert await vectors.scores(_unit(1), [1, 2]) == {}
    assert (vectors.n_entries, vectors.cursor) == (0, 0)
    await vectors.close()


async def test_the_nearest_come_first(vectors: VectorStore) -> None:
    """Hits come in the order of their cosines, which are exact; a limit above all is no limit."""
    rows = [_unit(seed) for seed in range(50)]
    await vectors.apply(changes([entry(key) for key in range(1, 51)], vectors=rows))
    hits = await vectors.search(rows[7], EVERYTHING_NOW, limit=1000)
    expected = {key: _cosine(row, rows[7]) for key, row in enumerate(rows, 1)}
    assert [hit.key for hit in hits] == sorted(expected, key=lambda key: -expected[key])
    assert {hit.key: hit.score for hit in hits} == pytest.approx(expected, abs=1e-6)
    assert hits[0].key == 8
    assert await vectors.search(rows[7], EVERYTHING_NOW, limit=3) == hits[:3]
    assert await vectors.search(rows[7], EVERYTHING_NOW, limit=0) == []
    assert (vectors.n_entries, vectors.cursor) == (50, 50)
    await vectors.close()


async def test_ties_go_to_the_newest(vectors: VectorStore) -> None:
    """Among equal vectors the greatest key comes first, wherever they lie."""
    await vectors.apply(
        changes(
            [entry(key) for key in range(1, 2001)],
            vectors=[_unit(key % 3, 384) for key in range(1, 2001)],
        )
    )
    same = [key for key in range(2000, 0, -1) if key % 3 == 1]
    assert await _keys(vectors, _unit(1, 384), limit=5) == same[:5]
    assert await _keys(vectors, _unit(1, 384), limit=len(same)) == same
    await vectors.close()


async def test_a_replacement_leaves_nothing_behind(vectors: VectorStore) -> None:
    """A version applied again has its new vector and attributes, and is counted once."""
    await vectors.apply(changes([entry(1), entry(2)], vectors=[_unit(1), _unit(2)]))
    await vectors.apply(changes([entry(1, namespace="new")], after=2, vectors=[_unit(3)]))
    assert vectors.n_entries == 2
    assert await vectors.scores(_unit(3), [1]) == {1: pytest.approx(1.0)}
    only_new = Filter(as_of=NOW, known_at=NOW, namespaces=("new",))
    only_old = Filter(as_of=NOW, known_at=NOW, namespaces=("default",))
    assert await _keys(vectors, _unit(1), only_new) == [1]
    assert await _keys(vectors, _unit(1), only_old) == [2]
    await vectors.close()


async def test_a_change_without_a_vector_takes_the_version_out(vectors: VectorStore) -> None:
    """A version that cannot be embedded is not found, and its change is counted as applied."""
    await vectors.apply(changes([entry(1), entry(2)], vectors=[_unit(1), _unit(2)]))
    await vectors.apply([Change(3, entry(1), "", None, is_embeddable=False)])
    await vectors.apply([Change(4, entry(9), "", None)])
    assert await _keys(vectors, _unit(1)) == [2]
    assert await vectors.scores(_unit(1), [1, 9]) == {}
    assert (vectors.n_entries, vectors.cursor) == (1, 4)
    await vectors.close()


async def test_applying_again_changes_nothing(vectors: VectorStore) -> None:
    """The same changes applied twice leave the store and the cursor as they were."""
    batch = changes([entry(key) for key in range(1, 9)], vectors=[_unit(key) for key in range(8)])
    await vectors.apply(batch)
    before = await vectors.search(_unit(5), EVERYTHING_NOW, limit=9)
    await vectors.apply(batch)
    await vectors.apply(batch[:2])
    assert await vectors.search(_unit(5), EVERYTHING_NOW, limit=9) == before
    assert (vectors.n_entries, vectors.cursor) == (8, 8)
    await vectors.close()


async def test_scores_are_those_of_the_search(vectors: VectorStore) -> None:
    """A version has the same cosine by its key as in a search; unknown keys are left out."""
    await vectors.apply(
        changes([entry(key) for key in range(1, 31)], vectors=[_unit(key) for key in range(30)])
    )
    hits = await vectors.search(_unit(99), EVERYTHING_NOW, limit=30)
    assert await vectors.scores(_unit(99), [*range(50), 5]) == {h.key: h.score for h in hits}
    await vectors.close()


async def test_ten_among_thousands_are_as_a_store_of_ten(vectors: VectorStore, n_many: int) -> None:
    """A namespace of ten among thousands finds exactly what a store of those ten would."""
    others = [entry(key, namespace="other") for key in range(11, n_many + 11)]
    rows = np.random.default_rng(3).standard_normal((n_many + 10, DIMENSIONS)).astype(np.float32)
    rows /= np.linalg.norm(rows, axis=1)[:, None]
    ten = [entry(key, namespace="mine") for key in range(1, 11)]
    alone = InMemoryVectors()
    await alone.apply(changes(ten, vectors=list(rows[:10])))
    await vectors.apply(changes([*ten, *others], vectors=list(rows)))
    where = Filter(as_of=NOW, known_at=NOW, namespaces=("mine",))
    for seed in range(5):
        expected = await alone.search(_unit(seed), where, limit=7)
        assert await vectors.search(_unit(seed), where, limit=7) == expected
    await vectors.close()


async def test_many_replacements_keep_what_stands(vectors: VectorStore) -> None:
    """After thousands of replacements and removals, exactly what stands is found."""
    rng = np.random.default_rng(5)
    standing: dict[int, Vector] = {}
    seq = 0
    for _ in range(20):
        batch = []
        for key in rng.choice(2000, size=600, replace=False).tolist():
            seq += 1
            row = None if rng.random() < 0.3 else _unit(seq)
            batch.append(Change(seq, entry(key), "", row))
            standing.pop(key, None)
            if row is not None:
                standing[key] = row
        await vectors.apply(batch)
    assert (vectors.n_entries, vectors.cursor) == (len(standing), seq)
    expected = {key: _cosine(row, _unit(0)) for key, row in standing.items()}
    hits = await vectors.search(_unit(0), EVERYTHING_NOW, limit=5000)
    assert {hit.key: hit.score for hit in hits} == pytest.approx(expected, abs=1e-6)
    await vectors.close()


async def test_a_search_sees_what_was_applied_before_it(vectors: VectorStore, n_many: int) -> None:
    """While others write, a search finds each version as it was or as it is, never not at all."""
    n_last = n_many * 7 // 8
    keys = range(1, n_last + 1)
    await vectors.apply(
        changes([entry(key) for key in keys], vectors=[_unit(key % 50) for key in keys])
    )

    async def write() -> None:
        for seq in range(300):
            key = n_last - 500 + seq
            await vectors.apply([Change(20_000 + seq, entry(key), "", _unit(key % 50))])
            await asyncio.sleep(0)

    async def read() -> None:
        for _ in range(10):
            found = await _keys(vectors, _unit(7), limit=n_last // 50)
            assert found == [key for key in reversed(keys) if key % 50 == 7]

    await asyncio.gather(write(), read(), read())
    await vectors.close()


async def test_other_dimensions_are_refused(vectors: VectorStore) -> None:
    """A vector or query of other dimensions than the store's raises DimensionMismatch."""
    await vectors.apply(changes([entry(1)], vectors=[_unit(1)]))
    with pytest.raises(DimensionMismatch):
        await vectors.apply(changes([entry(2)], after=1, vectors=[_unit(2, 9)]))
    with pytest.raises(DimensionMismatch):
        await vectors.search(_unit(2, 9), EVERYTHING_NOW, limit=1)
    with pytest.raises(DimensionMismatch):
        await vectors.scores(_unit(2, 9), [1])
    assert (vectors.n_entries, vectors.cursor) == (1, 1)
    await vectors.close()


async def test_a_closed_store_says_so(vectors: VectorStore) -> None:
    """Closing may be repeated; whoever asks afterwards is told that the store is unavailable."""
    await vectors.close()
    await vectors.close()
    with pytest.raises(StoreUnavailable):
        await vectors.search(_unit(1), EVERYTHING_NOW, limit=1)
    with pytest.raises(StoreUnavailable):
        await vectors.scores(_unit(1), [1])
    with pytest.raises(StoreUnavailable):
        await vectors.apply([])


@pytest.mark.parametrize("adapter", ADAPTERS)
@settings(max_examples=50)
@given(
    entries=st.lists(any_entry(st.integers(1, 15)), max_size=25),
    where=any_filter(),
    limit=st.integers(1, 30),
)
def test_any_filter_agrees_with_going_through_every_entry(
    adapter: str, entries: list[IndexEntry], where: Filter, limit: int
) -> None:
    """Whatever was applied, exactly what the filter lets through is found, nearest first."""

    async def scenario() -> None:
        store = ADAPTERS[adapter]()
        rows = [None if number % 5 == 4 else _unit(number % 7) for number in range(len(entries))]
        await store.apply(changes(entries, vectors=rows))
        last = {entry.key: (entry, row) for entry, row in zip(entries, rows, strict=True)}
        expected = [
            (round(_cosine(row, _unit(1)), 6), key)
            for key, (entry, row) in last.items()
            if row is not None and where.matches(entry)
        ]
        hits = await store.search(_unit(1), where, limit=limit)
        found = [(round(hit.score, 6), hit.key) for hit in hits]
        assert found == sorted(expected, reverse=True)[:limit]
        await store.close()

    asyncio.run(scenario())


async def test_what_was_erased_is_out(vectors: VectorStore) -> None:
    """A removal takes the version out, and is counted as applied; of one unknown it is harmless."""
    await vectors.apply([Removal(1, 7)])
    await vectors.apply(changes([entry(1), entry(2)], after=1, vectors=[_unit(1), _unit(2)]))
    for _ in range(2):
        await vectors.apply([Removal(4, 1), Removal(5, 9)])
        assert await _keys(vectors, _unit(1)) == [2]
        assert (vectors.n_entries, vectors.cursor) == (1, 5)
    await vectors.close()


async def test_a_purge_does_not_wait_for_the_feed(vectors: VectorStore) -> None:
    """What is purged is out, though the store is behind; its cursor stays where it was."""
    await vectors.apply(changes([entry(1), entry(2)], vectors=[_unit(1), _unit(2)]))
    await vectors.purge(InMemoryFeed(InMemoryState()), [1, 9])
    assert await _keys(vectors, _unit(1)) == [2]
    assert vectors.n_entries == 1
    await vectors.close()
