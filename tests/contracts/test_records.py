"""Do records give back, in order, exactly what was written?"""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import msgspec
import pytest

from perspective.domain.answer import Counts
from perspective.domain.event import Event
from perspective.domain.graph import Entity
from perspective.domain.interval import to_microseconds
from perspective.domain.memory import Procedural, Semantic
from perspective.domain.ranking.candidate import Candidate
from perspective.errors import StoreUnavailable
from perspective.ports.catalog import TenantStores
from perspective.ports.transaction import (
    Document,
    IdempotentAnswer,
    QueueItem,
    RecordTransaction,
    Work,
)
from tests.contracts.conftest import Reopen
from tests.contracts.material import (
    HARD_TEXT,
    MINUTE,
    NOON,
    edge,
    everything,
    inserting,
    memory,
    version,
)

FULL_MEMORY: dict[str, Any] = {
    "type": "semantic",
    "namespace": HARD_TEXT,
    "source_session": HARD_TEXT,
    "speaker": HARD_TEXT,
    "role": "user",
    "source": HARD_TEXT,
    "source_id": HARD_TEXT,
    "ordinal": 3,
    "state": "archived",
    "pinned": True,
    "gated": "short",
    "deleted_at": datetime(9999, 12, 31, 23, 59, 59, 999999, tzinfo=UTC),
    "access_count": 4,
    "last_accessed_at": datetime(1, 1, 1, tzinfo=UTC),
    "schema_version": "1.7",
    "extra": {"mood": [1, {"x": None}], HARD_TEXT: HARD_TEXT},
}
FULL_VERSION: dict[str, Any] = {
    "content": HARD_TEXT,
    "content_hash": "h",
    "detail": Semantic(source_ids=(HARD_TEXT,), first_seen_at=NOON, last_validated_at=NOON),
    "known_from": NOON + timedelta(microseconds=1),
    "valid_from": NOON - MINUTE,
    "valid_to": NOON + MINUTE,
    "event_at": datetime(1969, 7, 20, 20, 17, 40, 1, tzinfo=UTC),
    "event_zone": "America/New_York",
    "superseded_by": HARD_TEXT,
    "importance": 0.1 + 0.2,
    "confidence": 1 / 3,
    "language": "th",
    "tags": (HARD_TEXT, "b", "a", "a"),
    "metadata": {"n": 1, "big": 2**62, "f": 0.1 + 0.2, "e": 5e-324, "text": HARD_TEXT, "l": [[]]},
    "terms": HARD_TEXT,
    "extra": {"new": {"deep": [True]}},
}


async def test_every_field_comes_back(stores: TenantStores, reopen: Reopen) -> None:
    """Any text, time, number and unknown field round-trips, also through closing and opening."""
    await stores.records.write(inserting("a\0b", of_memory=FULL_MEMORY, **FULL_VERSION))
    for is_again in (False, True):
        opened = await reopen() if is_again else stores
        (recorded,) = await opened.records.recorded(["a\0b"])
        assert recorded.memory == memory("a\0b", **FULL_MEMORY)
        assert recorded.version == version("a\0b", key=1, **FULL_VERSION)


async def test_procedure_comes_back(stores: TenantStores) -> None:
    """A procedure keeps its own fields."""
    detail = Procedural(
        code="x = 1", preconditions=("p",), success_count=2, previous_version_id="z"
    )
    await stores.records.write(inserting("a", of_memory={"type": "procedural"}, detail=detail))
    (recorded,) = await stores.records.at_keys([1])
    assert recorded.version.detail == detail


async def test_caller_keeps_no_hold_on_what_is_stored(stores: TenantStores) -> None:
    """What the caller changes after the write does not change in the store."""
    metadata: dict[str, Any] = {"list": [1]}
    await stores.records.write(inserting("a", metadata=metadata))
    metadata["list"].append(2)
    (recorded,) = await stores.records.recorded(["a"])
    assert recorded.version.metadata == {"list": [1]}


