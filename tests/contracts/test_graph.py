"""Does the graph give the neighbours that a filter lets through, heaviest first?"""

from __future__ import annotations

import math
from collections.abc import Sequence
from datetime import datetime, timedelta

import pytest

from perspective.domain.extraction.merger import MERGED_INTO, marked
from perspective.domain.filter import Filter
from perspective.domain.graph import Edge, EdgeKind, Entity
from perspective.ports.catalog import TenantStores
from perspective.ports.graph import Link
from perspective.ports.transaction import EntityKeys, RecordTransaction
from tests.contracts.material import MINUTE, NOON, edge, everything, memory, version

NAMES = ("a", "b", "c", "d")


async def given(stores: TenantStores, *edges: Edge, **of_memory: dict[str, object]) -> None:
    """Four memories with the keys 1 to 4, and edges."""

    def work(transaction: RecordTransaction) -> None:
        for name in NAMES:
            transaction.insert(memory(name, **of_memory.get(name, {})), version(name))
        transaction.add(*edges)

    await stores.records.write(work)


async def adjacent(
    stores: TenantStores,
    memory_ids: Sequence[str],
    kinds: Sequence[EdgeKind],
    where: Filter,
    *,
    now: datetime,
    limit: int,
) -> list[Link]:
    """One hop from memories to memories, as a snapshot of the records gives it."""
    return await stores.records.read(
        lambda snapshot: snapshot.adjacent(memory_ids, kinds, where, now=now, limit=limit)
    )


async def test_neighbours_in_either_direction(stores: TenantStores) -> None:
    """An edge leads from each of its ends to the other, along the kinds asked for alone."""
    await given(
        stores,
        edge("a", "b", weight=0.5),
        edge("c", "a", weight=0.9),
        edge("a", "d", "semantic", weight=1.0),
        edge("b", "c", weight=0.1),
    )
    links = await adjacent(stores, ["a"], ["temporal"], everything(), now=NOON, limit=9)
    assert links == [Link("a", "c", 3, "temporal", 0.9), Link("a", "b", 2, "temporal", 0.5)]


async def test_both_directions_count_once_per_source(stores: TenantStores) -> None:
    """Of edges there and back of one kind the heavier counts; each source has its own link."""
    await given(
        stores,
        edge("a", "b", "semantic", weight=0.3),
        edge("b", "a", "semantic", weight=0.6),
        edge("a", "b", "contradicts", weight=0.1),
    )
    links = await adjacent(
        stores, ["a", "b", "a"], ["semantic", "contradicts"], everything(), now=NOON, limit=9
    )
    assert links == [
        Link("a", "b", 2, "semantic", 0.6),
        Link("b", "a", 1, "semantic", 0.6),
        Link("a", "b", 2, "contradicts", 0.1),
        Link("b", "a", 1, "contradicts", 0.1),
    ]


async def test_weight_decays_until_it_is_read(stores: TenantStores) -> None:
    """The weight is that of now; a link reinforced in the future has not decayed."""
    await given(
        stores,
        edge("a", "b", weight=1.0, decay_rate=0.02),
        edge("a", "c", weight=0.9, decay_rate=0.0),
        edge("a", "d", weight=0.8, decay_rate=5.0, last_reinforced_at=NOON + timedelta(days=99)),
    )
    now = NOON + timedelta(days=10)
    links = await adjacent(stores, ["a"], ["temporal"], everything(), now=now, limit=9)
    assert [(link.target_id, link.weight) for link in links] == [
        ("c", 0.9),
        ("b", pytest.approx(math.exp(-0.2))),
        ("d", 0.8),
    ]


async def test_ties_go_to_the_newest(stores: TenantStores) -> None:
    """Links of one weight come by key, greatest first, and the limit cuts after that."""
    await given(stores, edge("a", "b"), edge("a", "c"), edge("d", "a"))
    links = await adjacent(stores, ["a"], ["temporal"], everything(), now=NOON, limit=2)
    assert [link.target_key for link in links] == [4, 3]


async def test_filter_decides_which_neighbours_are_seen(stores: TenantStores) -> None:
    """A neighbour that the filter hides takes no place of the limit."""
    await given(
        stores,
        edge("a", "b", weight=1.0),
        edge("a", "c", weight=0.9),
        edge("a", "d", weight=0.1),
        b={"deleted_at": NOON},
        c={"namespace": "elsewhere"},
    )
    where = everything(namespaces=("default",))
    links = await adjacent(stores, ["a"], ["temporal"], where, now=NOON, limit=1)
    assert [link.target_id for link in links] == ["d"]


