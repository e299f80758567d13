"""Does each baseline find what it is for, and only that?"""

from __future__ import annotations

import numpy as np

from perspective.adapters.inmemory.hash_embedder import HashEmbedder
from perspective.domain.answer import ModelHealth
from perspective.evaluation.systems.keyword_scan import KeywordScan
from perspective.evaluation.systems.plain_bm25 import BM25System
from perspective.evaluation.systems.system import System
from perspective.evaluation.systems.vector_only import VectorOnly
from perspective.evaluation.talk import Talk, Turn
from perspective.ports.feed import Vector
from tests.unit.evaluation.sample import silent, talk_of, turn


async def _order(system: System, talk: Talk, question: str, limit: int = 10) -> list[str]:
    await system.load(talk, silent)
    return [name for one in await system.ask(question, limit) for name in one.ids]


async def test_bm25_prefers_the_rare_word() -> None:
    """A word that one turn has outweighs one that all have; forms of a word are one."""
    talk = talk_of(
        turn("a", "we went to the market"),
        turn("b", "the market sells cheeses"),
        turn("c", "market day again"),
    )
    assert (await _order(BM25System("BM25"), talk, "cheese from the market"))[0] == "b"


async def test_bm25_leaves_out_what_shares_no_word() -> None:
    """No score, no result; a limit is kept; equals come in the order in which they were said."""
    talk = talk_of(turn("a", "rain"), turn("b", "snow"), turn("c", "rain"), turn("d", "rain"))
    assert await _order(BM25System("BM25"), talk, "Was there rain?") == ["a", "c", "d"]
    assert await _order(BM25System("BM25"), talk, "Was there rain?", 2) == ["a", "c"]
    assert await _order(BM25System("BM25"), talk, "hail") == []


async def test_neighbours_find_the_answer_beside_the_word() -> None:
    """An answer without a word of the question is found through the turn before it, not across
    sessions."""
    talk = talk_of(
        turn("a", "What is your dog called?"),
        turn("b", "Rex!"),
        turn("c", "Rex!", session="2"),
    )
    assert await _order(BM25System("BM25"), talk, "the dog's name") == ["a"]
    near = await _order(BM25System("BM25 + neighbours", window=2), talk, "the dog's name")
    assert sorted(near) == ["a", "b"]


async def test_roles_leave_the_others_out() -> None:
    """What the assistant said is not found."""
    said = turn("a", "tea").at
    turns = tuple(
        Turn(id=role, session="1", at=said, text="green tea", role=role)
        for role in ("user", "assistant")
    )
    talk = Talk(id="t", layout="chat", turns=turns, questions=())
    assert await _order(BM25System("user", roles=("user",)), talk, "tea") == ["user"]


async def test_a_scan_counts_different_words() -> None:
    """Two words beat one that is repeated; stop words count nothing; the newest leads among
    equals; a word inside another is found, as with grep."""
    talk = talk_of(
        turn("a", "blue blue blue"),
        turn("b", "a blue bicycle"),
        turn("c", "the what and the where"),
        turn("d", "bluebells"),
    )
    assert await _order(KeywordScan(), talk, "Where is the blue bicycle?") == ["b", "d", "a"]


class _Axes:
    """An embedder with one axis a word that it knows."""

    model = "axes"
    dimensions = 2

    async def embed_query(self, text: str) -> Vector | None:
        """See `Embedder`."""
        found = [word in text.casefold() for word in ("cat", "ship")]
        vector = np.array(found, dtype=np.float32)
        return vector / np.linalg.norm(vector) if vector.any() else None

    async def embed_passages(self, texts: list[str]) -> list[Vector | None]:
        """See `Embedder`."""
        return [await self.embed_query(text) for text in texts]

    def health(self) -> ModelHealth:
        """See `Embedder`."""
        return ModelHealth(name=self.model, state="ready")

    async def close(self) -> None:
        """See `Embedder`."""


async def test_vectors_find_by_cosine() -> None:
    """The nearest leads; what points elsewhere, or cannot be read, is not there."""
    talk = talk_of(turn("a", "a cat on a ship"), turn("b", "my ship"), turn("c", "no word of it"))
    vectors = VectorOnly(_Axes(), part_tokens=100)  # type: ignore[arg-type] # a list is a sequence
    assert await _order(vectors, talk, "ship") == ["b", "a"]
    assert await _order(vectors, talk, "a question that cannot be read") == []


async def test_a_long_text_is_found_by_its_nearest_part() -> None:
    """A ship at the end of a long text about cats counts as much as a text of its own."""
    long = "My cat sleeps all day. " * 40 + "\n\nOnce there was a ship."
    talk = talk_of(turn("a", long), turn("b", "a cat on a ship"))
    vectors = VectorOnly(_Axes(), part_tokens=30)  # type: ignore[arg-type] # a list is a sequence
    await vectors.load(talk, silent)
    found = await vectors.ask("ship", 5)
    assert [one.ids for one in found] == [("a",), ("b",)]
    assert found[0].n_tokens > found[1].n_tokens


async def test_vectors_of_the_reference_embedder() -> None:
    """The port's reference serves as well: equal words are nearest."""
    talk = talk_of(turn("a", "rye bread on Fridays"), turn("b", "a wooden boat"))
    vectors = VectorOnly(HashEmbedder(), part_tokens=100)
    assert (await _order(vectors, talk, "wooden boat"))[0] == "b"
