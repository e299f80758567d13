"""Can single memories be listed, read, edited, deleted, restored, pinned and traced?"""

from __future__ import annotations

from typing import Any

import pytest

from tests.unit.api.conftest import Client


@pytest.fixture
async def memory_id(client: Client) -> str:
    """The id of one stored memory."""
    body = {"content": "Ana lives in Lisbon", "tags": ["people"], "namespace": "home"}
    answer = await (await client.post("/api/store", json=body)).json()
    stored: str = answer["id"]
    return stored


async def _call(client: Client, method: str, path: str, **arguments: Any) -> dict[str, Any]:
    response = await client.request(method, path, **arguments)
    assert response.status == 200, await response.text()
    answer: dict[str, Any] = await response.json()
    return answer


async def test_memory_is_read(client: Client, memory_id: str) -> None:
    """By its id, with its versions only when asked."""
    read = await _call(client, "GET", f"/api/memories/{memory_id}")
    assert read["current"]["content"] == "Ana lives in Lisbon"
    assert read["versions"] == []
    read = await _call(client, "GET", f"/api/memories/{memory_id}?versions=true")
    assert [version["number"] for version in read["versions"]] == [1]


async def test_memories_are_listed_by_pages(client: Client) -> None:
    """Every memory is on one page, and the last page has no cursor."""
    for n in range(5):
        await client.post("/api/store", json={"content": f"fact number {n} about bees"})
    seen: list[str] = []
    cursor: dict[str, str] = {}
    for _ in range(3):
        page = await _call(client, "GET", "/api/memories", params={"limit": "2", **cursor})
        seen += [item["id"] for item in page["items"]]
        cursor = {"cursor": page["next_cursor"] or ""}
    assert cursor == {"cursor": ""}
    assert len(seen) == len(set(seen)) == 5


async def test_list_is_filtered_and_searched(client: Client, memory_id: str) -> None:
    """A filter restricts; `q` searches."""
    await client.post("/api/store", json={"content": "Ben keeps bees"})
    for params in ({"namespace": "home"}, {"tag": "people"}, {"q": "Lisbon"}):
        page = await _call(client, "GET", "/api/memories", params=params)
        assert page["items"][0]["id"] == memory_id


@pytest.mark.parametrize("cursor", ["x", "AAAA", "-1", "é", "{}"])
async def test_made_up_cursor_is_refused(client: Client, cursor: str) -> None:
    """A cursor that no page gave is the caller's fault."""
    response = await client.get("/api/memories", params={"cursor": cursor})
    assert response.status == 400


async def test_contents_are_cut_when_asked(client: Client, memory_id: str) -> None:
    """A list and a search show so many characters of each content and say where they cut; without a
    limit all is told and nothing said."""
    short = await (await client.post("/api/store", json={"content": "Zoë 😀"})).json()
    for more in ({}, {"q": "Lisbon Zoë"}):
        page = await _call(client, "GET", "/api/memories", params={"max_chars": "5", **more})
        shown = {one["id"]: one["current"] for one in page["items"]}
        assert len(shown[memory_id]["content"]) == 5
        assert shown[memory_id]["content_cut"] is True
        assert shown[short["id"]]["content"] == "Zoë 😀"
        assert "content_cut" not in shown[short["id"]]
    plain = await _call(client, "GET", "/api/memories")
    assert all("content_cut" not in one["current"] for one in plain["items"])


async def test_edit_makes_a_version(client: Client, memory_id: str) -> None:
    """What is left out stays; the version before stays readable."""
    edited = await _call(
        client, "PATCH", f"/api/memories/{memory_id}", json={"content": "Ana lives in Porto"}
    )
    assert edited["current"]["content"] == "Ana lives in Porto"
    assert edited["current"]["tags"] == ["people"]
    read = await _call(client, "GET", f"/api/memories/{memory_id}?versions=true")
    assert [v["content"] for v in read["versions"]] == ["Ana lives in Lisbon", "Ana lives in Porto"]


async def test_tenant_in_an_edits_body_is_explained(client: Client, memory_id: str) -> None:
    """It belongs in the address, and the problem says so."""
    response = await client.patch(f"/api/memories/{memory_id}", json={"tenant_id": "default"})
    assert response.status == 400
    assert "?tenant_id=" in (await response.json())["errors"][0]["reason"]


