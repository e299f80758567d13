"""What happens to a text on its way in: checked, masked, split, durable, then found."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from typing import Any

import pytest

from perspective.domain.answer import Stored
from perspective.domain.query import NewMemory
from perspective.engine import Perspective
from perspective.errors import CallerError, InvalidRequest, ModelMissing
from perspective.settings import SecuritySettings, ServerSettings, Settings
from tests.engines import (
    IMPATIENT,
    NOON,
    BreakableEmbedder,
    contents,
    counts,
    engine_in_memory,
    eventually,
)

ANA = "Ana moved to Lisbon in March"
TOKEN = f"ghp_{'0aB1' * 9}"
LONG = "\r\n".join(f"On day {n} the river rose by {n} metres — at the “mill”.  " for n in range(80))


# ── Checks ───────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("field", "fields"),
    [
        ("content", {"item": "   \n"}),
        ("content", {"item": "half\0way"}),
        ("content", {"item": "half a \ud83d"}),
        ("speaker", {"item": ANA, "speaker": "A\0na"}),
        ("namespace", {"item": ANA, "namespace": " "}),
        ("tags[1]", {"item": ANA, "tags": ["ok", "\udc00"]}),
        ("entities[0].name", {"item": ANA, "entities": [{"name": "\t"}]}),
        ("metadata", {"item": ANA, "metadata": {"a": "\ud800"}}),
        ("metadata", {"item": ANA, "metadata": {"a": object()}}),
        ("valid_to", {"item": ANA, "valid_from": NOON, "valid_to": NOON}),
    ],
)
async def test_what_cannot_be_kept_is_refused(
    memory: Perspective, field: str, fields: dict[str, Any]
) -> None:
    """The field is named, and nothing is stored."""
    with pytest.raises(InvalidRequest) as caught:
        await memory.store(**fields)
    assert caught.value.fields[0][0] == field
    assert (await counts(memory)).memories == 0


async def test_a_bad_item_fails_alone(memory: Perspective) -> None:
    """Of a batch, each item is judged by itself; answers come in the order of the items."""
    known_bad = InvalidRequest("was found bad before it came here")
    items: list[NewMemory | CallerError] = [
        NewMemory(content=ANA),
        NewMemory(content="half\0way"),
        known_bad,
        NewMemory(content="Ben keeps bees in the orchard"),
        NewMemory(content="Carla", valid_from=NOON, valid_to=NOON),
    ]
    answers = await memory.store_batch(items)
    kinds = [Stored, InvalidRequest, InvalidRequest, Stored, InvalidRequest]
    assert [type(answer) for answer in answers] == kinds
    assert answers[2] is known_bad
    assert (await counts(memory)).memories == 2
    found = [answer.id for answer in answers if isinstance(answer, Stored)]
    assert all(answer.indexed for answer in answers if isinstance(answer, Stored))
    assert [one.id for one in (await memory.recall("bees orchard")).results][:1] == found[1:]


async def test_a_batch_of_nothing_but_bad_items_stores_nothing(memory: Perspective) -> None:
    """Every item's answer is its own error."""
    answers = await memory.store_batch([NewMemory(content="\0"), NewMemory(content=" ")])
    assert all(isinstance(answer, InvalidRequest) for answer in answers)
    assert await memory.store_batch([]) == []


async def test_a_batch_again_gets_its_first_answers(memory: Perspective) -> None:
    """A retried batch with a key makes no second rows, whatever was wrong with its items."""
    items = [NewMemory(content=ANA), NewMemory(content="\0"), NewMemory(content="Ben keeps bees")]
    first = await memory.store_batch(items, idempotency_key="k")
    again = await memory.store_batch(items, idempotency_key="k")
    for one, two in zip(first, again, strict=True):
        if isinstance(one, Stored) and isinstance(two, Stored):
            assert (two.id, two.is_repeat) == (one.id, True)
    assert (await counts(memory)).memories == 2


