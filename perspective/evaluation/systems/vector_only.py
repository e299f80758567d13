"""What does the embedding model find by itself? Cosine of question and text, nothing else.

A long text is cut into parts as any vector store would be given it; its nearest part counts.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from perspective.domain.text import token_count
from perspective.domain.text.parts import pack
from perspective.evaluation.progress import Progress
from perspective.evaluation.systems.ranked import Ranked
from perspective.evaluation.systems.system import Found
from perspective.evaluation.talk import Talk
from perspective.ports.embedder import Embedder

_SENTENCE_END = re.compile(r"(?<=[.!?])\s+|\n+")
_BATCH = 64


class VectorOnly:
    """Cosines against every part, by the embedder that Perspective uses itself.

    Parts have at most `part_tokens` tokens, by the product's estimate. A text or question that the
    model cannot read is not found, or finds nothing.
    """

    name = "vector only"

    def __init__(self, embedder: Embedder, *, part_tokens: int) -> None:
        self._embedder = embedder
        self._part_tokens = part_tokens
        self._ranked = Ranked(())
        self._rows: NDArray[np.float32] = np.zeros((0, 1), dtype=np.float32)
        self._turns: NDArray[np.intp] = np.zeros(0, dtype=np.intp)
        self._n_turns = 0

    async def load(self, talk: Talk, progress: Progress) -> None:
        """See `System`."""
        parts = [
            (n, part)
            for n, turn in enumerate(talk.turns)
            for part in _parts(turn.document, self._part_tokens)
        ]
        rows, turns = [], []
        for start in range(0, len(parts), _BATCH):
            batch = parts[start : start + _BATCH]
            vectors = await self._embedder.embed_passages([text for _, text in batch])
            for (n, _), vector in zip(batch, vectors, strict=True):
                if vector is not None:
                    rows.append(vector)
                    turns.append(n)
            progress(f"{self.name}: {talk.id}", start + len(batch), len(parts))
        self._ranked = Ranked(talk.turns)
        self._rows = np.array(rows, dtype=np.float32).reshape(len(rows), -1)
        self._turns = np.array(turns, dtype=np.intp)
        self._n_turns = len(talk.turns)

    async def ask(self, question: str, limit: int) -> Sequence[Found]:
        """See `System`. **Ties** the first said first."""
        vector = await self._embedder.embed_query(question)
        if vector is None or not len(self._rows):
            return []
        scores = np.full(self._n_turns, -np.inf)
        np.maximum.at(scores, self._turns, (self._rows @ vector).astype(np.float64))
        return self._ranked.best(scores, limit)


def _parts(text: str, limit: int) -> list[str]:
    """The text in parts of whole sentences, each within `limit` tokens where a sentence is."""
    if token_count.estimate(text) <= limit:
        return [text]
    sentences = [one for one in _SENTENCE_END.split(text) if one.strip()]
    lengths = [token_count.estimate(one) for one in sentences]
    return ["\n".join(sentences[a:b]) for a, b in pack(lengths, limit=limit, overlap=0)]
