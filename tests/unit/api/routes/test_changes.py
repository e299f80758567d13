"""Are changes and reviews seen, decided and undone over REST?"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from perspective.domain.changes.review import Review
from perspective.engine import Perspective
from tests.unit.api.conftest import Client


async def asked(memory: Perspective, client: Client) -> tuple[str, list[str]]:
    """An open contradiction between two stored texts."""
    ids: list[str] = []
    for content in ("The kiln is red", "The kiln is blue"):
        answer = await client.post("/api/store", json={"content": content})
        ids.append((await answer.json())["id"])
    review = Review(
        id="r1", kind="contradiction", memory_ids=tuple(ids), reason="two colours",
        created_at=datetime.now(UTC),
    )  # fmt: skip
    (space,) = memory._services.host.open_spaces
    await space.stores.records.write(lambda tx: tx.amend.put(review))
    return review.id, ids


async def got(client: Client, path: str, status: int = 200) -> Any:
    """The answer to a GET."""
    answer = await client.get(path)
    assert answer.status == status
    return await answer.json()


async def test_a_review_is_decided_and_its_change_is_undone(
    memory: Perspective, client: Client
) -> None:
    """Listed, read, decided once; the change shows what it did, and undoing opens it again."""
    review_id, ids = await asked(memory, client)
    (listed,) = (await got(client, "/api/reviews?state=open&kind=contradiction"))["items"]
    assert (listed["id"], listed["n_memories"]) == (review_id, 2)
    shown = await got(client, f"/api/reviews/{review_id}")
    assert [one["current"]["content"] for one in shown["memories"]] == [
        "The kiln is red", "The kiln is blue",
    ]  # fmt: skip
    answer = await client.post(f"/api/reviews/{review_id}", json={"decision": "confirm"})
    decided = await answer.json()
    assert (answer.status, decided["review"]["state"]) == (200, "confirmed")
    change_id = decided["change"]["id"]
    assert [one["id"] for one in (await got(client, "/api/changes"))["items"]] == [change_id]
    change = await got(client, f"/api/changes/{change_id}")
    closed = next(one for one in change["steps"][0]["changes"] if one["id"] == ids[0])
    assert closed["after"]["superseded_by"] == ids[1]
    assert closed["before"]["superseded_by"] is None
    again = await client.post(f"/api/reviews/{review_id}", json={"decision": "reject"})
    assert again.status == 409
    undone = await client.post(f"/api/changes/{change_id}/undo")
    assert (await undone.json())["state"] == "undone"
    assert (await got(client, f"/api/reviews/{review_id}"))["review"]["state"] == "open"


async def test_an_undo_that_a_later_edit_rests_on_is_a_conflict(
    memory: Perspective, client: Client
) -> None:
    """Its detail says which memory stands in the way."""
    review_id, ids = await asked(memory, client)
    answer = await client.post(f"/api/reviews/{review_id}", json={"decision": "confirm"})
    change_id = (await answer.json())["change"]["id"]
    await client.patch(f"/api/memories/{ids[0]}", json={"content": "The kiln was red"})
    refused = await client.post(f"/api/changes/{change_id}/undo")
    assert refused.status == 409
    assert ids[0] in (await refused.json())["detail"]


async def test_what_is_unknown_or_wrong_is_told(memory: Perspective, client: Client) -> None:
    """Unknown ids are 404, decisions that there are not 400 or 422, whatever the cursor."""
    review_id, _ = await asked(memory, client)
    for path in ("/api/changes/none", "/api/reviews/none"):
        assert (await got(client, path, 404))["status"] == 404
    assert (await client.post("/api/changes/none/undo")).status == 404
    for body in ({"decision": "maybe"}, {"decision": "pick"}, {}, {"decision": "confirm", "x": 1}):
        answer = await client.post(f"/api/reviews/{review_id}", json=body)
        assert 400 <= answer.status < 500
        assert (await answer.json())["errors"]
    for cursor in ("-1", "x", "²", "9" * 30):
        await got(client, f"/api/reviews/{review_id}?cursor={cursor}", 400)
