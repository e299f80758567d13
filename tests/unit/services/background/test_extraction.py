"""Is every stored text read once in effect, or left with its reason, whatever the extractor does?"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from perspective.domain.answer import ModelHealth
from perspective.domain.extraction.reading import Mention, Passage, Reading, Relation
from perspective.domain.memory import Recorded
from perspective.domain.query import EntityMention, MemoryEdit, NewMemory
from perspective.engine import Perspective
from perspective.errors import ModelError, ModelMissing, ModelOutputInvalid, ModelTimeout
from perspective.ports.transaction import QueueItem, QueueState, RecordTransaction
from perspective.services.background import extraction
from perspective.services.entities.understand import Understand
from perspective.settings import ExtractionSettings, Settings
from tests.engines import embedded_engine, engine_in_memory, eventually

AT_ONCE = Settings(extraction=ExtractionSettings(batch_interval_s=0.0, max_attempts=3))
Answer = Reading | ModelError


def names(passage: Passage) -> Answer:
    """Every capitalised word is a person's name."""
    content, found, start = passage.content, list[Mention](), 0
    for word in content.split():
        start = content.index(word, start)
        if word[0].isupper():
            found.append(Mention(name=word, start=start, end=start + len(word), kind="person"))
    return Reading(mentions=tuple(found))


class Scripted:
    """An `Extractor` that does what a test says, and keeps what it was asked."""

    name = "scripted"

    def __init__(self, answer: Callable[[Passage], Answer] = names) -> None:
        self.answer = answer
        self.asked: list[list[str]] = []
        self.failures: list[ModelError] = []
        self.held: asyncio.Event | None = None

    async def read(self, passages: Sequence[Passage]) -> list[Answer]:
        """Answers each, unless the next failure is due."""
        self.asked.append([one.content for one in passages])
        if self.held is not None:
            await self.held.wait()
        if self.failures:
            raise self.failures.pop(0)
        return [self.answer(passage) for passage in passages]

    def health(self) -> ModelHealth:
        """Missing, when the next answer is that it is."""
        is_missing = bool(self.failures) and isinstance(self.failures[0], ModelMissing)
        reason = str(self.failures[0]) if is_missing else None
        return ModelHealth(name=self.name, state="missing" if reason else "ready", reason=reason)

    async def close(self) -> None:
        """Nothing to let go of."""


@asynccontextmanager
async def reading(
    extractor: Scripted, folder: Path | None = None, **parts: Any
) -> AsyncIterator[Perspective]:
    """An engine that reads with it, at once if nothing else is said."""
    parts = {"settings": AT_ONCE, "extractor": extractor} | parts
    engine = engine_in_memory(**parts) if folder is None else embedded_engine(folder, **parts)
    async with engine as memory:
        yield memory


async def queue(memory: Perspective, state: QueueState) -> list[QueueItem]:
    """The items in a state."""
    (space,) = memory._services.host.open_spaces
    return await space.stores.records.read(lambda snapshot: snapshot.queue(state, limit=999))


async def is_empty(memory: Perspective) -> None:
    """Returns once nothing waits and nothing is being read."""

    async def is_so() -> bool:
        counts = (await memory.queue.list()).counts  # of one moment
        return not (counts.get("pending") or counts.get("running"))

    await eventually(is_so, within_s=30)


async def entities_of(memory: Perspective, memory_id: str) -> dict[str, str]:
    """The names of the entities that a memory mentions, and who found each."""
    (space,) = memory._services.host.open_spaces
    edges = await space.stores.graph.edges_of(memory_id, limit=99)
    origins = {edge.target: edge.origin for edge in edges if edge.kind == "entity"}
    found = await space.stores.graph.entities(list(origins))
    return {one.name: origins[one.id] for one in found}


async def test_what_was_read_can_be_found() -> None:
    """The mentions are edges, recall's entity arm follows them, an event tells of it."""
    async with reading(Scripted()) as memory:
        stored = await memory.store("we met Ana and Ben in town")
        assert stored.id is not None
        await is_empty(memory)
        assert await entities_of(memory, stored.id) == {"Ana": "scripted", "Ben": "scripted"}
        (found,) = (await memory.recall("Ana", explain=True)).results
        assert found.why is not None
        assert "entity" in found.why.arms
        events = (await memory.activity()).items
        assert [one.kind for one in events] == ["extracted", "created"]
        (item,) = await queue(memory, "done")
        assert (item.memory_id, item.attempts) == (stored.id, 1)


