"""What does a day of use do to a daemon, in minutes? Clients that do everything there is to do."""

from __future__ import annotations

import random
import threading
from collections import Counter, deque
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from perspective.cli.client import Client
from tests.acceptance.scale.texts import Texts

N_CLIENTS = 4

# How often each is done, in parts of all.
_SHARES = {
    "recall": 40, "store": 30, "read": 10, "edit": 6, "delete": 4, "erase": 1, "batch": 2,
    "list": 3, "inspect": 2, "health": 2,
}  # fmt: skip
_PAUSE_S = 0.05


class Mixture:
    """Clients that store, ask, edit, delete and erase in a tenant of their own until told to stop.

    `done` counts what was answered; a client that is refused ends, and `stop` raises why.
    """

    def __init__(self, url: str, tenant: str) -> None:
        self.done: Counter[str] = Counter()
        self._url = url
        self._tenant = tenant
        self._is_over = threading.Event()
        self._pool = ThreadPoolExecutor(N_CLIENTS)
        self._clients: list[Future[None]] = [
            self._pool.submit(self._live, number) for number in range(N_CLIENTS)
        ]

    def check(self) -> None:
        """Raises what ended a client."""
        for client in self._clients:
            if client.done():
                client.result()

    def stop(self) -> None:
        """They have ended; raises what one of them was refused."""
        self._is_over.set()
        self._pool.shutdown()
        self.check()

    def _live(self, number: int) -> None:
        chance, texts = random.Random(number), Texts(seed=1_000 + number)
        client = Client(self._url, timeout_s=120.0)
        known: deque[str] = deque(maxlen=200)
        names, weights = list(_SHARES), list(_SHARES.values())
        while not self._is_over.wait(_PAUSE_S):
            (name,) = chance.choices(names, weights)
            if name in {"read", "edit", "delete", "erase", "inspect"} and not known:
                name = "store"
            self._do(name, client, texts, known)
            self.done[name] += 1

    def _do(self, name: str, client: Client, texts: Texts, known: deque[str]) -> None:
        tenant = self._tenant
        if name == "recall":
            client.post("/api/recall", {"tenant_id": tenant, "query": texts.question()})
        elif name == "store":
            known.append(self._stored(client, texts.items(1)[0]))
        elif name == "batch":
            body = {"tenant_id": tenant, "items": texts.items(20)}
            known.extend(one["id"] for one in client.post("/api/store/batch", body)["results"])
        elif name == "list":
            client.get("/api/memories", tenant_id=tenant, limit=50)
        elif name == "health":
            client.get("/api/health")
        else:
            self._with_one(name, client, texts, known)

    def _with_one(self, name: str, client: Client, texts: Texts, known: deque[str]) -> None:
        path = f"/api/memories/{known[0]}"
        if name == "read":
            client.get(path, tenant_id=self._tenant, versions="true")
        elif name == "inspect":
            client.get(f"{path}/inspect", tenant_id=self._tenant)
        elif name == "edit":
            change = {"content": texts.items(1)[0]["content"]}
            client.ask("PATCH", path, body=change, query={"tenant_id": self._tenant})
        elif name == "delete":
            client.ask("DELETE", path, query={"tenant_id": self._tenant})
            known.popleft()
        else:
            client.post(f"{path}/erase", {"confirm": known[0]}, tenant_id=self._tenant)
            known.popleft()

    def _stored(self, client: Client, item: dict[str, Any]) -> str:
        return str(client.post("/api/store", {"tenant_id": self._tenant, **item})["id"])