async def test_deleted_memory_comes_back(client: Client, memory_id: str) -> None:
    """Delete hides it from recall, restore brings it back; deleting nothing says 0 or 404."""
    assert await _call(client, "DELETE", f"/api/memories/{memory_id}") == {"deleted": 1}
    found = await _call(client, "POST", "/api/recall", json={"query": "Lisbon"})
    assert found["results"] == []
    again = await client.delete(f"/api/memories/{memory_id}")
    assert (again.status, await again.json()) == (200, {"deleted": 0})
    restored = await _call(client, "POST", f"/api/memories/{memory_id}/restore")
    assert restored["deleted_at"] is None
    found = await _call(client, "POST", "/api/recall", json={"query": "Lisbon"})
    assert [memory["id"] for memory in found["results"]] == [memory_id]


async def test_memory_is_archived_and_comes_back(client: Client, memory_id: str) -> None:
    """Archived by hand once; a second time is a conflict; restoring brings it back."""
    assert (await _call(client, "POST", f"/api/memories/{memory_id}/archive"))[
        "state"
    ] == "archived"
    again = await client.post(f"/api/memories/{memory_id}/archive")
    assert again.status == 409
    assert "in the archive already" in (await again.json())["detail"]
    restored = await _call(client, "POST", f"/api/memories/{memory_id}/restore")
    assert restored["state"] == "active"


async def test_memory_is_pinned_and_unpinned(client: Client, memory_id: str) -> None:
    """Without a body it is pinned; body and parameter both unpin."""
    path = f"/api/memories/{memory_id}/pin"
    assert (await _call(client, "POST", path))["pinned"] is True
    assert (await _call(client, "POST", f"{path}?pinned=false"))["pinned"] is False
    assert (await _call(client, "POST", path, json={}))["pinned"] is True
    assert (await _call(client, "POST", path, json={"pinned": False}))["pinned"] is False


async def test_history_is_told(client: Client, memory_id: str) -> None:
    """Newest first, with who did it."""
    await _call(client, "POST", f"/api/memories/{memory_id}/pin")
    page = await _call(client, "GET", f"/api/memories/{memory_id}/lineage")
    assert [(event["kind"], event["actor"]) for event in page["items"]] == [
        ("pinned", "api"),
        ("created", "api"),
    ]
    activity = await _call(client, "GET", "/api/activity")
    assert activity["items"][0]["kind"] == "pinned"


@pytest.mark.parametrize(
    ("method", "end"),
    [
        ("GET", ""),
        ("PATCH", ""),
        ("DELETE", ""),
        ("POST", "/restore"),
        ("POST", "/archive"),
        ("POST", "/pin"),
    ],
)
async def test_unknown_memory_is_404(client: Client, method: str, end: str) -> None:
    """Nothing is answered for an id that is not there."""
    body = {"content": "x"} if method == "PATCH" else None
    response = await client.request(method, f"/api/memories/nobody{end}", json=body)
    assert response.status == 404
    assert (await response.json())["type"] == "urn:perspective:problem:memory-not-found"


async def test_id_may_hold_any_sign(client: Client) -> None:
    """A caller's own id is one part of the address, however it is spelt."""
    body = {"content": "Ben keeps bees", "id": "a/b?c#d e%2Fé"}
    stored = await client.post("/api/store", json=body)
    assert stored.status == 201, await stored.text()
    read = await client.get("/api/memories/a%2Fb%3Fc%23d%20e%252F%C3%A9")
    assert read.status == 200
    assert (await read.json())["id"] == "a/b?c#d e%2Fé"


async def test_head_answers_without_a_body(client: Client, memory_id: str) -> None:
    """What can be read can be asked for by HEAD."""
    response = await client.head(f"/api/memories/{memory_id}")
    assert (response.status, await response.read()) == (200, b"")


async def test_erased_memory_leaves_a_receipt(client: Client, memory_id: str) -> None:
    """With its id once more it is gone for every route but its history, and the receipt can be
    read; who asks again gets the same one."""
    path = f"/api/memories/{memory_id}"
    receipt = await _call(client, "POST", f"{path}/erase", json={"confirm": memory_id})
    assert receipt["state"] == "done"
    assert (receipt["target_id"], receipt["n_memories"], receipt["n_versions"]) == (memory_id, 1, 1)
    assert "Lisbon" not in str(receipt)
    assert "keys" not in receipt
    assert await _call(client, "GET", f"/api/erasures/{receipt['id']}") == receipt
    for rest in ("", "/inspect", "/neighbors"):
        assert (await client.get(f"{path}{rest}")).status == 404
    lineage = await _call(client, "GET", f"{path}/lineage")
    assert [event["kind"] for event in lineage["items"]] == ["erased", "created"]
    assert await _call(client, "POST", f"{path}/erase", json={"confirm": memory_id}) == receipt