async def test_a_few_wait_for_others() -> None:
    """Texts are read ten at a time; fewer wait for the interval."""
    extractor = Scripted()
    settings = Settings(extraction=ExtractionSettings(batch_items=3, batch_interval_s=3600.0))
    async with reading(extractor, settings=settings) as memory:
        await memory.store_batch([NewMemory(content=f"text {n}") for n in range(2)])
        await asyncio.sleep(0.05)
        assert extractor.asked == []
        await memory.store_batch([NewMemory(content=f"more {n}") for n in range(5)])

        async def are_read() -> bool:
            return len(extractor.asked) == 2

        await eventually(are_read)
        await asyncio.sleep(0.05)
        assert [len(one) for one in extractor.asked] == [3, 3]
        assert len(await queue(memory, "pending")) == 1


async def test_a_bad_text_fails_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """A go that fails is tried text by text; the bad one is tried again, then left with the
    reason, and all the others are read once."""

    def pick(passage: Passage) -> Answer:
        return ModelOutputInvalid("no JSON") if "bad" in passage.content else names(passage)

    extractor = Scripted(pick)
    extractor.failures = [ModelTimeout("hung")]
    async with reading(extractor) as memory:
        texts = ["we met Ana", "a bad text, and long enough", "we met Ben"]
        stored = await memory.store_batch([NewMemory(content=one) for one in texts])
        ids = {one.id for one in stored if not isinstance(one, Exception)}
        monkeypatch.setattr(extraction, "FIRST_RETRY_S", 0.01)
        await is_empty(memory)
        (failed,) = await queue(memory, "failed")
        assert (failed.attempts, failed.reason) == (3, "no JSON")
        done = await queue(memory, "done")
        assert {one.memory_id for one in done} == ids - {failed.memory_id}
        assert sum("we met Ana" in asked for asked in extractor.asked) == 2
        assert (await memory.recall("bad")).results


async def test_what_was_in_hand_is_read_after_a_restart(tmp_path: Path) -> None:
    """A process that ends while it reads has done nothing; the next one does it once."""
    extractor = Scripted()
    extractor.held = asyncio.Event()
    async with reading(extractor, tmp_path) as memory:
        stored = await memory.store("we met Ana")

        async def is_asked() -> bool:
            return bool(extractor.asked)

        await eventually(is_asked)
        assert len(await queue(memory, "running")) == 1
    again = Scripted()
    async with reading(again, tmp_path) as memory:
        await memory.recall("anything", reinforce=False)
        await is_empty(memory)
        assert again.asked == [["we met Ana"]]
        (item,) = await queue(memory, "done")
        assert item.attempts == 2
        assert stored.id is not None
        assert list(await entities_of(memory, stored.id)) == ["Ana"]
        events = (await memory.activity()).items
        assert [one.kind for one in events] == ["extracted", "created"]


async def test_an_edit_is_read_anew() -> None:
    """What the old words said is taken back; what a caller said stays."""
    async with reading(Scripted()) as memory:
        given = (EntityMention(name="Cleo", kind="person"),)
        stored = await memory.store("we met Ana and Cleo", entities=given)
        assert stored.id is not None
        await is_empty(memory)
        assert set(await entities_of(memory, stored.id)) == {"Ana", "Cleo"}
        await memory.memories.edit(stored.id, MemoryEdit(content="we met Dora"))
        await is_empty(memory)
        assert await entities_of(memory, stored.id) == {"Dora": "scripted", "Cleo": "store"}
        (space,) = memory._services.host.open_spaces
        assert await space.stores.graph.entities_named(["ana"]) == []


async def test_an_edit_while_it_is_read_wins() -> None:
    """What was read of words that are no longer there is not kept."""
    extractor = Scripted()
    extractor.held = asyncio.Event()
    async with reading(extractor) as memory:
        stored = await memory.store("we met Ana")
        assert stored.id is not None

        async def is_asked() -> bool:
            return bool(extractor.asked)

        await eventually(is_asked)
        await memory.memories.edit(stored.id, MemoryEdit(content="we met Ben"))
        extractor.held.set()
        await is_empty(memory)
        assert set(await entities_of(memory, stored.id)) == {"Ben"}


