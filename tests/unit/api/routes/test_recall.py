"""Does recall answer in the documented shape?"""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from tests.unit.api.conftest import Client

FIELDS = {
    "id", "content", "type", "namespace", "score", "relevance", "event_at", "recorded_at",
    "valid_from", "valid_to", "confidence", "tags", "metadata", "source_session", "speaker",
    "role", "source_id", "ordinal", "state", "faded", "superseded_by",
}  # fmt: skip


@pytest.fixture(autouse=True)
async def _memories(client: Client) -> None:
    """One memory with all that a caller may say about it."""
    body = {
        "content": "Ana moved to Lisbon in March",
        "tags": ["people"],
        "metadata": {"n": 9007199254740993, "deep": {"a": [1, None, "é"]}},
        "event_at": "2024-03-02T09:00:00+01:00",
        "speaker": "Ana",
        "role": "user",
    }
    assert (await client.post("/api/store", json=body)).status == 201


async def test_found_memory_has_the_documented_fields(client: Client) -> None:
    """`why` is there only when it was asked for; nothing is degraded, so nothing says so."""
    answer = await (await client.post("/api/recall", json={"query": "Lisbon"})).json()
    assert set(answer) == {"results", "confident", "took_ms"}
    [found] = answer["results"]
    assert set(found) == FIELDS
    assert found["metadata"] == {"n": 9007199254740993, "deep": {"a": [1, None, "é"]}}


async def test_why_is_told_when_asked(client: Client) -> None:
    """Explain adds each signal."""
    body = {"query": "Lisbon", "explain": True}
    [found] = (await (await client.post("/api/recall", json=body)).json())["results"]
    assert set(found) == FIELDS | {"why"}
    assert "text" in found["why"]


async def test_times_are_rfc_3339_in_utc(client: Client) -> None:
    """Every time of an answer has its zone, and it is UTC."""
    [found] = (await (await client.post("/api/recall", json={"query": "Lisbon"})).json())["results"]
    assert found["event_at"] == "2024-03-02T08:00:00Z"
    recorded_at = datetime.fromisoformat(found["recorded_at"])
    assert recorded_at.utcoffset() == timedelta(0)


async def test_unknown_tenant_is_404(client: Client) -> None:
    """Only a store makes tenants."""
    response = await client.post("/api/recall", json={"query": "x", "tenant_id": "nobody"})
    assert response.status == 404
    assert (await response.json())["type"] == "urn:perspective:problem:tenant-not-found"


@pytest.mark.parametrize(
    "query", ["\x00", "   ", "é" * 50_000, "((((", '"', "a AND (", "*:*", "🙂", "ประเทศไทย"]
)
async def test_any_text_is_a_question(client: Client, query: str) -> None:
    """No text of a question is a fault; each language of query operators is mere text."""
    response = await client.post("/api/recall", json={"query": query})
    assert response.status in {200, 400}


async def test_context_is_a_block_within_its_tokens(client: Client) -> None:
    """The text, what is in it and how long it is; nothing is degraded, so nothing says so."""
    body = {"query": "where does Ana live?", "token_budget": 100}
    answer = await (await client.post("/api/context", json=body)).json()
    assert set(answer) == {"text", "n_tokens", "ids", "left_out", "confident", "took_ms"}
    assert answer["text"].startswith("## 2024-03-02\n- [")
    assert "Ana: Ana moved to Lisbon in March" in answer["text"]
    assert 0 < answer["n_tokens"] <= 100


@pytest.mark.parametrize("path", ["/api/recall", "/api/context", "/api/reflect"])
async def test_weights_are_tried_or_refused(client: Client, path: str) -> None:
    """A weight in use is taken; one that the profile does not use, or out of range, is named."""
    asked = {"query": "Lisbon", "weights": {"recency": 0.9, "vector": 0}}
    assert (await client.post(path, json=asked)).status == 200
    for weights, profile, field in (
        ({"similarity": 0.5}, "balanced", "weights.similarity"),
        ({"recency": 0.5}, "product", "weights.recency"),
        ({"text": 0.5}, "weighted", "weights.text"),
        ({"recency": 1.5}, "balanced", "weights.recency"),
        ({"recency": -1}, "balanced", "weights.recency"),
        ({"resency": 0.5}, "balanced", "weights.resency"),
    ):
        body = {"query": "Lisbon", "weights": weights, "profile": profile}
        response = await client.post(path, json=body)
        assert response.status == 400
        assert [one["field"] for one in (await response.json())["errors"]] == [field]


async def test_weights_change_the_score(client: Client) -> None:
    """Why tells the share that the weight gave."""
    body = {"query": "Lisbon", "explain": True}
    [plain] = (await (await client.post("/api/recall", json=body)).json())["results"]
    doubled = {**body, "weights": {"text": 0.6}}
    [found] = (await (await client.post("/api/recall", json=doubled)).json())["results"]
    assert found["why"]["shares"]["text"] == pytest.approx(2 * plain["why"]["shares"]["text"])
