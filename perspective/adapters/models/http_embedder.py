"""How does a text become a vector elsewhere? Through an OpenAI-compatible `/embeddings` endpoint.

OpenAI, Ollama, LM Studio and others speak it. Only the endpoint that the user set is asked.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Sequence

import httpx
import msgspec
import numpy as np

from perspective.domain.answer import ModelHealth
from perspective.errors import ModelError, ModelMissing, ModelOutputInvalid, ModelTimeout
from perspective.ports.feed import Vector
from perspective.settings import EmbeddingSettings

_ATTEMPTS = 4
_FIRST_WAIT_S = 0.5
_LONGEST_WAIT_S = 20.0
_MAX_CHARACTERS = 32_000


class _Row(msgspec.Struct):
    embedding: list[float]
    index: int


class _Answer(msgspec.Struct):
    data: list[_Row]


class HttpEmbedder:
    """An `Embedder` behind HTTP. Calls that fail for a while are tried again with growing waits,
    as long as `Retry-After` says where it is given."""

    def __init__(self, settings: EmbeddingSettings) -> None:
        self._settings = settings
        key = os.environ.get(settings.api_key_env, "") if settings.api_key_env else ""
        self._client = httpx.AsyncClient(
            base_url=settings.endpoint.rstrip("/") + "/",
            headers={"Authorization": f"Bearer {key}"} if key else {},
            timeout=settings.timeout_s,
            trust_env=False,
        )
        self._dimensions = settings.dimensions or None
        self._problem: str | None = None

    @property
    def model(self) -> str:
        """The model's name at its endpoint."""
        return f"{self._settings.model}@{self._settings.endpoint}"

    @property
    def dimensions(self) -> int | None:
        """d, the length of a vector; None until the endpoint answered for the first time."""
        return self._dimensions

    async def embed_query(self, text: str) -> Vector | None:
        """The vector of a question."""
        return (await self._embed([self._settings.query_prefix + text]))[0]

    async def embed_passages(self, texts: Sequence[str]) -> list[Vector | None]:
        """The vectors of texts, in their order."""
        size = self._settings.batch_items
        vectors: list[Vector | None] = []
        for start in range(0, len(texts), size):
            batch = texts[start : start + size]
            vectors += await self._embed([self._settings.passage_prefix + text for text in batch])
        return vectors

    def health(self) -> ModelHealth:
        """What the last call found out; never waits."""
        state = "missing" if self._problem else "ready"
        return ModelHealth(
            name=self.model, state=state, dimensions=self._dimensions, reason=self._problem
        )

    async def close(self) -> None:
        """Closes the connections. Safe to repeat."""
        await self._client.aclose()

    async def _embed(self, texts: Sequence[str]) -> list[Vector | None]:
        full = [n for n, text in enumerate(texts) if text.strip()]
        vectors: list[Vector | None] = [None] * len(texts)
        if not full:
            return vectors
        try:
            rows = await self._ask([texts[n][:_MAX_CHARACTERS] for n in full])
        except ModelError as error:
            self._problem = str(error)
            raise
        self._problem = None
        for place, row in zip(full, rows, strict=True):
            vectors[place] = row
        return vectors

    async def _ask(self, texts: Sequence[str]) -> list[Vector]:
        body = {"model": self._settings.model, "input": list(texts)}
        wait_s = _FIRST_WAIT_S
        for attempt in range(1, _ATTEMPTS + 1):
            is_last = attempt == _ATTEMPTS
            try:
                response = await self._client.post("embeddings", json=body)
            except httpx.TimeoutException as error:
                if is_last:
                    raise ModelTimeout(f"{self.model} gave no answer in time") from error
            except httpx.HTTPError as error:
                if is_last:
                    raise ModelMissing(f"{self.model} cannot be reached: {error}") from error
            else:
                if response.is_success:
                    return self._rows(response.content, len(texts))
                is_passing = response.status_code == 429 or response.status_code >= 500
                if is_last or not is_passing:
                    raise _refusal(self.model, response.status_code)
                wait_s = max(wait_s, _retry_after_s(response))
            await asyncio.sleep(min(wait_s, _LONGEST_WAIT_S))
            wait_s *= 2
        raise AssertionError("the last attempt returns or raises")

    def _rows(self, content: bytes, n_wanted: int) -> list[Vector]:
        try:
            answer = msgspec.json.decode(content, type=_Answer)
        except msgspec.MsgspecError as error:
            raise ModelOutputInvalid(f"{self.model} gave no embeddings: {error}") from error
        rows = sorted(answer.data, key=lambda row: row.index)
        if len(rows) != n_wanted:
            raise ModelOutputInvalid(f"{self.model} gave {len(rows)} vectors for {n_wanted} texts")
        return [self._unit(np.array(row.embedding, dtype=np.float32)) for row in rows]

    def _unit(self, vector: Vector) -> Vector:
        if self._dimensions is None:
            self._dimensions = len(vector)
        length = float(np.linalg.norm(vector))
        if len(vector) != self._dimensions or not np.isfinite(length) or length == 0.0:
            raise ModelOutputInvalid(
                f"{self.model} gave a vector that is not one of {self._dimensions} numbers"
            )
        return vector / np.float32(length)


def _refusal(model: str, status: int) -> ModelError:
    if status == 429 or status >= 500:
        return ModelTimeout(f"{model} is overloaded: HTTP {status}")
    return ModelMissing(f"{model} refused the call: HTTP {status}")


def _retry_after_s(response: httpx.Response) -> float:
    """Seconds that the endpoint asks to wait; 0 when it does not say, or says a date."""
    text = response.headers.get("Retry-After", "")
    return float(text) if text.isdigit() else 0.0