async def test_times_of_other_zones_are_the_same_instants(stores: TenantStores) -> None:
    """A time given in another zone comes back as the same instant, and dumps as UTC."""
    zone = timezone(timedelta(hours=5, minutes=30))
    there = NOON.astimezone(zone)
    await stores.records.write(
        inserting("a", of_memory={"recorded_at": there}, known_from=there, event_at=there)
    )
    (recorded,) = await stores.records.recorded(["a"])
    assert recorded.at == NOON
    assert not [line for line in await stores.records.dump() if "+05:30" in line]


async def test_recorded_keeps_the_order_asked_for(stores: TenantStores) -> None:
    """Memories come in the order of the ids, unknown ones left out, deleted ones not."""
    for name in ("a", "b", "c"):
        await stores.records.write(inserting(name, of_memory={"deleted_at": NOON}))
    found = await stores.records.recorded(["c", "x", "a", "c"])
    assert [one.memory.id for one in found] == ["c", "a", "c"]
    assert await stores.records.recorded([]) == []


async def test_versions_by_key(stores: TenantStores) -> None:
    """Each key is one version, whatever came after it; order kept, unknown ones left out."""
    await stores.records.write(inserting("a", content="old"))
    await stores.records.write(
        lambda transaction: transaction.append(version("a", number=2, content="new"))
    )
    found = await stores.records.at_keys([2, 99, 1])
    assert [one.version.content for one in found] == ["new", "old"]
    assert await stores.records.at_keys([]) == []
    assert await stores.records.versions("unknown") == []


async def test_candidates_are_what_the_filter_lets_through(stores: TenantStores) -> None:
    """In the order of the keys, with all that ranking asks; the rest of the keys are left out."""
    of_memories: dict[str, dict[str, Any]] = {
        "a": {"speaker": "Ana", "access_count": 2, "last_accessed_at": NOON, "pinned": True},
        "b": {"namespace": "other"},
        "c": {"deleted_at": NOON},
        "d": {"type": "semantic"},
    }
    keys = [
        await stores.records.write(
            inserting(memory_id, of_memory=fields, terms="a word", importance=0.7)
        )
        for memory_id, fields in of_memories.items()
    ]
    where = everything(namespaces=("default",))
    asked = [keys[3], 999, keys[2], keys[1], keys[0]]
    found = await stores.records.read(lambda snapshot: snapshot.candidates(asked, where))
    assert found == [Candidate.of(one) for one in await stores.records.at_keys([keys[3], keys[0]])]
    assert (found[1].speaker, found[1].access_count, found[1].pinned) == ("Ana", 2, True)
    assert (found[1].terms, found[1].importance) == ("a word", 0.7)
    assert await stores.records.read(lambda snapshot: snapshot.candidates([], where)) == []


async def test_pages_join_to_the_whole(stores: TenantStores) -> None:
    """Pages go from the newest to the oldest, equal times by greatest id, nothing twice or lost."""
    at = {"a": 0, "b": 2, "c": 1, "d": 2, "e": 2}

    def work(transaction: RecordTransaction) -> None:
        for name, minutes in at.items():
            transaction.insert(memory(name), version(name, event_at=NOON + minutes * MINUTE))

    await stores.records.write(work)
    seen: list[str] = []
    before: tuple[int, str] | None = None
    while page := await stores.records.page(everything(), before=before, limit=2):
        seen += [one.memory.id for one in page]
        before = (to_microseconds(page[-1].at), page[-1].memory.id)
    assert seen == ["e", "d", "b", "c", "a"]


async def test_pages_of_several_namespaces_are_one_order(stores: TenantStores) -> None:
    """Namespaces are mixed by time; naming one twice changes nothing."""

    def work(transaction: RecordTransaction) -> None:
        for n in range(6):
            place = {"namespace": "xyz"[n % 3], "recorded_at": NOON + n * MINUTE}
            transaction.insert(memory(f"m{n}", **place), version(f"m{n}"))

    await stores.records.write(work)
    where = everything(namespaces=("x", "z", "x", "unknown"))
    page = await stores.records.page(where, before=None, limit=3)
    assert [one.memory.id for one in page] == ["m5", "m3", "m2"]
    rest = await stores.records.page(where, before=(to_microseconds(page[-1].at), "m2"), limit=3)
    assert [one.memory.id for one in rest] == ["m0"]


