"""An engine in memory, at a time that the test sets."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from perspective.engine import Perspective
from tests.engines import BreakableEmbedder, SetClock, engine_in_memory


@pytest.fixture
def clock() -> SetClock:
    """The engine's clock; it stands at noon until the test moves it."""
    return SetClock()


@pytest.fixture
def embedder() -> BreakableEmbedder:
    """The engine's embedder; it works until the test breaks it."""
    return BreakableEmbedder()


@pytest.fixture
async def memory(clock: SetClock, embedder: BreakableEmbedder) -> AsyncIterator[Perspective]:
    """An open engine over nothing, with default settings."""
    async with engine_in_memory(clock=clock, embedder=embedder) as engine:
        yield engine
