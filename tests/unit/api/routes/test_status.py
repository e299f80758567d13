"""Do health, status, settings and the log tell the truth, and no secrets?"""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

import perspective
from perspective.api.app import make_app
from perspective.engine import Perspective
from perspective.settings import EmbeddingSettings, SecuritySettings, ServerSettings, Settings
from perspective.settings_loader import FIELDS
from tests.unit.api.conftest import Client, MakeClient


async def test_health_tells_what_works(client: Client) -> None:
    """Healthy and ready; liveness says no more than that it lives."""
    assert await (await client.get("/api/health/live")).json() == {"status": "ok"}
    for path in ("/api/health", "/api/health/ready"):
        response = await client.get(path)
        assert (response.status, (await response.json())["status"]) == (200, "ok")


async def test_each_index_accounts_for_all(client: Client) -> None:
    """Accepted = searchable + pending + failed."""
    await client.post("/api/store", json={"content": "Ana lives in Lisbon"})
    health = await (await client.get("/api/health")).json()
    for index in health["tenants"]["default"].values():
        assert index["accepted"] == index["searchable"] + index["pending"] + index["failed"]


async def test_closed_engine_is_alive_but_not_ready(client: Client, memory: Perspective) -> None:
    """Liveness touches nothing; readiness says 503 and when to ask again."""
    await memory.close()
    assert (await client.get("/api/health/live")).status == 200
    for path in ("/api/health/ready", "/api/health", "/api/status"):
        response = await client.get(path)
        assert response.status == 503
        assert response.headers["Retry-After"] == "1"


async def test_status_tells_what_is_held(client: Client) -> None:
    """Version, counts, settings in force and what happened lately."""
    await client.post("/api/store", json={"content": "Ana lives in Lisbon"})
    status = await (await client.get("/api/status")).json()
    assert status["totals"]["memories"] == 1
    assert status["recent"][0]["kind"] == "created"
    assert status["settings"]["server.port"] == 2085
    assert status["started_at"].endswith("Z")


async def test_config_names_value_and_origin(make_client: MakeClient) -> None:
    """Every setting is there, with where its value came from."""
    settings = Settings(server=ServerSettings(port=2086))
    client = await make_client(settings, origins={"server.port": "environment"})
    items = (await (await client.get("/api/config")).json())["items"]
    by_key = {item["key"]: item for item in items}
    assert set(by_key) == set(FIELDS)
    port = by_key["server.port"]
    assert (port["value"], port["default"], port["origin"]) == (2086, 2085, "environment")
    assert by_key["server.host"]["origin"] == "default"
    assert all(item["description"] for item in items)


async def test_secrets_are_masked(make_client: MakeClient) -> None:
    """A password in an address, and the token, appear nowhere."""
    settings = Settings(
        embedding=EmbeddingSettings(endpoint="http://me:hunter2@model.example/v1?key=hunter2"),
        security=SecuritySettings(token_file="/etc/perspective/token"),
    )
    client = await make_client(settings, token="hunter2")
    headers = {"Authorization": "Bearer hunter2"}
    for path in ("/api/config", "/api/status"):
        response = await client.get(path, headers=headers)
        text = await response.text()
        assert response.status == 200
        assert "hunter2" not in text
        assert "model.example" in text


LINES = (
    {"at": "2024-01-01T10:00:00Z", "level": "debug", "event": "tick"},
    {"at": "2024-01-01T11:00:00Z", "level": "info", "event": "memory_stored", "tenant": "ana"},
    {"at": "2024-01-01T12:00:00Z", "level": "error", "event": "job_failed"},
)


@pytest.mark.parametrize(
    ("query", "events"),
    [
        ("", ["tick", "memory_stored", "job_failed"]),
        ("?level=info", ["memory_stored", "job_failed"]),
        ("?text=ana", ["memory_stored"]),
        ("?limit=1", ["job_failed"]),
        ("?since=2024-01-01T11:00:00Z&until=2024-01-01T12:00:00Z", ["memory_stored"]),
        ("?since=2024-01-01T11:30:00", ["job_failed"]),
    ],
)
async def test_log_is_read_from_its_end(
    make_client: MakeClient, tmp_path: Path, query: str, events: list[str]
) -> None:
    """By level, text and time; the newest last."""
    path = tmp_path / "perspective.log"
    path.write_bytes(b"".join(msgspec.json.encode(line) + b"\n" for line in LINES))
    client = await make_client(log_path=path)
    items = (await (await client.get(f"/api/logs{query}")).json())["items"]
    assert [item["event"] for item in items] == events


async def test_no_log_is_an_empty_one(make_client: MakeClient, tmp_path: Path) -> None:
    """Without a log file there is nothing to show, and no fault."""
    for path in (None, tmp_path / "none.log"):
        client = await make_client(log_path=path)
        assert await (await client.get("/api/logs")).json() == {"items": [], "cut": []}


async def test_library_can_serve_its_own_engine() -> None:
    """make_app takes an engine as connect() gives it, opens and closes nothing."""
    async with perspective.connect(in_memory=True) as memory:
        make_app(memory, Settings())
        assert (await memory.health()).status == "ok"
