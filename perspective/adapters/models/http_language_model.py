"""How does a language model behind HTTP answer? Any server that takes OpenAI's chat completions.

OpenAI, Ollama, LM Studio, vLLM, llama.cpp's server and others. They differ in what they accept to
force JSON; the strictest form is tried first, and what a server refuses is not asked again.
"""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

import httpx
import msgspec

from perspective.adapters.models.dialect import Dialect
from perspective.adapters.models.http_endpoint import (
    RETRIED,
    key_header,
    one_line,
    refusal,
    retry_after_s,
    sendable,
)
from perspective.domain.answer import ModelHealth
from perspective.errors import (
    ContextTooLong,
    ModelBusy,
    ModelMissing,
    ModelOutputInvalid,
    ModelTimeout,
)
from perspective.ports.models.language_model import Completion, Message
from perspective.settings import ExtractionSettings, LlmSettings

_BUSY = frozenset({408, 425, 429, 503, 529})
_AT_ONCE = 4  # questions of several tenants
_MAX_BYTES = 4 * 1024 * 1024  # of an answer; a thousand times what is asked for
_TOO_LONG = re.compile(
    r"context.{0,12}(length|window|size)|too (long|large)|too many tokens", re.IGNORECASE
)


class _Said(msgspec.Struct):
    content: str | None = None
    refusal: str | None = None


class _Choice(msgspec.Struct):
    message: _Said | None = None
    text: str | None = None
    finish_reason: str | None = None


class _Answer(msgspec.Struct):
    choices: list[_Choice]


class _Unreachable(ModelMissing):
    """Nobody listens there; maybe not yet."""


class _Broken(ModelTimeout):
    """The server failed, or the connection was lost, before the answer was whole."""


class _Refused(ModelOutputInvalid):
    """The server does not take the request as it stands."""

    def __init__(self, message: str, status: int, said: str) -> None:
        super().__init__(message)
        self.status = status
        self.said = said


