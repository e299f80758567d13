"""What becomes of statements that are read in texts: do they stand and fall with them?"""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from typing import Any

from perspective.domain.answer import RecalledMemory
from perspective.domain.extraction.reading import Cause, Fact, Mention, Passage, Reading
from perspective.domain.memory import Semantic
from perspective.domain.query import MemoryEdit, MemoryListing, RecallQuery
from perspective.engine import Perspective
from perspective.settings import ExtractionSettings, Settings
from tests.engines import SetClock, eventually
from tests.unit.services.background.test_extraction import Scripted, is_empty, reading


def statements(passage: Passage) -> Reading:
    """Every sentence is a statement, with the speaker's name for "I"; "X; so Y" says that X
    brought about Y."""
    facts: list[Fact] = []
    causes: list[Cause] = []
    start = 0
    for sentence in passage.content.split(". "):
        at = passage.content.index(sentence, start)
        start = at + len(sentence)
        parts = sentence.rstrip(".").split("; so ")
        for part in parts:
            begin = passage.content.index(part, at)
            text = part.replace("I ", f"{passage.speaker} ")
            facts.append(Fact(text=text, start=begin, end=begin + len(part)))
        if len(parts) == 2:
            causes.append(Cause(cause=facts[-2].text, effect=facts[-1].text))
    return Reading(facts=tuple(facts), causes=tuple(causes), importance=0.7, language="en")


async def facts(memory: Perspective, **query: Any) -> list[RecalledMemory]:
    """The statements that recall shows when it is asked for facts alone."""
    asked = RecallQuery(query="tea Lisbon Ana", types=("semantic",), budget=50, **query)
    return sorted((await memory.recall(asked)).results, key=lambda one: one.content)


async def contents(memory: Perspective, **query: Any) -> list[str]:
    """Their words."""
    return [one.content for one in await facts(memory, **query)]


async def store(memory: Perspective, content: str, **fields: Any) -> str:
    """A text that has been read; its id."""
    stored = await memory.store(content, **({"speaker": "Ana"} | fields))
    await is_empty(memory)
    assert stored.id is not None
    return stored.id


async def test_statement_is_a_memory_of_its_own() -> None:
    """In its text's place and voice, with its tags and metadata, less sure than neither."""
    async with reading(Scripted(statements)) as memory:
        first = await store(
            memory, "I drink tea. I live in Lisbon.", namespace="n", source_session="s",
            tags=["people"], metadata={"turn": 1}, confidence=0.8,
        )  # fmt: skip
        lives, drinks = reversed(await facts(memory))
        assert (drinks.content, lives.content) == ("Ana drink tea", "Ana live in Lisbon")
        assert (drinks.type, drinks.namespace, drinks.source_session) == ("semantic", "n", "s")
        assert (drinks.tags, drinks.metadata) == (("people",), {"turn": 1})
        assert (drinks.speaker, drinks.confidence) == ("Ana", 0.8)
        shown = await memory.memories.read(drinks.id)
        assert isinstance(shown.current.detail, Semantic)
        assert shown.current.detail.source_ids == (first,)
        assert shown.current.importance == 0.7
        assert shown.source == "extraction"
        (edge,) = [
            one
            for one in (await memory.memories.neighbors(drinks.id)).items
            if one.what == "memory"
        ]
        assert (edge.id, edge.kind, edge.direction) == (first, "supports", "in")


async def test_recall_shows_the_text_in_place_of_its_statements() -> None:
    """A question finds what was said; the statement answers where the text may not be seen."""
    async with reading(Scripted(statements)) as memory:
        first = await store(memory, "I drink tea. I live in Lisbon.")
        found = await memory.recall("does Ana drink tea?", explain=True)
        assert [one.id for one in found.results] == [first]
        await memory.store("nothing else", memory_type="procedural")
        found = await memory.recall(RecallQuery(query="Ana tea", types=("semantic", "procedural")))
        assert found.results[0].content == "Ana drink tea"


async def test_same_statement_of_a_day_is_one_memory() -> None:
    """Each text that makes it supports it; on another day it is another."""
    clock = SetClock()
    async with reading(Scripted(statements), clock=clock) as memory:
        first = await store(memory, "I drink tea.")
        second = await store(memory, "Good. I drink tea.")
        same = [one for one in await facts(memory) if one.content == "Ana drink tea"]
        linked = (await memory.memories.neighbors(same[0].id)).items
        assert len(same) == 1
        assert {one.id for one in linked if one.kind == "supports"} == {first, second}
        clock.advance(days=1)
        await store(memory, "Well. I drink tea.")
        listed = (await memory.memories.list(MemoryListing(type="semantic"))).items
        assert [one.current.content for one in listed].count("Ana drink tea") == 2


