"""Does every store erase all of a memory, nothing else, and keep a receipt?"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from perspective.domain.event import Event
from perspective.domain.graph import Entity
from perspective.domain.trust.erasure import Erasure
from perspective.ports.catalog import Catalog, TenantStores
from perspective.ports.transaction import (
    Document,
    IdempotentAnswer,
    QueueItem,
    RecordTransaction,
    Work,
)
from tests.contracts.conftest import TENANT, Reopen
from tests.contracts.material import (
    MINUTE,
    NOON,
    edge,
    everything,
    inserting,
    memory,
    order,
    version,
)

SECRET = "xyzzy"


def _entity(name: str) -> Entity:
    return Entity(id=f"e-{name}", name=name, normal_name=name, created_at=NOON)


def _fill(transaction: RecordTransaction) -> None:
    """A memory `a` full of the secret, beside a memory `b` that shares what can be shared."""
    for name in ("a", "b"):
        mine = SECRET if name == "a" else "plain"
        transaction.insert(
            memory(name, speaker=f"speaker {mine}", source=mine, extra={"new": mine}),
            version(name, content=mine, terms=mine, tags=(mine, "both"), metadata={"k": mine}),
        )
        transaction.add(
            _entity(mine),
            _entity("both"),
            edge(name, f"e-{mine}", "entity"),
            edge(name, "e-both", "entity"),
            edge("e-both", f"e-{mine}", "relation", predicate=mine, memory_id=name),
            QueueItem(memory_id=name, enqueued_at=NOON, reason=mine),
            Event(at=NOON, kind="edited", actor="t", memory_id=name, before={"content": mine}),
            IdempotentAnswer(f"key {name}", "hash", {"id": name, "note": mine}, NOON),
            IdempotentAnswer(f"again {name}", "hash", {"id": None, "duplicate_of": name}, NOON),
        )
    transaction.add(edge("a", "b"))
    second = version("a", number=2, content=f"{SECRET} 2", known_from=NOON + MINUTE)
    transaction.append(second)


@pytest.fixture
async def filled(stores: TenantStores) -> TenantStores:
    """Stores with the two memories, the first of which has two versions."""
    await stores.records.write(_fill)
    vector = np.ones(2, dtype=np.float32)
    await stores.feed.save_embeddings("m", [(key, vector) for key in (1, 2, 3)])
    return stores


async def _dump(stores: TenantStores) -> str:
    return "\n".join(await stores.records.dump(with_access=True))


async def test_nothing_of_it_is_left(filled: TenantStores) -> None:
    """No row of any table holds a word of the memory: not its versions, its entities, its events,
    its answers, nor what others say of it."""
    assert SECRET in await _dump(filled)
    erased = await filled.erasures.erase(order("1", "a"))
    assert erased is not None
    assert (erased.n_memories, erased.n_versions, erased.keys) == (1, 2, (1, 3))
    assert SECRET not in await _dump(filled)
    assert await filled.records.recorded(["a"]) == []
    assert await filled.records.versions("a") == []
    assert await filled.records.at_keys([1, 3]) == []
    assert await filled.graph.entities_named([SECRET]) == []
    assert await filled.graph.speakers_named([f"speaker {SECRET}"], everything()) == set()
    assert await filled.graph.edges_of("a", limit=9) == []
    answers = await filled.records.write(
        lambda tx: [tx.answer(f"{key} a", NOON) for key in ("key", "again")]
    )
    assert answers == [None, None]


async def test_everything_else_stays(filled: TenantStores) -> None:
    """The other memory, what both share, and the counts are as if the first had never been."""
    await filled.erasures.erase(order("1", "a"))
    assert [one.memory.id for one in await filled.records.recorded(["a", "b"])] == ["b"]
    assert [one.id for one in await filled.graph.entities_named(["both", "plain"])] == [
        "e-both", "e-plain",
    ]  # fmt: skip
    kinds = [one.kind for one in await filled.graph.edges_of("b", limit=9)]
    assert sorted(kinds) == ["entity", "entity"]
    assert len(await filled.graph.edges_of("e-both", limit=9)) == 2
    counts = await filled.records.counts()
    assert (counts.memories, counts.versions, counts.queued, counts.entities) == (1, 1, 1, 2)
    assert await filled.records.write(lambda tx: tx.count()) == 1
    kept = await filled.records.write(
        lambda tx: [tx.answer(f"{key} b", NOON) is not None for key in ("key", "again")]
    )
    assert kept == [True, True]


async def test_the_lineage_outlives_it_without_text(filled: TenantStores) -> None:
    """Its events tell that something happened, the last that it was erased, and by whom."""
    await filled.erasures.erase(order("1", "a"))
    events = await filled.records.events(memory_id="a", before=None, limit=9)
    assert [(one.kind, one.actor) for one in events] == [("erased", "test"), ("edited", "t")]
    assert [(one.before, one.after) for one in events] == [({}, {}), ({}, {})]
    other = await filled.records.events(memory_id="b", before=None, limit=9)
    assert other[0].before == {"content": "plain"}


async def test_the_same_id_and_text_can_be_stored_again(filled: TenantStores) -> None:
    """An erased memory stands in nobody's way, and its keys are never given out again."""
    await filled.erasures.erase(order("1", "a"))
    key = await filled.records.write(inserting("a", content=SECRET, terms=SECRET))
    assert key == 4
    assert [one.version.key for one in await filled.records.recorded(["a"])] == [4]
    assert (await filled.records.counts()).memories == 2


