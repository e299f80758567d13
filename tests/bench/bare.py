"""How long does the embedding model take by itself? Perspective's own embedder and nothing else.

It runs as a child process that sleeps while the daemon is measured, so neither disturbs the
other. The settings come in as a line of JSON, then a line for each measurement; for each of those
one goes out.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Literal, Self

import msgspec

from perspective.ports.embedder import Embedder
from perspective.settings import EmbeddingSettings
from perspective.wiring import make_embedder

_ROOT = Path(__file__).resolve().parents[2]

Kind = Literal["query", "passage", "batch"]


class Task(msgspec.Struct, frozen=True):
    """Texts to embed: one by one as queries or passages, or all in one call."""

    kind: Kind
    texts: Sequence[str]


class Times(msgspec.Struct, frozen=True):
    """Milliseconds of each call, one a text or a single one for a batch; and the processor time
    of all of them, in every thread."""

    each_ms: list[float]
    cpu_ms: float


class BareEmbedder:
    """The child process, ready to measure. Use as a context manager."""

    def __init__(self, settings: EmbeddingSettings) -> None:
        self._child = subprocess.Popen(
            [sys.executable, "-m", "tests.bench.bare"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=_ROOT,
        )
        self._send(settings)
        self.times("query", ["Is it there?", "It is."])

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self._child.kill()
        self._child.communicate()

    def times(self, kind: Kind, texts: Sequence[str]) -> Times:
        """How long the model takes for these texts."""
        assert self._child.stdout is not None
        self._send(Task(kind, texts))
        return msgspec.json.decode(self._child.stdout.readline(), type=Times)

    def _send(self, message: object) -> None:
        assert self._child.stdin is not None
        self._child.stdin.write(msgspec.json.encode(message) + b"\n")
        self._child.stdin.flush()


async def _timed(embedder: Embedder, task: Task) -> Times:
    calls = [[text] for text in task.texts] if task.kind != "batch" else [task.texts]
    started = time.process_time()
    each = [await _ms(embedder, Task(task.kind, texts)) for texts in calls]
    return Times(each, (time.process_time() - started) * 1000.0)


async def _ms(embedder: Embedder, task: Task) -> float:
    started = time.perf_counter()
    if task.kind == "query":
        await embedder.embed_query(task.texts[0])
    else:
        await embedder.embed_passages(task.texts)
    return (time.perf_counter() - started) * 1000.0


async def _serve() -> None:
    """Measures until stdin ends."""
    settings = msgspec.json.decode(sys.stdin.buffer.readline(), type=EmbeddingSettings)
    embedder = make_embedder(settings)
    assert embedder is not None
    for line in sys.stdin.buffer:
        times = await _timed(embedder, msgspec.json.decode(line, type=Task))
        sys.stdout.buffer.write(msgspec.json.encode(times) + b"\n")
        sys.stdout.buffer.flush()
    await embedder.close()


if __name__ == "__main__":
    asyncio.run(_serve())