async def test_text_that_is_its_own_statement_has_no_other() -> None:
    """Nothing is said twice."""
    async with reading(Scripted(statements)) as memory:
        await store(memory, "Ana lives in Lisbon")
        assert await facts(memory) == []


async def test_statements_go_and_come_with_their_texts() -> None:
    """Deleting, restoring and erasing a text is deleting, restoring and erasing what only it
    says."""
    async with reading(Scripted(statements)) as memory:
        first = await store(memory, "I drink tea. I live in Lisbon.")
        second = await store(memory, "Yes. I drink tea.")
        await memory.memories.delete(first)
        assert await contents(memory) == ["Ana drink tea", "Yes"]
        await memory.memories.restore(first)
        assert await contents(memory) == ["Ana drink tea", "Ana live in Lisbon", "Yes"]
        await memory.memories.delete(first)
        await memory.memories.delete(second)
        assert await contents(memory) == []
        await memory.memories.restore(second)
        assert await contents(memory) == ["Ana drink tea", "Yes"]
        await memory.memories.restore(first)
        receipt = await memory.memories.erase(second, confirm=second)
        assert receipt.n_memories == 3  # with both statements; the other text is read again
        await is_empty(memory)
        assert await contents(memory) == ["Ana drink tea", "Ana live in Lisbon"]
        await memory.memories.erase(first, confirm=first)
        assert await contents(memory) == []
        assert (await memory.memories.list()).items == ()


async def test_order_of_restoring_does_not_matter() -> None:
    """A statement of two texts comes back with the first of them that does."""
    async with reading(Scripted(statements)) as memory:
        first = await store(memory, "I drink tea.")
        second = await store(memory, "Yes. I drink tea.")
        await memory.memories.delete(first)
        await memory.memories.delete(second)
        await memory.memories.restore(first)
        assert await contents(memory) == ["Ana drink tea"]


async def test_text_deleted_while_it_is_read_states_nothing() -> None:
    """Until it is restored: then it is read."""
    extractor = Scripted(statements)
    async with reading(extractor) as memory:
        extractor.held = asyncio.Event()
        stored = await memory.store("I drink tea. I live in Lisbon.", speaker="Ana")
        assert stored.id is not None
        await eventually(lambda: _is_asked(extractor))
        await memory.memories.delete(stored.id)
        extractor.held.set()
        await is_empty(memory)
        assert await contents(memory) == []
        await memory.memories.restore(stored.id)
        await is_empty(memory)
        assert await contents(memory) == ["Ana drink tea", "Ana live in Lisbon"]


async def _is_asked(extractor: Scripted) -> bool:
    return bool(extractor.asked)


async def test_hidden_text_shows_no_statement_in_its_place() -> None:
    """What is over, or not of the tags asked for, is not said by the back door; what a person
    pinned is."""
    async with reading(Scripted(statements)) as memory:
        over = datetime(2020, 1, 1, tzinfo=UTC)
        await store(memory, "I drink tea. I live in Lisbon.", valid_to=over)
        assert (await memory.recall("Ana tea Lisbon")).results == ()
        second = await store(memory, "I drink tea daily. Good.", tags=["old"])
        await memory.memories.edit(second, MemoryEdit(tags=("new",)))
        found = await memory.recall(RecallQuery(query="Ana tea", tags=("old",)))
        assert found.results == ()
        (drinks, _) = await facts(memory)
        await memory.memories.pin(drinks.id)
        found = await memory.recall(RecallQuery(query="Ana tea", tags=("old",)))
        assert [one.id for one in found.results] == [drinks.id]


async def test_correction_by_hand_outlives_an_edit_of_its_text() -> None:
    """The text still says it in its old words, and is not believed over a person."""
    async with reading(Scripted(statements)) as memory:
        first = await store(memory, "I drink tea. I live in Lisbon.")
        drinks, _ = await facts(memory)
        await memory.memories.edit(drinks.id, MemoryEdit(content="Ana drinks coffee"))
        await memory.memories.edit(first, MemoryEdit(content="I drink tea. I live in Porto."))
        await is_empty(memory)
        assert await contents(memory) == ["Ana drinks coffee", "Ana live in Porto"]