class HttpLanguageModel:
    """A `LanguageModel` behind an OpenAI-compatible endpoint.

    Tries again what may pass at once (5xx, lost connections, short waits that the server asks
    for), `n_tries` in all; each has `llm.timeout_s`, and one that used it up is not repeated. The
    key is read at each call, so a changed one needs no restart, and it is in no message.
    """

    def __init__(
        self,
        extraction: ExtractionSettings,
        llm: LlmSettings,
        *,
        n_tries: int = 3,
        first_wait_s: float = 0.5,
        max_wait_s: float = 10.0,
    ) -> None:
        self._extraction = extraction
        self._llm = llm
        self._n_tries = n_tries
        self._first_wait_s = first_wait_s
        self._max_wait_s = max_wait_s
        self._dialect = Dialect()
        self._reason: str | None = None
        self._turns = asyncio.Semaphore(_AT_ONCE)
        self._client: httpx.AsyncClient | None = None
        place = urlsplit(extraction.endpoint).netloc.rpartition("@")[2]
        self._label = f"{self.name} at {place}"

    @property
    def name(self) -> str:
        """The model's name at the endpoint."""
        return "".join(self._extraction.model.split()) or "model"

    @property
    def context_tokens(self) -> int:
        """What the settings say; servers do not."""
        return self._llm.context_tokens

    async def complete(
        self,
        prompt: Sequence[Message] | str,
        *,
        schema: dict[str, Any] | None = None,
        max_tokens: int,
    ) -> Completion:
        """See `LanguageModel`. A text as it is goes to `/completions`, where there is that."""
        try:
            async with self._turns:
                answer = await self._ask(_sendable(prompt), schema, max_tokens)
        except (ModelMissing, ModelTimeout, ModelBusy) as error:
            self._reason = str(error)
            raise
        self._reason = None
        return answer

    def health(self) -> ModelHealth:
        """What the last call said; never waits."""
        state = "ready" if self._reason is None else "missing"
        return ModelHealth(name=self.name, state=state, reason=self._reason)

    async def close(self) -> None:
        """Closes the connections. Safe to repeat."""
        client, self._client = self._client, None
        if client is not None:
            await client.aclose()

    async def _ask(
        self, prompt: Sequence[Message] | str, schema: dict[str, Any] | None, max_tokens: int
    ) -> Completion:
        dialect = self._dialect
        while True:
            path, request = dialect.request(self._extraction.model, prompt, schema, max_tokens)
            try:
                body = await self._tried(path, request)
            except _Refused as error:
                if _is_too_long(error):
                    raise ContextTooLong(str(error)) from error
                simpler = dialect.simpler(request, error.status, error.said)
                if simpler is None:
                    kind = ModelOutputInvalid if error.status in {400, 422} else ModelMissing
                    raise kind(str(error)) from error
                dialect = simpler
                continue
            self._dialect = dialect  # what was refused is not asked again
            return self._completion(body)

    async def _tried(self, path: str, request: dict[str, Any]) -> bytes:
        """The body of the answer, after some tries if need be."""
        for n_try in range(1, self._n_tries + 1):
            try:
                return await self._post(path, request)
            except ModelBusy as error:
                asked_s = error.retry_after_s
                if n_try == self._n_tries or (asked_s or 0.0) > self._max_wait_s:
                    raise
                await asyncio.sleep(self._wait_s(n_try) if asked_s is None else asked_s)
            except (_Unreachable, _Broken):
                if n_try == self._n_tries:
                    raise
                await asyncio.sleep(self._wait_s(n_try))
        raise AssertionError("unreachable: the last try returns or raises")

    def _wait_s(self, n_try: int) -> float:
        """Twice as long each time, spread by chance."""
        longest = self._first_wait_s * 2.0 ** (n_try - 1)
        return min(random.uniform(longest / 2, longest), self._max_wait_s)  # noqa: S311

    async def _post(self, path: str, request: dict[str, Any]) -> bytes:
        url = self._extraction.endpoint.rstrip("/") + path
        headers = key_header(self._extraction.api_key_env, "extraction.api_key_env")
        try:
            async with (
                asyncio.timeout(self._llm.timeout_s),
                self._http().stream("POST", url, json=request, headers=headers) as response,
            ):
                body = await self._read(response)
        except (TimeoutError, httpx.TimeoutException) as error:
            limit = f"{self._llm.timeout_s:g}"
            raise ModelTimeout(f"{self._label} gave no answer within {limit} s") from error
        except httpx.ConnectError as error:
            text = f"{self._label} cannot be reached: {one_line(str(error))}"
            raise _Unreachable(text) from error
        except (httpx.InvalidURL, httpx.UnsupportedProtocol) as error:
            raise ModelMissing(f"extraction.endpoint: {one_line(str(error))}") from error
        except httpx.RequestError as error:
            text = f"{self._label} broke off: {one_line(str(error))}"
            raise _Broken(text) from error
        if response.is_success:
            return body
        said = refusal(body)
        text = f"{self._label} answered {response.status_code}: {said}"
        if response.status_code in _BUSY:
            raise ModelBusy(text, retry_after_s=retry_after_s(response))
        if response.status_code in RETRIED:
            raise _Broken(text)
        raise _Refused(text, response.status_code, said)

    async def _read(self, response: httpx.Response) -> bytes:
        """The whole body, unless it has no end."""
        chunks, n_bytes = [], 0
        async for chunk in response.aiter_bytes():
            chunks.append(chunk)
            n_bytes += len(chunk)
            if n_bytes > _MAX_BYTES:
                raise ModelOutputInvalid(f"{self._label} sent more than {_MAX_BYTES} bytes")
        return b"".join(chunks)

    def _http(self) -> httpx.AsyncClient:
        if self._client is None:
            self._client = httpx.AsyncClient(timeout=self._llm.timeout_s, trust_env=False)
        return self._client

    def _completion(self, body: bytes) -> Completion:
        try:
            answer = msgspec.json.decode(body, type=_Answer)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            text = f"{self._label} sent no completion: {one_line(str(error))}"
            raise ModelOutputInvalid(text) from error
        if not answer.choices:
            raise ModelOutputInvalid(f"{self._label} sent no choices")
        choice = answer.choices[0]
        written = choice.message.content if choice.message else choice.text
        if not written:
            why = choice.message and choice.message.refusal
            reason = one_line(why) if why else f"an empty answer ({choice.finish_reason})"
            raise ModelOutputInvalid(f"{self._label}: {reason}")
        return Completion(written, is_cut=choice.finish_reason == "length")


def _is_too_long(error: _Refused) -> bool:
    is_too_large = error.status == httpx.codes.REQUEST_ENTITY_TOO_LARGE
    return is_too_large or _TOO_LONG.search(error.said) is not None


def _sendable(prompt: Sequence[Message] | str) -> Sequence[Message] | str:
    if isinstance(prompt, str):
        return sendable(prompt)
    return [Message(one.role, sendable(one.content)) for one in prompt]
