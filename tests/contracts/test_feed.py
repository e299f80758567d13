"""Does the feed hand every change to an index, once and in order?"""

from __future__ import annotations

import numpy as np

from perspective.domain.filter import IndexEntry
from perspective.ports.catalog import TenantStores
from perspective.ports.feed import Change, Removal, Vector
from perspective.ports.transaction import RecordTransaction
from tests.contracts.conftest import Reopen
from tests.contracts.material import MINUTE, NOON, inserting, memory, order, version


def vector(*values: float) -> Vector:
    """A vector of these numbers."""
    return np.array(values, dtype=np.float32)


async def changes(
    stores: TenantStores, *, after: int = 0, model: str | None = None
) -> list[Change]:
    """What the feed holds after a number, where nothing was erased."""
    found = await stores.feed.changes(after=after, limit=99, model=model)
    added = [one for one in found if isinstance(one, Change)]
    assert len(added) == len(found)
    return added


async def test_each_version_stands_at_its_latest_change(stores: TenantStores) -> None:
    """A changed version moves to the end of the feed; an untouched one stays where it is."""
    for name in ("a", "b", "c"):
        await stores.records.write(inserting(name))
    await stores.records.write(lambda transaction: transaction.replace(memory("b", pinned=True)))
    await stores.records.write(
        lambda transaction: transaction.append(version("a", number=2, known_from=NOON + MINUTE))
    )
    found = await changes(stores)
    assert [(one.entry.memory_id, one.entry.key) for one in found] == [
        ("c", 3), ("b", 2), ("a", 1), ("a", 4),
    ]  # fmt: skip
    seqs = [one.seq for one in found]
    assert seqs == sorted(set(seqs))
    assert seqs[-1] == stores.feed.last_seq


async def test_identity_change_concerns_all_versions(stores: TenantStores) -> None:
    """Replacing an identity hands each of its versions to the indexes again, in their order."""
    await stores.records.write(inserting("a"))
    await stores.records.write(
        lambda transaction: transaction.append(version("a", number=2, known_from=NOON + MINUTE))
    )
    seq = stores.feed.last_seq
    moved = memory("a", namespace="other", source_session="s", recorded_at=NOON - MINUTE)
    await stores.records.write(lambda transaction: transaction.replace(moved))
    found = await changes(stores, after=seq)
    assert [one.entry.key for one in found] == [1, 2]
    expected = [IndexEntry.of(one) for one in await stores.records.versions("a")]
    assert [one.entry for one in found] == expected
    assert {(one.namespace, one.session, one.at) for one in expected} == {
        ("other", "s", NOON - MINUTE)
    }


async def test_reading_on_from_a_cursor(stores: TenantStores) -> None:
    """Reading in steps gives the same as reading at once; what is left can be counted."""

    def work(transaction: RecordTransaction) -> None:
        for n in range(10):
            transaction.insert(memory(f"m{n}"), version(f"m{n}"))

    await stores.records.write(work)
    whole = await stores.feed.changes(after=0, limit=99, model=None)
    assert len(whole) == 10
    assert await stores.feed.counted(after=0) == (10, 10)
    steps, cursor = [], 0
    while step := await stores.feed.changes(after=cursor, limit=3, model=None):
        steps += step
        cursor = step[-1].seq
        assert await stores.feed.counted(after=cursor) == (10, 10 - len(steps))
    assert steps == whole


async def test_numbers_grow_over_a_restart(stores: TenantStores, reopen: Reopen) -> None:
    """Opening again goes on where the last commit stopped."""
    await stores.records.write(inserting("a"))
    before = stores.feed.last_seq
    again = await reopen()
    assert again.feed.last_seq == before
    await again.records.write(inserting("b"))
    assert again.feed.last_seq > before


async def test_empty_store_is_at_zero(stores: TenantStores) -> None:
    """Nothing was written, so nothing is to be read."""
    assert stores.feed.last_seq == 0
    assert await stores.feed.changes(after=0, limit=9, model=None) == []
    assert await stores.feed.counted(after=0) == (0, 0)