async def test_target_key_is_of_the_version_in_sight(stores: TenantStores) -> None:
    """A link leads to the version that the filter's time shows."""
    await given(stores, edge("a", "b"))
    await stores.records.write(
        lambda transaction: transaction.append(version("b", number=2, known_from=NOON + MINUTE))
    )
    for known_at, key in ((NOON, 2), (NOON + MINUTE, 5)):
        where = everything(known_at=known_at)
        links = await adjacent(stores, ["a"], ["temporal"], where, now=NOON, limit=9)
        assert [link.target_key for link in links] == [key]


async def test_mentions_lead_from_entity_to_memory(stores: TenantStores) -> None:
    """Memories that mention an entity are found from it, heaviest first."""
    await given(
        stores,
        edge("a", "e", "entity", weight=0.2),
        edge("b", "e", "entity", weight=0.7),
        edge("b", "f", "entity", weight=0.5),
        edge("e", "f", "relation", weight=1.0),
        edge("c", "e", "semantic", weight=1.0),
    )
    links = await stores.graph.mentions(["e", "f"], everything(), now=NOON, limit=9)
    assert links == [
        Link("e", "b", 2, "entity", 0.7),
        Link("f", "b", 2, "entity", 0.5),
        Link("e", "a", 1, "entity", 0.2),
    ]
    assert len(await stores.graph.mentions(["e", "f"], everything(), now=NOON, limit=1)) == 1


async def test_nothing_leads_nowhere(stores: TenantStores) -> None:
    """No ids, no kinds or unknown ids find nothing."""
    await given(stores, edge("a", "b"))
    graph, where = stores.graph, everything()
    assert await adjacent(stores, [], ["temporal"], where, now=NOON, limit=9) == []
    assert await adjacent(stores, ["a"], [], where, now=NOON, limit=9) == []
    assert await adjacent(stores, ["x"], ["temporal"], where, now=NOON, limit=9) == []
    assert await graph.mentions([], where, now=NOON, limit=9) == []
    assert await graph.entities_named([]) == []
    assert await graph.edges_of("x", limit=9) == []


async def test_entities_by_name_or_alias(stores: TenantStores) -> None:
    """Each entity comes once, by id, whichever of its names were asked for."""
    ann = Entity(
        id="2", name="Ann", normal_name="ann", kind="person", aliases=("annie",),
        created_at=NOON, extra={"k": [1]},
    )  # fmt: skip
    bo = Entity(id="1", name="Bo", normal_name="bo", created_at=NOON)
    await stores.records.write(lambda transaction: transaction.add(ann, bo))
    assert await stores.graph.entities_named(["annie", "ann", "bo", "x"]) == [bo, ann]


async def test_speakers_of_what_is_in_sight(stores: TenantStores) -> None:
    """A name is a speaker's when a memory that the filter lets through was spoken by them."""
    await given(
        stores,
        a={"speaker": "Ann"},
        b={"speaker": "BO", "namespace": "elsewhere"},
        c={"speaker": "Cy", "deleted_at": NOON},
    )
    await stores.records.write(lambda transaction: transaction.replace(memory("d", speaker="Dora")))
    names, graph = ["ann", "bo", "cy", "dora", "d"], stores.graph
    assert await graph.speakers_named(names, everything()) == {"ann", "bo", "dora"}
    here = everything(namespaces=("default",))
    assert await graph.speakers_named(names, here) == {"ann", "dora"}
    assert await graph.speakers_named([], here) == set()


async def test_edges_of_a_node(stores: TenantStores) -> None:
    """All edges at a node come with all their fields, heaviest first; a loop comes once."""
    edges = [
        edge("a", "b", "relation", weight=0.9, predicate="likes", memory_id="c", extra={"x": 1}),
        edge("c", "a", weight=0.5),
        edge("a", "a", "semantic", weight=0.4),
    ]
    await given(stores, *edges, edge("b", "c", weight=1.0))
    assert await stores.graph.edges_of("a", limit=9) == edges
    assert await stores.graph.edges_of("a", limit=1) == edges[:1]


async def test_edges_at_many_nodes(stores: TenantStores) -> None:
    """Heaviest now first, each once, at most so many."""
    day = timedelta(days=1)
    await given(
        stores,
        edge("a", "b", weight=0.5),
        edge("b", "c", weight=0.9),
        edge("c", "d", weight=0.8),
        edge("d", "a", "semantic", weight=1.0, decay_rate=1.0),
        edge("c", "c", "semantic", weight=0.1),
    )
    found = await stores.graph.edges_at(["a", "b", "nobody"], now=NOON + day, limit=9)
    assert [(one.source, one.target) for one in found] == [("b", "c"), ("a", "b"), ("d", "a")]
    found = await stores.graph.edges_at(["a", "b"], now=NOON, limit=2)
    assert [(one.source, one.target) for one in found] == [("d", "a"), ("b", "c")]
    assert await stores.graph.edges_at([], now=NOON, limit=2) == []


