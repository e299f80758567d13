"""Does Perspective take part with all of the text: repeats, long texts, one talk at a time?"""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from perspective.engine import Perspective
from perspective.errors import InvalidRequest
from perspective.evaluation.systems.engine import EngineSystem
from perspective.settings import Settings, StoringSettings
from perspective.wiring import in_memory_engine
from tests.unit.evaluation.sample import silent, talk_of, turn


@pytest.fixture
async def memory() -> AsyncIterator[Perspective]:
    """An engine with nothing on disk, that splits texts of a thousand characters behind the
    answer."""
    storing = StoringSettings(background_chars=1000)
    engine = in_memory_engine(Settings(storing=storing))
    await engine.open()
    yield engine
    await engine.close()


async def _found(system: EngineSystem, question: str) -> list[str]:
    return [name for one in await system.ask(question, 50) for name in one.ids]


async def test_turns_are_found_by_their_ids(memory: Perspective) -> None:
    """What recall returns names the turn, with its tokens and a relevance."""
    system = EngineSystem(memory)
    await system.load(talk_of(turn("a", "rye bread on Fridays"), turn("b", "a boat")), silent)
    first = (await system.ask("When is there rye bread?", 1))[0]
    assert first.ids == ("a",)
    assert first.n_tokens > 0
    assert 0.0 < first.score <= 1.0


async def test_each_talk_is_by_itself(memory: Perspective) -> None:
    """The next talk takes the place of the one before."""
    system = EngineSystem(memory)
    await system.load(talk_of(turn("a", "rye bread")), silent)
    await system.load(talk_of(turn("b", "rye bread too")), silent)
    assert await _found(system, "rye bread") == ["b"]
    assert len(await memory.tenants.list()) == 2  # the default one, and this talk's


async def test_words_said_twice_are_both_turns(memory: Perspective) -> None:
    """A repeat in a session is kept once, and found as either turn."""
    system = EngineSystem(memory)
    await system.load(talk_of(turn("a", "rye bread"), turn("b", "rye bread")), silent)
    assert await _found(system, "rye bread") == ["a", "b"]


async def test_a_very_long_text_is_waited_for(memory: Perspective) -> None:
    """Its last part is found at once after loading, under the turn's id."""
    text = " ".join(f"On day {n} the sea was calm and nothing happened." for n in range(200))
    system = EngineSystem(memory)
    await system.load(talk_of(turn("a", f"{text} Then a whale came by."), turn("b", "x y")), silent)
    found = await system.ask("whale", 1)
    assert found[0].ids == ("a",)
    assert found[0].n_tokens < 1000


async def test_a_turn_that_is_refused_ends_it(memory: Perspective) -> None:
    """A half-loaded talk would be measured wrongly."""
    system = EngineSystem(memory)
    with pytest.raises(InvalidRequest):
        await system.load(talk_of(turn("a", "x", speaker="s" * 1000)), silent)
