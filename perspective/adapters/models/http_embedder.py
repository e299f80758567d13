"""How does a text become a vector when the model is behind HTTP?

Any server that answers OpenAI's `POST /embeddings` (OpenAI, Ollama, LM Studio, vLLM …). What it
sends back is checked before it is believed: number, order, length and direction of the vectors.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from typing import Any

import httpx
import msgspec
import numpy as np

from perspective.adapters.models.http_endpoint import (
    RETRIED,
    key_header,
    one_line,
    refusal,
    retry_after_s,
    sendable,
)
from perspective.domain.answer import ModelHealth
from perspective.domain.ranking.calibration import Calibration
from perspective.errors import (
    ContextTooLong,
    ModelMissing,
    ModelOutputInvalid,
    ModelTimeout,
)
from perspective.ports.feed import Vector
from perspective.settings import EmbeddingSettings

_MIN_LENGTH = 1e-6
_MAX_CHARACTERS = 32_000  # some 8,000 tokens, the largest window in use


class _Row(msgspec.Struct):
    index: int
    embedding: list[float]


class _Answer(msgspec.Struct):
    data: list[_Row]


class _Unavailable(ModelTimeout):
    """The endpoint did not answer, or asked to be left alone for a while."""

    def __init__(self, message: str, retry_after_s: float | None = None) -> None:
        super().__init__(message)
        self.retry_after_s = retry_after_s


class HttpEmbedder:
    """An `Embedder` behind an OpenAI-compatible endpoint.

    Retries what may pass (429, 5xx, lost connections) with growing waits, or after the time the
    server asks for, within `timeout_s` for each try and `n_tries` of them. The key is read at
    each call, so a changed one needs no restart, and it is in no message.
    """

    def __init__(
        self,
        settings: EmbeddingSettings,
        *,
        n_tries: int = 4,
        first_wait_s: float = 0.5,
        max_wait_s: float = 20.0,
    ) -> None:
        self._settings = settings
        self._n_tries = n_tries
        self._first_wait_s = first_wait_s
        self._max_wait_s = max_wait_s
        self._dimensions = settings.dimensions or None
        self._reason: str | None = None
        self._client: httpx.AsyncClient | None = None
        # One batch of passages at a time: a question has a connection of its own beside it.
        self._passages = asyncio.Lock()

    @property
    def model(self) -> str:
        """The model's name and where it runs: two servers may mean two models by one name."""
        return f"{self._settings.model}@{self._settings.endpoint}"

    @property
    def dimensions(self) -> int | None:
        """d, the length of a vector: the setting, else what the first answer had; None before."""
        return self._dimensions

    @property
    def calibration(self) -> Calibration:
        """What the user says about the model's cosines."""
        return Calibration(zero=self._settings.unrelated_cosine)

    async def embed_query(self, text: str) -> Vector | None:
        """The vector of a question; does not wait for batches of passages."""
        return (await self._embed([text], self._settings.query_prefix))[0]

    async def embed_passages(self, texts: Sequence[str]) -> list[Vector | None]:
        """The vectors of texts, in their order, `batch_items` at a time."""
        vectors: list[Vector | None] = []
        async with self._passages:
            for start in range(0, len(texts), self._settings.batch_items):
                batch = texts[start : start + self._settings.batch_items]
                vectors += await self._embed(batch, self._settings.passage_prefix)
        return vectors

    def health(self) -> ModelHealth:
        """What the last call said; never waits."""
        state = "ready" if self._reason is None else "missing"
        return ModelHealth(
            name=self.model, state=state, dimensions=self._dimensions, reason=self._reason
        )

    async def close(self) -> None:
        """Closes the connections. Safe to repeat."""
        client, self._client = self._client, None
        if client is not None:
            await client.aclose()

    async def _embed(self, texts: Sequence[str], prefix: str) -> list[Vector | None]:
        readable = [n for n, text in enumerate(texts) if text.strip()]
        vectors: list[Vector | None] = [None] * len(texts)
        if not readable:
            return vectors
        try:
            rows = await self._ask(
                [prefix + sendable(texts[n][:_MAX_CHARACTERS]) for n in readable]
            )
        except (ModelMissing, ModelTimeout) as error:
            self._reason = str(error)
            raise
        self._reason = None
        for place, row in zip(readable, rows, strict=True):
            vectors[place] = row
        return vectors

    async def _ask(self, texts: list[str]) -> list[Vector]:
        request: dict[str, Any] = {"model": self._settings.model, "input": texts}
        for n_try in range(self._n_tries - 1):
            try:
                return self._rows(await self._post(request), len(texts))
            except _Unavailable as error:
                await asyncio.sleep(self._wait_s(n_try, error.retry_after_s))
        return self._rows(await self._post(request), len(texts))

    def _wait_s(self, n_try: int, asked_s: float | None) -> float:
        """What the server asked for, else twice as long each time, spread by chance."""
        if asked_s is not None:
            return min(asked_s, self._max_wait_s)
        longest = self._first_wait_s * 2.0**n_try
        return min(random.uniform(longest / 2, longest), self._max_wait_s)  # noqa: S311

    async def _post(self, request: dict[str, Any]) -> bytes:
        url = self._settings.endpoint.rstrip("/") + "/embeddings"
        try:
            async with asyncio.timeout(self._settings.timeout_s):
                response = await self._http().post(url, json=request, headers=self._headers())
        except (TimeoutError, httpx.TimeoutException) as error:
            raise _Unavailable(
                f"{self.model} gave no answer within {self._settings.timeout_s:g} s"
            ) from error
        except httpx.TransportError as error:
            raise _Unavailable(f"{self.model} cannot be reached: {one_line(str(error))}") from error
        except (httpx.InvalidURL, httpx.UnsupportedProtocol) as error:
            raise ModelMissing(f"embedding.endpoint: {one_line(str(error))}") from error
        if response.is_success:
            return response.content
        said = f"{self.model} answered {response.status_code}: {refusal(response.content)}"
        if response.status_code in RETRIED:
            raise _Unavailable(said, retry_after_s(response))
        if response.status_code == httpx.codes.REQUEST_ENTITY_TOO_LARGE or "context" in said:
            raise ContextTooLong(said)
        if response.status_code in (400, 422):
            raise ModelOutputInvalid(said)
        raise ModelMissing(said)

    def _http(self) -> httpx.AsyncClient:
        if self._client is None:
            self._client = httpx.AsyncClient(timeout=self._settings.timeout_s, trust_env=False)
        return self._client

    def _headers(self) -> dict[str, str]:
        return key_header(self._settings.api_key_env, "embedding.api_key_env")

    def _rows(self, body: bytes, n_texts: int) -> list[Vector]:
        """The vectors in the order of the texts, float32 (d,), of unit length."""
        try:
            answer = msgspec.json.decode(body, type=_Answer)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise ModelOutputInvalid(f"{self.model} sent no embeddings: {error}") from error
        places = sorted(row.index for row in answer.data)
        if places != list(range(n_texts)):
            raise ModelOutputInvalid(
                f"{self.model} sent {len(answer.data)} vectors for {n_texts} texts"
            )
        by_place = sorted(answer.data, key=lambda row: row.index)
        lengths = {len(row.embedding) for row in by_place}
        expected = self._dimensions or next(iter(lengths))
        if lengths != {expected} or expected == 0:
            raise ModelOutputInvalid(
                f"{self.model} sent vectors of {sorted(lengths)} dimensions, not {expected}"
            )
        rows = np.array([row.embedding for row in by_place], dtype=np.float64)
        norms = np.linalg.norm(rows, axis=1, keepdims=True)
        if not np.isfinite(norms).all() or (norms < _MIN_LENGTH).any():
            raise ModelOutputInvalid(f"{self.model} sent a vector that has no direction")
        self._dimensions = expected
        return list((rows / norms).astype(np.float32))
