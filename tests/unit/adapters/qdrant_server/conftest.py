"""Which server do these tests ask? One over REST, on this machine, that keeps to a script."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from tests.unit.adapters.qdrant_server.scripted_server import ScriptedServer


@pytest.fixture
async def server() -> AsyncIterator[ScriptedServer]:
    """A server that works until it is told otherwise."""
    made = ScriptedServer()
    await made.start()
    yield made
    await made.stop()
    await made.local.close()
