"""Is what was read of a memory taken back, and nothing else?"""

from __future__ import annotations

from perspective.domain.graph import MENTIONS, Edge, Entity
from perspective.ports.catalog import TenantStores
from perspective.ports.transaction import EntityKeys, RecordTransaction, Row
from tests.contracts.material import NOON, edge, inserting, order


def entity(name: str) -> Entity:
    """A named thing."""
    return Entity(id=f"e-{name}", name=name, normal_name=name, created_at=NOON)


def mention(memory_id: str, name: str) -> Edge:
    """A mention that was read."""
    return edge(memory_id, f"e-{name}", "entity", predicate=MENTIONS)


async def test_mentions_and_relations_go_and_what_was_given_stays(stores: TenantStores) -> None:
    """Those of the one memory; an entity goes with its last edge."""
    for name in "ab":
        await stores.records.write(inserting(name))
    rows: list[Row] = [
        *(entity(name) for name in ("ana", "ben", "cleo")),
        mention("a", "ana"),
        mention("a", "ben"),
        mention("b", "ben"),
        edge("a", "e-cleo", "entity"),
        edge("e-ana", "e-ben", "relation", predicate="knows", memory_id="a"),
        edge("a", "b", "temporal"),
    ]
    await stores.records.write(lambda transaction: transaction.add(*rows))
    await stores.records.write(lambda transaction: transaction.forget_reading("a"))
    ends = [(one.kind, one.target) for one in await stores.graph.edges_of("a", limit=9)]
    assert sorted(ends) == [("entity", "e-cleo"), ("temporal", "b")]
    known = await stores.graph.entities(["e-ana", "e-ben", "e-cleo"])
    assert [one.name for one in known] == ["ben", "cleo"]
    assert await stores.graph.entities_named(["ana"]) == []
    await stores.records.write(lambda transaction: transaction.forget_reading("nowhere"))


async def test_entities_come_by_name_a_page_at_a_time(stores: TenantStores) -> None:
    """With how many memories mention each; a kind and a beginning narrow the list."""
    for name in "abc":
        await stores.records.write(inserting(name))
    place = Entity(id="e-p", name="Aix", normal_name="aix", kind="place", created_at=NOON)
    rows: list[Row] = [
        place, *(entity(name) for name in ("ana", "anabel", "ben")),
        mention("a", "ana"), mention("b", "ana"), edge("b", "e-ana", "entity"),
        edge("c", "e-p", "entity"),
    ]  # fmt: skip
    await stores.records.write(lambda transaction: transaction.add(*rows))
    page = stores.graph.entity_page
    every = await page(kind=None, prefix="", after=None, limit=9)
    assert [(one.name, n) for one, n in every] == [
        ("Aix", 1), ("ana", 2), ("anabel", 0), ("ben", 0),
    ]  # fmt: skip
    first = await page(kind=None, prefix="an", after=None, limit=1)
    assert [one.name for one, _ in first] == ["ana"]
    rest = await page(kind=None, prefix="an", after=("ana", "e-ana"), limit=9)
    assert [one.name for one, _ in rest] == ["anabel"]
    places = await page(kind="place", prefix="", after=None, limit=9)
    assert [one.name for one, _ in places] == ["Aix"]
    assert await page(kind=None, prefix="z%_", after=None, limit=9) == []


async def test_entities_are_filed_under_what_memories_call_them(stores: TenantStores) -> None:
    """Found by a key, or by a name that is one; what a memory brought goes with it."""
    for name in "ab":
        await stores.records.write(inserting(name))
    said = edge(
        "a",
        "e-ana",
        "entity",
        predicate=MENTIONS,
        extra={MENTIONS: [["Anni", True], ["Ana", False]]},
    )
    later = edge("b", "e-ana", "entity", predicate=MENTIONS, extra={MENTIONS: [["Ana", False]]})
    rows: list[Row] = [
        entity("ana"), entity("ben"), said, later,
        EntityKeys("e-ana", "a", ("=anni", "^ann")), EntityKeys("e-ana", "b", ("=ana",)),
        EntityKeys("e-ben", "b", ("=ben",)),
    ]  # fmt: skip
    await stores.records.write(lambda transaction: transaction.add(*rows))

    def look(transaction: RecordTransaction) -> tuple[list[str], list[tuple[str, bool]]]:
        under = transaction.entities_under(["^ann", "=ben", "=zoe"])
        called = transaction.called("e-ana", limit=9)
        return [one.id for one in under], [(one.name, one.is_stated) for one in called]

    ids, called = await stores.records.write(look)
    assert ids == ["e-ana", "e-ben"]
    assert sorted(called) == [("Ana", False), ("Ana", False), ("Anni", True)]
    assert [one.id for one in await stores.graph.entities_named(["anni"])] == ["e-ana"]
    await stores.records.write(lambda transaction: transaction.forget_reading("a"))
    assert await stores.graph.entities_named(["anni"]) == []
    ids, called = await stores.records.write(look)
    assert (ids, called) == (["e-ben"], [("Ana", False)])
    await stores.erasures.erase(order("e1", "b"))
    assert await stores.records.write(look) == ([], [])


async def test_an_entity_keeps_no_name_that_is_gone(stores: TenantStores) -> None:
    """Its own name goes with the last memory that called it so; a caller's word keeps it."""
    for name in "abc":
        await stores.records.write(inserting(name))

    def said(memory_id: str, entity_id: str, name: str) -> Edge:
        extra = {MENTIONS: [[name, False]]}
        return edge(memory_id, entity_id, "entity", predicate=MENTIONS, extra=extra)

    wolf = Entity(id="e-w", name="Kim Wolf", normal_name="kim wolf", kind="person", created_at=NOON)
    given = Entity(id="e-g", name="Gus", normal_name="gus", kind="person", created_at=NOON)
    rows: list[Row] = [
        wolf, given,
        said("a", "e-w", "Kim Wolf"), said("b", "e-w", "Dr. Wolf"), said("c", "e-w", "Kim WOLF"),
        said("a", "e-g", "Gus"), edge("b", "e-g", "entity"), said("b", "e-g", "Gustav"),
    ]  # fmt: skip
    await stores.records.write(lambda transaction: transaction.add(*rows))
    await stores.erasures.erase(order("e1", "a"))
    names = [one.name for one in await stores.graph.entities(["e-w", "e-g"])]
    assert sorted(names) == ["Gus", "Kim Wolf"]
    await stores.records.write(lambda transaction: transaction.forget_reading("c"))
    (settled,) = await stores.graph.entities(["e-w"])
    assert (settled.name, settled.normal_name) == ("Dr. Wolf", "dr. wolf")
    assert await stores.graph.entities_named(["kim wolf"]) == []
    assert [one.id for one in await stores.graph.entities_named(["dr. wolf"])] == ["e-w"]
