"""How does an evaluation say how far it is?"""

from __future__ import annotations

from typing import Protocol


class Progress(Protocol):
    """Whoever shows it decides how often."""

    def __call__(self, what: str, n_done: int, n_all: int) -> None:
        """Of `n_all` pieces of the work `what`, `n_done` are done; called after each piece."""
        ...
