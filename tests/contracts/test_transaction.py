"""Is each step on a tenant's records atomic, and does it see what it wrote itself?"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import msgspec
import pytest

from perspective.domain.event import Event
from perspective.domain.graph import Entity
from perspective.errors import Conflict, InvalidRequest, MemoryNotFound
from perspective.ports.catalog import TenantStores
from perspective.ports.transaction import (
    Document,
    IdempotentAnswer,
    QueueItem,
    RecordTransaction,
)
from tests.contracts.material import MINUTE, NOON, edge, inserting, memory, version

replaced = msgspec.structs.replace


class Stop(BaseException):
    """Raised by a work that changes its mind; not an Exception on purpose."""


async def test_inserted_memory_is_seen_inside_and_after(stores: TenantStores) -> None:
    """A memory is there for the rest of its transaction and for every read after it."""

    def work(transaction: RecordTransaction) -> tuple[int, str]:
        key = transaction.insert(memory("a"), version("a", tags=("x", "y")))
        seen = transaction.memory("a")
        assert seen is not None
        return key, seen.version.content

    assert await stores.records.write(work) == (1, "content of a")
    (recorded,) = await stores.records.recorded(["a"])
    assert recorded.memory == memory("a")
    assert recorded.version == version("a", tags=("x", "y"), key=1)


async def test_taken_id_is_a_conflict(stores: TenantStores) -> None:
    """A second memory with the same id is refused, and the first stays."""
    await stores.records.write(inserting("a", content="first"))
    with pytest.raises(Conflict, match="'a'"):
        await stores.records.write(inserting("a", content="second"))
    (recorded,) = await stores.records.recorded(["a"])
    assert recorded.version.content == "first"


async def test_failing_work_leaves_nothing(stores: TenantStores) -> None:
    """When a work raises, whatever it is, each of its writes is undone and the error comes back."""
    await stores.records.write(inserting("a"))
    await stores.records.write(lambda transaction: transaction.add(edge("a", "a")))
    before, seq = list(await stores.records.dump(with_access=True)), stores.feed.last_seq

    def work(transaction: RecordTransaction) -> None:
        transaction.insert(memory("b"), version("b", tags=("t",)))
        transaction.replace(memory("a", pinned=True))
        transaction.append(version("a", number=2, known_from=NOON + MINUTE))
        transaction.touch(["a", "b"], NOON + MINUTE)
        transaction.add(
            Event(at=NOON, kind="created", actor="test", memory_id="b"),
            edge("b", "a"),
            Entity(id="e", name="E", normal_name="e", created_at=NOON),
            QueueItem(memory_id="b", enqueued_at=NOON),
            IdempotentAnswer("k", "h", {}, NOON),
            Document("d", "text", NOON),
        )
        raise Stop

    with pytest.raises(Stop):
        await stores.records.write(work)
    assert list(await stores.records.dump(with_access=True)) == before
    assert await stores.feed.changes(after=seq, limit=10, model=None) == []
    assert (await stores.records.counts()).memories == 1
    assert await stores.records.write(lambda transaction: transaction.count()) == 1


async def test_store_works_on_after_a_failure(stores: TenantStores) -> None:
    """Keys and event numbers go on without a trace of the work that failed."""

    def failing(transaction: RecordTransaction) -> None:
        inserting("a")(transaction)
        transaction.add(Event(at=NOON, kind="created", actor="test"))
        raise Stop

    with pytest.raises(Stop):
        await stores.records.write(failing)
    assert await stores.records.write(inserting("b")) == 1
    await stores.records.write(
        lambda transaction: transaction.add(Event(at=NOON, kind="created", actor="test"))
    )
    assert [
        event.id for event in await stores.records.events(memory_id=None, before=None, limit=9)
    ] == [1]


async def test_work_that_raises_stop_iteration_answers(stores: TenantStores) -> None:
    """An error that no future can carry still reaches the caller as an error."""
    nothing: list[int] = []
    with pytest.raises((RuntimeError, StopIteration)):
        await stores.records.write(lambda _: next(iter(nothing)))
    assert await stores.records.write(inserting("a")) == 1


async def test_caught_error_leaves_no_half_written_memory(stores: TenantStores) -> None:
    """A call that fails changes nothing, even when the work goes on after it."""

    def work(transaction: RecordTransaction) -> None:
        for content in ("good", "half a pair \ud800"):
            try:
                transaction.insert(memory(content[:4]), version(content[:4], content=content))
            except (InvalidRequest, UnicodeEncodeError):
                transaction.add(Event(at=NOON, kind="created", actor="test"))

    await stores.records.write(work)
    assert [one.memory.id for one in await stores.records.recorded(["good", "half"])] == ["good"]
    assert (await stores.records.counts()).versions == 1


async def test_half_a_surrogate_pair_is_refused(stores: TenantStores) -> None:
    """Text that is not valid Unicode is the caller's mistake, and nothing is stored."""
    with pytest.raises(InvalidRequest):
        await stores.records.write(inserting("a", content="\ud800"))
    assert (await stores.records.counts()).memories == 0


