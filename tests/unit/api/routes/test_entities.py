"""Can entities be listed and read over REST, and what waits to be read for them?"""

from __future__ import annotations

from typing import Any

import pytest

from perspective.engine import Perspective
from perspective.ports.transaction import QueueItem
from tests.unit.api.conftest import Client


async def _get(client: Client, path: str, status: int = 200, **params: str) -> dict[str, Any]:
    response = await client.get(path, params=params)
    assert response.status == status, await response.text()
    answer: dict[str, Any] = await response.json()
    return answer


@pytest.fixture
async def ids(client: Client) -> list[str]:
    """The ids of three memories about Ana, Anabel and Lisbon."""
    ana, lisbon = {"name": "Ana", "kind": "person"}, {"name": "Lisbon", "kind": "place"}
    found = []
    for n, entities in enumerate(([ana, lisbon], [ana], [{"name": "Anabel", "kind": "person"}])):
        body = {"content": f"Memory number {n} about somebody", "entities": entities}
        answer = await (await client.post("/api/store", json=body)).json()
        found.append(str(answer["id"]))
    return found


@pytest.mark.usefixtures("ids")
async def test_entities_are_listed_by_name(client: Client) -> None:
    """With how many memories mention each; by kind, by the beginning of a name, by pages."""
    page = await _get(client, "/api/entities")
    shown = [(one["name"], one["kind"], one["n_mentions"]) for one in page["items"]]
    assert shown == [("Ana", "person", 2), ("Anabel", "person", 1), ("Lisbon", "place", 1)]
    assert page["next_cursor"] is None
    places = await _get(client, "/api/entities", kind="place")
    assert [one["name"] for one in places["items"]] == ["Lisbon"]
    first = await _get(client, "/api/entities", name="AN", limit="1")
    assert [one["name"] for one in first["items"]] == ["Ana"]
    rest = await _get(client, "/api/entities", name="AN", cursor=first["next_cursor"])
    assert [one["name"] for one in rest["items"]] == ["Anabel"]


async def test_an_entity_is_read_with_what_mentions_it(client: Client, ids: list[str]) -> None:
    """The memories, heaviest first; an unknown one is a problem that says so."""
    page = await _get(client, "/api/entities", name="ana", limit="1")
    entity_id = page["items"][0]["id"]
    read = await _get(client, f"/api/entities/{entity_id}")
    assert (read["name"], read["n_mentions"]) == ("Ana", 2)
    assert {one["id"] for one in read["neighbors"]} == set(ids[:2])
    few = await _get(client, f"/api/entities/{entity_id}", limit="1")
    assert (len(few["neighbors"]), few["n_mentions"]) == (1, 2)
    problem = await _get(client, "/api/entities/nobody", 404)
    assert problem["type"].endswith("entity-not-found")


@pytest.mark.parametrize(
    ("path", "params"),
    [
        ("/api/entities", {"kind": "ghost"}),
        ("/api/entities", {"cursor": "nonsense"}),
        ("/api/entities", {"name": ""}),
        ("/api/queue", {"state": "lost"}),
        ("/api/queue", {"limit": "0"}),
    ],
)
async def test_bad_parameters_are_named(client: Client, path: str, params: dict[str, str]) -> None:
    """A wrong value is refused with the field that has it."""
    problem = await _get(client, path, 400, **params)
    assert [one["field"] for one in problem["errors"]] == list(params)


async def test_what_waits_and_what_failed_is_shown_and_tried_again(
    client: Client, memory: Perspective, ids: list[str]
) -> None:
    """How many there are of each state, the oldest of one, why they failed."""
    async with memory._services.host.use("default") as space:
        (item,) = (await space.stores.records.read(lambda s: s.queue("pending", limit=9)))[:1]
        failed = QueueItem(
            memory_id=item.memory_id, enqueued_at=item.enqueued_at, state="failed", attempts=5,
            reason="the model is missing",
        )  # fmt: skip
        await space.stores.records.write(lambda transaction: transaction.add(failed))
    queue = await _get(client, "/api/queue")
    assert queue["counts"] == {"pending": len(ids) - 1, "failed": 1}
    (shown,) = queue["items"]
    assert (shown["memory_id"], shown["attempts"]) == (item.memory_id, 5)
    assert shown["reason"] == "the model is missing"
    answer = await client.post("/api/queue/retry")
    assert (answer.status, await answer.json()) == (200, {"queued": 1})
    queue = await _get(client, "/api/queue", state="pending")
    assert queue["counts"] == {"pending": len(ids)}
    assert {one["memory_id"] for one in queue["items"]} == set(ids)