async def test_page_shows_the_version_of_its_time(stores: TenantStores) -> None:
    """A page known at an earlier time shows what was known then."""
    await stores.records.write(inserting("a", content="old"))
    await stores.records.write(
        lambda transaction: transaction.append(
            version("a", number=2, content="new", known_from=NOON + 2 * MINUTE)
        )
    )
    for minutes, content in ((1, "old"), (2, "new")):
        where = msgspec.structs.replace(everything(), known_at=NOON + minutes * MINUTE)
        page = await stores.records.page(where, before=None, limit=9)
        assert [one.version.content for one in page] == [content]


async def test_document_with_its_parts(stores: TenantStores) -> None:
    """A long text comes back byte for byte with its parts in order, deleted ones too."""
    assert await stores.records.document("d") is None

    def work(transaction: RecordTransaction) -> None:
        transaction.add(Document("d", HARD_TEXT, NOON))
        for name, ordinal in (("b", 1), ("a", 0)):
            of_memory = {"source_id": "d", "ordinal": ordinal, "deleted_at": NOON}
            transaction.insert(memory(name, **of_memory), version(name))

    await stores.records.write(work)
    found = await stores.records.document("d")
    assert found is not None
    assert found[0] == Document("d", HARD_TEXT, NOON)
    assert [part.memory.id for part in found[1]] == ["a", "b"]


async def test_works_are_listed_until_they_are_done(stores: TenantStores) -> None:
    """What is to be done about a document is seen as it was written; only pending work is listed,
    the oldest first."""
    first = Work(source_id="b", process_id="p", at=NOON, plan={"n": [1, {"x": HARD_TEXT}]})
    later = Work(source_id="a", process_id="q", at=NOON + MINUTE)
    await stores.records.write(lambda transaction: transaction.add(later, first))
    assert await stores.records.works() == [first, later]
    done = Work(source_id="b", process_id="p", at=NOON, state="done")
    await stores.records.write(lambda transaction: transaction.add(done))
    assert await stores.records.works() == [later]
    assert await stores.records.write(lambda transaction: transaction.work("b")) == done
    assert await stores.records.write(lambda transaction: transaction.work("c")) is None


async def test_events_newest_first(stores: TenantStores) -> None:
    """Events have growing ids, and are read backwards, of one memory or of all, in pages."""

    def work(transaction: RecordTransaction) -> None:
        for n in range(1, 7):
            transaction.add(
                Event(
                    at=NOON, kind="edited", actor="test", memory_id="ab"[n % 2],
                    before={"n": n}, after={"text": HARD_TEXT},
                )
            )  # fmt: skip

    await stores.records.write(work)
    events = stores.records.events
    assert [one.id for one in await events(memory_id=None, before=None, limit=4)] == [6, 5, 4, 3]
    assert [one.id for one in await events(memory_id="a", before=6, limit=4)] == [4, 2]
    (newest,) = await events(memory_id=None, before=None, limit=1)
    assert (newest.before, newest.after) == ({"n": 6}, {"text": HARD_TEXT})


async def test_counts(stores: TenantStores) -> None:
    """Deleted memories are counted apart; the queue counts what is not done or failed."""
    assert await stores.records.counts() == Counts()

    def work(transaction: RecordTransaction) -> None:
        transaction.insert(memory("a", namespace="n"), version("a"))
        transaction.append(version("a", number=2))
        transaction.insert(memory("b", type="semantic", state="archived"), version("b"))
        transaction.insert(memory("c", deleted_at=NOON), version("c"))
        queued = {"m0": "pending", "m1": "running", "m2": "done", "m3": "failed"}
        for name, state in queued.items():
            item: dict[str, Any] = {"memory_id": name, "enqueued_at": NOON, "state": state}
            transaction.add(QueueItem(**item))
        transaction.add(edge("a", "b"), Entity(id="e", name="E", normal_name="e", created_at=NOON))

    await stores.records.write(work)
    assert await stores.records.counts() == Counts(
        memories=2,
        versions=4,
        deleted=1,
        queued=2,
        edges=1,
        entities=1,
        by_type={"episodic": 1, "semantic": 1},
        by_state={"active": 1, "archived": 1},
        by_namespace={"n": 1, "default": 1},
    )


