"""Do many tenants cost a bounded number of threads and files, and is a full one refused?"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from aiohttp.test_utils import TestClient, TestServer

from perspective.api.app import make_app
from perspective.engine import Perspective
from perspective.settings import ServerSettings, Settings
from tests.engines import embedded_engine, eventually
from tests.unit.api.conftest import Client, MakeClient

MAX_OPEN = 8
FEW = Settings(server=ServerSettings(max_open_tenants=MAX_OPEN))


@pytest.fixture
async def on_disk(tmp_path: Path) -> AsyncIterator[Perspective]:
    """An engine over files that keeps eight tenants open."""
    async with embedded_engine(tmp_path, settings=FEW) as memory:
        yield memory


def _n_files() -> int:
    """Open files of this process, where the system tells."""
    folder = Path("/proc/self/fd")
    return len(list(folder.iterdir())) if folder.is_dir() else 0


@pytest.mark.proof("Many tenants")
async def test_many_tenants_need_few_threads_and_files(on_disk: Perspective, is_full: bool) -> None:
    """Two hundred tenants (a few at small size), each stored to and asked again, over REST: what is open stays bounded
    by max_open_tenants, the numbers say so, and nobody reads anybody else's."""
    n_tenants = 200 if is_full else 32
    peak = {"threads": 0, "files": 0}
    async with TestClient(TestServer(make_app(on_disk, FEW))) as client:
        before = {"threads": threading.active_count(), "files": _n_files()}

        async def visit(n: int, *, is_asked: bool) -> None:
            body = {"tenant_id": f"t{n}", "content": f"secret number {n}"}
            if is_asked:
                query = {"tenant_id": f"t{n}", "query": "secret number"}
                found = await (await client.post("/api/recall", json=query)).json()
                assert [one["content"] for one in found["results"]] == [f"secret number {n}"]
            else:
                assert (await client.post("/api/store", json=body)).status == 201
            peak["threads"] = max(peak["threads"], threading.active_count())
            peak["files"] = max(peak["files"], _n_files())

        for is_asked in (False, True):
            for start in range(0, n_tenants, 4):
                few = range(start, start + 4)
                await asyncio.gather(*(visit(n, is_asked=is_asked) for n in few))

        async def is_trimmed() -> bool:
            return len((await on_disk.health()).tenants) <= MAX_OPEN

        await eventually(is_trimmed)
        status = await (await client.get("/api/status")).json()
        assert status["n_tenants"] == n_tenants + 1
        text = await (await client.get("/metrics")).text()
        assert f"perspective_tenants {n_tenants + 1}.0" in text
    print("beyond the first:", {name: peak[name] - before[name] for name in peak})
    most_open = 2 * MAX_OPEN + 4  # those in use while one more is opened
    assert peak["threads"] - before["threads"] <= 2 * most_open + 16
    assert peak["files"] - before["files"] <= 24 * most_open


async def test_a_full_tenant_warns_and_then_refuses(client: Client) -> None:
    """At 90 percent status warns; one too many is a 409, in a stream a line, and reading goes on."""
    body = {"id": "small", "settings": {"max_memories": 10}}
    assert (await client.post("/api/tenants", json=body)).status == 201
    for n in range(9):
        assert "warning" not in [
            name
            for tenant in (await (await client.get("/api/status")).json())["tenants"]
            if tenant["id"] == "small"
            for name, value in tenant.items()
            if value is not None
        ]
        item = {"tenant_id": "small", "content": f"fact number {n}"}
        assert (await client.post("/api/store", json=item)).status == 201
    seen = await (await client.get("/api/tenants/small")).json()
    assert seen["warning"] == "9 of 10 memories are in use"
    lines = b'{"content": "the tenth"}\n{"content": "the eleventh"}\n'
    response = await client.post(
        "/api/store/batch?tenant_id=small", data=lines,
        headers={"Content-Type": "application/x-ndjson"},
    )  # fmt: skip
    answers = (await response.text()).splitlines()
    assert '"stored":true' in answers[0]
    assert "urn:perspective:problem:quota-exceeded" in answers[1]
    refused = await client.post("/api/store", json={"tenant_id": "small", "content": "more"})
    assert refused.status == 409
    query = {"tenant_id": "small", "query": "the tenth"}
    found = await (await client.post("/api/recall", json=query)).json()
    assert found["results"][0]["content"] == "the tenth"


async def test_settings_of_the_server_bound_what_is_open(make_client: MakeClient) -> None:
    """The limit in force is shown."""
    client = await make_client(FEW)
    settings = (await (await client.get("/api/status")).json())["settings"]
    assert settings["server.max_open_tenants"] == MAX_OPEN
