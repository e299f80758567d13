"""How does the benchmark speak to the daemon? JSON over one connection that stays open.

It uses http.client of the standard library: about 0.1 ms of its own per request, and nothing that
competes for the processors while it waits.
"""

from __future__ import annotations

import http.client
import time
from collections.abc import Collection, Iterable, Sequence
from typing import Any, Self

import msgspec

from perspective.evaluation.talk import Turn

_WAIT_S = 600.0
_POLL_S = 0.05


class RequestFailedError(RuntimeError):
    """The daemon answered with a problem."""


class Client:
    """A connection to a daemon. Use as a context manager; not for several threads."""

    def __init__(self, host: str, port: int) -> None:
        self._connection = http.client.HTTPConnection(host, port, timeout=_WAIT_S)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._connection.close()

    def get(self, path: str) -> Any:
        """The answer to a GET."""
        return self._answer("GET", path, None)

    def post(self, path: str, body: object) -> Any:
        """The answer to a POST."""
        return self._answer("POST", path, msgspec.json.encode(body))

    def recall(self, tenant: str, query: str, budget: int) -> Any:
        """The answer to a question that leaves no trace."""
        body = {"tenant_id": tenant, "query": query, "budget": budget, "reinforce": False}
        return self.post("/api/recall", body)

    def store(self, tenant: str, items: Sequence[object], *, size: int) -> None:
        """Stores the items in batches of `size`, without waiting for their indexing."""
        for start in range(0, len(items), size):
            batch = items[start : start + size]
            body = {"tenant_id": tenant, "items": batch, "wait": False}
            answer = self.post("/api/store/batch", body)
            if answer["failed"]:
                message = f"{answer['failed']} of {len(batch)} items were refused: {answer}"
                raise RequestFailedError(message[:2000])

    def wait_indexed(self, tenants: Collection[str]) -> None:
        """Returns once nothing of these tenants, which are open, waits to be indexed."""
        deadline = time.monotonic() + _WAIT_S
        while True:
            health = self.get("/api/health")
            indexes = [(name, *pair) for name in tenants
                       for pair in health["tenants"].get(name, {"": {"pending": 1}}).items()]  # fmt: skip
            if all(index["pending"] == 0 for _, _, index in indexes):
                break
            if time.monotonic() > deadline:
                raise RequestFailedError(f"not indexed after {_WAIT_S:g} s: {indexes}")
            time.sleep(_POLL_S)
        failed = [(tenant, name) for tenant, name, index in indexes if index["failed"]]
        if failed or health["degraded"]:
            raise RequestFailedError(f"not all was indexed: {failed} {health['degraded']}")

    def _answer(self, method: str, path: str, body: bytes | None) -> Any:
        headers = {"Content-Type": "application/json"}
        self._connection.request(method, path, body, headers)
        response = self._connection.getresponse()
        answer = msgspec.json.decode(response.read())
        if response.status >= 400:
            raise RequestFailedError(f"{method} {path}: {answer}")
        return answer


def bodies(turns: Iterable[Turn]) -> list[dict[str, object]]:
    """The turns as items of a batch; each carries its id in its metadata."""
    return [
        {
            "content": turn.text,
            "speaker": turn.speaker,
            "source_session": turn.session,
            "event_at": turn.at.isoformat(),
            "metadata": {"turn": turn.id},
        }
        for turn in turns
    ]
