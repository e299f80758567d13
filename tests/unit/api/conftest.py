"""A client of the API over an engine in memory."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from typing import Any

import pytest
from aiohttp import web
from aiohttp.test_utils import TestClient, TestServer

import perspective
from perspective.api.app import make_app
from perspective.engine import Perspective
from perspective.settings import Settings

Client = TestClient[web.Request, web.Application]
MakeClient = Callable[..., Awaitable[Client]]


@pytest.fixture
async def memory() -> AsyncIterator[Perspective]:
    """An open engine that keeps nothing on disk."""
    async with perspective.connect(in_memory=True) as engine:
        yield engine


@pytest.fixture
async def make_client(memory: Perspective) -> AsyncIterator[MakeClient]:
    """Makes clients of `make_app` with the given settings and arguments."""
    async with AsyncExitStack() as stack:

        async def make(settings: Settings | None = None, **arguments: Any) -> Client:
            app = make_app(memory, settings or Settings(), **arguments)
            return await stack.enter_async_context(TestClient(TestServer(app)))

        yield make


@pytest.fixture
async def client(make_client: MakeClient) -> Client:
    """A client of the API with default settings."""
    return await make_client()