async def test_edited_text_is_read_anew() -> None:
    """What it says no more is withdrawn, what it says still stays the same memory."""
    async with reading(Scripted(statements)) as memory:
        first = await store(memory, "I drink tea. I live in Lisbon.")
        before = {one.content: one.id for one in await facts(memory)}
        await memory.memories.edit(first, MemoryEdit(content="I drink tea. I live in Porto."))
        await is_empty(memory)
        after = {one.content: one.id for one in await facts(memory)}
        assert sorted(after) == ["Ana drink tea", "Ana live in Porto"]
        assert after["Ana drink tea"] == before["Ana drink tea"]
        await memory.memories.edit(first, MemoryEdit(content="I drink tea. I live in Lisbon."))
        await is_empty(memory)
        again = {one.content: one.id for one in await facts(memory)}
        assert again == before


async def test_what_a_person_decided_about_a_statement_holds() -> None:
    """One deleted by hand does not come back with the next reading of its text, but with another
    text; one that is pinned stays without a text."""
    async with reading(Scripted(statements)) as memory:
        first = await store(memory, "I drink tea. I live in Lisbon.")
        drinks, lives = await facts(memory)
        await memory.memories.delete(drinks.id)
        await memory.memories.pin(lives.id)
        await memory.memories.edit(first, MemoryEdit(content="I drink tea. That is all."))
        await is_empty(memory)
        assert await contents(memory) == ["Ana live in Lisbon", "That is all"]
        await store(memory, "Hello. I drink tea.")
        assert "Ana drink tea" in await contents(memory)


async def test_time_is_reckoned_from_when_it_was_said() -> None:
    """In the text's own zone, never from now."""
    said = datetime.fromisoformat("2023-05-08T00:30:00+09:00")
    async with reading(Scripted(statements)) as memory:
        await store(
            memory, "I left Lisbon yesterday. I drink tea. I stay here until 2030.", event_at=said
        )
        drinks, left, stays = await facts(memory)
        assert left.event_at == datetime.fromisoformat("2023-05-07T00:00:00+09:00")
        assert left.valid_from == left.event_at
        assert drinks.event_at == said
        assert drinks.valid_from is None
        assert (stays.event_at, stays.valid_from) == (said, None)
        assert stays.valid_to == datetime.fromisoformat("2031-01-01T00:00:00+09:00")
        early = datetime(2023, 5, 1, tzinfo=UTC)
        assert "Ana left Lisbon yesterday" not in await contents(memory, as_of=early)


async def test_causes_link_statements() -> None:
    """As far as both were kept; the edge goes with the text that says so."""
    async with reading(Scripted(statements)) as memory:
        first = await store(memory, "It rained in Lisbon; so I drink tea.")
        drinks, rained = await facts(memory)
        linked = (await memory.memories.neighbors(rained.id)).items
        assert [(one.id, one.direction) for one in linked if one.kind == "causes"] == [
            (drinks.id, "out")
        ]
        await memory.memories.edit(first, MemoryEdit(content="It rained in Lisbon. I drink tea."))
        await is_empty(memory)
        linked = (await memory.memories.neighbors(rained.id)).items
        assert not [one for one in linked if one.kind == "causes"]


async def test_sources_are_believed_as_far_as_the_settings_say() -> None:
    """What is read there is less sure, and dropped below the least confidence."""

    def read(passage: Passage) -> Reading:
        fact = Fact(text=passage.content.rstrip("."), start=0, end=4, confidence=0.8)
        name = Mention(name="Lisbon", start=passage.content.index("Lisbon"), end=6, kind="place")
        name = Mention(name="Lisbon", start=name.start, end=name.start + 6, kind="place")
        return Reading(facts=(fact,), mentions=(name,))

    settings = Settings(
        extraction=ExtractionSettings(
            batch_interval_s=0.0, source_reliability=("web=0.75", "rumour=0.5")
        )
    )
    async with reading(Scripted(read), settings=settings) as memory:
        await store(memory, "Lisbon has tea.", source="web")
        await store(memory, "Lisbon has no tea.", source="rumour")
        (found,) = await facts(memory)
        assert found.content == "Lisbon has tea"
        assert abs(found.confidence - 0.6) < 1e-9
        (entity,) = (await memory.entities.list()).items
        assert entity.n_mentions == 2


async def test_statements_are_no_part_of_a_quota() -> None:
    """It limits what is stored, not what is read in it."""
    async with reading(Scripted(statements)) as memory:
        await memory.tenants.create("small")
        await memory.tenants.edit("small", max_memories=2)
        for n in range(2):
            await memory.store(f"I am {n}. I drink tea {n}.", speaker="Ana", tenant_id="small")
        async with memory._services.host.use("small") as space:
            assert (await space.stores.records.counts()).memories >= 2
