"""What is written for a text: once, or not at all, with its links."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from perspective.domain.answer import Stored
from perspective.domain.query import NewMemory
from perspective.engine import Perspective
from perspective.errors import Conflict, QuotaExceeded
from perspective.settings import Settings, StoringSettings
from tests.engines import SetClock, contents, counts, engine_in_memory

ANA = "Ana moved to Lisbon in March"
BEN = "Ben keeps three hives of bees"
LONG = " ".join(f"On day {n} the river rose by {n} metres at the old mill." for n in range(60))


# ── Idempotency ──────────────────────────────────────────────────────────────────────────────────


async def test_a_retry_gets_the_first_answer(memory: Perspective, clock: SetClock) -> None:
    """The same key and the same request, six days later: the same answer, and one memory."""
    first = await memory.store(ANA, idempotency_key="k")
    clock.advance(days=6)
    again = await memory.store(ANA, idempotency_key="k")
    assert (again.id, again.is_repeat, first.is_repeat) == (first.id, True, False)
    assert (await counts(memory)).memories == 1


async def test_a_key_belongs_to_one_request(memory: Perspective) -> None:
    """Another text, or the same with another field, under a used key is refused."""
    await memory.store(ANA, idempotency_key="k")
    for fields in ({"item": BEN}, {"item": ANA, "tags": ["people"]}):
        with pytest.raises(Conflict, match="different request"):
            await memory.store(**fields, idempotency_key="k")
    assert (await counts(memory)).memories == 1


async def test_a_key_is_forgotten_after_seven_days(memory: Perspective, clock: SetClock) -> None:
    """At seven days it still counts; a microsecond later the same request is a new one."""
    first = await memory.store(ANA, idempotency_key="k")
    clock.advance(days=7)
    assert (await memory.store(ANA, idempotency_key="k")).id == first.id
    clock.advance(microseconds=1)
    late = await memory.store(ANA, idempotency_key="k")
    assert late.id != first.id
    assert not late.is_repeat


async def test_keys_and_ids_never_meet(memory: Perspective) -> None:
    """A key, an id and the key of a batch that read alike are three requests."""
    await memory.store(ANA, idempotency_key="k#0")
    await memory.store(BEN, id="k#0")
    (answer,) = await memory.store_batch([NewMemory(content=ANA, tags=("a",))], idempotency_key="k")
    assert not isinstance(answer, Exception)
    assert (await counts(memory)).memories == 2  # the last one repeats the first one's words


async def test_an_id_of_the_caller_is_a_key(memory: Perspective, clock: SetClock) -> None:
    """The same id and text is a retry; another text is refused, even after seven days."""
    first = await memory.store(ANA, id="a-1")
    assert first.id == "a-1"
    assert (await memory.store(ANA, id="a-1")).is_repeat
    with pytest.raises(Conflict):
        await memory.store(BEN, id="a-1")
    clock.advance(days=8)
    with pytest.raises(Conflict):
        await memory.store(BEN, id="a-1")
    assert (await counts(memory)).memories == 1


async def test_keys_of_two_tenants_do_not_meet(memory: Perspective) -> None:
    """The same key and id in another tenant is another request."""
    await memory.store(ANA, idempotency_key="k", id="one")
    other = await memory.store(BEN, idempotency_key="k", id="one", tenant_id="ben")
    assert other.id == "one"
    assert not other.is_repeat


async def test_writers_at_once_cannot_both_be_first(memory: Perspective) -> None:
    """Twenty stores with one key at the same time make one memory."""
    answers = await asyncio.gather(*(memory.store(ANA, idempotency_key="k") for _ in range(20)))
    assert len({answer.id for answer in answers}) == 1
    assert sum(not answer.is_repeat for answer in answers) == 1
    assert (await counts(memory)).memories == 1


async def test_a_refusal_is_not_remembered(memory: Perspective) -> None:
    """A store that was refused for the quota succeeds with the same key once there is room."""
    await memory.tenants.edit("default", max_memories=1)
    full = await memory.store(ANA)
    with pytest.raises(QuotaExceeded):
        await memory.store(BEN, idempotency_key="k")
    assert full.id is not None
    await memory.memories.delete(full.id)
    assert (await memory.store(BEN, idempotency_key="k")).stored


# ── Repeats ──────────────────────────────────────────────────────────────────────────────────────


async def test_the_same_words_again_reinforce_the_first(
    memory: Perspective, clock: SetClock
) -> None:
    """Within ten minutes no second row is made: the first is counted as accessed."""
    first = await memory.store(ANA, speaker="Ana")
    clock.advance(minutes=10)
    again = await memory.store(f"  {ANA}\r\n", speaker="Ana")
    assert again.duplicate_of == again.id == first.id
    assert again.is_repeat
    assert first.id is not None
    kept = await memory.memories.read(first.id)
    assert (kept.access_count, kept.last_accessed_at) == (1, clock.now())
    assert (await counts(memory)).memories == 1


async def test_after_ten_minutes_it_is_said_anew(memory: Perspective, clock: SetClock) -> None:
    """The same words a little later than ten minutes are a second memory."""
    await memory.store(ANA)
    clock.advance(minutes=10, microseconds=1)
    assert (await memory.store(ANA)).duplicate_of is None
    assert (await counts(memory)).memories == 2


@pytest.mark.parametrize(
    "other",
    [
        {"speaker": "Ben"},
        {"speaker": None},
        {"source_session": "s-2"},
        {"namespace": "work"},
        {"item": "Yes, I will come!"},
    ],
)
async def test_another_voice_or_place_is_no_repeat(
    memory: Perspective, other: dict[str, Any]
) -> None:
    """Two people, sessions or namespaces may say the same; a letter in another case differs."""
    said: dict[str, Any] = {"item": "Yes, I Will Come!", "speaker": "Ana", "source_session": "s-1"}
    await memory.store(**said)
    assert (await memory.store(**(said | other))).duplicate_of is None
    assert (await counts(memory)).memories == 2


async def test_a_long_text_again_makes_no_second_one(memory: Perspective) -> None:
    """A repeat of a long text is known too: it names the text, and no part is doubled."""
    first = await memory.store(LONG)
    again = await memory.store(LONG)
    assert again.duplicate_of == first.source_id
    assert (await counts(memory)).memories == len(first.ids)


async def test_another_long_text_with_the_same_beginning_is_none(memory: Perspective) -> None:
    """Two long texts that begin alike are two."""
    first = await memory.store(LONG)
    other = await memory.store(f"{LONG} And then it fell.")
    assert other.duplicate_of is None
    assert (await counts(memory)).memories == len(first.ids) + len(other.ids)


async def test_repeats_can_be_turned_off(clock: SetClock) -> None:
    """With a window of 0 the same words make a second memory at once."""
    settings = Settings(storing=StoringSettings(repeat_window_s=0))
    async with engine_in_memory(settings=settings, clock=clock) as memory:
        await memory.store(ANA)
        assert (await memory.store(ANA)).duplicate_of is None


async def test_a_deleted_text_can_be_stored_again(memory: Perspective) -> None:
    """A repeat of what was deleted is new, and found."""
    first = await memory.store(ANA)
    assert first.id is not None
    await memory.memories.delete(first.id)
    again = await memory.store(ANA)
    assert again.duplicate_of is None
    assert again.id != first.id
    assert contents(await memory.recall("Lisbon")) == [ANA]


# ── Gate, quota ──────────────────────────────────────────────────────────────────────────────────


async def test_what_is_said_outright_is_kept_though_gated(memory: Perspective) -> None:
    """An acknowledgement that a caller stores is findable; only its extraction is skipped."""
    stored = await memory.store("ok thanks")
    assert (stored.stored, stored.indexed, stored.queued_for_extraction) == (True, True, False)
    assert stored.gated == "acknowledgement"
    assert stored.id is not None
    assert (await memory.memories.read(stored.id)).gated == "acknowledgement"
    assert contents(await memory.recall("thanks")) == ["ok thanks"]
    assert (await counts(memory)).queued == 0


async def test_a_gated_turn_is_not_kept(memory: Perspective) -> None:
    """Turn input that says nothing leaves no trace, and the answer says so, to a retry too."""
    for _ in range(2):
        turn = await memory.store("ok thanks", source="turn", idempotency_key="k")
        assert (turn.stored, turn.id, turn.indexed) == (False, None, False)
        assert turn.gated == "acknowledgement"
    assert (await counts(memory)).memories == 0
    assert (await memory.store(ANA, source="turn")).stored


async def test_extraction_can_be_turned_off(memory: Perspective) -> None:
    """Nothing waits for extraction in a tenant that wants none."""
    assert (await memory.store(ANA)).queued_for_extraction
    await memory.tenants.edit("default", extraction=False)
    assert not (await memory.store(BEN)).queued_for_extraction
    assert (await counts(memory)).queued == 1


async def test_a_full_tenant_takes_no_more(memory: Perspective) -> None:
    """At max_memories a store is refused; a repeat, which adds nothing, is not."""
    await memory.tenants.edit("default", max_memories=2)
    await memory.store(ANA)
    await memory.store(BEN)
    assert (await memory.tenants.read("default")).warning == "2 of 2 memories are in use"
    with pytest.raises(QuotaExceeded, match="2 of 2"):
        await memory.store("Carla paints the boat house")
    assert (await memory.store(ANA)).duplicate_of is not None
    assert (await counts(memory)).memories == 2


async def test_parts_of_a_long_text_count_for_the_quota(memory: Perspective) -> None:
    """A long text is kept whole or not at all."""
    await memory.tenants.edit("default", max_memories=2)
    with pytest.raises(QuotaExceeded):
        await memory.store(LONG)
    assert (await counts(memory)).memories == 0


async def test_a_batch_fills_up_to_the_quota(memory: Perspective) -> None:
    """Of three items two fit; the third fails alone."""
    await memory.tenants.edit("default", max_memories=2)
    items = [NewMemory(content=f"Harbour report number {n}") for n in range(3)]
    answers = await memory.store_batch(items)
    assert [type(answer) for answer in answers] == [Stored, Stored, QuotaExceeded]


# ── Ids and links ────────────────────────────────────────────────────────────────────────────────


async def test_the_id_of_a_long_text_is_taken(memory: Perspective, clock: SetClock) -> None:
    """Neither a short nor a long text can take the id of a long one, whenever it comes."""
    await memory.store(LONG, id="book")
    clock.advance(days=8)
    for text in (ANA, f"{LONG} The end."):
        with pytest.raises(Conflict, match="book"):
            await memory.store(text, id="book")


@pytest.mark.parametrize(
    ("session", "minutes", "n_edges"),
    [("s-1", 600, 1), ("s-1", 1, 1), (None, 60, 1), (None, 61, 0)],
)
async def test_what_follows_is_linked_in_time(
    memory: Perspective, clock: SetClock, session: str | None, minutes: int, n_edges: int
) -> None:
    """In a session always; without one only within the hour."""
    await memory.store(ANA, source_session=session)
    clock.advance(minutes=minutes)
    await memory.store(BEN, source_session=session)
    assert (await counts(memory)).edges == n_edges


async def test_sessions_and_namespaces_are_not_linked(memory: Perspective) -> None:
    """What was said elsewhere at the same time is no neighbour."""
    await memory.store(ANA, source_session="s-1")
    await memory.store(BEN, source_session="s-2")
    await memory.store("Carla paints the boat house", namespace="work", source_session="s-1")
    assert (await counts(memory)).edges == 0


async def test_tags_and_given_entities_become_one_entity_each(memory: Perspective) -> None:
    """Two spellings of a name are one entity; every memory about it is linked to it."""
    await memory.store(ANA, tags=["Lisbon"], entities=[{"name": "Ana Lima", "kind": "person"}])
    await memory.store(BEN, tags=["LISBON"], source_session="s-2")
    found = await counts(memory)
    assert (found.entities, found.edges) == (2, 3)