async def test_append_closes_the_version_before(stores: TenantStores) -> None:
    """A new version begins where the one before ends, and takes the next key."""
    await stores.records.write(inserting("a"))
    later = version("a", number=2, content="new", known_from=NOON + MINUTE)
    assert await stores.records.write(lambda transaction: transaction.append(later)) == 2
    first, second = await stores.records.versions("a")
    assert (first.version.number, first.version.known_to) == (1, NOON + MINUTE)
    assert second.version == replaced(later, key=2)


@pytest.mark.parametrize(
    "wrong",
    [{"number": 1}, {"number": 3}, {"number": 2, "known_from": NOON - MINUTE}],
    ids=["same number", "gap", "known before"],
)
async def test_version_out_of_order_is_a_conflict(
    stores: TenantStores, wrong: dict[str, object]
) -> None:
    """Numbers follow without gap, and what is known never begins before what it follows."""
    await stores.records.write(inserting("a"))
    with pytest.raises(Conflict):
        await stores.records.write(lambda transaction: transaction.append(version("a", **wrong)))
    assert len(await stores.records.versions("a")) == 1


async def test_unknown_memory_cannot_be_changed(stores: TenantStores) -> None:
    """Replacing or appending to a memory that is not there says so."""
    with pytest.raises(MemoryNotFound):
        await stores.records.write(lambda transaction: transaction.replace(memory("a")))
    with pytest.raises(MemoryNotFound):
        await stores.records.write(lambda transaction: transaction.append(version("a", number=2)))


async def test_replace_overwrites_identity_alone(stores: TenantStores) -> None:
    """All of the identity changes, and none of the versions."""
    await stores.records.write(inserting("a"))
    changed = memory(
        "a",
        namespace="other",
        source_session="s",
        state="archived",
        pinned=True,
        deleted_at=NOON,
        access_count=7,
        last_accessed_at=NOON,
        recorded_at=NOON + MINUTE,
    )
    await stores.records.write(lambda transaction: transaction.replace(changed))
    (recorded,) = await stores.records.recorded(["a"])
    assert recorded.memory == changed
    assert recorded.version == version("a", key=1)


async def test_count_follows_deletion_and_restoring(stores: TenantStores) -> None:
    """The count is of memories that are not deleted, at any moment of a transaction."""

    def work(transaction: RecordTransaction) -> list[int]:
        counts = []
        for name in ("a", "b"):
            transaction.insert(memory(name), version(name))
            counts.append(transaction.count())
        transaction.insert(memory("c", deleted_at=NOON), version("c"))
        counts.append(transaction.count())
        for deleted_at in (NOON, NOON, None, None):
            transaction.replace(memory("a", deleted_at=deleted_at))
            counts.append(transaction.count())
        return counts

    assert await stores.records.write(work) == [1, 2, 2, 1, 1, 2, 2]