async def test_what_the_text_does_not_say_is_dropped() -> None:
    """Names, relations and their ends must be words of the source; the event counts the rest."""

    def invent(passage: Passage) -> Answer:
        ana = Mention(name="Ana", start=0, end=3, kind="person")
        lisbon = Mention(name="Lisbon", start=13, end=19, kind="place")
        return Reading(
            mentions=(ana, lisbon, Mention(name="Porto", start=13, end=19, kind="place")),
            relations=(
                Relation(subject="Ana", predicate="moved to", object="Lisbon", start=0, end=19),
                Relation(subject="Ana", predicate="hates", object="Lisbon", start=0, end=19),
            ),
        )

    async with reading(Scripted(invent)) as memory:
        stored = await memory.store("Ana moved to Lisbon")
        assert stored.id is not None
        await is_empty(memory)
        assert set(await entities_of(memory, stored.id)) == {"Ana", "Lisbon"}
        (space,) = memory._services.host.open_spaces
        (ana,) = await space.stores.graph.entities_named(["ana"])
        edges = await space.stores.graph.edges_of(ana.id, limit=9)
        relations = [(one.predicate, one.memory_id) for one in edges if one.kind == "relation"]
        assert relations == [("moved to", stored.id)]
        event = (await memory.activity()).items[0]
        assert (event.kind, event.after["dropped"]) == ("extracted", 2)


async def test_a_tenant_may_want_none() -> None:
    """Then nothing is queued, and what was queued before waits."""
    extractor = Scripted()
    async with reading(extractor) as memory:
        await memory.tenants.edit("default", extraction=False)
        stored = await memory.store("we met Ana")
        assert not stored.queued_for_extraction
        await asyncio.sleep(0.05)
        assert extractor.asked == []


async def test_names_of_one_person_are_one_entity() -> None:
    """A fuller name, a title, an initial; a first name that two people have is neither's."""
    texts = [
        "Our doctor is Katharina Wolf", "The bill came from Dr. Wolf today",
        "A letter signed by K. Wolf arrived", "My cousin is called Katharina Brandt",
        "Then Katharina called me in the evening",
    ]  # fmt: skip
    spans = ["Katharina Wolf", "Dr. Wolf", "K. Wolf", "Katharina Brandt", "Katharina"]

    def people(passage: Passage) -> Answer:
        name = spans[texts.index(passage.content)]
        start = passage.content.index(name)
        return Reading(
            mentions=(Mention(name=name, start=start, end=start + len(name), kind="person"),)
        )

    async with reading(Scripted(people)) as memory:
        ids = []
        for text in texts:
            stored = await memory.store(text)
            ids.append(str(stored.id))
            await is_empty(memory)
        names = [next(iter(await entities_of(memory, one))) for one in ids]
        assert names == ["Katharina Wolf"] * 3 + ["Katharina Brandt", "Katharina"]
        found = await memory.recall("K. Wolf", explain=True)
        arms = {one.id: one.why.arms for one in found.results if one.why is not None}
        assert all("entity" in arms[one] for one in ids[:3])


async def test_mistake_with_one_text_costs_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """What keeping a reading stumbles over has failed, with its reason; the others are read."""
    keep = Understand.keep

    def stumbling(
        self: Understand,
        tx: RecordTransaction,
        recorded: Recorded,
        passage: Passage,
        reading: Reading,
    ) -> None:
        keep(self, tx, recorded, passage, reading)
        if "bad" in passage.content:
            raise IndexError

    monkeypatch.setattr(Understand, "keep", stumbling)
    monkeypatch.setattr(extraction, "FIRST_RETRY_S", 0.01)
    async with reading(Scripted()) as memory:
        texts = ["we met Ana", "a bad text about Zoe", "we met Ben"]
        await memory.store_batch([NewMemory(content=one) for one in texts])
        await is_empty(memory)
        (failed,) = await queue(memory, "failed")
        assert (failed.attempts, failed.reason) == (3, "could not be kept: IndexError")
        assert len(await queue(memory, "done")) == 2
        names = {one.name for one in (await memory.entities.list()).items}
        assert names == {"Ana", "Ben"}
        assert len((await memory.memories.list()).items) == 3


async def test_extractor_that_stumbles_costs_an_attempt(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever it raises on a text: that text has failed with its reason, the others are read."""
    monkeypatch.setattr(extraction, "FIRST_RETRY_S", 0.01)

    def stumbling(passage: Passage) -> Answer:
        if "bad" in passage.content:
            raise OverflowError
        return names(passage)

    async with reading(Scripted(stumbling)) as memory:
        texts = ["we met Ana", "a bad text about Zoe", "we met Ben"]
        await memory.store_batch([NewMemory(content=one) for one in texts])
        await is_empty(memory)
        (failed,) = await queue(memory, "failed")
        assert failed.reason == "could not be read: OverflowError"
        assert len(await queue(memory, "done")) == 2