async def test_figures_of_the_graph(stores: TenantStores) -> None:
    """What was deleted counts nowhere; what meets no edge is counted."""
    deleted = memory("c", deleted_at=NOON)
    await given(stores, edge("a", "b"), edge("a", "e-ana", "entity"), edge("c", "a", "semantic"))
    await stores.records.write(lambda transaction: transaction.replace(deleted))
    ana = Entity(id="e-ana", name="Ana", normal_name="ana", created_at=NOON)
    bare = Entity(id="e-ben", name="Ben", normal_name="ben", created_at=NOON)
    await stores.records.write(lambda transaction: transaction.add(ana, bare))
    figures = await stores.graph.figures()
    assert (figures.memories, figures.entities) == (3, 2)
    assert figures.edges == {"entity": 1, "temporal": 1}
    degree = figures.degree
    assert (degree.max, degree.median, degree.p99, degree.isolated) == (2, 1, 2, 2)
    assert degree.mean == pytest.approx(0.8)
    assert await stores.graph.degrees(["a", "b", "d"]) == {"a": 3, "b": 1}


async def test_figures_of_nothing(stores: TenantStores) -> None:
    """All of them are zero."""
    figures = await stores.graph.figures()
    assert (figures.memories, figures.entities, figures.edges) == (0, 0, {})
    assert (figures.degree.mean, figures.degree.max) == (0.0, 0)


async def test_merged_entities_are_shown_as_one(stores: TenantStores) -> None:
    """In every answer, under every id; edges that meet are one, those between them none."""
    ana, ann, ben = (
        Entity(id=f"e-{name}", name=name, normal_name=name, created_at=NOON)
        for name in ("ana", "ann", "ben")
    )
    await given(
        stores,
        edge("a", "e-ana", "entity", weight=0.5),
        edge("a", "e-ann", "entity", weight=0.9),
        edge("b", "e-ann", "entity", weight=0.7),
        edge("e-ana", "e-ann", "relation", predicate="knows", memory_id="a"),
        edge("e-ann", "e-ben", "relation", predicate="knows", memory_id="a"),
    )
    await stores.records.write(
        lambda tx: tx.add(marked(ana), marked(ann, **{MERGED_INTO: "e-ana"}), ben)
    )
    graph = stores.graph
    (shown,) = await graph.entities(["e-ann", "e-ana"])
    assert (shown.id, shown.aliases) == ("e-ana", ("ann",))
    assert await graph.entities_named(["ann"]) == [shown]
    page = await graph.entity_page(kind=None, prefix="", after=None, limit=9)
    assert [(one.id, n) for one, n in page] == [("e-ana", 2), ("e-ben", 0)]
    links = await graph.mentions(["e-ann"], everything(), now=NOON, limit=9)
    assert [(one.source_id, one.target_id, one.weight) for one in links] == [
        ("e-ana", "a", 0.9),
        ("e-ana", "b", 0.7),
    ]
    for node in ("e-ana", "e-ann"):
        for edges in (
            await graph.edges_of(node, limit=9),
            await graph.edges_at([node], now=NOON, limit=9),
        ):
            ends = [(one.source, one.target, one.weight) for one in edges if one.kind == "entity"]
            assert ends == [("a", "e-ana", 0.9), ("b", "e-ana", 0.7)]
            assert [one.target for one in edges if one.kind == "relation"] == ["e-ben"]
    assert {one.target for one in await graph.edges_of("a", limit=9)} == {"e-ana"}
    assert (await graph.figures()).entities == 2


async def test_what_links_an_entity_with_a_memory_is_detached(stores: TenantStores) -> None:
    """Its edges, those that the memory states, and its keys; all else stays."""
    ana = Entity(id="e-ana", name="Ana", normal_name="ana", created_at=NOON)
    mine = edge("a", "e-ana", "entity", predicate="mentions")
    said = edge("e-ana", "e-ben", "relation", predicate="knows", memory_id="a")
    others = [edge("b", "e-ana", "entity"), edge("e-ana", "e-ben", "relation", memory_id="b")]
    await given(stores, mine, said, *others)
    keys = [EntityKeys("e-ana", name, ("=ana",)) for name in "ab"]
    await stores.records.write(lambda tx: tx.add(ana, *keys))
    assert await stores.records.write(lambda tx: tx.mentioned_in("e-ana")) == ["a", "b"]
    assert await stores.records.write(lambda tx: tx.detach("e-ana", "a")) == [mine, said]
    assert await stores.records.write(lambda tx: tx.detach("e-ana", "a")) == []
    assert await stores.records.write(lambda tx: tx.entities_under(["=ana"])) == [ana]
    assert len(await stores.graph.edges_of("e-ana", limit=9)) == 2
    await stores.records.write(lambda tx: tx.detach("e-ana", "b"))
    assert await stores.records.write(lambda tx: tx.entities_under(["=ana"])) == []
    assert await stores.records.write(lambda tx: tx.entities(["e-ana"])) == [ana]
