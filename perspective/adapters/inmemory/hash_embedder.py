"""How alike are two texts by their words alone? An embedder without a model, the same everywhere.

Each word adds to a few of the vector's places, chosen by its hash. For tests and large stores in
tests: it starts at once, and texts that share words are near each other. It knows no meaning.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence

import numpy as np

from perspective.domain.answer import ModelHealth
from perspective.domain.ranking.calibration import Calibration
from perspective.domain.text.normal import normal_form
from perspective.ports.feed import Vector

_WORD = re.compile(r"\w+")


class HashEmbedder:
    """An `Embedder` by feature hashing (Weinberger and others, 2009). A text without a letter or
    digit has no vector."""

    def __init__(self, dimensions: int = 64) -> None:
        self._dimensions = dimensions

    @property
    def model(self) -> str:
        """The model's name: vectors of other dimensions are another model's."""
        return f"hash-{self._dimensions}"

    @property
    def dimensions(self) -> int:
        """d, the length of a vector."""
        return self._dimensions

    @property
    def calibration(self) -> Calibration:
        """None is needed: texts without a word in common are about 0 alike."""
        return Calibration()

    async def embed_query(self, text: str) -> Vector | None:
        """The vector of a question, made as that of any text."""
        return self._vector(text)

    async def embed_passages(self, texts: Sequence[str]) -> list[Vector | None]:
        """The vectors of texts, in their order."""
        return [self._vector(text) for text in texts]

    def health(self) -> ModelHealth:
        """Always ready."""
        return ModelHealth(name=self.model, state="ready", dimensions=self._dimensions)

    async def close(self) -> None:
        """Nothing to let go of."""

    def _vector(self, text: str) -> Vector | None:
        vector = np.zeros(self._dimensions, dtype=np.float32)
        for word in _WORD.findall(normal_form(text)):
            digest = hashlib.blake2b(word.encode(errors="surrogatepass"), digest_size=8).digest()
            number = int.from_bytes(digest, "big")
            vector[number % self._dimensions] += 1.0 if number >> 63 else -1.0
        length = float(np.linalg.norm(vector))
        return vector / np.float32(length) if length > 0.0 else None
