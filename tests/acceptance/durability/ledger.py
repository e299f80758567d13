"""What was promised to whom? Eight clients that write without pause, and remember each promise.

A client whose request ended without an answer does what a careful one does: it asks again with
the same Idempotency-Key, until it gets one. It may do so after a refusal too.
"""

from __future__ import annotations

import random
import threading
from typing import Any

from perspective.cli.client import Client
from perspective.errors import DaemonError, PerspectiveError

N_WRITERS = 8
_PAUSE_S = 0.05  # before asking again
_HARBOURS = ("Porto", "Bergen", "Riga", "Split", "Cork", "Gdansk", "Nantes", "Izmir", "Galway")


class Writer:
    """One client. `promised` holds the content of each acknowledged memory by its id.

    It asks again after an error of the kind `bears`, and counts those in `n_borne`.
    """

    def __init__(self, name: str, bears: type[PerspectiveError] | None = None) -> None:
        self.name = name
        self.n_borne = 0
        self._bears = bears
        self.promised: dict[str, str] = {}
        self.refused: list[str] = []
        self._chance = random.Random(name)
        self._n_written = 0
        self._unanswered: tuple[str, dict[str, Any], str] | None = None

    def write_until(self, url: str, is_over: threading.Event) -> None:
        """Writes until the daemon is gone or the round is over."""
        client = Client(url, timeout_s=30.0)
        while not is_over.is_set():
            path, body, key = self._unanswered or self._next()
            self._unanswered = (path, body, key)
            try:
                answer = client.ask("POST", path, body=body, headers={"Idempotency-Key": key})
            except DaemonError:
                return  # killed: nobody is there, or the answer broke off
            except PerspectiveError as error:
                if self._bears is not None and type(error) is self._bears:
                    self.n_borne += 1
                    is_over.wait(_PAUSE_S)
                    continue
                self.refused.append(f"{type(error).__name__}: {error}")
                return
            self._take(body, answer)
            self._unanswered = None

    def finish(self, url: str) -> None:
        """Gets the answer to what is still open."""
        if self._unanswered is None:
            return
        path, body, key = self._unanswered
        answer = Client(url).ask("POST", path, body=body, headers={"Idempotency-Key": key})
        self._take(body, answer)
        self._unanswered = None

    def _next(self) -> tuple[str, dict[str, Any], str]:
        """A new request: mostly one text, sometimes a batch; half do not wait for indexing."""
        wait = self._chance.random() < 0.5
        key = f"{self.name}-{self._n_written}"
        if self._chance.random() < 0.2:
            return (
                "/api/store/batch",
                {"items": [self._item() for _ in range(5)], "wait": wait},
                key,
            )
        return "/api/store", {**self._item(), "wait": wait}, key

    def _item(self) -> dict[str, Any]:
        self._n_written += 1
        harbour = self._chance.choice(_HARBOURS)
        content = f"Boat {self.name}x{self._n_written} left {harbour} with {self._chance.random()}"
        return {"content": content, "source_session": self.name, "tags": [harbour]}

    def _take(self, body: dict[str, Any], answer: Any) -> None:
        items = body.get("items", [body])
        results = answer.get("results", [answer])
        for item, result in zip(items, results, strict=True):
            if "error" in result:
                self.refused.append(str(result["error"]))
            else:
                self.promised[result["id"]] = item["content"]


class Writers:
    """All clients, each in a thread of its own."""

    def __init__(self, bears: type[PerspectiveError] | None = None) -> None:
        self._writers = [Writer(f"w{n}", bears) for n in range(N_WRITERS)]
        self._threads: list[threading.Thread] = []
        self._is_over = threading.Event()

    def begin(self, url: str) -> None:
        """They write from now on."""
        self._is_over.clear()
        self._threads = [
            threading.Thread(target=writer.write_until, args=(url, self._is_over))
            for writer in self._writers
        ]
        for thread in self._threads:
            thread.start()

    def pause(self) -> None:
        """Each ends with its present request."""
        self._is_over.set()

    def end(self) -> None:
        """They have noticed that the daemon is gone, or that the round is over."""
        self.pause()
        for thread in self._threads:
            thread.join()

    def finish(self, url: str) -> None:
        """Every request has its answer."""
        for writer in self._writers:
            writer.finish(url)

    @property
    def promised(self) -> dict[str, str]:
        """Content by id of all that was acknowledged."""
        return {k: v for writer in self._writers for k, v in writer.promised.items()}

    @property
    def n_borne(self) -> int:
        """How often a request was refused and asked again."""
        return sum(writer.n_borne for writer in self._writers)

    @property
    def refused(self) -> list[str]:
        """What was answered with an error, which a kill never is."""
        return [reason for writer in self._writers for reason in writer.refused]
