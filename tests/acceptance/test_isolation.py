"""Is a tenant a wall on every route?

Two tenants hold twins: the same ids, the same namespaces, sessions and speakers, the same words
but for one secret each. Every operation of the API is called as one of them, with its own words,
with the other's secret as question and with the other's ids; nothing of the other may be answered
or changed. The calls are made from the operations, so a new route is tried as soon as it exists.
"""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from aiohttp import web
from aiohttp.test_utils import TestClient, TestServer

import perspective
from perspective.api.app import make_app
from perspective.api.operation import Operation
from perspective.api.routes import RESOURCES
from perspective.settings import EmbeddingSettings, ExtractionSettings, Settings
from tests.answers import text_of

Client = TestClient[web.Request, web.Application]

OPERATIONS = [operation for resource in RESOURCES for operation in resource.operations]
SECRETS = {"ana": "quicksilver", "ben": "thunderbolt"}
OTHER = {"ana": "ben", "ben": "ana"}

# What has no tenant because it is about the program, or about which tenants there are. It may
# name tenants and numbers, but no word of any memory.
WITHOUT_TENANT = {
    "list_tenants", "create_tenant", "load_demo", "read_status", "read_config", "read_liveness",
    "read_readiness", "read_health", "read_logs", "read_openapi", "read_docs", "read_home",
    "read_metrics", "read_process", "read_run", "stop_process",
}  # fmt: skip


def _names_tenant(operation: Operation) -> bool:
    """True when path, query or body say whose memories are meant."""
    asked = (operation.query_type, operation.body_type)
    return operation.path.startswith("/api/tenants/{id}") or any(
        t is not None and "tenant_id" in t.__struct_fields__ for t in asked
    )


def _twins(tenant: str) -> list[dict[str, Any]]:
    """What a tenant stores; only its secret tells it from the other's."""
    secret = SECRETS[tenant]
    return [
        {
            "id": f"twin-{n}",
            "content": f"The vault number {n} opens with {secret} and a turn to the left",
            "namespace": "home",
            "source_session": "s-1",
            "speaker": "Chris",
            "tags": ["vault", f"tag-{secret}"],
            "metadata": {"note": f"told by {secret}"},
            "entities": [{"name": f"Order of {secret}"}],
        }
        for n in range(6)
    ]


async def _fill(client: Client, tenant: str) -> str:
    """Stores a tenant's twins, and returns the id of one memory that it alone has."""
    made = await client.post("/api/tenants", json={"id": tenant})
    assert made.status == 201
    body = {"tenant_id": tenant, "items": _twins(tenant)}
    # The same key in both tenants: the answer to the one must not be given to the other.
    stored = await client.post("/api/store/batch", json=body, headers={"Idempotency-Key": "twin"})
    assert (await stored.json())["stored"] == 6
    own = {"tenant_id": tenant, "content": f"Only one knows that {SECRETS[tenant]} is a word"}
    answer = await (
        await client.post("/api/store", json=own, headers={"Idempotency-Key": "1"})
    ).json()
    own_id: str = answer["id"]
    return own_id


@pytest.fixture(params=["in memory", "on disk"])
async def client(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Client]:
    """A client of the API over the real engine."""
    settings = Settings(
        embedding=EmbeddingSettings(provider="none"), extraction=ExtractionSettings(mode="off")
    )
    where: dict[str, Any] = (
        {"in_memory": True} if request.param == "in memory" else {"data_dir": tmp_path / "memory"}
    )
    async with (
        perspective.connect(settings=settings, **where) as memory,
        TestClient(TestServer(make_app(memory, settings))) as made,
    ):
        yield made


@pytest.fixture
async def own_ids(client: Client) -> dict[str, str]:
    """For each tenant the id of a memory that the other does not have."""
    ids = await asyncio.gather(*(_fill(client, tenant) for tenant in SECRETS))
    return dict(zip(SECRETS, ids, strict=True))


def _request(operation: Operation, tenant: str, memory_id: str, text: str) -> dict[str, Any]:
    """A request of the operation as a tenant, about a memory and with a text."""
    is_of_tenants = operation.path.startswith("/api/tenants")
    path = operation.path.replace("{id}", tenant if is_of_tenants else memory_id)
    path = path.replace("{run}", memory_id)
    params: dict[str, str] = {}
    for name in operation.query_type.__struct_fields__ if operation.query_type else ():
        known = {"tenant_id": tenant, "q": text, "confirm": "not this one", "versions": "true"}
        if name in known:
            params[name] = known[name]
    request: dict[str, Any] = {"method": operation.method, "path": path, "params": params}
    if operation.body_type is not None:
        body = dict(operation.example or {})
        fields = operation.body_type.__struct_fields__
        given = {"tenant_id": tenant, "query": text, "explain": True, "reinforce": True}
        body |= {name: value for name, value in given.items() if name in fields}
        if operation.id == "create_tenant":
            body["id"] = tenant
        if operation.id == "erase_memory":
            body["confirm"] = memory_id
        request["json"] = body
    return request


