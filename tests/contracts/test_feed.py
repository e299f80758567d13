"""Does the feed hand every change to an index, once and in order?"""

from __future__ import annotations

import numpy as np

from perspective.domain.filter import IndexEntry
from perspective.ports.catalog import TenantStores
from perspective.ports.feed import Vector
from perspective.ports.transaction import RecordTransaction
from tests.contracts.conftest import Reopen
from tests.contracts.material import MINUTE, NOON, inserting, memory, version


def vector(*values: float) -> Vector:
    """A vector of these numbers."""
    return np.array(values, dtype=np.float32)


async def test_each_version_stands_at_its_latest_change(stores: TenantStores) -> None:
    """A changed version moves to the end of the feed; an untouched one stays where it is."""
    for name in ("a", "b", "c"):
        await stores.records.write(inserting(name))
    await stores.records.write(lambda transaction: transaction.replace(memory("b", pinned=True)))
    await stores.records.write(
        lambda transaction: transaction.append(version("a", number=2, known_from=NOON + MINUTE))
    )
    changes = await stores.feed.changes(after=0, limit=99, model=None)
    assert [(one.entry.memory_id, one.entry.key) for one in changes] == [
        ("c", 3), ("b", 2), ("a", 1), ("a", 4),
    ]  # fmt: skip
    seqs = [one.seq for one in changes]
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
    changes = await stores.feed.changes(after=seq, limit=99, model=None)
    assert [one.entry.key for one in changes] == [1, 2]
    expected = [IndexEntry.of(one) for one in await stores.records.versions("a")]
    assert [one.entry for one in changes] == expected
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
    assert len(whole) == await stores.feed.n_after(0) == 10
    steps, cursor = [], 0
    while step := await stores.feed.changes(after=cursor, limit=3, model=None):
        steps += step
        cursor = step[-1].seq
        assert await stores.feed.n_after(cursor) == 10 - len(steps)
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
    assert await stores.feed.n_after(0) == 0


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
        first, second, third = await opened.feed.changes(after=0, limit=9, model="m")
        assert first.vector is not None
        assert first.vector.dtype == np.float32
        np.testing.assert_array_equal(first.vector, exact)
        assert first.is_embeddable
        assert (second.vector, second.is_embeddable) == (None, False)
        assert (third.vector, third.is_embeddable) == (None, True)
        for other in ("n", None):
            changes = await opened.feed.changes(after=0, limit=9, model=other)
            assert [(one.vector, one.is_embeddable) for one in changes] == [(None, True)] * 3


async def test_new_version_has_no_embedding_yet(stores: TenantStores) -> None:
    """An embedding belongs to one wording."""
    await stores.records.write(inserting("a"))
    await stores.feed.save_embeddings("m", [(1, vector(1))])
    await stores.records.write(
        lambda transaction: transaction.append(version("a", number=2, known_from=NOON + MINUTE))
    )
    old, new = await stores.feed.changes(after=0, limit=9, model="m")
    assert old.vector is not None
    assert new.vector is None
