"""How near are the two texts of each pair to the default model? None where it cannot read one."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import numpy as np

from perspective.adapters.models.fastembed_embedder import FastembedEmbedder
from perspective.ports.feed import Vector
from perspective.settings import EmbeddingSettings


def cosines(pairs: Sequence[tuple[str, str]]) -> list[float | None]:
    """The cosine of each pair, in their order; each text is embedded once."""
    texts = list(dict.fromkeys(text for pair in pairs for text in pair))
    vectors = dict(zip(texts, asyncio.run(_embedded(texts)), strict=True))
    return [_cosine(vectors[a], vectors[b]) for a, b in pairs]


def _cosine(a: Vector | None, b: Vector | None) -> float | None:
    return None if a is None or b is None else float(np.dot(a, b))


async def _embedded(texts: Sequence[str]) -> list[Vector | None]:
    embedder = FastembedEmbedder(EmbeddingSettings(timeout_s=3600))
    try:
        return await embedder.embed_passages(texts)
    finally:
        await embedder.close()
