"""Who reads while something is wrong? A client that asks all the time, and judges each answer."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from perspective.cli.client import Client
from perspective.errors import PerspectiveError

_PAUSE_S = 0.02


class Watcher:
    """Looks again and again, in a thread. `wrong` says what was not as it must be."""

    def __init__(
        self, looks: dict[str, Callable[[], str | None]], *, pause_s: float = _PAUSE_S
    ) -> None:
        self._looks = looks
        self._pause_s = pause_s
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._look)
        self.wrong: list[str] = []
        self.n_looks = 0
        self.longest_s = 0.0

    @contextmanager
    def looking(self) -> Iterator[None]:
        """It looks while the block runs."""
        self._thread.start()
        try:
            yield
        finally:
            self._is_over.set()
            self._thread.join()

    def _look(self) -> None:
        while not self._is_over.wait(self._pause_s):
            for name, look in self._looks.items():
                began = time.monotonic()
                try:
                    said = look()
                except PerspectiveError as error:
                    said = f"{type(error).__name__}: {error}"
                self.longest_s = max(self.longest_s, time.monotonic() - began)
                self.n_looks += 1
                if said is not None:
                    self.wrong.append(f"{name}: {said}")


def reader(url: str, memory_id: str, content: str, *, reinforce: bool = True) -> Watcher:
    """One that reads a memory in every way that there is; what it recalls counts as used, unless
    the ranking must stay as it is."""
    client = Client(url, timeout_s=30.0)

    def recalls() -> str | None:
        query = {"query": content, "budget": 5, "reinforce": reinforce}
        found = client.post("/api/recall", query)["results"]
        return None if memory_id in [one["id"] for one in found] else f"found {found}"

    def gets() -> str | None:
        held = client.get(f"/api/memories/{memory_id}")["current"]["content"]
        return None if held == content else f"reads {held!r}"

    def lists() -> str | None:
        return None if client.get("/api/memories", limit=5)["items"] else "lists nothing"

    def asks(path: str) -> Callable[[], str | None]:
        return lambda: None if client.get(path) else "answers nothing"

    looks: dict[str, Callable[[], str | None]] = {
        "recall": recalls,
        "get": gets,
        "list": lists,
        **{path: asks(path) for path in ("/api/health", "/api/status", "/api/logs")},
    }
    recalls()  # the model is loaded now
    return Watcher(looks)


def unbalanced(health: Any) -> str | None:
    """Whose index does not account for every version, or None."""
    for tenant, indexes in health["tenants"].items():
        for name, one in indexes.items():
            parts = [one[part] for part in ("searchable", "pending", "failed")]
            if sum(parts) != one["accepted"] or min(parts) < 0:
                return f"{tenant}/{name}: {one}"
    return None


def accountant(url: Callable[[], str]) -> Watcher:
    """One that asks the health for its sums; a daemon that is away is asked again."""

    def balances() -> str | None:
        try:
            health = Client(url(), timeout_s=30.0).get("/api/health")
        except PerspectiveError:
            return None
        return unbalanced(health)

    return Watcher({"health": balances})
