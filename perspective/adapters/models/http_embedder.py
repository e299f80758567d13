"""How does a text become a vector when the model is behind HTTP?

Any server that answers OpenAI's `POST /embeddings` (OpenAI, Ollama, LM Studio, vLLM …). What it
sends back is checked before it is believed: number, order, length and direction of the vectors.
"""

from __future__ import annotations

import asyncio
import os
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import httpx
import msgspec
import numpy as np

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

_RETRIED = frozenset({408, 409, 425, 429, 500, 502, 503, 504, 529})
_MAX_REASON = 200
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
                [prefix + _sendable(texts[n][:_MAX_CHARACTERS]) for n in readable]
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
            raise _Unavailable(f"{self.model} cannot be reached: {_line(str(error))}") from error
        except (httpx.InvalidURL, httpx.UnsupportedProtocol) as error:
            raise ModelMissing(f"embedding.endpoint: {_line(str(error))}") from error
        if response.is_success:
            return response.content
        said = f"{self.model} answered {response.status_code}: {_line(_message(response))}"
        if response.status_code in _RETRIED:
            raise _Unavailable(said, _retry_after_s(response))
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
        """With the key from the variable that the settings name, or from the file named by that
        variable with `_FILE` added, as containers hand secrets over."""
        name = self._settings.api_key_env
        if not name:
            return {}
        key = os.environ.get(name, "").strip()
        file = os.environ.get(f"{name}_FILE", "")
        try:
            key = key or (Path(file).read_text(encoding="utf-8").strip() if file else "")
        except (OSError, UnicodeDecodeError) as error:
            raise ModelMissing(f"embedding.api_key_env: {file} cannot be read") from error
        if not key:
            raise ModelMissing(f"embedding.api_key_env: the environment has no variable {name}")
        return {"Authorization": f"Bearer {key}"}

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


def _sendable(text: str) -> str:
    """The text without lone surrogates, which JSON cannot carry."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")


def _retry_after_s(response: httpx.Response) -> float | None:
    """Seconds asked for; a date is left to the growing waits."""
    try:
        return max(0.0, float(response.headers.get("Retry-After", "")))
    except ValueError:
        return None


def _message(response: httpx.Response) -> str:
    try:
        body = msgspec.json.decode(response.content)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return response.text
    error = body.get("error", body) if isinstance(body, dict) else body
    return str(error.get("message", error)) if isinstance(error, dict) else str(error)


def _line(text: str) -> str:
    return " ".join(text.split())[:_MAX_REASON] or "no reason given"
