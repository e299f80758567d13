"""Can the semantic edges from memories be replaced, and is it known how far that is?"""

from __future__ import annotations

import asyncio
import math

import pytest

from perspective.domain.graph import Edge
from perspective.ports.catalog import TenantStores
from perspective.ports.records import RecordSnapshot
from perspective.ports.transaction import RecordTransaction
from tests.contracts.conftest import Reopen
from tests.contracts.material import MINUTE, NOON, edge, everything, inserting, order


def like(source: str, target: str, weight: float = 0.5, **fields: object) -> Edge:
    """A semantic edge."""
    return edge(source, target, "semantic", weight=weight, **fields)


def linked(snapshot: RecordSnapshot) -> int:
    """What is noted."""
    return snapshot.linked()


async def link(stores: TenantStores, ids: list[str], edges: list[Edge], upto: int = 1) -> None:
    """Replaces the edges in one transaction."""
    await stores.records.write(lambda transaction: transaction.link(ids, edges, upto))


async def fill(stores: TenantStores, names: str) -> None:
    """A memory for each letter."""
    for name in names:
        await stores.records.write(inserting(name))


async def ends(stores: TenantStores, memory_id: str) -> dict[str, float]:
    """The memories that one is linked with by likeness, and how much."""
    links = await stores.records.read(
        lambda snapshot: snapshot.adjacent(
            [memory_id], ("semantic",), everything(), now=NOON, limit=99
        )
    )
    return {one.target_id: one.weight for one in links}


async def test_how_far_it_is_survives(stores: TenantStores, reopen: Reopen) -> None:
    """Nothing is linked at first."""
    assert await stores.records.read(linked) == 0
    await fill(stores, "ab")
    await link(stores, ["b"], [like("b", "a")], upto=2)
    stores = await reopen()
    assert await stores.records.read(linked) == 2
    assert await ends(stores, "a") == {"b": 0.5}


async def test_edges_are_replaced_and_others_stay(stores: TenantStores) -> None:
    """Those at the named memories alone, in either direction; one that stays keeps its times."""
    await fill(stores, "abcd")
    made = [like("c", "a"), like("c", "b"), like("d", "a"), like("d", "c")]
    await link(stores, ["c", "d"], made)
    await stores.records.write(lambda tx: tx.add(edge("c", "a", "temporal")))
    later = NOON + 5 * MINUTE
    new = like("c", "b", 0.75, created_at=later, last_reinforced_at=later)
    await link(stores, ["c"], [new])
    assert await ends(stores, "c") == {"b": 0.75}
    assert await ends(stores, "a") == {"d": 0.5}
    kept = await stores.graph.edges_of("c", limit=9)
    assert {(one.kind, one.target, one.created_at) for one in kept} == {
        ("semantic", "b", NOON), ("temporal", "a", NOON),
    }  # fmt: skip


async def test_a_pair_is_linked_once(stores: TenantStores) -> None:
    """Whichever of the two was compared first; the weight is that of the last comparison."""
    await fill(stores, "ab")
    await link(stores, ["b"], [like("b", "a")])
    await link(stores, ["a"], [like("a", "b", 0.75)])
    (kept,) = await stores.graph.edges_of("a", limit=9)
    assert (kept.source, kept.target, kept.weight) == ("b", "a", 0.75)
    await link(stores, ["a", "b"], [like("a", "b"), like("b", "a")])
    assert len(await stores.graph.edges_of("a", limit=9)) == 1


async def test_what_is_gone_is_passed_over(stores: TenantStores) -> None:
    """A memory that was erased since it was compared does not come back as a node."""
    await fill(stores, "abc")
    await link(stores, ["c"], [like("c", "a")])
    await stores.erasures.erase(order("e1", "a"))
    await link(stores, ["a", "c"], [like("a", "b"), like("c", "a"), like("c", "b")])
    assert await ends(stores, "b") == {"c": 0.5}
    assert await stores.graph.edges_of("a", limit=9) == []


async def test_they_are_derived(stores: TenantStores) -> None:
    """Neither the dump nor the counts know them."""
    await fill(stores, "ab")
    dump, counts = list(await stores.records.dump()), await stores.records.counts()
    await link(stores, ["b"], [like("b", "a")])
    assert list(await stores.records.dump()) == dump
    assert await stores.records.counts() == counts


async def test_a_failed_step_notes_nothing(stores: TenantStores) -> None:
    """Edges and note are of one transaction."""
    await fill(stores, "ab")

    def work(transaction: RecordTransaction) -> None:
        transaction.link(["b"], [like("b", "a")], 7)
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await stores.records.write(work)
    assert await stores.records.read(linked) == 0
    assert await ends(stores, "a") == {}


async def test_many_at_once(stores: TenantStores) -> None:
    """A few hundred ids and edges in one call."""
    names = [f"m{n}" for n in range(300)]
    await asyncio.gather(*(stores.records.write(inserting(name)) for name in names))
    await link(stores, names, [like(name, "m0", 0.25) for name in names[1:]])
    found = await ends(stores, "m0")
    assert len(found) == 99
    assert math.isclose(sum(found.values()), 99 * 0.25)
