"""Does a decision do what it says, no more, and is the question open again once it is undone?"""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from perspective.domain.changes.review import Review, ReviewKind
from perspective.domain.graph import Edge
from perspective.domain.memory import PROMOTED, Memory, Procedural, Semantic, Version
from perspective.domain.query import MemoryEdit
from perspective.engine import Perspective
from perspective.errors import Conflict, InvalidRequest, NotFound
from perspective.ports.transaction import RecordTransaction
from perspective.services.host import Space
from tests.engines import NOON, SetClock, contents, embedded_engine, engine_in_memory

DAY = timedelta(days=1)


@pytest.fixture
def clock() -> SetClock:
    """The engine's clock."""
    return SetClock()


@pytest.fixture(params=["inmemory", "sqlite"])
async def memory(
    request: pytest.FixtureRequest, clock: SetClock, tmp_path: Path
) -> AsyncIterator[Perspective]:
    """An open engine over either kind of store."""
    made = (
        embedded_engine(tmp_path, clock=clock)
        if request.param == "sqlite"
        else engine_in_memory(clock=clock)
    )
    async with made as engine:
        yield engine


def space_of(memory: Perspective) -> Space:
    """The default tenant, which is open."""
    return next(one for one in memory._services.host.open_spaces if one.tenant.id == "default")


async def stored(memory: Perspective, content: str, **fields: Any) -> str:
    """The id of a stored text."""
    answer = await memory.store(content, **fields)
    assert answer.id is not None
    return answer.id


async def asked(
    memory: Perspective, clock: SetClock, kind: ReviewKind, *memory_ids: str, **detail: Any
) -> str:
    """The id of an open review."""
    review = Review(
        id=f"review-{kind}-{memory_ids[0]}", kind=kind, memory_ids=memory_ids,
        reason="somebody must say", created_at=clock.now(), detail=detail,
    )  # fmt: skip
    await space_of(memory).stores.records.write(lambda tx: tx.amend.put(review))
    return review.id


def edge(source: str, kind: Any, target: str) -> Edge:
    """An edge of full weight."""
    return Edge(
        source=source, target=target, kind=kind, weight=1.0, created_at=NOON,
        last_reinforced_at=NOON, decay_rate=0.0, origin="test",
    )  # fmt: skip


async def promoted(memory: Perspective, fact_id: str, *sources: str, **fields: Any) -> None:
    """A fact that these memories support."""

    def work(tx: RecordTransaction) -> None:
        given: dict[str, Any] = {"source": PROMOTED, "recorded_at": NOON} | fields
        tx.insert(
            Memory(id=fact_id, type="semantic", **given),
            Version(
                memory_id=fact_id, number=1, content=f"fact {fact_id}", content_hash=fact_id,
                detail=Semantic(source_ids=sources), known_from=NOON,
            ),
        )  # fmt: skip
        tx.add(*(edge(source, "supports", fact_id) for source in sources))

    await space_of(memory).stores.records.write(work)


async def dumped(memory: Perspective) -> list[str]:
    """All rows but what only grows."""
    return list(await space_of(memory).stores.records.dump(with_history=False))


async def undone(memory: Perspective, change_id: str | None, before: list[str]) -> None:
    """The change is taken back, and every row is as it was."""
    assert change_id is not None
    assert (await memory.changes.undo(change_id)).state == "undone"
    assert await dumped(memory) == before


async def test_the_newer_statement_replaces_the_older(memory: Perspective, clock: SetClock) -> None:
    """The older ends when the newer begins; recall tells the newer; undoing asks again."""
    older = await stored(memory, "Ana lives in Lisbon")
    clock.advance(days=3)
    newer = await stored(memory, "Ana lives in Porto")
    await promoted(memory, "derived", older)
    review_id = await asked(memory, clock, "contradiction", older, newer)
    before = await dumped(memory)
    clock.advance(days=1)
    decided = await memory.reviews.decide(review_id, "confirm")
    assert decided.review.state == "confirmed"
    assert decided.review.change_id == decided.change.id
    closed = (await memory.memories.read(older)).current
    assert (closed.valid_to, closed.superseded_by, closed.number) == (NOON + 3 * DAY, newer, 2)
    found = contents(await memory.recall("where does Ana live", reinforce=False))
    assert "Ana lives in Porto" in found
    assert "Ana lives in Lisbon" not in found
    derived = (await memory.memories.read("derived")).current
    assert derived.confidence == pytest.approx(0.8, rel=0.02)
    then = await memory.recall("where does Ana live", as_of=NOON + DAY, reinforce=False)
    assert "Ana lives in Lisbon" in contents(then)
    open_now = await memory.reviews.list()
    assert [(one.kind, one.memory_ids) for one in open_now.items] == [("stale", ("derived", older))]
    with pytest.raises(Conflict, match="confirmed already"):
        await memory.reviews.decide(review_id, "reject")
    await undone(memory, decided.change.id, before)
    assert (await memory.reviews.read(review_id)).review.state == "open"
    again = await memory.reviews.decide(review_id, "reject")
    assert again.review.state == "rejected"


