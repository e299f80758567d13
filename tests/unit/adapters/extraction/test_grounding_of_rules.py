"""Is all that an engine keeps of what rules read in its texts? And would the check see it if not?"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, TypeVar, cast

import msgspec

from perspective.adapters.extraction.read_passages import read_passages
from perspective.adapters.extraction.rules_extractor import RulesExtractor
from perspective.domain.extraction.reading import (
    Cause,
    Fact,
    Mention,
    Passage,
    Reading,
    Relation,
)
from perspective.domain.query import NewMemory
from perspective.errors import ModelError, StorageError
from perspective.settings import ExtractionSettings, Settings
from tests.bench.grounding import check, read_talk
from tests.engines import engine_in_memory

A = TypeVar("A", bound=msgspec.Struct)

TEXTS = [
    "I moved to Lisbon last March because my boss closed the office in Berlin.",
    "My sister Clara is a vet in Cardiff, and she's expecting twins!",
    "Did you see Maria? We had dinner with her at Nando's.",
    "I don't drink coffee any more, so I switched to tea.",
    "Version 2.3 of Postgres fixed the bug that Otto reported.",
    "Grandpa was born in Lviv in 1931, came to Canada at seventeen and never went back.",
    "我上周在北京见到了王伟，他送我一本《三体》。",
    "昨日、スターバックスでタナカさんに会いました。",
    "Wir haben gestern @jonas in #München getroffen: https://example.com/x",
    "قابلت محمد في القاهرة يوم الجمعة",
    '👩‍👩‍👧 e\u0301t\u00e9 café — \ufffd ,,, "quoted" <b>Nina</b>',
]


class Here:
    """A `Worker` that reads in this process."""

    async def run(
        self,
        task: str,
        request: Any,
        answer: type[A],
        *,
        timeout_s: float,
        otherwise: type[StorageError | ModelError] = StorageError,
    ) -> A:
        """What the worker's task would answer."""
        found: Any = read_passages(request)
        return cast("A", found)

    async def close(self) -> None:
        """There is no process."""


def _items() -> list[NewMemory]:
    return [NewMemory(content=text, speaker="Ana") for text in TEXTS]


AT_ONCE = Settings(extraction=ExtractionSettings(batch_interval_s=0.0))


async def test_nothing_is_kept_that_its_text_does_not_say() -> None:
    """Names, relations, statements and causes, in several scripts."""
    extractor = RulesExtractor(Here())
    async with engine_in_memory(settings=AT_ONCE, extractor=extractor) as memory:
        checked = check(await read_talk(memory, "t", _items()))
    assert checked.unsupported == []
    assert checked.counts["names"] >= 10
    assert checked.counts["statements"] >= 5
    assert checked.counts["causes"] >= 1


async def test_inventions_of_an_extractor_are_dropped() -> None:
    """Whatever it answers, of any text, in any place: only what the text says is kept."""

    class Inventing:
        name = "inventing"

        async def read(self, passages: Sequence[Passage]) -> list[Reading | ModelError]:
            return [
                Reading(
                    mentions=(
                        Mention(name="John Doe", start=0, end=8, kind="person"),
                        Mention(name=passage.content[:4], start=0, end=4),
                    ),
                    relations=(
                        Relation(subject="Ana", predicate="married", object="John", start=0, end=9),
                    ),
                    facts=(
                        Fact(text="John Doe lives in New York", start=0, end=9),
                        Fact(text=f"Ana never said: {passage.content[:30]}", start=0, end=9),
                    ),
                    causes=(Cause(cause="John Doe lives in New York", effect="Ana"),),
                )
                for passage in passages
            ]

        async def close(self) -> None:
            """Nothing to let go of."""

    async with engine_in_memory(settings=AT_ONCE, extractor=Inventing()) as memory:
        checked = check(await read_talk(memory, "t", _items()))
    assert checked.unsupported == []
    assert checked.counts["names"] > 0
    assert checked.counts["relations"] == checked.counts["causes"] == 0


async def test_check_sees_what_no_text_says() -> None:
    """A word put into a stored statement, a name changed, a support taken away."""
    extractor = RulesExtractor(Here())
    async with engine_in_memory(settings=AT_ONCE, extractor=extractor) as memory:
        dump = await read_talk(memory, "t", _items())
    as_text = "\n".join(dump)
    for old, new in (
        ("Ana moved to Lisbon", "Ana moved to Madrid"),
        ('"mentions":[["Clara"', '"mentions":[["Klara"'),
        ('"kind":"supports"', '"kind":"semantic"'),
    ):
        assert old in as_text
        assert check(as_text.replace(old, new).split("\n")).unsupported
    assert json.loads(dump[0])
