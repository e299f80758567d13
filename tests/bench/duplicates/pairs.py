"""Where do pairs of texts come from? Collections of others, and combinations of unrelated texts."""

from __future__ import annotations

import csv
import gzip
import json
import random
from datetime import UTC, datetime
from itertools import combinations, product
from pathlib import Path

import msgspec

from perspective.domain.consolidation.claim import claim
from perspective.domain.consolidation.duplicates import (
    MIN_COSINE,
    MIN_OVERLAP,
    Merging,
    merges,
)

_BENCH = Path(__file__).parents[1]
_AT = datetime(2025, 1, 1, tzinfo=UTC)
_NEAR_IDENTICAL = 4.8  # of 5, as people judged how related they are
_N_UNRELATED = 200
_DECORATIONS = ("🎉", "🎉🎉🚗", "😂👍", "❤️", "🔥🌭", "📦👍🏽", "✈️🇵🇪")


class Pair(msgspec.Struct, frozen=True):
    """Two texts, and what they are to each other."""

    a: str
    b: str
    kind: str

    def merging(
        self, cosine: float | None, above: float = MIN_COSINE, overlap: float = MIN_OVERLAP
    ) -> Merging | None:
        """How they are merged, said at one time by nobody in particular."""
        return merges(
            claim(self.a, _AT), claim(self.b, _AT), cosine, min_cosine=above, min_overlap=overlap
        )


def sick_pairs(data: Path) -> list[Pair]:
    """SICK's training pairs: near-identical (entailed, and as related as 4.8 of 5), entailed, neutral,
    contradiction."""
    with (data / "sick" / "SICK_train.txt").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    return [Pair(row["sentence_A"], row["sentence_B"], _kind(row)) for row in rows]


def _kind(row: dict[str, str]) -> str:
    judged = row["entailment_judgment"]
    if judged == "ENTAILMENT":
        is_near = float(row["relatedness_score"]) >= _NEAR_IDENTICAL
        return "near-identical" if is_near else "entailed"
    return judged.lower()


def beam_pairs(data: Path) -> list[Pair]:
    """Each older message of BEAM's questions about updates and contradictions with each newer."""
    chats = json.loads(gzip.decompress((data / "beam-100k-dev.json.gz").read_bytes()))
    pairs = []
    for chat in chats:
        texts = {message["id"]: message["text"] for message in chat["messages"]}
        for question in chat["questions"]:
            if question["kind"] in {"knowledge_update", "contradiction_resolution"}:
                older, newer = question["groups"].values()
                pairs += [
                    Pair(texts[a], texts[b], "BEAM")
                    for a, b in product(older, newer)
                    if texts[a] != texts[b]
                ]
    return pairs


def unrelated_pairs() -> dict[str, list[Pair]]:
    """200 pairs of unrelated texts in each script of the collection of languages, and with the same
    emoji in both."""
    languages = json.loads((_BENCH / "languages" / "languages.json").read_text("utf-8"))
    texts: dict[str, list[str]] = {}
    for language in languages["languages"]:
        found = texts.setdefault(language["script"], [])
        found += [memory["text"] for memory in language["memories"]]
    texts["Hebrew"] = json.loads((Path(__file__).parent / "hebrew.json").read_text("utf-8"))
    made = {script: _sample(found) for script, found in texts.items()}
    made["emoji"] = [
        Pair(f"{pair.a} {sign}", f"{pair.b} {sign}", pair.kind)
        for n, pair in enumerate(made["Latin"])
        for sign in (_DECORATIONS[n % len(_DECORATIONS)],)
    ]
    return made


def _sample(texts: list[str]) -> list[Pair]:
    every = list(combinations(dict.fromkeys(texts), 2))
    chosen = random.Random(6).sample(every, min(_N_UNRELATED, len(every)))
    return [Pair(a, b, "unrelated") for a, b in chosen]