async def _send(client: Client, request: dict[str, Any]) -> tuple[int, str]:
    response = await client.request(**request)
    return response.status, await text_of(response)


async def _state(client: Client, tenant: str) -> dict[str, Any]:
    """All that can be read of a tenant's memories, without the counters that reading moves."""
    listed = await client.get("/api/memories", params={"tenant_id": tenant, "limit": "500"})
    items = (await listed.json())["items"]
    for item in items:
        for name in ("access_count", "last_accessed_at", "strength"):
            item.pop(name)
    state: dict[str, Any] = {item["id"]: item for item in items}
    for item in items:
        lineage = await client.get(
            f"/api/memories/{item['id']}/lineage", params={"tenant_id": tenant}
        )
        state[f"{item['id']} lineage"] = await lineage.json()
    return state


def test_every_route_names_its_tenant_or_has_none() -> None:
    """A new route either says whose memories it means, or is listed here as one without any."""
    assert {o.id for o in OPERATIONS if not _names_tenant(o)} == WITHOUT_TENANT


async def test_no_route_answers_with_anothers_memories(
    client: Client, own_ids: dict[str, str]
) -> None:
    """Asked by its own words, by the other's secret, about twins and about the other's memory."""
    requests = [
        (tenant, _request(operation, tenant, memory_id, text))
        for operation in OPERATIONS
        for tenant, other in OTHER.items()
        for memory_id in ("twin-1", own_ids[tenant], own_ids[other])
        for text in ("which vault opens with what", SECRETS[other])
    ]
    random.Random(7).shuffle(requests)
    for start in range(0, len(requests), 8):
        some = requests[start : start + 8]
        answers = await asyncio.gather(*(_send(client, request) for _, request in some))
        for (tenant, request), (status, text) in zip(some, answers, strict=True):
            assert status < 500, (request, text)
            # A question may come back in a problem's words; a memory's secret never does.
            assert SECRETS[OTHER[tenant]] not in text, (request, text)


async def test_recall_by_anothers_secret_finds_own_memories_alone(
    client: Client, own_ids: dict[str, str]
) -> None:
    """Every restriction and clock that a question may carry stays behind the wall."""
    for tenant, other in OTHER.items():
        body = {"tenant_id": tenant, "query": f"{SECRETS[other]} vault", "budget": 100}
        for more in (
            {},
            {"namespaces": ["home", "default"]},
            {"session": "s-1", "speaker": "Chris"},
            {"known_at": "2100-01-01T00:00:00Z", "as_of": "2100-01-01T00:00:00Z"},
            {"explain": True, "include_archived": True, "include_faded": True},
        ):
            answer = await (await client.post("/api/recall", json={**body, **more})).json()
            assert answer["results"], more
            assert SECRETS[other] not in str(answer["results"])
        tagged = {**body, "tags": [f"tag-{SECRETS[other]}"]}
        assert (await (await client.post("/api/recall", json=tagged)).json())["results"] == []


async def test_no_route_changes_anothers_memories(client: Client, own_ids: dict[str, str]) -> None:
    """Whatever one does to the twins, and tries on the other's memory, the other's stay."""
    for tenant, other in OTHER.items():
        before = await _state(client, other)
        assert len(before) >= 14
        for operation in OPERATIONS:
            for memory_id in ("twin-2", "twin-3", own_ids[other]):
                status, text = await _send(client, _request(operation, tenant, memory_id, "vault"))
                assert status < 500, (operation.id, text)
                is_by_id = operation.path.startswith("/api/memories/{id}")
                if is_by_id and memory_id == own_ids[other] and operation.id != "read_lineage":
                    assert status == 404, (operation.id, text)
        assert await _state(client, other) == before


async def test_deleting_a_tenant_leaves_its_twin(client: Client, own_ids: dict[str, str]) -> None:
    """Nothing but the deleted tenant's own files goes, and a new one of its name is empty."""
    before = await _state(client, "ben")
    gone = await client.delete("/api/tenants/ana", params={"confirm": "ana"})
    assert gone.status == 200
    assert await _state(client, "ben") == before
    assert (await client.post("/api/tenants", json={"id": "ana"})).status == 201
    assert await _state(client, "ana") == {}
    body = {"tenant_id": "ana", "query": "vault"}
    assert (await (await client.post("/api/recall", json=body)).json())["results"] == []


def test_requests_are_made_for_every_operation() -> None:
    """No placeholder is left in a path, and each body is one the operation takes."""
    for operation in OPERATIONS:
        request = _request(operation, "ana", "twin-1", "vault")
        assert not re.search(r"[{}]", request["path"])
        if operation.body_type is not None:
            msgspec.json.decode(msgspec.json.encode(request["json"]), type=operation.body_type)
