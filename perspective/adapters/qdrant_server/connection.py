"""How is a Qdrant server asked? With a limit of time, and its failures as ours.

All tenants share one connection. Nothing here knows what a collection holds.
"""

from __future__ import annotations

import asyncio
import math
import os
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlsplit

import httpx
from qdrant_client import AsyncQdrantClient
from qdrant_client.common.client_exceptions import QdrantException, ResourceExhaustedResponse
from qdrant_client.http.exceptions import (
    ApiException,
    ResponseHandlingException,
    UnexpectedResponse,
)

from perspective.errors import BadValue, StoreUnavailable

T = TypeVar("T")

_MAX_REASON = 200
_DEFAULT_PORT = 6333


class CollectionGone(StoreUnavailable):
    """The server does not know the collection any more."""


class QdrantConnection:
    """A Qdrant server over REST. Making it asks nothing yet; raises BadValue for a bad address.

    The key is read at each call, so a changed one needs no restart, and it is in no message.
    `client` takes the place of the one that is made for `url`.
    """

    def __init__(
        self,
        url: str,
        *,
        api_key_env: str = "",
        timeout_s: float = 5.0,
        client: AsyncQdrantClient | None = None,
    ) -> None:
        self._api_key_env = api_key_env
        self.timeout_s = timeout_s
        self._name = f"Qdrant at {_address(url)}"
        self._client = client or self._make_client(url)

    async def ask(self, question: Callable[[AsyncQdrantClient], Awaitable[T]]) -> T:
        """The answer; raises StoreUnavailable when there is none in time, and CollectionGone."""
        with self._translated():
            async with asyncio.timeout(self.timeout_s):
                return await question(self._client)

    async def close(self) -> None:
        """Closes the connections. Safe to repeat."""
        await self._client.close()

    def _make_client(self, url: str) -> AsyncQdrantClient:
        options: dict[str, Any] = {"trust_env": False, "auth": self._signed}
        try:
            # The check of versions would ask the server here and now.
            return AsyncQdrantClient(
                url, timeout=math.ceil(self.timeout_s), check_compatibility=False, **options
            )
        except ValueError as error:
            raise BadValue(f"index.qdrant_url: {_line(error)}") from error

    def _signed(self, request: httpx.Request) -> httpx.Request:
        """With the key from the variable that the settings name, or from the file named by that
        variable with `_FILE` added, as containers hand secrets over."""
        name = self._api_key_env
        if not name:
            return request
        key = os.environ.get(name, "").strip()
        file = os.environ.get(f"{name}_FILE", "")
        try:
            key = key or (Path(file).read_text(encoding="utf-8").strip() if file else "")
        except (OSError, UnicodeDecodeError) as error:
            raise StoreUnavailable(f"index.qdrant_api_key_env: {file} cannot be read") from error
        if not key:
            reason = f"index.qdrant_api_key_env: the environment has no variable {name}"
            raise StoreUnavailable(reason)
        if not (key.isascii() and key.isprintable()):  # the library would repeat it in its error
            raise StoreUnavailable(f"index.qdrant_api_key_env: what {name} holds is no key")
        request.headers["api-key"] = key
        return request

    @contextmanager
    def _translated(self) -> Iterator[None]:
        try:
            yield
        except TimeoutError as error:
            raise StoreUnavailable(self.late) from error
        except UnexpectedResponse as error:
            content = _line(error.content.decode(errors="replace")) or error.reason_phrase
            said = f"{self._name} answered {error.status_code}: {content}"
            if error.status_code == httpx.codes.NOT_FOUND:
                raise CollectionGone(said) from error
            raise StoreUnavailable(said) from error
        except ResponseHandlingException as error:
            raise self._unanswered(error.source) from error
        except ResourceExhaustedResponse as error:
            wait = f"answered 429 and asks to wait {error.retry_after_s} s"
            raise StoreUnavailable(f"{self._name} {wait}: {_line(error)}") from error
        except (ApiException, QdrantException) as error:
            raise StoreUnavailable(f"{self._name} refused: {_line(error)}") from error
        except (AssertionError, ValueError) as error:  # an answer without a result, or no JSON
            raise StoreUnavailable(self._nonsense(error)) from error

    def _unanswered(self, source: Exception) -> StoreUnavailable:
        if isinstance(source, StoreUnavailable):
            return source
        if isinstance(source, httpx.TimeoutException):
            return StoreUnavailable(self.late)
        if isinstance(source, httpx.TransportError):
            return StoreUnavailable(f"{self._name} cannot be reached: {_line(source)}")
        return StoreUnavailable(self._nonsense(source))

    @property
    def late(self) -> str:
        """What is said of a call that took too long."""
        return f"{self._name} gave no answer within {self.timeout_s:g} s"

    def _nonsense(self, error: Exception) -> str:
        return f"{self._name} sent what cannot be used: {_line(error)}"


def _address(url: str) -> str:
    """Host and port; raises BadValue, without the address, which may hold what it should not."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError as error:
        raise BadValue(f"index.qdrant_url: {_line(error)}") from error
    if parts.scheme not in {"http", "https"} or not host:
        raise BadValue("index.qdrant_url: it must begin with http:// or https://")
    if parts.username is not None or parts.password is not None:
        reason = "index.qdrant_url: a key belongs into the environment, see qdrant_api_key_env"
        raise BadValue(reason)
    return f"{host}:{port or _DEFAULT_PORT}"


def _line(text: object) -> str:
    return " ".join(str(text).split())[:_MAX_REASON]