async def test_a_statement_never_ends_before_it_begins(
    memory: Perspective, clock: SetClock
) -> None:
    """One that began after the other's time is closed at its own beginning."""
    older = await stored(memory, "The office is red", valid_from=NOON + 9 * DAY)
    newer = await stored(memory, "The office is blue")
    review_id = await asked(memory, clock, "contradiction", older, newer)
    await memory.reviews.decide(review_id, "confirm")
    closed = (await memory.memories.read(older)).current
    assert closed.valid_from == closed.valid_to == NOON + 9 * DAY


async def test_the_older_of_two_may_be_picked(memory: Perspective, clock: SetClock) -> None:
    """Then the newer is closed; a memory that is none of the two is refused."""
    older, newer = await stored(memory, "Tea at four"), await stored(memory, "Tea at five")
    review_id = await asked(memory, clock, "contradiction", older, newer)
    with pytest.raises(InvalidRequest):
        await memory.reviews.decide(review_id, "pick")
    with pytest.raises(InvalidRequest):
        await memory.reviews.decide(review_id, "pick", memory_id="another")
    await memory.reviews.decide(review_id, "pick", memory_id=older)
    assert (await memory.memories.read(newer)).current.superseded_by == older
    assert (await memory.memories.read(older)).current.superseded_by is None


async def test_both_may_hold(memory: Perspective, clock: SetClock) -> None:
    """A rejected contradiction takes its edge away and changes no memory."""
    one, other = await stored(memory, "Ana likes tea"), await stored(memory, "Ana likes coffee")
    records = space_of(memory).stores.records
    await records.write(lambda tx: tx.add(edge(other, "contradicts", one)))
    review_id = await asked(memory, clock, "contradiction", one, other)
    before = await dumped(memory)
    decided = await memory.reviews.decide(review_id, "reject")
    assert not [line for line in await dumped(memory) if '"contradicts"' in line]
    assert (await memory.memories.read(one)).current.number == 1
    await undone(memory, decided.change.id, before)


async def test_a_stale_statement_is_retired(memory: Perspective, clock: SetClock) -> None:
    """Recall does not find it any more, and does again when the decision is undone."""
    fact = await stored(memory, "The printer is on floor two", memory_type="semantic")
    review_id = await asked(memory, clock, "stale", fact)
    before = await dumped(memory)
    decided = await memory.reviews.decide(review_id, "confirm")
    assert (await memory.memories.read(fact)).state == "retired"
    assert contents(await memory.recall("where is the printer", reinforce=False)) == []
    await undone(memory, decided.change.id, before)
    assert contents(await memory.recall("where is the printer")) == ["The printer is on floor two"]
    lineage = await memory.memories.lineage(fact)
    assert [one.kind for one in lineage.items] == ["undone", "decided", "created"]


async def test_a_statement_that_holds_is_validated(memory: Perspective, clock: SetClock) -> None:
    """It counts as validated now, and is as sure as before it was flagged."""
    fact = await stored(memory, "The printer is old", memory_type="semantic", confidence=0.72)
    review_id = await asked(memory, clock, "stale", fact, confidence=0.9)
    clock.advance(days=40)
    decided = await memory.reviews.decide(review_id, "reject")
    known = await memory.memories.read(fact)
    assert isinstance(known.current.detail, Semantic)
    assert known.current.detail.last_validated_at == clock.now()
    assert (known.current.confidence, known.state) == (0.9, "active")
    assert decided.review.state == "rejected"


async def test_what_is_forgettable_is_deleted_if_it_is_as_it_was(
    memory: Perspective, clock: SetClock
) -> None:
    """What was used, pinned or edited since stays, as does the last text of a fact that is held;
    what follows a text goes and comes back with it."""
    names = ("plain", "used", "pinned", "edited", "holding", "followed")
    ids = {name: await stored(memory, f"The {name} boat", source_session=name) for name in names}
    await promoted(memory, "held", ids["holding"], last_accessed_at=NOON + 190 * DAY)
    await promoted(memory, "weak", ids["followed"], source="extraction")
    clock.advance(days=200)
    review_id = await asked(memory, clock, "forgettable", *ids.values())
    before = await dumped(memory)
    await space_of(memory).stores.records.write(lambda tx: tx.touch([ids["used"]], clock.now()))
    await memory.memories.pin(ids["pinned"])
    clock.advance(seconds=1)
    await memory.memories.edit(ids["edited"], MemoryEdit(content="The edited ship"))
    decided = await memory.reviews.decide(review_id, "confirm")
    gone = [
        name
        for name, one in (*ids.items(), ("held", "held"), ("weak", "weak"))
        if (await memory.memories.read(one)).deleted_at is not None
    ]
    assert gone == ["plain", "followed", "weak"]
    assert "The plain boat" not in contents(await memory.recall("plain boat", include_faded=True))
    await memory.changes.undo(decided.change.id)
    shown = [(await memory.memories.read(one)).deleted_at for one in (*ids.values(), "weak")]
    assert shown == [None] * 7
    assert len(before) <= len(await dumped(memory))  # an edit came between


