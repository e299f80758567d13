"""How is a daemon filled and asked, as clients would do it, while somebody takes the time?"""

from __future__ import annotations

import http.client
import json
import threading
import time
from collections.abc import Sequence
from typing import Any, Self

import msgspec
import numpy as np

_LINES_A_CHUNK = 200


class Loaded(msgspec.Struct, frozen=True, kw_only=True):
    """How a bulk load went. Times are of the machine's monotonic clock; latencies in ms."""

    n_items: int
    began_at: float
    acknowledged_at: float
    findable_at: float
    recall_ms: list[float]
    peak_rss_mb: float

    @property
    def findable_a_second(self) -> float:
        """Texts a second, from the first line until all are found by every index."""
        return self.n_items / (self.findable_at - self.began_at)


class Asker:
    """A client with a connection of its own. Use as a context manager; not for several threads."""

    def __init__(self, port: int, tenant: str) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=600)
        self._tenant = tenant

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._connection.close()

    def recall_ms(self, question: str) -> float:
        """How long an answer took; fails when it is not one."""
        body = {"tenant_id": self._tenant, "query": question, "reinforce": False}
        started = time.perf_counter()
        answer = self._post("/api/recall", body)
        took_ms = (time.perf_counter() - started) * 1000.0
        assert "degraded" not in answer, answer["degraded"]
        return took_ms

    def store(self, item: dict[str, Any]) -> None:
        """Stores one text, and waits until it is found."""
        answer = self._post("/api/store", {"tenant_id": self._tenant, **item})
        assert answer["stored"], answer

    def _post(self, path: str, body: object) -> Any:
        headers = {"Content-Type": "application/json"}
        self._connection.request("POST", path, json.dumps(body), headers)
        response = self._connection.getresponse()
        answer = json.loads(response.read())
        assert response.status < 300, answer
        return answer


def stream(port: int, tenant: str, items: Sequence[dict[str, Any]]) -> None:
    """All items are stored, as one stream of lines; fails when one is not."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=600)
    connection.putrequest("POST", f"/api/store/batch?tenant_id={tenant}")
    connection.putheader("Content-Type", "application/x-ndjson")
    connection.putheader("Transfer-Encoding", "chunked")
    connection.endheaders()
    sending = threading.Thread(target=_send, args=(connection, items))
    sending.start()
    answer = connection.getresponse()
    last: Any = None
    for line in answer:
        last = json.loads(line)
    sending.join()
    connection.close()
    assert last["totals"] == {
        "lines": len(items), "stored": len(items), "failed": 0, "complete": True,
    }  # fmt: skip


def _send(connection: http.client.HTTPConnection, items: Sequence[dict[str, Any]]) -> None:
    for start in range(0, len(items), _LINES_A_CHUNK):
        lines = "".join(json.dumps(item) + "\n" for item in items[start : start + _LINES_A_CHUNK])
        connection.send(f"{len(lines):x}\r\n{lines}\r\n".encode("ascii"))
    connection.send(b"0\r\n\r\n")


def percentile(values: Sequence[float], share: float) -> float:
    """The value that this share, in percent, does not exceed."""
    return float(np.percentile(np.array(values), share))