async def test_dump_leaves_out_what_reading_and_indexing_change(stores: TenantStores) -> None:
    """Accesses, sequence numbers, keys and analysed terms are not in the canonical dump."""
    await stores.records.write(inserting("a", terms="analysed"))
    await stores.records.write(lambda transaction: transaction.add(edge("a", "b")))
    before = list(await stores.records.dump())
    await stores.records.write(lambda transaction: transaction.touch(["a"], NOON + MINUTE))
    await stores.records.write(lambda transaction: transaction.replace(memory("a")))
    assert list(await stores.records.dump()) == before
    assert "analysed" not in "".join(before)


async def test_dump_has_accesses_when_asked(stores: TenantStores) -> None:
    """With `with_access`, counters and reinforcements are in the dump."""
    await stores.records.write(inserting("a"))
    await stores.records.write(lambda transaction: transaction.touch(["a"], NOON))
    lines = [msgspec.json.decode(line) for line in await stores.records.dump(with_access=True)]
    assert [line["access_count"] for line in lines if line["table"] == "memories"] == [1]


async def test_dump_is_sorted_json_lines(stores: TenantStores) -> None:
    """Each row is one line with sorted keys; lines go by table, then by primary key."""

    def work(transaction: RecordTransaction) -> None:
        for name in ("b", "a\0", "a", "\U0001f600", "\uffff"):
            transaction.insert(memory(name), version(name))
        transaction.add(edge("b", "a"), edge("a", "b", "semantic"), edge("a", "b"))
        transaction.add(IdempotentAnswer("k", "h", {"z": 1, "a": 2}, NOON))

    await stores.records.write(work)
    rows = [msgspec.json.decode(line) for line in await stores.records.dump()]
    assert all(list(row) == sorted(row) for row in rows)
    assert [row["table"] for row in rows] == sorted(row["table"] for row in rows)
    ids = [row["id"] for row in rows if row["table"] == "memories"]
    assert ids == ["a", "a\0", "b", "\uffff", "\U0001f600"]
    assert [row["key"] for row in rows if row["table"] == "idempotency"] == ["k"]


async def test_many_writers_at_once(stores: TenantStores) -> None:
    """Eight tasks that write at the same time all get their own answer, and lose nothing."""

    async def write(writer: int) -> list[int]:
        return [
            await stores.records.write(inserting(f"{writer}-{n}", content=f"{writer} {n}"))
            for n in range(25)
        ]

    keys = await asyncio.gather(*(write(writer) for writer in range(8)))
    assert sorted(key for each in keys for key in each) == list(range(1, 201))
    for writer, own in enumerate(keys):
        found = await stores.records.at_keys(own)
        assert [one.version.content for one in found] == [f"{writer} {n}" for n in range(25)]


async def test_cancelled_caller_does_not_cancel_the_write(stores: TenantStores) -> None:
    """A write that was handed in happens, whether or not somebody still waits for it."""
    writing = asyncio.ensure_future(stores.records.write(inserting("a")))
    await asyncio.sleep(0)
    writing.cancel()
    await asyncio.wait([writing])
    await stores.records.write(inserting("b"))
    assert len(await stores.records.recorded(["a", "b"])) == 2


async def test_closed_store_says_so(stores: TenantStores) -> None:
    """After closing, which may be repeated, writes and reads are refused."""
    await stores.records.write(inserting("a"))
    await asyncio.gather(stores.records.close(), stores.records.close())
    await stores.records.close()
    with pytest.raises(StoreUnavailable):
        await stores.records.write(inserting("b"))
    with pytest.raises(StoreUnavailable):
        await stores.records.recorded(["a"])


async def test_close_finishes_what_was_handed_in(stores: TenantStores, reopen: Reopen) -> None:
    """Writes that wait when the store is closed are done and answered."""
    writes = [asyncio.ensure_future(stores.records.write(inserting(f"m{n}"))) for n in range(20)]
    await asyncio.sleep(0)
    await stores.records.close()
    assert await asyncio.gather(*writes) == list(range(1, 21))
    assert (await (await reopen()).records.counts()).memories == 20