async def test_only_some_may_be_forgotten(memory: Perspective, clock: SetClock) -> None:
    """Those that are named, of those that are listed."""
    ids = [await stored(memory, f"Boat number {n}", source_session=str(n)) for n in range(3)]
    clock.advance(days=200)
    review_id = await asked(memory, clock, "forgettable", *ids)
    before = await dumped(memory)
    with pytest.raises(InvalidRequest):
        await memory.reviews.decide(review_id, "confirm", memory_ids=["strange"])
    decided = await memory.reviews.decide(review_id, "confirm", memory_ids=[ids[1]])
    hidden = [(await memory.memories.read(one)).deleted_at is not None for one in ids]
    assert hidden == [False, True, False]
    await undone(memory, decided.change.id, before)


async def test_a_proposed_procedure_becomes_a_memory(memory: Perspective, clock: SetClock) -> None:
    """With its steps, and what it was seen in; undone, it was never there."""
    seen = [await stored(memory, f"Deployed with make, time {n}") for n in range(2)]
    review_id = await asked(
        memory, clock, "procedure", *seen, content="To deploy, run make", code="make deploy",
        preconditions=["tests pass"],
    )  # fmt: skip
    before = await dumped(memory)
    decided = await memory.reviews.decide(review_id, "confirm")
    change = await memory.changes.read(decided.change.id)
    (made,) = [one for one in change.steps[0].changes if one.action == "made" and one.id]
    assert made.id is not None
    known = await memory.memories.read(made.id)
    assert isinstance(known.current.detail, Procedural)
    assert (known.type, known.current.detail.code) == ("procedural", "make deploy")
    assert "To deploy, run make" in contents(await memory.recall("how to deploy", reinforce=False))
    outlook = (await memory.memories.inspect(made.id)).outlook
    assert sorted(one.id for one in outlook.sources) == sorted(seen)
    of_source = (await memory.memories.inspect(seen[0])).outlook
    assert [(one.id, one.content) for one in of_source.derived] == [
        (made.id, "To deploy, run make")
    ]
    await undone(memory, decided.change.id, before)


async def test_what_is_gone_cannot_be_decided_but_closed(
    memory: Perspective, clock: SetClock
) -> None:
    """A contradiction with a deleted memory can only be rejected; unknown reviews are not found."""
    one, other = await stored(memory, "Tea at four"), await stored(memory, "Tea at five")
    review_id = await asked(memory, clock, "contradiction", one, other)
    await memory.memories.delete(one)
    with pytest.raises(Conflict, match="is gone"):
        await memory.reviews.decide(review_id, "confirm")
    assert (await memory.reviews.decide(review_id, "reject")).review.state == "rejected"
    with pytest.raises(NotFound):
        await memory.reviews.decide("nothing", "confirm")
    with pytest.raises(InvalidRequest):
        await memory.reviews.decide(review_id, "perhaps")


async def test_reviews_are_listed_by_page_and_kind(memory: Perspective, clock: SetClock) -> None:
    """Newest first, with how many are in each state; the memories of one by page."""
    ids = [await stored(memory, f"Boat number {n}", source_session=str(n)) for n in range(3)]
    for one in ids:
        await asked(memory, clock, "stale", one)
    await asked(memory, clock, "forgettable", *ids)
    page = await memory.reviews.list(kind="stale", limit=2)
    rest = await memory.reviews.list(kind="stale", limit=2, cursor=page.next_cursor)
    listed = [one.memory_ids[0] for one in (*page.items, *rest.items)]
    assert (listed, rest.next_cursor) == (sorted(ids, reverse=True), None)
    assert page.counts == {"open": 3, "confirmed": 0, "rejected": 0}
    await memory.reviews.decide(page.items[0].id, "reject")
    every = await memory.reviews.list("rejected")
    assert (len(every.items), every.counts) == (1, {"open": 3, "confirmed": 0, "rejected": 1})
    shown = await memory.reviews.read(f"review-forgettable-{ids[0]}", limit=2)
    assert [one.id for one in shown.memories] == ids[:2]
    last = await memory.reviews.read(shown.review.id, limit=2, cursor=shown.next_cursor)
    assert ([one.id for one in last.memories], last.next_cursor) == (ids[2:], None)
    with pytest.raises(InvalidRequest):
        await memory.reviews.read(shown.review.id, cursor="x")
