"""What must something be able to do to be compared? Take a talk in, and answer with its turns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import msgspec

from perspective.evaluation.progress import Progress
from perspective.evaluation.talk import Talk


class Found(msgspec.Struct, frozen=True):
    """One result: the turns it is (a text that was said twice may be kept once), how good the
    system thinks it is (comparable between questions to the same system), and the tokens that
    it costs a reader."""

    ids: tuple[str, ...]
    score: float
    n_tokens: int


class System(Protocol):
    """A way to find turns."""

    @property
    def name(self) -> str:
        """What tables and charts call it."""
        ...

    async def load(self, talk: Talk, progress: Progress) -> None:
        """From now on questions are about this talk alone, and all of it can be found."""
        ...

    async def ask(self, question: str, limit: int) -> Sequence[Found]:
        """At most `limit` results, best first."""
        ...