async def test_items_of_a_batch_see_each_other(memory: Perspective) -> None:
    """The same words twice in one batch are one memory."""
    first, second = await memory.store_batch([NewMemory(content=ANA), NewMemory(content=ANA)])
    assert isinstance(first, Stored)
    assert isinstance(second, Stored)
    assert second.duplicate_of == first.id


# ── Secrets ──────────────────────────────────────────────────────────────────────────────────────


async def test_secrets_are_masked_before_they_are_kept(memory: Perspective) -> None:
    """The answer counts them; no record, version or event holds them."""
    stored = await memory.store(f"Deploy with {TOKEN} and also {TOKEN[:-1]}x please")
    assert stored.masked == 2
    assert stored.id is not None
    view = await memory.memories.read(stored.id, versions=True)
    expected = "Deploy with [masked:github_token] and also [masked:github_token] please"
    assert view.current.content == expected
    async with memory._services.host.use("default") as space:
        assert TOKEN not in "".join(await space.stores.records.dump(with_access=True))


async def test_masking_can_be_turned_off() -> None:
    """Whoever wants keys remembered can have it so."""
    settings = Settings(security=SecuritySettings(mask_secrets=False))
    async with engine_in_memory(settings=settings) as memory:
        stored = await memory.store(f"Deploy with {TOKEN}")
        assert stored.masked == 0
        assert stored.id is not None
        assert TOKEN in (await memory.memories.read(stored.id)).current.content


# ── Times ────────────────────────────────────────────────────────────────────────────────────────


async def test_times_without_a_zone_are_the_servers() -> None:
    """Eight in the morning in Lisbon in summer is seven in UTC; the zone is kept."""
    settings = Settings(server=ServerSettings(timezone="Europe/Lisbon"))
    eight = datetime(2024, 7, 1, 8)  # noqa: DTZ001 - a caller's time without a zone
    async with engine_in_memory(settings=settings) as memory:
        stored = await memory.store(ANA, event_at=eight, valid_from=eight)
        assert stored.id is not None
        kept = (await memory.memories.read(stored.id)).current
        seven = datetime(2024, 7, 1, 7, tzinfo=UTC)
        assert (kept.event_at, kept.event_zone, kept.valid_from) == (seven, "Europe/Lisbon", seven)
        since = await memory.recall("Ana", since=eight, until=datetime(2024, 7, 1, 8, 1))  # noqa: DTZ001
        assert contents(since) == [ANA]


# ── Long texts ───────────────────────────────────────────────────────────────────────────────────


async def test_a_long_text_becomes_parts(memory: Perspective) -> None:
    """The answer names the text and its parts, which are memories of their own, in order."""
    stored = await memory.store(LONG, tags=["river"], speaker="Ana")
    assert stored.id == stored.source_id is not None
    assert len(stored.ids) > 2
    parts = [await memory.memories.read(part) for part in stored.ids]
    assert [part.ordinal for part in parts] == list(range(len(parts)))
    assert {(part.source_id, part.speaker, part.current.tags) for part in parts} == {
        (stored.source_id, "Ana", ("river",))
    }
    for day in range(80):
        words = f"On day {day} the river rose by {day} metres"
        assert any(words in part.current.content for part in parts)


async def test_the_original_comes_back_byte_for_byte(memory: Perspective) -> None:
    """Line ends, double spaces and quotes are those that came in."""
    stored = await memory.store(LONG)
    assert stored.source_id is not None
    whole = await memory.memories.read(stored.source_id)
    assert whole.current.content.encode() == LONG.encode()
    assert (whole.id, whole.parts, whole.ordinal) == (stored.source_id, stored.ids, None)


async def test_a_long_text_is_found_by_any_of_its_parts(memory: Perspective) -> None:
    """A word of the end finds the part that holds it."""
    await memory.store(LONG)
    found = await memory.recall("what happened on day 79?", budget=1)
    assert "day 79" in found.results[0].content


