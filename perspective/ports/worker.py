"""Who does work that would hold up the daemon: what holds the interpreter's lock, or may crash?"""

from __future__ import annotations

from typing import Protocol, TypeVar

import msgspec

from perspective.errors import ModelError, StorageError, StoreUnavailable

A = TypeVar("A", bound=msgspec.Struct)


class Worker(Protocol):
    """A process of its own that runs one task at a time; the tasks are known by name."""

    async def run(
        self,
        task: str,
        request: msgspec.Struct,
        answer: type[A],
        *,
        timeout_s: float,
        otherwise: type[StorageError | ModelError] = StoreUnavailable,
    ) -> A:
        """What the task answers.

        Raises the storage or model error that the task raised; `otherwise` when the process
        crashed or took longer than `timeout_s`, and the next task gets a new process. A caller
        that is cancelled ends the process too: nobody waits for its answer.
        """
        ...

    async def close(self) -> None:
        """Ends the process. Safe to repeat."""
        ...
