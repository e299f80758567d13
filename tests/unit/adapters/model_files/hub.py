"""What does a hub answer, or a mirror, or one that is having a bad day?"""

from __future__ import annotations

import asyncio
import hashlib
import threading
from typing import Any

from aiohttp import web

PATH = "/some/model/resolve/main/model.gguf"


class Hub:
    """A server of one file, run in a thread of its own: what is tested waits for it.

    `cut_after` closes each answer after so many bytes, as long as `n_cuts` are left.
    """

    def __init__(self, content: bytes) -> None:
        self.content = content
        self.has_ranges = True
        self.names_sha256 = True
        self.redirects = False
        self.cut_after = 0
        self.n_cuts = 0
        self.statuses: list[int] = []
        self.asked: list[str | None] = []
        self.url = ""
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)

    def start(self) -> None:
        """Listens on a free port of this machine."""
        self._thread.start()
        asyncio.run_coroutine_threadsafe(self._start(), self._loop).result()

    def stop(self) -> None:
        """Closes the port and ends the thread."""
        asyncio.run_coroutine_threadsafe(self._runner.cleanup(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _start(self) -> None:
        app = web.Application()
        app.router.add_get(PATH, self._answer)
        app.router.add_get("/cdn/file", self._file)
        self._runner = web.AppRunner(app, shutdown_timeout=0.1)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        host, port = self._runner.addresses[0][:2]
        self.url = f"http://{host}:{port}"

    def _facts(self) -> dict[str, str]:
        if not self.names_sha256:
            return {}
        sha256 = hashlib.sha256(self.content).hexdigest()
        return {"X-Linked-Etag": f'"{sha256}"', "X-Linked-Size": str(len(self.content))}

    async def _answer(self, request: web.Request) -> web.StreamResponse:
        self.asked.append(request.headers.get("Range"))
        if self.statuses:
            return web.Response(status=self.statuses.pop(0), text="no")
        if self.redirects:
            return web.Response(status=302, headers={"Location": "/cdn/file", **self._facts()})
        return await self._file(request)

    async def _file(self, request: web.Request) -> web.StreamResponse:
        headers: dict[str, Any] = {} if self.redirects else self._facts()
        start, total = 0, len(self.content)
        asked = request.headers.get("Range")
        if asked and self.has_ranges:
            start = int(asked.removeprefix("bytes=").removesuffix("-"))
            if start >= total:
                return web.Response(status=416, headers=headers)
            headers["Content-Range"] = f"bytes {start}-{total - 1}/{total}"
        headers["Content-Length"] = str(total - start)
        response = web.StreamResponse(status=206 if start else 200, headers=headers)
        await response.prepare(request)
        end = total
        if self.cut_after and self.n_cuts:
            self.n_cuts -= 1
            end = start + self.cut_after
        await response.write(self.content[start:end])
        if end < total:
            assert request.transport is not None
            await asyncio.sleep(0)  # what was written leaves first
            request.transport.close()
        return response