@pytest.mark.parametrize("body", [{}, {"confirm": "yes"}, {"confirm": "", "more": 1}])
async def test_erasing_needs_a_word(client: Client, memory_id: str, body: dict[str, Any]) -> None:
    """Without the id once more nothing is erased, and the answer names the field."""
    refused = await client.post(f"/api/memories/{memory_id}/erase", json=body)
    assert refused.status in {400, 422}
    assert "confirm" in await refused.text()
    assert (await client.get(f"/api/memories/{memory_id}")).status == 200


async def test_nothing_to_erase_is_not_found(client: Client) -> None:
    """An id that nobody has, of a memory or of a receipt, is a 404."""
    gone = await client.post("/api/memories/nobody/erase", json={"confirm": "nobody"})
    assert gone.status == 404
    assert (await client.get("/api/erasures/nobody")).status == 404


async def test_memory_is_inspected(client: Client, memory_id: str) -> None:
    """Its strength ahead, the indexes that hold it, and what it is linked to."""
    known = await _call(client, "GET", f"/api/memories/{memory_id}/inspect")
    held = known["strength"]
    assert held["now"] > held["in_7_days"] > held["in_30_days"] > held["in_90_days"] > 0
    assert held["faded"] is False
    assert {name: one["state"] for name, one in known["indexes"].items()} == {
        "text": "searchable",
        "vector": "searchable",
    }
    found = await _call(client, "GET", f"/api/memories/{memory_id}/neighbors?limit=5")
    assert [(one["what"], one["name"]) for one in found["items"]] == [("entity", "people")]
    assert [one["id"] for one in found["items"]] == [one["id"] for one in known["neighbors"]]


async def test_outcomes_are_counted(client: Client) -> None:
    """Of procedures alone; a wrong body and another type are 4xx."""
    body = {"content": "Deploy: tag, push", "memory_type": "procedural", "procedure": {"code": "x"}}
    name = (await (await client.post("/api/store", json=body)).json())["id"]
    path = f"/api/memories/{name}/outcome"
    answer = await (await client.post(path, json={"success": True, "note": "fine"})).json()
    assert answer["current"]["detail"]["success_count"] == 1
    assert answer["current"]["detail"]["code"] == "x"
    assert (await client.post(path, json={"note": "?"})).status in {400, 422}
    undo = {"success": False, "taken_back": True}
    assert (await client.post(path, json=undo)).status == 409
    fact = (await (await client.post("/api/store", json={"content": "Ana is here"})).json())["id"]
    other = await client.post(f"/api/memories/{fact}/outcome", json={"success": True})
    assert other.status in {400, 422}
    gone = await client.post("/api/memories/nobody/outcome", json={"success": True})
    assert gone.status == 404


async def test_no_excerpt_is_long(client: Client) -> None:
    """With `max_chars` a memory with its versions, its lineage and the activity stay under 500 KB
    whatever was stored, and say what they cut; without it all is told."""
    hostile = "\x01😀" + " " * 100_000 + "end"
    fields = {
        "tags": [f"{n:03}" + "😀" * 250 for n in range(64)],
        "metadata": {f"{n}" + "k" * 50: ["\x02" * 50] for n in range(500)},
    }
    body = {"content": hostile, **fields}
    stored = await (await client.post("/api/store", json=body)).json()
    address = f"/api/memories/{stored['id']}"
    for n in range(25):
        await _call(client, "PATCH", address, json={"content": f"{n}{hostile}", **fields})
    read = await _call(client, "GET", f"{address}?versions=true")
    assert len(read["versions"]) == 26
    assert read["current"]["content"].endswith("end")
    shown: dict[str, Any] = {}
    for path, query in (
        (address, {"versions": "true", "max_chars": "1800"}),
        (f"{address}/lineage", {"limit": "50", "max_chars": "800"}),
        ("/api/activity", {"limit": "50", "max_chars": "800"}),
    ):
        response = await client.get(path, params=query)
        text = await response.read()
        assert response.status == 200
        assert len(text) < 500_000
        shown[path] = await response.json()
    memory = shown[address]
    assert (len(memory["versions"]), memory["versions_cut"]) == (20, True)
    assert memory["versions"][-1]["number"] == 26
    assert memory["current"]["content_cut"] is memory["current"]["fields_cut"] is True
    for path in (f"{address}/lineage", "/api/activity"):
        assert set(shown[path]["cut"]) <= {one["id"] for one in shown[path]["items"]}
        assert shown[path]["cut"]
