"""What does the extractor make of a worker that dies, hangs or talks nonsense?"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from perspective.adapters.extraction.rules_extractor import RulesExtractor
from perspective.adapters.worker.process import WorkerProcess
from perspective.domain.extraction.reading import Passage, Reading
from perspective.errors import ModelError, ModelOutputInvalid, ModelTimeout

ROOT = Path(__file__).resolve().parents[4]
TASKS = {"read_passages": "tests.unit.adapters.extraction.tasks:at_risk"}
AT = datetime(2024, 5, 1, 12, tzinfo=UTC)
GOOD = "I moved to Lisbon."


@pytest.fixture(autouse=True)
def _importable(monkeypatch: pytest.MonkeyPatch) -> None:
    """The worker finds the tests' own tasks."""
    monkeypatch.setenv("PYTHONPATH", str(ROOT))


@pytest.fixture
async def worker() -> AsyncIterator[WorkerProcess]:
    """A worker that reads, and fails when a text says so."""
    made = WorkerProcess(TASKS)
    yield made
    await made.close()


def _passages(*texts: str) -> list[Passage]:
    return [Passage(content=text, at=AT, speaker="Ana") for text in texts]


async def _reads(worker: WorkerProcess) -> bool:
    (reading,) = await RulesExtractor(worker, timeout_s=120).read(_passages(GOOD))
    return isinstance(reading, Reading) and reading.facts[0].text == "Ana moved to Lisbon"


@pytest.mark.parametrize("text", ["die", "stumble"])
async def test_worker_that_ends_is_a_model_error_and_the_next_call_works(
    worker: WorkerProcess, text: str
) -> None:
    """A killed process, and one that fell over its own mistake."""
    with pytest.raises(ModelError):
        await RulesExtractor(worker, timeout_s=120).read(_passages(GOOD, text))
    assert await _reads(worker)


async def test_worker_killed_in_the_middle(worker: WorkerProcess) -> None:
    """What was being read fails; the next call starts another process."""
    assert await _reads(worker)
    long = _passages(*["Maria went to Lisbon with John. " * 300] * 3)
    reading = asyncio.create_task(RulesExtractor(worker, timeout_s=120).read(long))
    await asyncio.sleep(0.2)
    process = worker._process
    assert process is not None
    process.kill()
    with pytest.raises(ModelTimeout):
        await reading
    assert await _reads(worker)


async def test_hanging_worker_is_ended(worker: WorkerProcess) -> None:
    """After the time limit: ModelTimeout; the next call works."""
    assert await _reads(worker)
    with pytest.raises(ModelTimeout):
        await RulesExtractor(worker, timeout_s=0.5).read(_passages("hang"))
    assert await _reads(worker)


async def test_batch_that_fails_leaves_the_others(worker: WorkerProcess) -> None:
    """Of many batches one fails: its passages have the error, the others are read."""
    texts = [GOOD] * 16 + ["die"] + [GOOD] * 3
    readings = await RulesExtractor(worker, timeout_s=120).read(_passages(*texts))
    assert [isinstance(one, Reading) for one in readings] == [True] * 16 + [False] * 4


async def test_too_few_answers_are_invalid(worker: WorkerProcess) -> None:
    """An answer for each passage, or none counts."""
    with pytest.raises(ModelOutputInvalid):
        await RulesExtractor(worker, timeout_s=120).read(_passages("too few"))


async def test_what_the_text_does_not_hold_is_not_believed(worker: WorkerProcess) -> None:
    """A stretch outside, a name that does not stand there, an error of no known class."""
    outside, invented, unknown = await RulesExtractor(worker, timeout_s=120).read(
        _passages("nonsense", "a text of Porto", "c")
    )
    assert isinstance(outside, ModelOutputInvalid)
    assert isinstance(invented, Reading)
    assert invented.mentions == ()
    assert isinstance(unknown, ModelOutputInvalid)
