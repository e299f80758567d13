"""What does the newer statement of each pair do to the older, by language and label?
`python -m tests.bench.contradictions [set.json …] [--show] [--data DATA]`

Beside the pairs as they are, every older statement is judged with every newer one of another pair of
its language, as if one person had said all: none of these may close. DATA adds BEAM's updates and
contradictions, and pairs of messages of one chat drawn by chance.
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
from collections import Counter
from datetime import UTC, datetime, timedelta
from itertools import product
from pathlib import Path
from typing import Any

from perspective.domain.consolidation.claim import Claim, claim
from perspective.domain.consolidation.contradictions import judge
from tests.bench.consolidation.cosines import cosines

SETS = Path(__file__).parents[1] / "consolidation"
EFFECTS = ("closes", "conflicts", "refines", "none")
LABELS = ("update", "refinement", "both_hold", "unrelated", "different_times")
_AT = datetime(2024, 3, 1, tzinfo=UTC)
_N_CHANCE = 60

Row = dict[str, Any]


def main() -> None:
    """Prints a table for each set, the crossed pairs, and BEAM's."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench.contradictions", description=__doc__
    )
    parser.add_argument("sets", nargs="*", type=Path, default=[SETS / "contradictions-dev.json"])
    parser.add_argument("--data", type=Path)
    parser.add_argument("--show", action="store_true", help="print what is judged wrongly")
    given = parser.parse_args()
    for file in given.sets:
        rows = json.loads(file.read_text("utf-8"))
        print(file.name)
        _print_labels(rows, show=given.show)
        _print_crossed(rows, show=given.show)
    if given.data is not None:
        _print_beam(given.data)


def _claims(row: Row) -> tuple[Claim, Claim]:
    older, newer = (
        claim(
            row[which],
            datetime.fromisoformat(row[f"{which}_at"]).replace(tzinfo=UTC),
            speaker=row.get("speaker"),
            language=row["language"],
        )
        for which in ("older", "newer")
    )
    return older, newer


def _print_labels(rows: list[Row], *, show: bool) -> None:
    counts: Counter[tuple[str, str, str]] = Counter()
    for row, cosine in zip(rows, cosines([(r["older"], r["newer"]) for r in rows]), strict=True):
        verdict = judge(*_claims(row), cosine)
        counts[row["language"], row["label"], verdict.effect] += 1
        is_wrong = (verdict.effect == "closes") != (row["label"] == "update")
        if show and (is_wrong or verdict.effect == "conflicts"):
            print(f"  {row['id']} {row['label']}: {row['older']} | {row['newer']} | {verdict}")
    for language in sorted({row["language"] for row in rows}):
        for label in LABELS:
            found = [counts[language, label, effect] for effect in EFFECTS]
            told = "  ".join(f"{e} {n}" for e, n in zip(EFFECTS, found, strict=True))
            if sum(found):
                print(f"  {language}  {label:16} of {sum(found):3}: {told}")


def _print_crossed(rows: list[Row], *, show: bool) -> None:
    for language in sorted({row["language"] for row in rows}):
        of = [row for row in rows if row["language"] == language]
        sides = [
            [
                claim(row[which], _AT + timedelta(days=days), speaker="one", language=language)
                for row in of
            ]
            for which, days in (("older", 0), ("newer", 200))
        ]
        effects: Counter[str] = Counter()
        for n, older in enumerate(sides[0]):
            for m, newer in enumerate(sides[1]):
                if n != m:
                    verdict = judge(older, newer, None)
                    effects[verdict.effect] += 1
                    if show and verdict.effect in {"closes", "conflicts"}:
                        print(f"  {older.content} | {newer.content} | {verdict.reason}")
        n_touched = effects["closes"] + effects["conflicts"]
        share = n_touched / effects.total()
        print(
            f"  {language}  crossed pairs: {n_touched} of {effects.total()} touched = {share:.2%}"
        )


def _print_beam(data: Path) -> None:
    chats = json.loads(gzip.decompress((data / "beam-100k-dev.json.gz").read_bytes()))
    chosen: list[tuple[str, str, str]] = []
    rng = random.Random(6)
    for chat in chats:
        texts = {message["id"]: message["text"] for message in chat["messages"]}
        for question in chat["questions"]:
            if question["kind"] in {"knowledge_update", "contradiction_resolution"}:
                name = f"{question['kind']}: {chat['id']}: {question['text']}"
                pairs = product(*question["groups"].values())
                chosen += [(name, texts[a], texts[b]) for a, b in pairs if a != b]
        users = [message["text"] for message in chat["messages"] if message["role"] == "user"]
        for n in range(_N_CHANCE):
            one, other = sorted(rng.sample(range(len(users)), 2))
            chosen.append((f"by chance: {chat['id']}: {n}", users[one], users[other]))
    best: dict[str, int] = {}
    for (name, a, b), cosine in zip(chosen, cosines([(a, b) for _, a, b in chosen]), strict=True):
        older = claim(a, _AT, speaker="user", language="en")
        newer = claim(b, _AT + timedelta(hours=1), speaker="user", language="en")
        effect = EFFECTS.index(judge(older, newer, cosine).effect)
        best[name] = min(best.get(name, len(EFFECTS)), effect)
    counts = Counter((name.split(":")[0], EFFECTS[effect]) for name, effect in best.items())
    for kind in sorted({kind for kind, _ in counts}):
        told = "  ".join(f"{effect} {counts[kind, effect]}" for effect in EFFECTS)
        print(f"  BEAM, {kind}: {told}")


if __name__ == "__main__":
    main()
