"""Long-term memory for AI agents, on your own machine.

`connect()` opens a memory in this process; the daemon serves the same engine over REST.
Importing this package reads nothing, starts nothing and configures nothing.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from perspective.domain.answer import MemoryView, Recalled, RecalledMemory, Stored
    from perspective.domain.query import MemoryEdit, MemoryListing, NewMemory, RecallQuery
    from perspective.engine import Perspective
    from perspective.errors import PerspectiveError
    from perspective.settings import Settings

__all__ = [
    "MemoryEdit",
    "MemoryListing",
    "MemoryView",
    "NewMemory",
    "Perspective",
    "PerspectiveError",
    "RecallQuery",
    "Recalled",
    "RecalledMemory",
    "Settings",
    "Stored",
    "connect",
]

# Where each name lives. It is loaded when first asked for: the command line imports this package
# too, and answers before numpy and the engine would have been loaded.
_HOMES = {
    "MemoryEdit": "perspective.domain.query",
    "MemoryListing": "perspective.domain.query",
    "MemoryView": "perspective.domain.answer",
    "NewMemory": "perspective.domain.query",
    "Perspective": "perspective.engine",
    "PerspectiveError": "perspective.errors",
    "RecallQuery": "perspective.domain.query",
    "Recalled": "perspective.domain.answer",
    "RecalledMemory": "perspective.domain.answer",
    "Settings": "perspective.settings",
    "Stored": "perspective.domain.answer",
}


def __getattr__(name: str) -> Any:
    """One of the names above, from its home."""
    if name not in _HOMES:
        message = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(message)
    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


@asynccontextmanager
async def connect(
    data_dir: str | Path | None = None,
    *,
    settings: Settings | None = None,
    in_memory: bool = False,
    serve: bool = False,
) -> AsyncIterator[Perspective]:
    """The engine in this process, open for as long as the block runs.

    `data_dir` is the folder of the memories (by default the settings', else the user's data
    directory); it is locked, so a daemon that owns it makes this raise AlreadyRunning.
    Jobs run by themselves unless `settings.jobs.enabled` is off. `in_memory` keeps nothing on disk. `serve` also answers REST on the settings' host and port.
    Reads no file and no environment variable for its settings: pass `settings` to change them.
    """
    from perspective import wiring  # keeps `import perspective` free of adapters
    from perspective.jobs.scheduler import scheduled
    from perspective.settings import Settings

    chosen = settings or Settings()
    if in_memory:
        memory = wiring.in_memory_engine(chosen)
    else:
        memory = wiring.open_engine(chosen, data_dir=Path(data_dir) if data_dir else None)
    try:
        await memory.open()
        async with scheduled(memory):
            if serve:
                from perspective.daemon import run  # loads the HTTP server only where it is wanted

                async with run.serving(memory, chosen):
                    yield memory
            else:
                yield memory
    finally:
        await memory.close()
