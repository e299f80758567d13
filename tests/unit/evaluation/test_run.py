"""Is a whole evaluation right, on a small talk and chat, in an engine without files?"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from perspective.adapters.inmemory.hash_embedder import HashEmbedder
from perspective.engine import Perspective
from perspective.errors import InvalidRequest
from perspective.evaluation.read import read_talks
from perspective.evaluation.result import VERSION, Evaluation
from perspective.evaluation.run import Plan, Run
from perspective.settings import Settings
from perspective.wiring import in_memory_engine
from tests.unit.evaluation.sample import CHAT, TALK, silent, write

NAMES = ["Perspective", "BM25", "BM25 + neighbours", "vector only", "keyword scan"]


@pytest.fixture
async def memory() -> AsyncIterator[Perspective]:
    """An engine with nothing on disk."""
    engine = in_memory_engine(Settings())
    await engine.open()
    yield engine
    await engine.close()


def _plan(folder: Path, **fields: Any) -> Plan:
    talks = tuple(read_talks(write(folder / f"{n}.json", [one]))[0]
                  for n, one in enumerate((TALK, CHAT)))  # fmt: skip
    values = {"talks": talks, "ks": (1, 5), "sizes": (), "settings": {"a.b": 1}, **fields}
    return Plan(data="sample", **values)


async def test_every_system_answers_every_question(memory: Perspective, tmp_path: Path) -> None:
    """Both layouts, all systems, ours first; what only a word finds is found by all of them."""
    run = Run(_plan(tmp_path))
    await run.measure(memory, HashEmbedder(), silent)
    result = run.result()
    assert result.is_complete
    talks, chats = result.layouts
    assert [system.name for system in talks.systems] == NAMES
    assert [system.name for system in chats.systems] == [*NAMES[:3], "BM25, user only", *NAMES[3:]]
    assert [one.n_questions for one in (*talks.talks, *chats.talks)] == [3, 2]
    for system in talks.systems:
        assert system.categories["temporal"].recall[1] == 1.0
        assert system.categories["adversarial"].n == 1
        assert system.together is not None
        assert system.together.n == 2
        assert system.abstention is not None
    for system in chats.systems:
        assert system.newer_above_older is not None
        assert system.newer_above_older.n == 1


async def test_the_json_has_its_shape(memory: Perspective, tmp_path: Path) -> None:
    """It is read back as the same types; times are in UTC, and the version stands first."""
    run = Run(_plan(tmp_path, sizes=(20, 60)))
    await run.measure(memory, HashEmbedder(), silent)
    text = json.dumps(msgspec.to_builtins(run.result(), str_keys=True))
    document = json.loads(text)
    assert next(iter(document)) == "version"
    assert document["version"] == VERSION == 1
    assert document["started_at"].endswith("Z")
    assert document["settings"] == {"a.b": 1}
    assert document["embedding_model"] == HashEmbedder().model
    assert set(document["machine"]) == {"system", "cpu_count", "load_average", "python"}
    system = document["layouts"][0]["systems"][0]
    assert set(system) == {
        *("name", "together", "categories", "latency_ms", "tokens", "abstention"),
        "newer_above_older",
    }
    assert set(system["together"]) == {"n", "recall", "all", "mrr"}
    assert set(system["together"]["recall"]) == {"1", "5"}
    assert set(system["latency_ms"]) == {"p50", "p95", "p99"}
    assert set(system["tokens"]["5"]) == {"mean", "p95"}
    assert msgspec.json.decode(text, type=Evaluation, strict=False) == run.result().__replace__(
        ended_at=msgspec.json.decode(text, type=Evaluation, strict=False).ended_at
    )


async def test_the_curve_grows(memory: Perspective, tmp_path: Path) -> None:
    """Each size holds so many memories, and the same questions are asked of it."""
    run = Run(_plan(tmp_path, sizes=(20, 60)))
    await run.measure(memory, HashEmbedder(), silent)
    points = run.result().scale
    assert [point.n_memories for point in points] == [20, 60]
    assert [point.quality.n for point in points] == [3, 3]
    assert points[0].quality.recall[5] > 0.0
    assert points[0].load_s < points[1].load_s
    counts = [t.counts for t in await memory.tenants.list() if t.id == "scale" and t.counts]
    assert [one.memories for one in counts] in ([], [60])


async def test_a_size_must_hold_a_talk(memory: Perspective, tmp_path: Path) -> None:
    """Three memories are too few for either text."""
    run = Run(_plan(tmp_path, sizes=(3, 100)))
    with pytest.raises(InvalidRequest, match="no talk with questions fits into 3 memories"):
        await run.measure(memory, HashEmbedder(), silent)


async def test_what_was_finished_remains(memory: Perspective, tmp_path: Path) -> None:
    """Cancelled while it asks about the chat, it has the talk, and says that it is not complete."""
    run = Run(_plan(tmp_path))

    def stop(what: str, n_done: int, n_all: int) -> None:
        if what == "BM25: questions to garden/1":
            raise asyncio.CancelledError

    with pytest.raises(asyncio.CancelledError):
        await run.measure(memory, HashEmbedder(), stop)
    result = run.result()
    assert not result.is_complete
    assert [layout.layout for layout in result.layouts] == ["talk"]


async def test_without_a_model(memory: Perspective, tmp_path: Path) -> None:
    """Where no model is set, vectors alone do not take part."""
    run = Run(_plan(tmp_path))
    await run.measure(memory, None, silent)
    names = [system.name for system in run.result().layouts[0].systems]
    assert names == [name for name in NAMES if name != "vector only"]