async def _post(client: Client, path: str, body: Any = None, status: int = 200) -> dict[str, Any]:
    response = await client.post(path, json=body)
    assert response.status == status, await response.text()
    answer: dict[str, Any] = await response.json()
    return answer


@pytest.mark.usefixtures("ids")
async def test_entities_are_merged_and_split(client: Client) -> None:
    """Under either id; an unknown one is 404, itself 409, a wrong request 400."""
    items = (await _get(client, "/api/entities"))["items"]
    ana, anabel = items[0]["id"], items[1]["id"]
    merged = await _post(client, f"/api/entities/{ana}/merge", {"other": anabel})
    assert (merged["id"], merged["n_mentions"], merged["aliases"]) == (ana, 3, ["anabel"])
    assert (await _get(client, f"/api/entities/{anabel}"))["id"] == ana
    again = await _post(client, f"/api/entities/{ana}/merge", {"other": anabel})
    assert again["n_mentions"] == 3
    apart = await _post(client, f"/api/entities/{ana}/split", {"name": "Anabel"})
    assert (apart["entity"]["id"], apart["split_off"]["id"]) == (ana, anabel)
    await _post(client, f"/api/entities/{ana}/merge", {"other": ana}, 409)
    await _post(client, f"/api/entities/{ana}/merge", {"other": "nobody"}, 404)
    await _post(client, "/api/entities/nobody/split", {"name": "x"}, 404)
    problem = await _post(client, f"/api/entities/{ana}/split", {}, 400)
    assert problem["errors"][0]["field"] == "name"


async def test_the_graph_is_shown_in_parts(client: Client, ids: list[str]) -> None:
    """Figures without a center; around one, the heaviest edges by pages, all of them once."""
    figures = (await _get(client, "/api/graph"))["figures"]
    assert (figures["memories"], figures["entities"], figures["edges"]["entity"]) == (3, 3, 4)
    whole = (await _get(client, "/api/graph", center=ids[0], hops="3"))["around"]
    found: list[dict[str, Any]] = []
    cursor: dict[str, Any] = {}
    while True:
        page = await _get(client, "/api/graph", center=ids[0], hops="3", limit="2", **cursor)
        found += page["around"]["edges"]
        shown = {one["id"] for one in page["around"]["nodes"]}
        ends = [(one["source"], one["target"]) for one in page["around"]["edges"]]
        assert shown == {ids[0], *(end for pair in ends for end in pair)}
        if page["around"]["next_cursor"] is None:
            break
        cursor = {"cursor": page["around"]["next_cursor"]}
    assert len(found) == len(whole["edges"])
    assert [one["weight"] for one in found] == sorted(
        (one["weight"] for one in found), reverse=True
    )
    ana = next(one for one in whole["nodes"] if one["label"] == "Ana")
    assert (ana["kind"], ana["type"], ana["degree"], ana["hops"]) == ("entity", "person", 2, 1)
    near = (await _get(client, "/api/graph", center=ana["id"], hops="1"))["around"]
    assert {one["id"] for one in near["nodes"]} == {ana["id"], ids[0], ids[1]}
    await client.delete(f"/api/memories/{ids[1]}")
    near = (await _get(client, "/api/graph", center=ana["id"], hops="1"))["around"]
    assert {one["id"] for one in near["nodes"]} == {ana["id"], ids[0]}
    await _get(client, "/api/graph", 404, center=ids[1])
    await _get(client, "/api/graph", 404, center="nothing")
    await _get(client, "/api/graph", 400, center=ids[0], cursor="bm9uZQ")
    await _get(client, "/api/graph", 400, center=ids[0], hops="4")
