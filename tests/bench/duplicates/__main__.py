"""Which wordings of one statement are merged, and which two statements by mistake?
`python -m tests.bench.duplicates --data DATA [set.json …]`

DATA is a folder with SICK's training pairs and BEAM's development chats; its figures form the curve
over the thresholds. Sets hold pairs labelled `duplicate` or `not_duplicate`.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from pathlib import Path

from tests.bench.consolidation.cosines import cosines
from tests.bench.duplicates.pairs import Pair, beam_pairs, sick_pairs, unrelated_pairs

SETS = Path(__file__).parents[1] / "consolidation"
CURVE = (0.80, 0.85, 0.90, 0.92, 0.94, 0.95, 0.96, 0.97, 0.98, 0.99)
OVERLAPS = (0.4, 0.5, 0.6, 0.7, 0.8)


def main() -> None:
    """Prints the figures of each set, the curve, and the unrelated pairs that were merged."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.duplicates", description=__doc__)
    parser.add_argument("sets", nargs="*", type=Path, default=[SETS / "duplicates-dev.json"])
    parser.add_argument("--data", type=Path)
    parser.add_argument("--show", action="store_true", help="print what is judged wrongly")
    given = parser.parse_args()
    for file in given.sets:
        _print_set(file, show=given.show)
    _print_unrelated()
    if given.data is not None:
        _print_curve(sick_pairs(given.data), beam_pairs(given.data), show=given.show)


def _print_set(file: Path, *, show: bool) -> None:
    rows = json.loads(file.read_text("utf-8"))
    near = cosines([(row["a"], row["b"]) for row in rows])
    counts: Counter[tuple[str, str, bool]] = Counter()
    for row, cosine in zip(rows, near, strict=True):
        merged = Pair(row["a"], row["b"], row["label"]).merging(cosine) is not None
        counts[row["language"], row["label"], merged] += 1
        if show and merged != (row["label"] == "duplicate"):
            print(f"  {row['id']} {row['label']} cosine {cosine}: {row['a']} | {row['b']}")
    print(f"{file.name}: {'language':10} duplicates merged   others merged")
    languages = sorted({language for language, _, _ in counts})
    for language in (*languages, ""):
        of = [
            sum(
                n
                for (one, label, merged), n in counts.items()
                if one == (language or one) and label == wanted and merged >= least
            )
            for wanted in ("duplicate", "not_duplicate")
            for least in (True, False)
        ]
        print(f"  {language or 'all':10} {of[0]:4} of {of[1]:4} {of[2]:9} of {of[3]:4}")


def _print_unrelated() -> None:
    for script, pairs in unrelated_pairs().items():
        near = cosines([(pair.a, pair.b) for pair in pairs])
        merged = [p for p, cosine in zip(pairs, near, strict=True) if p.merging(cosine)]
        print(f"unrelated, {script}: {len(merged)} of {len(pairs)} merged")
        for pair in merged:
            print(f"  {pair.a} | {pair.b}")


def _print_curve(sick: list[Pair], beam: list[Pair], *, show: bool) -> None:
    pairs = sick + beam
    near = cosines([(pair.a, pair.b) for pair in pairs])
    totals = Counter(pair.kind for pair in pairs)
    print("cosine  overlap " + "".join(f"{kind} (of {n})  " for kind, n in totals.items()))
    for cosine_above, overlap_from in (
        *((cosine, 0.6) for cosine in CURVE),
        *((0.95, overlap) for overlap in OVERLAPS),
    ):
        merged = Counter(
            pair.kind
            for pair, cosine in zip(pairs, near, strict=True)
            if pair.merging(cosine, cosine_above, overlap_from)
        )
        shares = "".join(
            f"{merged[kind]} = {merged[kind] / n:.1%}".ljust(len(kind) + 10)
            for kind, n in totals.items()
        )
        print(f"{cosine_above:.2f}    {overlap_from:.1f}     {shares}")
    if show:
        for pair, cosine in zip(pairs, near, strict=True):
            if pair.kind not in {"near-identical", "entailed"} and pair.merging(cosine):
                print(f"  {pair.kind}: {pair.a[:200]} | {pair.b[:200]}")


if __name__ == "__main__":
    main()