async def test_latest_is_the_one_inserted_last_here(stores: TenantStores) -> None:
    """The last memory of a namespace and session, in the order of insertion, none deleted."""

    def work(transaction: RecordTransaction) -> list[str | None]:
        places = {"a": (None, None), "b": ("s", None), "c": ("s", NOON), "d": (None, None)}
        for name, (session, deleted_at) in places.items():
            transaction.insert(
                memory(name, source_session=session, deleted_at=deleted_at), version(name)
            )
        transaction.replace(memory("a", pinned=True))
        found = [
            transaction.latest("default", None),
            transaction.latest("default", "s"),
            transaction.latest("other", None),
        ]
        return [None if recorded is None else recorded.memory.id for recorded in found]

    assert await stores.records.write(work) == ["d", "b", None]


async def test_repeat_needs_same_place_voice_words_and_time(stores: TenantStores) -> None:
    """Only the newest memory with equal namespace, session, speaker and words counts as repeat."""
    same: dict[str, Any] = {
        "namespace": "n",
        "session": "s",
        "speaker": "ann",
        "content_hash": "h",
        "since": NOON,
    }
    of_memory: dict[str, Any] = {"namespace": "n", "source_session": "s", "speaker": "ann"}

    def work(transaction: RecordTransaction) -> list[str | None]:
        for name in ("a", "b"):
            transaction.insert(memory(name, **of_memory), version(name, content_hash="h"))
        others: list[dict[str, Any]] = [
            {"namespace": "m"},
            {"session": None},
            {"speaker": None},
            {"content_hash": "i"},
            {"since": NOON + timedelta(microseconds=1)},
        ]
        found = [transaction.repeat_of(**(same | other)) for other in [{}, *others]]
        transaction.replace(memory("b", **of_memory, deleted_at=NOON))
        found.append(transaction.repeat_of(**same))
        transaction.append(version("a", number=2, content_hash="edited"))
        found.append(transaction.repeat_of(**same))
        return found

    expected = ["b", None, None, None, None, None, "a", None]
    assert await stores.records.write(work) == expected


async def test_repeat_without_session_and_speaker(stores: TenantStores) -> None:
    """No session and no speaker are a place and a voice of their own."""
    await stores.records.write(inserting("a", content_hash="h"))

    def work(transaction: RecordTransaction) -> str | None:
        return transaction.repeat_of(
            namespace="default", session=None, speaker=None, content_hash="h", since=NOON
        )

    assert await stores.records.write(work) == "a"


async def test_answer_is_kept_until_it_is_too_old(stores: TenantStores) -> None:
    """The first answer comes back for its key, unless it was given before `since`."""
    given = IdempotentAnswer("k", "h", {"id": "a", "ids": ["x"], "n": 1.5}, NOON)

    def work(transaction: RecordTransaction) -> list[IdempotentAnswer | None]:
        transaction.add(given)
        return [
            transaction.answer("k", NOON),
            transaction.answer("k", NOON + timedelta(microseconds=1)),
            transaction.answer("j", NOON),
        ]

    assert await stores.records.write(work) == [given, None, None]


async def test_entity_is_found_by_name_before_alias(stores: TenantStores) -> None:
    """A normal name or an alias finds an entity, and a normal name goes before an alias."""
    entities = [
        Entity(id="1", name="Ann", normal_name="ann", aliases=("annie", "bo"), created_at=NOON),
        Entity(id="2", name="Bo", normal_name="bo", created_at=NOON + MINUTE),
    ]

    def work(transaction: RecordTransaction) -> list[str | None]:
        transaction.add(*entities)
        names = ("ann", "annie", "bo", "nobody")
        first = [transaction.entity(name) for name in names]
        transaction.add(replaced(entities[0], aliases=("anna",)))
        second = [transaction.entity(name) for name in ("annie", "anna")]
        return [None if entity is None else entity.id for entity in first + second]

    assert await stores.records.write(work) == ["1", "1", "2", None, None, "1"]


