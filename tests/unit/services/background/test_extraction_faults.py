"""Who waits, and who is left, when the model is missing, busy, or stumbles over one text?"""

from __future__ import annotations

import pytest

from perspective.domain.extraction.reading import Passage
from perspective.domain.query import NewMemory
from perspective.errors import ModelBusy, ModelMissing, ModelOutputInvalid
from perspective.services.background import extraction, lane
from perspective.settings import ExtractionSettings, Settings
from tests.engines import eventually
from tests.unit.services.background.test_extraction import (
    AT_ONCE,
    Answer,
    Scripted,
    is_empty,
    names,
    queue,
    reading,
)

TEXTS = [f"we met Person{n}" for n in range(5)]


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is tried again is tried at once."""
    monkeypatch.setattr(extraction, "FIRST_RETRY_S", 0.01)
    monkeypatch.setattr(lane, "FIRST_RETRY_S", 0.01)
    monkeypatch.setattr(lane, "_LAST_LOOK_S", 0.02)


async def test_everything_waits_for_a_missing_model() -> None:
    """However often it is looked for, no attempt counts; health says why in a line; when it is
    there, everything is read."""
    extractor = Scripted()
    extractor.failures = [ModelMissing("no file model.gguf") for _ in range(30)]
    async with reading(extractor) as memory:
        await memory.store_batch([NewMemory(content=text) for text in TEXTS])

        async def was_tried_often() -> bool:
            return len(extractor.asked) > 10

        await eventually(was_tried_often)
        assert await queue(memory, "failed") == []
        health = await memory.health()
        assert health.degraded == {"extraction": "no file model.gguf"}
        assert (health.status, health.extraction.state) == ("degraded", "missing")
        await is_empty(memory)
        assert {one.attempts for one in await queue(memory, "done")} == {1}
        assert (await memory.health()).degraded == {}
        assert {len(asked) for asked in extractor.asked} == {5}


async def test_a_busy_model_costs_the_batch_an_attempt() -> None:
    """Together, since no text is to blame: it is asked again about all of them at once."""
    extractor = Scripted()
    extractor.failures = [ModelBusy("429"), ModelBusy("429", retry_after_s=0.05)]
    async with reading(extractor) as memory:
        await memory.store_batch([NewMemory(content=text) for text in TEXTS])
        await is_empty(memory)
        assert [len(asked) for asked in extractor.asked] == [5, 5, 5]
        assert {one.attempts for one in await queue(memory, "done")} == {3}


async def test_a_model_that_stays_busy_leaves_them_with_the_reason() -> None:
    """After the last attempt; what was stored is untouched, and can be queued again."""
    extractor = Scripted()
    extractor.failures = [ModelBusy("answered 429") for _ in range(3)]
    async with reading(extractor) as memory:
        stored = await memory.store_batch([NewMemory(content=text) for text in TEXTS])
        await is_empty(memory)
        failed = await queue(memory, "failed")
        assert {(one.attempts, one.reason) for one in failed} == {(3, "answered 429")}
        assert len((await memory.recall("Person3")).results) == len(stored)


async def test_what_stumbled_is_read_by_itself_from_then_on() -> None:
    """A text that fails within a batch is not put into another one."""

    def pick(passage: Passage) -> Answer:
        return ModelOutputInvalid("left out") if "bad" in passage.content else names(passage)

    extractor = Scripted(pick)
    settings = Settings(
        extraction=ExtractionSettings(
            batch_interval_s=0.0, max_attempts=AT_ONCE.extraction.max_attempts
        )
    )
    async with reading(extractor, settings=settings) as memory:
        texts = ["a bad text, the first", "we met Ana", "a bad text, the second", "we met Ben"]
        await memory.store_batch([NewMemory(content=text) for text in texts])
        await memory.store("we met Eva")
        await is_empty(memory)
        bad = [asked for asked in extractor.asked if any("bad" in one for one in asked)]
        assert len(bad[0]) >= 4
        assert {len(asked) for asked in bad[1:]} == {1}
        assert len(await queue(memory, "failed")) == 2
        assert len(await queue(memory, "done")) == 3