async def test_a_long_text_goes_and_comes_as_one(memory: Perspective) -> None:
    """Deleting and restoring by source_id concern all parts; the number is answered."""
    stored = await memory.store(LONG)
    assert stored.source_id is not None
    assert await memory.memories.delete(stored.source_id) == len(stored.ids)
    assert contents(await memory.recall("river mill")) == []
    assert await memory.memories.delete(stored.source_id) == 0
    await memory.memories.restore(stored.source_id)
    assert contents(await memory.recall("river mill")) != []
    assert (await counts(memory)).deleted == 0


async def test_a_text_that_fits_is_one_memory(memory: Perspective) -> None:
    """A short text has no parts, and its content is kept as it came, outer spaces too."""
    stored = await memory.store(f"  {ANA}\n")
    assert (stored.source_id, stored.ids) == (None, ())
    assert stored.id is not None
    assert (await memory.memories.read(stored.id)).current.content == f"  {ANA}\n"


# ── Waiting for the index ────────────────────────────────────────────────────────────────────────


async def test_a_store_can_be_found_when_it_answers(memory: Perspective) -> None:
    """By default the next recall sees it."""
    for n in range(20):
        stored = await memory.store(f"Shelf number {n} holds jar number {n}")
        assert stored.indexed
        assert (await memory.recall(f"shelf number {n}")).results[0].id == stored.id


async def test_nobody_has_to_wait(memory: Perspective, embedder: BreakableEmbedder) -> None:
    """With wait=False the answer comes after the commit, while the model still works."""
    embedder.held = asyncio.Event()
    stored = await memory.store(ANA, wait=False)
    assert (stored.stored, stored.indexed) == (True, False)
    embedder.held.set()

    async def is_found() -> bool:
        return (await memory.tenants.read("default")).indexes["vector"].pending == 0

    await eventually(is_found)


async def test_a_failing_model_refuses_nothing(embedder: BreakableEmbedder) -> None:
    """The store is durable and says it is not indexed; words find it, and once the model works
    again it is indexed without anybody's doing."""
    async with engine_in_memory(settings=IMPATIENT, embedder=embedder) as memory:
        embedder.failure = ModelMissing("the model's file is gone")
        stored = await memory.store(ANA)
        assert (stored.stored, stored.indexed) == (True, False)
        found = await memory.recall("Lisbon")
        assert contents(found) == [ANA]
        assert found.degraded == {"vector": "the model's file is gone"}
        health = await memory.health()
        assert health.status == "degraded"
        assert health.tenants["default"]["vector"].pending == 1
        embedder.failure = None

        async def is_well() -> bool:
            return (await memory.health()).status == "ok"

        await eventually(is_well)
        found = await memory.recall("Lisbon", explain=True)
        assert found.degraded == {}
        assert found.results[0].why is not None
        assert found.results[0].why.vector is not None


async def test_a_store_that_is_given_up_is_whole(
    memory: Perspective, embedder: BreakableEmbedder
) -> None:
    """A caller who stops waiting for the index loses nothing: the text is kept, found once, and
    the next store works."""
    embedder.held = asyncio.Event()
    giving_up = asyncio.create_task(memory.store(ANA, idempotency_key="k"))

    async def is_kept() -> bool:
        return (await counts(memory)).memories == 1

    await eventually(is_kept)
    giving_up.cancel()
    with pytest.raises(asyncio.CancelledError):
        await giving_up
    embedder.held.set()
    again = await memory.store(ANA, idempotency_key="k")
    assert (again.is_repeat, again.indexed) == (True, True)
    assert contents(await memory.recall("Lisbon")) == [ANA]


async def test_source_of_what_is_read_is_kept_apart() -> None:
    """Nobody stores what looks as if it rested on another memory."""
    async with engine_in_memory() as memory:
        with pytest.raises(InvalidRequest, match="kept for what is made"):
            await memory.store("Ana lives in Lisbon", source="extraction")
