"""What does a scripted `/v1/embeddings` endpoint answer? Words hashed to vectors, or a fault."""

from __future__ import annotations

import asyncio
import hashlib
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any

from aiohttp import web

DIMENSIONS = 64

Fault = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Endpoint:
    """An OpenAI-compatible server on a free port. `faults` are answered first, one each."""

    def __init__(self) -> None:
        self.faults: deque[Fault] = deque()
        self.requests: list[dict[str, Any]] = []
        self.authorizations: list[str | None] = []
        self.dimensions = DIMENSIONS
        self.url = ""
        self._runner: web.AppRunner | None = None

    async def start(self) -> None:
        """Listens on a free port of this machine."""
        app = web.Application()
        app.router.add_post("/v1/embeddings", self._answer)
        self._runner = web.AppRunner(app, shutdown_timeout=0.1)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        host, port = self._runner.addresses[0][:2]
        self.url = f"http://{host}:{port}/v1"

    async def stop(self) -> None:
        """Closes the port."""
        if self._runner is not None:
            await self._runner.cleanup()

    async def _answer(self, request: web.Request) -> web.StreamResponse:
        self.authorizations.append(request.headers.get("Authorization"))
        body = await request.json()
        self.requests.append(body)
        if self.faults:
            return await self.faults.popleft()(request)
        rows = [
            {"index": n, "embedding": _vector(text, self.dimensions)}
            for n, text in enumerate(body["input"])
        ]
        return web.json_response({"data": rows[::-1], "model": body["model"]})


def status(code: int, *, retry_after: str | None = None, text: str = "no") -> Fault:
    """A refusal."""

    async def answer(request: web.Request) -> web.StreamResponse:
        headers = {} if retry_after is None else {"Retry-After": retry_after}
        return web.json_response({"error": {"message": text}}, status=code, headers=headers)

    return answer


def body(text: str) -> Fault:
    """An answer of status 200 that says something else."""

    async def answer(request: web.Request) -> web.StreamResponse:
        return web.Response(text=text, content_type="application/json")

    return answer


def hang() -> Fault:
    """No answer at all."""

    async def answer(request: web.Request) -> web.StreamResponse:
        await asyncio.sleep(3600)
        raise AssertionError

    return answer


def cut_off() -> Fault:
    """An answer that ends before its announced length."""

    async def answer(request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse(headers={"Content-Length": "1000"})
        await response.prepare(request)
        await response.write(b'{"data": [')
        assert request.transport is not None
        request.transport.close()
        return response

    return answer


def _vector(text: str, dimensions: int) -> list[float]:
    vector = [0.0] * dimensions
    for word in text.lower().split():
        number = int.from_bytes(hashlib.sha256(word.encode()).digest()[:4], "big")
        vector[number % dimensions] += 3.0
    vector[0] += 0.01
    return vector
