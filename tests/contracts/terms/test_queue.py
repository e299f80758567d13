"""Is the queue for extraction durable, in order, and of one piece with what it leads to?"""

from __future__ import annotations

from typing import Any

import pytest

from perspective.ports.catalog import TenantStores
from perspective.ports.records import RecordSnapshot
from perspective.ports.transaction import QueueItem, QueueState, RecordTransaction
from tests.contracts.conftest import Reopen
from tests.contracts.material import MINUTE, NOON, inserting, order


def item(memory_id: str, minutes: int = 0, **fields: Any) -> QueueItem:
    """A memory that was queued so long after noon."""
    return QueueItem(memory_id=memory_id, enqueued_at=NOON + minutes * MINUTE, **fields)


async def put(stores: TenantStores, *items: QueueItem) -> None:
    """Adds or overwrites items."""
    await stores.records.write(lambda transaction: transaction.add(*items))


async def waiting(
    stores: TenantStores, state: QueueState = "pending", limit: int = 99
) -> list[QueueItem]:
    """The items in a state."""
    return await stores.records.read(lambda snapshot: snapshot.queue(state, limit=limit))


def counted(snapshot: RecordSnapshot) -> dict[QueueState, int]:
    """How many there are in each state."""
    return snapshot.queue_counts()


async def test_the_oldest_comes_first(stores: TenantStores, reopen: Reopen) -> None:
    """At most as many as asked for; among those of one time by id; also after a restart."""
    assert await stores.records.read(counted) == {}
    await put(stores, item("c", 2), item("b", 1), item("a", 2), item("d", 0, state="done"))
    assert [one.memory_id for one in await waiting(stores)] == ["b", "a", "c"]
    stores = await reopen()
    assert [one.memory_id for one in await waiting(stores, limit=2)] == ["b", "a"]
    assert await stores.records.read(counted) == {"pending": 3, "done": 1}


async def test_an_item_moves_from_state_to_state(stores: TenantStores, reopen: Reopen) -> None:
    """It is in one of them, with its attempts and the reason of the last failure."""
    await put(stores, item("a"))
    failed = item("a", state="failed", attempts=5, reason="the model is missing")
    await put(stores, failed)
    stores = await reopen()
    assert await waiting(stores) == []
    assert await waiting(stores, "failed") == [failed]


async def test_a_transaction_sees_its_item(stores: TenantStores) -> None:
    """What becomes of an item is decided where its effect is written."""
    await put(stores, item("a"))

    def take(transaction: RecordTransaction) -> list[QueueItem | None]:
        transaction.add(item("a", state="running", attempts=1))
        return [transaction.queued("a"), transaction.queued("b")]

    assert await stores.records.write(take) == [item("a", state="running", attempts=1), None]


async def test_a_failed_step_leaves_the_item(stores: TenantStores) -> None:
    """The item and what it leads to are of one transaction."""
    await put(stores, item("a"))

    def work(transaction: RecordTransaction) -> None:
        transaction.add(item("a", state="done"))
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await stores.records.write(work)
    assert await waiting(stores) == [item("a")]


async def test_an_erased_memory_waits_no_more(stores: TenantStores) -> None:
    """Its place in the queue goes with it."""
    await stores.records.write(inserting("a"))
    await put(stores, item("a"))
    await stores.erasures.erase(order("e1", "a"))
    assert await waiting(stores) == []
