"""What is a text's place in meaning? Queries and passages may be embedded differently."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from perspective.domain.answer import ModelHealth
from perspective.domain.ranking.calibration import Calibration
from perspective.ports.feed import Vector


class Embedder(Protocol):
    """A text embedding model.

    Vectors are float32 (d,), of unit length. A text of which the model knows too little (over
    20 % unknown tokens) has None: it must not take part in anything decided by cosine. A text
    longer than the model can take is embedded by its beginning. Raises ModelMissing,
    ModelTimeout or ModelOutputInvalid.
    """

    @property
    def model(self) -> str:
        """The model's name and revision: vectors of two names are never compared."""
        ...

    @property
    def dimensions(self) -> int | None:
        """d, the length of a vector; None while a model that is not known yet is loading."""
        ...

    @property
    def calibration(self) -> Calibration:
        """How its cosines are brought onto the one scale that ranking and thresholds read."""
        ...

    async def embed_query(self, text: str) -> Vector | None:
        """The vector of a question; goes before waiting batches of passages."""
        ...

    async def embed_passages(self, texts: Sequence[str]) -> list[Vector | None]:
        """The vectors of texts to be found, in their order. Calls that wait together share
        batches."""
        ...

    def health(self) -> ModelHealth:
        """Whether the model can be used; never waits. `missing` carries the reason in a line."""
        ...

    async def close(self) -> None:
        """Lets the model go. Safe to repeat."""
        ...
