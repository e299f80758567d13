"""Does the engine make a block of what recall finds, and count only that as used?"""

from __future__ import annotations

import pytest

from perspective.adapters.language.unicode_analyzer import UnicodeAnalyzer
from perspective.engine import Perspective
from perspective.errors import InvalidRequest
from tests.engines import NOON, eventually

TEXTS = [f"Boat {n} lies in the harbour of town {n}" for n in range(12)]


async def test_a_block_holds_what_recall_finds(memory: Perspective) -> None:
    """With its date, its id and its speaker."""
    stored = await memory.store("The boat is blue", event_at=NOON, speaker="Ana")
    made = await memory.context("which colour has the boat?")
    assert made.text == f"## {NOON:%Y-%m-%d}\n- [{stored.id}] Ana: The boat is blue"
    assert made.ids == (stored.id,)
    assert made.n_tokens == UnicodeAnalyzer().n_tokens(made.text)
    assert made.left_out == 0


async def test_filters_hold_for_a_block_too(memory: Perspective) -> None:
    """As for recall."""
    await memory.store("The boat is blue", namespace="home")
    assert (await memory.context("boat", namespaces=["work"])).text == ""


async def test_only_what_is_told_was_used(memory: Perspective) -> None:
    """A memory that had no room was not read by anybody."""
    for n, text in enumerate(TEXTS):
        await memory.store(text, id=f"m{n}", source_session=str(n))
    made = await memory.context("boat harbour", token_budget=60)
    assert made.n_tokens <= 60
    assert made.left_out > 0

    async def used() -> set[str]:
        views = [await memory.memories.read(f"m{n}") for n in range(len(TEXTS))]
        return {one.id for one in views if one.access_count}

    async def are_counted() -> bool:
        return await used() == set(made.ids)

    await eventually(are_counted)


async def test_looking_need_not_count(memory: Perspective) -> None:
    """`reinforce: false`."""
    stored = await memory.store("The boat is blue")
    await memory.context("boat", reinforce=False)
    await memory.recall("boat", reinforce=False)
    assert stored.id is not None
    assert (await memory.memories.read(stored.id)).access_count == 0


async def test_a_budget_is_at_least_a_token(memory: Perspective) -> None:
    """And a wrong one is refused."""
    with pytest.raises(InvalidRequest):
        await memory.context("boat", token_budget=0)
