"""Do SQLite and the exact reference agree after anything that may happen?"""

from __future__ import annotations

import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from perspective.adapters.embedded.sqlite_catalog import SqliteCatalog
from perspective.adapters.inmemory.catalog import InMemoryCatalog
from perspective.adapters.inmemory.texts import InMemoryTexts
from perspective.adapters.inmemory.vectors import InMemoryVectors
from perspective.domain.filter import Filter, IndexEntry
from perspective.domain.interval import to_microseconds
from perspective.domain.tenant import Tenant
from perspective.domain.text.normal import normal_form
from perspective.ports.catalog import TenantStores
from perspective.ports.feed import Change
from tests.properties.histories import NOON, Stop, Work, filters, histories, inserts

TENANT = Tenant(id="ann", created_at=NOON)
# What is proved here is logic, not durability: a file system in memory will do, where there is one.
FOLDER = "/dev/shm" if Path("/dev/shm").is_dir() else None
IDS = ["1", "2", "3", "1\0", "\U0001f600", "\uffff", "a", "é", "漢"]


@asynccontextmanager
async def sqlite() -> AsyncIterator[SqliteCatalog]:
    """A catalog in a folder of its own; the folder goes with it."""
    with tempfile.TemporaryDirectory(dir=FOLDER) as folder:
        catalog = SqliteCatalog(
            Path(folder), vectors=lambda *_: InMemoryVectors(), texts=lambda _: InMemoryTexts()
        )
        try:
            yield catalog
        finally:
            await catalog.close()


async def live(stores: TenantStores, history: Sequence[tuple[Work, bool]]) -> None:
    """Runs a history."""
    for work, _ in history:
        with suppress(Stop):
            await stores.records.write(work)


async def report(stores: TenantStores, where: Filter) -> list[object]:
    """All that the read side says about a store."""
    records, feed, graph = stores.records, stores.feed, stores.graph
    page = await records.page(where, before=None, limit=3)
    after = (to_microseconds(page[-1].at), page[-1].memory.id) if page else None
    return [
        page,
        await records.page(where, before=after, limit=3),
        await records.recorded(IDS),
        [await records.versions(one) for one in IDS],
        [await records.document(one) for one in IDS],
        await records.events(memory_id=None, before=None, limit=99),
        await records.counts(),
        [
            (one.entry, one.content)
            for one in await feed.changes(after=0, limit=999, model=None)
            if isinstance(one, Change)
        ],
        await graph.entities_named(IDS),
        await graph.speakers_named([normal_form(one) for one in IDS], where),
        await graph.mentions(IDS, where, now=NOON, limit=5),
        await records.read(
            lambda snapshot: snapshot.adjacent(
                IDS[:5], ["temporal", "semantic"], where, now=NOON, limit=5
            )
        ),
        [await graph.edges_of(one, limit=9) for one in IDS],
        list(await records.dump(with_access=True)),
    ]


@settings(max_examples=25)
@given(histories, filters)
async def test_adapters_agree(history: Sequence[tuple[Work, bool]], where: Filter) -> None:
    """After any history both adapters answer every read alike, and dump the same bytes, also
    after the file was opened again."""
    reference = await InMemoryCatalog().open(TENANT)
    await live(reference, history)
    expected = await report(reference, where)
    async with sqlite() as catalog:
        stores = await catalog.open(TENANT)
        await live(stores, history)
        seen = await report(stores, where)
        await stores.records.close()
        stores = await catalog.open(TENANT)
        again = await report(stores, where)
        await stores.records.close()
    assert seen == expected
    assert again == expected


@settings(max_examples=25)
@given(
    st.lists(inserts(), max_size=12, unique_by=lambda one: one[0].id), st.lists(filters, max_size=8)
)
async def test_sql_says_what_the_filter_says(
    inserted: Sequence[tuple[object, object]], wheres: Sequence[Filter]
) -> None:
    """A page holds exactly the memories whose version `Filter.matches`."""
    async with sqlite() as catalog:
        stores = await catalog.open(TENANT)

        def work(transaction: object) -> None:
            for memory, version in inserted:
                transaction.insert(memory, version)  # type: ignore[attr-defined]

        await stores.records.write(work)
        everything = await stores.records.at_keys(range(1, len(inserted) + 1))
        assert len(everything) == len(inserted)
        # Also around each memory itself, so that filters that find something are common.
        near = [
            msgspec.structs.replace(
                where,
                namespaces=(one.memory.namespace,),
                states=(one.memory.state,),
                types=None,
                tags=one.version.tags[:1],
                session=one.memory.source_session,
            )
            for one in everything
            for where in wheres[:2]
        ]
        for where in [*wheres, *near]:
            page = await stores.records.page(where, before=None, limit=99)
            matching = [one for one in everything if where.matches(IndexEntry.of(one))]
            matching.sort(key=lambda one: (one.at, one.memory.id), reverse=True)
            assert page == matching
        await stores.records.close()
