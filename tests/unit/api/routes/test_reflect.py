"""Does reflection answer in the documented shape?"""

from __future__ import annotations

from tests.unit.api.conftest import Client

FIELDS = {
    "answer", "known", "sentences", "memory_ids", "conflicts", "model", "suspect_left_out",
    "took_ms", "degraded",
}  # fmt: skip


async def test_an_answer_cites_spans(client: Client) -> None:
    """Each sentence has the place that it was taken from."""
    body = {"content": "Hello! Ana moved to Lisbon.", "event_at": "2024-03-02T09:00:00+01:00"}
    stored = await (await client.post("/api/store", json=body)).json()
    asked = {"query": "where did Ana move?", "max_sentences": 1}
    answer = await (await client.post("/api/reflect", json=asked)).json()
    assert set(answer) == FIELDS
    assert answer["known"] is True
    assert answer["memory_ids"] == [stored["id"]]
    assert answer["sentences"] == [
        {
            "text": "Ana moved to Lisbon.",
            "memory_id": stored["id"],
            "start": 7,
            "end": 27,
            "at": "2024-03-02T08:00:00Z",
            "speaker": None,
            "memory_ids": [stored["id"]],
            "times": [],
        }
    ]


async def test_nothing_known_is_an_answer(client: Client) -> None:
    """With 200 and no sentence."""
    response = await client.post("/api/reflect", json={"query": "which stocks rose?"})
    answer = await response.json()
    assert response.status == 200
    assert (answer["known"], answer["sentences"], answer["answer"]) == (False, [], "")


async def test_what_does_not_fit_is_refused(client: Client) -> None:
    """Unknown fields and wrong numbers are 400, an unknown tenant is 404."""
    for body in ({"query": "x", "max_sentences": 0}, {"query": "x", "budget": 3}, {}):
        assert (await client.post("/api/reflect", json=body)).status in {400, 422}
    body = {"query": "x", "tenant_id": "nobody"}
    assert (await client.post("/api/reflect", json=body)).status == 404


async def test_the_end_of_a_conversation_is_read(client: Client) -> None:
    """By its id; wrong numbers are refused."""
    body = {"content": "Ana moved to Lisbon.", "source_session": "a b", "speaker": "Ana"}
    stored = await (await client.post("/api/store", json=body)).json()
    window = await (await client.get("/api/sessions/a%20b/recent?max_tokens=100")).json()
    assert window["ids"] == [stored["id"]]
    assert window["text"] == f"## This session\n- [{stored['id']}] Ana: Ana moved to Lisbon."
    assert (await client.get("/api/sessions/x/recent?max_tokens=0")).status in {400, 422}
    asked = {"query": "Ana", "current_session": "a b", "session_tokens": 100}
    block = await (await client.post("/api/context", json=asked)).json()
    assert block["session_ids"] == [stored["id"]]
    assert block["ids"] == []
