"""What does a scripted OpenAI-compatible chat server answer? What a function says, or a fault."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any

from aiohttp import web

from perspective.ports.models.language_model import Message
from tests.contracts.extraction import answering

Fault = Callable[[web.Request], Awaitable[web.StreamResponse]]
Answering = Callable[[Any], str]


class ChatEndpoint:
    """A server on a free port. `faults` are answered first, one each; then `answer` is asked."""

    def __init__(self, answer: Answering = answering.answer) -> None:
        self.answer = answer
        self.faults: deque[Fault | None] = deque()
        self.fault_of: Callable[[str], Fault | None] = lambda _: None  # of the last thing said
        self.requests: list[dict[str, Any]] = []
        self.paths: list[str] = []
        self.authorizations: list[str | None] = []
        self.url = ""
        self._runner: web.AppRunner | None = None

    async def start(self) -> None:
        """Listens on a free port of this machine."""
        app = web.Application(client_max_size=64 * 1024 * 1024)
        app.router.add_post("/v1/chat/completions", self._chat)
        app.router.add_post("/v1/completions", self._plain)
        self._runner = web.AppRunner(app, shutdown_timeout=0.1)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        host, port = self._runner.addresses[0][:2]
        self.url = f"http://{host}:{port}/v1"

    async def stop(self) -> None:
        """Closes the port."""
        if self._runner is not None:
            await self._runner.cleanup()

    async def _chat(self, request: web.Request) -> web.StreamResponse:
        body = await self._taken(request)
        if self.faults and (fault := self.faults.popleft()) is not None:
            return await fault(request)
        if (fault := self.fault_of(body["messages"][-1]["content"])) is not None:
            return await fault(request)
        messages = [Message(one["role"], one["content"]) for one in body["messages"]]
        return completion(self.answer(messages))

    async def _plain(self, request: web.Request) -> web.StreamResponse:
        body = await self._taken(request)
        if self.faults and (fault := self.faults.popleft()) is not None:
            return await fault(request)
        text = self.answer(body["prompt"])
        return web.json_response({"choices": [{"text": text, "finish_reason": "stop"}]})

    async def _taken(self, request: web.Request) -> Any:
        self.paths.append(request.path)
        self.authorizations.append(request.headers.get("Authorization"))
        body = await request.json()
        self.requests.append(body)
        return body


def completion(text: str | None, *, finish: str = "stop", **said: Any) -> web.Response:
    """An answer as OpenAI writes it."""
    message = {"role": "assistant", "content": text, **said}
    return web.json_response({"choices": [{"message": message, "finish_reason": finish}]})


def says(text: str | None, *, finish: str = "stop", **said: Any) -> Fault:
    """An answer of status 200 with such a text."""

    async def answer(request: web.Request) -> web.StreamResponse:
        return completion(text, finish=finish, **said)

    return answer


def late(length_s: float) -> Fault:
    """A good answer that comes late."""

    async def answer(request: web.Request) -> web.StreamResponse:
        await asyncio.sleep(length_s)
        return completion('{"passages": []}')

    return answer


def endless() -> Fault:
    """An answer that does not stop coming, as fast as it is taken."""

    async def answer(request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse()
        await response.prepare(request)
        for _ in range(10_000):
            await response.write(b" " * 65_536)
        return response

    return answer
