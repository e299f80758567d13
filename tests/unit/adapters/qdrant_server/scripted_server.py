"""What does a Qdrant server answer over REST? What the client's local mode does, or a fault."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any

from aiohttp import web
from pydantic import BaseModel
from qdrant_client import AsyncQdrantClient, models

from tests.contracts.endpoint import Fault

_Handler = Callable[[str, Any], Awaitable[Any]]


class ScriptedServer:
    """The routes that the adapter uses, over a local mode, which keeps what it holds while the
    server is stopped. `faults` are answered first, one each, None by doing what is asked;
    `fault` is answered then, as long as it is set. It listens where it did before when it is started again."""

    def __init__(self) -> None:
        self.local = AsyncQdrantClient(":memory:")
        self.faults: deque[Fault | None] = deque()
        self.fault: Fault | None = None
        self.requests: list[str] = []
        self.keys: set[str | None] = set()
        self.url = ""
        self._port = 0
        self._runner: web.AppRunner | None = None

    async def start(self) -> None:
        """Listens on a port of this machine."""
        app = web.Application(client_max_size=1 << 26)
        routes: dict[tuple[str, str], _Handler] = {
            ("GET", ""): lambda name, _: self.local.get_collection(name),
            ("PUT", ""): self._create,
            ("DELETE", ""): lambda name, _: self.local.delete_collection(name),
            ("GET", "/exists"): self._exists,
            ("PUT", "/index"): self._index,
            ("POST", "/points"): self._retrieve,
            ("POST", "/points/batch"): self._batch,
            ("POST", "/points/count"): lambda name, _: self.local.count(name),
            ("POST", "/points/query"): self._query,
            ("POST", "/points/scroll"): self._scroll,
        }
        for (method, path), handler in routes.items():
            app.router.add_route(method, "/collections/{name}" + path, self._answering(handler))
        self._runner = web.AppRunner(app, shutdown_timeout=0.1)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", self._port).start()
        self._port = self._runner.addresses[0][1]
        self.url = f"http://127.0.0.1:{self._port}"

    async def stop(self) -> None:
        """Refuses connections from now on."""
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None

    async def collections(self) -> list[str]:
        """The names of what it holds."""
        return sorted(one.name for one in (await self.local.get_collections()).collections)

    def _answering(self, handler: _Handler) -> Callable[[web.Request], Awaitable[Any]]:
        async def answer(request: web.Request) -> web.StreamResponse:
            self.requests.append(f"{request.method} {request.path}")
            self.keys.add(request.headers.get("api-key"))
            fault = self.faults.popleft() if self.faults else self.fault
            if fault is not None:
                return await fault(request)
            body = await request.text()
            try:
                result = await handler(request.match_info["name"], json.loads(body or "null"))
            except ValueError as error:
                code = 404 if "not found" in str(error) else 400
                return web.json_response({"status": {"error": str(error)}}, status=code)
            return web.json_response({"result": _plain(result), "status": "ok", "time": 0.0})

        return answer

    async def _exists(self, name: str, _: Any) -> Any:
        return {"exists": await self.local.collection_exists(name)}

    async def _create(self, name: str, body: Any) -> Any:
        asked = models.CreateCollection.model_validate(body)
        assert asked.shard_number == 1
        return await self.local.create_collection(name, vectors_config=asked.vectors)

    async def _index(self, name: str, body: Any) -> Any:
        asked = models.CreateFieldIndex.model_validate(body)
        kind = models.PayloadSchemaType(asked.field_schema)
        return await self.local.create_payload_index(name, asked.field_name, kind)

    async def _retrieve(self, name: str, body: Any) -> Any:
        asked = models.PointRequest.model_validate(body)
        return await self.local.retrieve(
            name,
            asked.ids,
            with_payload=asked.with_payload or False,
            with_vectors=asked.with_vector or False,
        )

    async def _batch(self, name: str, body: Any) -> Any:
        asked = models.UpdateOperations.model_validate(body)
        return await self.local.batch_update_points(name, asked.operations)

    async def _query(self, name: str, body: Any) -> Any:
        asked = models.QueryRequest.model_validate(body)
        return await self.local.query_points(
            name,
            query=asked.query,
            using=asked.using,
            query_filter=asked.filter,
            limit=asked.limit or 10,
            with_payload=asked.with_payload or False,
            with_vectors=asked.with_vector or False,
        )

    async def _scroll(self, name: str, body: Any) -> Any:
        asked = models.ScrollRequest.model_validate(body)
        points, after = await self.local.scroll(
            name,
            limit=asked.limit or 10,
            offset=asked.offset,
            with_payload=asked.with_payload or False,
            with_vectors=asked.with_vector or False,
        )
        return {"points": _plain(points), "next_page_offset": after}


def _plain(result: Any) -> Any:
    if isinstance(result, BaseModel):
        return json.loads(result.model_dump_json())
    return [_plain(one) for one in result] if isinstance(result, list) else result
