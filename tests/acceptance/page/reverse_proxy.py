"""A reverse proxy that serves a daemon under `/memory/`, as people put one before it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import aiohttp
from aiohttp import web
from aiohttp.test_utils import TestServer
from yarl import URL

PREFIX = "/memory"
_OF_A_CONNECTION = {"connection", "content-length", "keep-alive", "transfer-encoding"}


@asynccontextmanager
async def proxied(daemon_url: str) -> AsyncIterator[URL]:
    """The address of the daemon behind the proxy. The Host header goes through as it came."""
    async with aiohttp.ClientSession(auto_decompress=False) as session:

        async def forward(request: web.Request) -> web.Response:
            target = URL(f"{daemon_url}/{request.match_info['rest']}", encoded=True)
            headers = {
                name: value
                for name, value in request.headers.items()
                if name.lower() not in _OF_A_CONNECTION
            }
            body = await request.read()
            async with session.request(
                request.method, target, headers=headers, data=body or None, allow_redirects=False
            ) as answer:
                kept = {
                    name: value
                    for name, value in answer.headers.items()
                    if name.lower() not in _OF_A_CONNECTION
                }
                return web.Response(status=answer.status, headers=kept, body=await answer.read())

        app = web.Application()
        app.router.add_route("*", PREFIX + "/{rest:.*}", forward)
        async with TestServer(app) as server:
            yield server.make_url(f"{PREFIX}/")