async def test_embeddings_come_with_their_model_alone(stores: TenantStores, reopen: Reopen) -> None:
    """A change carries what this model gave, exactly; None marks a text it cannot read."""
    for name in ("a", "b", "c"):
        await stores.records.write(inserting(name))
    seq = stores.feed.last_seq
    exact = vector(0.1, -1e-30, 3.0)
    await stores.feed.save_embeddings("m", [(1, vector(9, 9, 9)), (2, None), (99, exact)])
    await stores.feed.save_embeddings("m", [(1, exact)])
    assert stores.feed.last_seq == seq
    for is_again in (False, True):
        opened = await reopen() if is_again else stores
        first, second, third = await changes(opened, model="m")
        assert first.vector is not None
        assert first.vector.dtype == np.float32
        np.testing.assert_array_equal(first.vector, exact)
        assert first.is_embeddable
        assert (second.vector, second.is_embeddable) == (None, False)
        assert (third.vector, third.is_embeddable) == (None, True)
        for other in ("n", None):
            found = await changes(opened, model=other)
            assert [(one.vector, one.is_embeddable) for one in found] == [(None, True)] * 3


async def test_new_version_has_no_embedding_yet(stores: TenantStores) -> None:
    """An embedding belongs to one wording."""
    await stores.records.write(inserting("a"))
    await stores.feed.save_embeddings("m", [(1, vector(1))])
    await stores.records.write(
        lambda transaction: transaction.append(version("a", number=2, known_from=NOON + MINUTE))
    )
    old, new = await changes(stores, model="m")
    assert old.vector is not None
    assert new.vector is None


async def test_an_erased_version_stands_as_a_removal(stores: TenantStores, reopen: Reopen) -> None:
    """Its latest change is that it went: in its place among the others, once, after a restart
    too, and not counted among the versions."""
    for name in ("a", "b", "c"):
        await stores.records.write(inserting(name))
    await stores.erasures.erase(order("1", "b"))
    await stores.records.write(lambda transaction: transaction.replace(memory("a", pinned=True)))
    for is_again in (False, True):
        opened = await reopen() if is_again else stores
        found = await opened.feed.changes(after=0, limit=99, model=None)
        assert [
            ("gone", one.key) if isinstance(one, Removal) else ("kept", one.entry.key)
            for one in found
        ] == [("kept", 3), ("gone", 2), ("kept", 1)]
        steps = [
            (await opened.feed.changes(after=after, limit=1, model=None))[0]
            for after in (0, found[0].seq, found[1].seq)
        ]
        assert steps == found
        assert await opened.feed.counted(after=0) == (2, 2)
        assert opened.feed.last_seq == found[-1].seq


async def test_a_late_embedding_brings_nothing_back(stores: TenantStores) -> None:
    """What a model gives for a version that was erased meanwhile is passed over."""
    await stores.records.write(inserting("a"))
    await stores.erasures.erase(order("1", "a"))
    await stores.feed.save_embeddings("m", [(1, vector(1))])
    found = await stores.feed.changes(after=0, limit=9, model="m")
    assert [type(one) for one in found] == [Removal]


async def test_where_a_version_stands(stores: TenantStores) -> None:
    """One version is given as the feed gives it; one that is gone, or was never there, is not."""
    await stores.records.write(inserting("a"))
    await stores.records.write(inserting("b"))
    await stores.feed.save_embeddings("m", [(1, None)])
    first, _ = await changes(stores, model="m")
    assert await stores.feed.standing(1, model="m") == first
    assert first.is_embeddable is False
    await stores.erasures.erase(order("1", "a"))
    assert await stores.feed.standing(1, model="m") is None
    assert await stores.feed.standing(99, model="m") is None


async def test_embeddings_of_a_model_can_be_let_go(stores: TenantStores) -> None:
    """Those of one model go, a few at a time, and another's stay."""
    for name in ("a", "b", "c"):
        await stores.records.write(inserting(name))
    assert await stores.feed.models() == []
    for model in ("n", "m"):
        await stores.feed.save_embeddings(model, [(1, vector(1)), (2, None), (3, vector(2))])
    assert await stores.feed.models() == ["m", "n"]
    assert [await stores.feed.forget_embeddings("m", limit=2) for _ in range(3)] == [2, 1, 0]
    assert await stores.feed.models() == ["n"]
    assert all(one.vector is None and one.is_embeddable for one in await changes(stores, model="m"))
    kept = await changes(stores, model="n")
    assert [one.vector is not None for one in kept] == [True, False, True]
