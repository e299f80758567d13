"""What becomes of an endpoint's faults?"""

from __future__ import annotations

import json
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from perspective.adapters.models.http_embedder import HttpEmbedder
from perspective.errors import (
    ContextTooLong,
    ModelError,
    ModelMissing,
    ModelOutputInvalid,
    ModelTimeout,
)
from perspective.settings import EmbeddingSettings
from tests.contracts.endpoint import DIMENSIONS, Endpoint, Fault, body, cut_off, hang, status


@pytest.fixture
async def endpoint() -> AsyncIterator[Endpoint]:
    """A scripted endpoint that works until it is told otherwise."""
    made = Endpoint()
    await made.start()
    yield made
    await made.stop()


@pytest.fixture
async def embedder(endpoint: Endpoint) -> AsyncIterator[HttpEmbedder]:
    """An embedder of that endpoint that does not wait long between tries."""
    made = make(endpoint)
    yield made
    await made.close()


def make(endpoint: Endpoint, *, timeout_s: float = 20.0, **settings: str | int) -> HttpEmbedder:
    """An embedder with some settings."""
    given = EmbeddingSettings(model="m", endpoint=endpoint.url, timeout_s=timeout_s, **settings)  # type: ignore[arg-type]
    return HttpEmbedder(given, first_wait_s=0.01, max_wait_s=0.3)


@pytest.mark.parametrize("fault", [status(429), status(500), status(503), cut_off()])
async def test_what_may_pass_is_tried_again(
    endpoint: Endpoint, embedder: HttpEmbedder, fault: Fault
) -> None:
    """Two faults and then an answer is an answer."""
    endpoint.faults.extend([fault, fault])
    assert await embedder.embed_query("cat") is not None
    assert len(endpoint.requests) == 3


async def test_what_does_not_pass_ends_as_a_timeout(
    endpoint: Endpoint, embedder: HttpEmbedder
) -> None:
    """After four tries the caller gets a retryable error, and health its reason in a line."""
    endpoint.faults.extend([status(503, text="warming\nup")] * 4)
    with pytest.raises(ModelTimeout, match="answered 503: warming up"):
        await embedder.embed_query("cat")
    assert embedder.health().state == "missing"
    assert "503" in str(embedder.health().reason)
    assert await embedder.embed_query("cat") is not None
    assert embedder.health().state == "ready"


async def test_retry_after_is_honoured(endpoint: Endpoint, embedder: HttpEmbedder) -> None:
    """The wait is the one that the server asks for, up to the longest that is accepted."""
    endpoint.faults.extend([status(429, retry_after="0.2"), status(429, retry_after="3600")])
    start = time.monotonic()
    assert await embedder.embed_query("cat") is not None
    assert 0.5 <= time.monotonic() - start < 30


async def test_a_server_that_hangs_is_given_up(endpoint: Endpoint) -> None:
    """Each try lasts `timeout_s` at most."""
    endpoint.faults.extend([hang()] * 4)
    embedder = make(endpoint, timeout_s=0.2)
    with pytest.raises(ModelTimeout, match=r"no answer within 0\.2 s"):
        await embedder.embed_query("cat")
    await embedder.close()


async def test_nobody_listening_is_a_timeout() -> None:
    """A refused connection may pass: the server may be starting."""
    settings = EmbeddingSettings(model="m", endpoint="http://127.0.0.1:9/v1")
    embedder = HttpEmbedder(settings, first_wait_s=0.01)
    with pytest.raises(ModelTimeout, match="cannot be reached"):
        await embedder.embed_query("cat")
    await embedder.close()


@pytest.mark.parametrize(
    ("fault", "error"),
    [
        (status(401), ModelMissing),
        (status(404, text="model not found"), ModelMissing),
        (status(400), ModelOutputInvalid),
        (status(400, text="maximum context length is 512"), ContextTooLong),
        (status(413), ContextTooLong),
        (body('{"data": [{"index": 0, "embed'), ModelOutputInvalid),
        (body("<html>hello</html>"), ModelOutputInvalid),
        (body('{"data": []}'), ModelOutputInvalid),
        (body(json.dumps({"data": [{"index": 1, "embedding": [1.0] * DIMENSIONS}]})), ModelOutputInvalid),
        (body(json.dumps({"data": [{"index": 0, "embedding": [0.0] * DIMENSIONS}]})), ModelOutputInvalid),
        (body(json.dumps({"data": [{"index": 0, "embedding": []}]})), ModelOutputInvalid),
        (body('{"data": [{"index": 0, "embedding": [NaN]}]}'), ModelOutputInvalid),
        (body('{"data": [{"index": 0, "embedding": [1e999]}]}'), ModelOutputInvalid),
        (body('{"data": [{"index": 0, "embedding": "aGVsbG8="}]}'), ModelOutputInvalid),
    ],
)  # fmt: skip
async def test_what_will_not_pass_is_an_error_at_once(
    endpoint: Endpoint, embedder: HttpEmbedder, fault: Fault, error: type[ModelError]
) -> None:
    """Refusals and answers that cannot be used are not tried again, and are never believed."""
    endpoint.faults.append(fault)
    with pytest.raises(error):
        await embedder.embed_query("cat")
    assert len(endpoint.requests) == 1


async def test_dimensions_are_those_of_the_first_answer_and_hold(
    endpoint: Endpoint, embedder: HttpEmbedder
) -> None:
    """Unknown before, then fixed: an answer of another length is refused."""
    known = [embedder.dimensions]
    await embedder.embed_query("cat")
    assert [*known, embedder.dimensions] == [None, DIMENSIONS]
    endpoint.dimensions = 8
    with pytest.raises(ModelOutputInvalid, match=r"\[8\] dimensions, not 64"):
        await embedder.embed_query("cat")
    fixed = make(endpoint, dimensions=32)
    assert fixed.dimensions == 32
    with pytest.raises(ModelOutputInvalid):
        await fixed.embed_query("cat")
    await fixed.close()


async def test_prefixes_batches_and_order(endpoint: Endpoint) -> None:
    """Questions and passages get their own prefix, `batch_items` go at a time, blanks do not."""
    embedder = make(endpoint, query_prefix="query: ", passage_prefix="passage: ", batch_items=2)
    await embedder.embed_query("a")
    await embedder.embed_passages(["a", "", "b", "c\ud800"])
    inputs = [request["input"] for request in endpoint.requests]
    assert inputs == [["query: a"], ["passage: a"], ["passage: b", "passage: c?"]]
    await embedder.close()


async def test_the_key_comes_from_the_environment_or_a_file(
    endpoint: Endpoint, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """It is sent as a bearer token; one that is named but missing is told by its name."""
    embedder = make(endpoint, api_key_env="PERSPECTIVE_TEST_KEY")
    with pytest.raises(ModelMissing, match="PERSPECTIVE_TEST_KEY"):
        await embedder.embed_query("cat")
    monkeypatch.setenv("PERSPECTIVE_TEST_KEY", "one")
    await embedder.embed_query("cat")
    (tmp_path / "key").write_text("two\n")
    monkeypatch.delenv("PERSPECTIVE_TEST_KEY")
    monkeypatch.setenv("PERSPECTIVE_TEST_KEY_FILE", str(tmp_path / "key"))
    await embedder.embed_query("cat")
    assert endpoint.authorizations == ["Bearer one", "Bearer two"]
    await embedder.close()