async def test_rows_of_the_same_key_are_overwritten(stores: TenantStores) -> None:
    """Edges, entities, answers, documents and queue items replace those of the same key."""

    def work(transaction: RecordTransaction) -> None:
        for n in (1, 2):
            transaction.add(
                edge("a", "b", weight=n / 4),
                Entity(id="e", name=f"name {n}", normal_name="e", created_at=NOON),
                IdempotentAnswer("k", "h", {"n": n}, NOON),
                Document("d", f"text {n}", NOON),
                QueueItem(memory_id="a", enqueued_at=NOON, attempts=n),
            )

    await stores.records.write(work)
    assert [one.weight for one in await stores.graph.edges_of("a", limit=9)] == [0.5]
    assert [one.name for one in await stores.graph.entities_named(["e"])] == ["name 2"]
    document = await stores.records.document("d")
    assert document is not None
    assert document[0].content == "text 2"
    answer = await stores.records.write(lambda transaction: transaction.answer("k", NOON))
    assert answer is not None
    assert answer.answer == {"n": 2}
    counts = await stores.records.counts()
    assert (counts.edges, counts.entities, counts.queued) == (1, 1, 1)


async def test_touch_counts_once_and_never_moves_back(stores: TenantStores) -> None:
    """One access for each memory named, however often; times only grow; unknown ids are nothing."""

    def work(transaction: RecordTransaction) -> None:
        for name in ("a", "b"):
            transaction.insert(memory(name), version(name))
        transaction.touch(["a", "a", "unknown"], NOON + MINUTE)
        transaction.touch(["a"], NOON)

    await stores.records.write(work)
    first, second = await stores.records.recorded(["a", "b"])
    assert (first.memory.access_count, first.memory.last_accessed_at) == (2, NOON + MINUTE)
    assert (second.memory.access_count, second.memory.last_accessed_at) == (0, None)


async def test_touch_reinforces_the_edges_at_the_memories(stores: TenantStores) -> None:
    """Edges from and to a touched memory are reinforced, others are not, none moves back."""
    late = NOON + 5 * MINUTE

    def work(transaction: RecordTransaction) -> None:
        transaction.add(
            edge("a", "b"), edge("c", "a"), edge("c", "d"),
            edge("a", "d", last_reinforced_at=late),
        )  # fmt: skip
        transaction.touch(["a"], NOON + MINUTE)

    await stores.records.write(work)
    edges = await stores.graph.edges_of("a", limit=9) + await stores.graph.edges_of("d", limit=9)
    assert {(one.source, one.target): one.last_reinforced_at for one in edges} == {
        ("a", "b"): NOON + MINUTE,
        ("c", "a"): NOON + MINUTE,
        ("c", "d"): NOON,
        ("a", "d"): late,
    }


async def test_touch_tells_no_index(stores: TenantStores) -> None:
    """Reading a memory puts nothing into the change feed."""
    await stores.records.write(inserting("a"))
    seq = stores.feed.last_seq
    await stores.records.write(lambda transaction: transaction.touch(["a"], NOON))
    assert (await stores.feed.counted(after=seq))[1] == 0


async def test_touch_of_many_and_of_none(stores: TenantStores) -> None:
    """Any number of ids may be touched at once."""

    def work(transaction: RecordTransaction) -> None:
        for n in range(100):
            transaction.insert(memory(f"m{n}"), version(f"m{n}"))
        transaction.touch([], NOON)
        transaction.touch([f"m{n}" for n in range(100)], NOON)

    await stores.records.write(work)
    touched = await stores.records.recorded([f"m{n}" for n in range(100)])
    assert {one.memory.access_count for one in touched} == {1}


async def test_parts_come_by_ordinal(stores: TenantStores) -> None:
    """The parts of a long text come in its order, each in its latest version."""

    def work(transaction: RecordTransaction) -> list[tuple[str, int]]:
        for name, ordinal in (("b", 1), ("c", 2), ("a", 0)):
            transaction.insert(memory(name, source_id="doc", ordinal=ordinal), version(name))
        transaction.append(version("b", number=2))
        return [(part.memory.id, part.version.number) for part in transaction.parts("doc")]

    assert await stores.records.write(work) == [("a", 1), ("b", 2), ("c", 1)]
