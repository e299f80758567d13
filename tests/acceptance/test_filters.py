"""Does a filter find what a store of only the filtered memories would find?

Ten memories stand among many thousand others that use the same words; a second store holds the
ten alone. Each question finds the same contents in the same order, with the same scores.
"""

from __future__ import annotations

import random
from collections.abc import AsyncIterator, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

import perspective
from perspective.domain.query import NewMemory
from perspective.engine import Perspective
from perspective.settings import ExtractionSettings, ServerSettings, Settings
from tests.daemons import Daemon
from tests.engines import NOON, SetClock, counts, embedded_engine

pytestmark = pytest.mark.proof("Filters")

WORDS = [
    "tea",
    "bees",
    "boats",
    "rain",
    "bread",
    "music",
    "maps",
    "snow",
    "river",
    "mill",
    "harbour",
    "ladder",
    "garden",
    "window",
    "letter",
    "winter",
    "train",
    "lamp",
    "stone",
    "clock",
]
NAMES = ("Ana", "Ben", "Carla", "Dev")
PATIENT = Settings(
    server=ServerSettings(index_wait_s=600), extraction=ExtractionSettings(mode="off")
)

# What marks the ten, and how a query asks for them.
KINDS: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "namespace": ({"namespace": "ten"}, {"namespaces": ["ten"]}),
    "tag": ({"tags": ["ten", "tea"]}, {"tags": ["ten"]}),
    "type": ({"memory_type": "semantic"}, {"types": ["semantic"]}),
    "session": ({"source_session": "ten"}, {"session": "ten"}),
    "speaker": ({"speaker": "Eli"}, {"speaker": "Eli"}),
    "time": (
        {"event_at": NOON - timedelta(days=400)},
        {"since": NOON - timedelta(days=401), "until": NOON - timedelta(days=399)},
    ),
}


def sentences(n: int, seed: int) -> list[str]:
    """Sentences of the same few words, no two alike."""
    chance = random.Random(seed)
    return [f"{' '.join(chance.choices(WORDS, k=8))} {seed} {i}" for i in range(n)]


def the_ten(kind: str) -> list[NewMemory]:
    """Ten memories of a talk in its own session, so that their neighbours in time are their own."""
    marks = KINDS[kind][0]
    base: dict[str, Any] = {"source_session": f"talk-{kind}"}
    return [
        NewMemory(**({"content": text, "speaker": NAMES[n % 4]} | base | marks))
        for n, text in enumerate(sentences(10, sorted(KINDS).index(kind) + 1))
    ]


def the_others(n: int) -> list[NewMemory]:
    """Everybody else, in sessions of twenty."""
    common: dict[str, Any] = {"namespace": "many", "tags": ("tea",)}
    return [
        NewMemory(content=text, speaker=NAMES[i % 4], source_session=f"s{i // 20}", **common)
        for i, text in enumerate(sentences(n, 0))
    ]


QUESTIONS = [
    "tea and bees",
    "what did Ana say about the river and the mill?",
    "Eli",
    "winter train",
    *(" ".join(random.Random(n).choices(WORDS, k=4)) for n in range(8)),
]


async def fill(memory: Perspective, items: Sequence[NewMemory]) -> None:
    """Stores all, and returns when all are indexed."""
    for start in range(0, len(items), 500):
        await memory.store_batch(items[start : start + 500], wait=False)
    assert (await memory.store("the last one", namespace="last")).indexed


async def answers(memory: Perspective, **fields: Any) -> list[list[tuple[Any, ...]]]:
    """What each question finds, without what differs between any two stores."""
    return [
        [
            (one.content, round(one.score, 6), round(one.relevance, 6))
            for one in (await memory.recall(question, reinforce=False, **fields)).results
        ]
        for question in QUESTIONS
    ]


@pytest.fixture(scope="module")
def n_others(is_full: bool) -> int:
    """How many others there are."""
    return 20_000 if is_full else 2_000


@pytest.fixture
async def crowd(tmp_path: Path, n_others: int) -> AsyncIterator[Perspective]:
    """A store on disk with six times ten memories in the midst of all others."""
    others = the_others(n_others)
    tens = [item for kind in KINDS for item in the_ten(kind)]
    half = len(others) // 2
    clock = SetClock()
    async with embedded_engine(tmp_path / "crowd", settings=PATIENT, clock=clock) as memory:
        await fill(memory, [*others[:half], *tens, *others[half:]])
        assert (await counts(memory)).memories == n_others + 60 + 1
        yield memory


async def test_ten_among_many_are_as_ten_alone(crowd: Perspective, tmp_path: Path) -> None:
    """By namespace, tag, type, session, speaker and time: the same memories, order and scores."""
    for kind, (_, asked) in KINDS.items():
        folder = tmp_path / kind
        async with embedded_engine(folder, settings=PATIENT, clock=SetClock()) as alone:
            await fill(alone, the_ten(kind))
            expected = await answers(alone, **asked)
        assert all(len(found) == 10 for found in expected)
        assert await answers(crowd, **asked) == expected, kind


async def test_every_filter_holds_in_every_arm(crowd: Perspective) -> None:
    """No result of a filtered question is one that the filter does not name."""
    for kind, (_, asked) in KINDS.items():
        own = {item.content for item in the_ten(kind)}
        for budget in (1, 10, 1000):
            for question in QUESTIONS:
                found = await crowd.recall(question, budget=budget, reinforce=False, **asked)
                assert {one.content for one in found.results} <= own


async def test_with_the_real_model(tmp_path: Path, n_others: int) -> None:
    """The same by namespace with the model that people use, over a smaller crowd."""
    found = []
    for name, others in (("crowd", the_others(n_others // 20)), ("alone", [])):
        async with perspective.connect(tmp_path / name, settings=PATIENT) as memory:
            half = len(others) // 2
            await fill(memory, [*others[:half], *the_ten("namespace"), *others[half:]])
            ranked = await answers(memory, namespaces=["ten"])
            found.append([[content for content, _, _ in one] for one in ranked])
    assert found[0] == found[1]


def test_a_filter_over_rest(daemon: Daemon) -> None:
    """A namespace asked for over HTTP lets nothing else through."""
    items = [{"content": text, "namespace": "many"} for text in sentences(100, 0)]
    items += [{"content": text, "namespace": "ten"} for text in sentences(10, 1)]
    assert daemon.client.post("/api/store/batch", {"items": items})["failed"] == 0
    asked = {"query": "tea and bees", "namespaces": ["ten"], "budget": 50}
    found = daemon.client.post("/api/recall", asked)["results"]
    assert {one["content"] for one in found} == set(sentences(10, 1))
