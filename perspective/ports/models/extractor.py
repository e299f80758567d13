"""Who reads texts? Entities, relations and single statements out of passages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from perspective.domain.answer import ModelHealth
from perspective.domain.extraction.reading import Passage, Reading
from perspective.errors import ModelError


class Extractor(Protocol):
    """Reads passages, in whatever language; what it cannot tell it leaves out.

    It does not have to be right: what its passage does not support is dropped afterwards.
    """

    @property
    def name(self) -> str:
        """Which extractor, with its version: the origin of what it finds."""
        ...

    async def read(self, passages: Sequence[Passage]) -> list[Reading | ModelError]:
        """One answer for each passage, in their order; a bad passage fails alone.

        Raises a ModelError when none could be read: the model is missing, crashed, hung or
        answered nonsense. Whoever asks may then try each passage by itself, unless it is
        ModelMissing or ModelBusy: then nothing is wrong with the passages.
        """
        ...

    def health(self) -> ModelHealth:
        """Whether it can read, as far as is known; never waits, loads nothing."""
        ...

    async def close(self) -> None:
        """Lets go of everything. Safe to repeat."""
        ...