async def test_a_long_text_goes_with_all_parts(stores: TenantStores) -> None:
    """By its source id every part goes, deleted ones too, with the text as it came."""

    def work(transaction: RecordTransaction) -> None:
        for n in range(3):
            deleted_at = NOON if n == 1 else None
            part = memory(f"p{n}", source_id="long", ordinal=n, deleted_at=deleted_at)
            transaction.insert(part, version(f"p{n}", content=f"{SECRET} {n}"))
        transaction.insert(memory("other"), version("other"))
        ids = [f"p{n}" for n in range(3)]
        whole = {"id": "long", "source_id": "long", "ids": ids}
        transaction.add(
            Document("long", f"{SECRET} whole", NOON), IdempotentAnswer("k", "h", whole, NOON)
        )

    await stores.records.write(work)
    erased = await stores.erasures.erase(order("1", "long"))
    assert erased is not None
    assert (erased.n_memories, erased.n_versions) == (3, 3)
    assert SECRET not in await _dump(stores)
    assert await stores.records.document("long") is None
    assert await stores.records.write(lambda tx: tx.answer("k", NOON)) is None
    assert (await stores.records.counts()).memories == 1


async def test_a_part_takes_the_whole_text_with_it(stores: TenantStores) -> None:
    """The text as it came holds the part's words, so it goes; the other parts stay."""

    def work(transaction: RecordTransaction) -> None:
        for n, word in enumerate(("first", SECRET)):
            part = memory(f"p{n}", source_id="long", ordinal=n)
            transaction.insert(part, version(f"p{n}", content=word, terms=word))
        transaction.add(Document("long", f"first {SECRET}", NOON))

    await stores.records.write(work)
    await stores.erasures.erase(order("1", "p1"))
    assert SECRET not in await _dump(stores)
    parts = await stores.records.write(lambda tx: tx.parts("long"))
    assert [part.memory.id for part in parts] == ["p0"]


async def test_nothing_to_erase(filled: TenantStores) -> None:
    """An id that nobody has changes nothing and leaves no receipt."""
    before = await _dump(filled)
    assert await filled.erasures.erase(order("1", "nobody")) is None
    assert await _dump(filled) == before
    assert await filled.erasures.receipt("1") is None
    assert await filled.erasures.latest("nobody") is None


async def test_a_receipt_is_kept_until_and_after_it_is_done(
    filled: TenantStores, reopen: Reopen
) -> None:
    """Orders wait, oldest first, over a restart too; one that is done knows its keys no more."""
    first = await filled.erasures.erase(order("1", "a"))
    second = await filled.erasures.erase(order("2", "b"))
    opened = await reopen()
    assert await opened.erasures.pending() == [first, second]
    assert await opened.erasures.latest("a") == first
    await opened.erasures.purge()
    await opened.erasures.finish(["1"], NOON + MINUTE)
    done = await opened.erasures.receipt("1")
    assert done == Erasure(
        id="1",
        target_id="a",
        actor="test",
        requested_at=NOON,
        done_at=NOON + MINUTE,
        n_memories=1,
        n_versions=2,
    )
    assert await opened.erasures.pending() == [second]


async def test_a_touch_of_what_is_gone_does_nothing(filled: TenantStores) -> None:
    """A recall that counts its accesses late brings nothing back."""
    await filled.erasures.erase(order("1", "a"))
    before = await _dump(filled)
    await filled.records.write(lambda tx: tx.touch(["a"], NOON + MINUTE))
    assert await _dump(filled) == before


async def test_the_catalog_knows_who_has_erasures_to_finish(catalog: Catalog) -> None:
    """The note lasts until it is taken back, or the tenant is removed."""
    await catalog.put(TENANT)
    assert await catalog.erasing() == []
    for _ in range(2):
        await catalog.set_erasing(TENANT.id, is_erasing=True)
    assert await catalog.erasing() == [TENANT.id]
    await catalog.set_erasing(TENANT.id, is_erasing=False)
    assert await catalog.erasing() == []
    await catalog.set_erasing(TENANT.id, is_erasing=True)
    await catalog.remove(TENANT.id)
    assert await catalog.erasing() == []


async def test_purging_removes_what_was_set_aside(
    catalog: Catalog, stores: TenantStores, tmp_path: Path
) -> None:
    """Copies of damaged indexes, which may hold anything, go with the first erasure."""
    folder = tmp_path / "data/tenants" / TENANT.id
    if not folder.is_dir():
        pytest.skip("nothing lies on the disk")
    aside = folder / "text.aside-20250301T120000.000000Z"
    aside.mkdir()
    (aside / "segment.term").write_text(SECRET)
    await stores.erasures.purge()
    assert not aside.exists()


async def test_a_text_without_a_part_yet_is_erased_too(stores: TenantStores) -> None:
    """A long text that is still to be split goes with the work on it; what is unknown does not."""
    work = Work(source_id="long", process_id="process", at=NOON, plan={"note": SECRET})

    def accept(transaction: RecordTransaction) -> None:
        transaction.add(Document("long", SECRET, NOON), work)

    await stores.records.write(accept)
    assert await stores.erasures.erase(order("e1", "unknown")) is None
    erased = await stores.erasures.erase(order("e2", "long"))
    assert erased is not None
    assert (erased.n_memories, erased.n_versions) == (0, 0)
    assert await stores.records.document("long") is None
    assert await stores.records.works() == []
