"""Where do the weights of ranking come from? `python -m tests.bench.tune` repeats the search.

Some of the talks and chats are tuned on, the others only checked. Candidates are those that recall
itself finds; no setting is changed.
"""

from __future__ import annotations

import argparse
import asyncio
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from perspective.evaluation.read import read_talks
from perspective.evaluation.talk import Talk
from perspective.settings import RetrievalSettings
from tests.bench import metrics
from tests.bench.report import keep, say, show
from tests.bench.tune.cases import Case, Cases, gather
from tests.bench.tune.confidence import best_relevance, fit, is_abstention, verdict
from tests.bench.tune.weights import (
    GRIDS,
    PARTS,
    PLAIN,
    ROLES,
    SEARCHED,
    Figures,
    changed,
    effect_rows,
    figures,
    search,
)

_N_TUNED = {"talk": 3, "chat": 5}
_COLUMNS = (
    *metrics.NAMES, "multi-hop@10", "adversarial@10", *(f"chats {name}" for name in metrics.NAMES), "newer first",
)  # fmt: skip


def main() -> None:
    """Runs the experiment and prints its tables."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.tune", description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder with talks, or one file")
    parser.add_argument(
        "--tuned", nargs="+", metavar="TALK",
        help="ids of those to tune on (the first three talks, the first five chats)",
    )  # fmt: skip
    parser.add_argument(
        "--read", action="store_true", help="have the texts read by the rules first"
    )
    options = parser.parse_args()
    talks = list(read_talks(options.data))
    named = options.tuned or _first(talks)
    say(f"tuned on {named}, checked on {[one.id for one in talks if one.id not in named]}")
    started = time.perf_counter()
    cases = asyncio.run(gather(talks, is_read=options.read))
    say(f"  {len(cases.own)} questions after {time.perf_counter() - started:.0f} s")
    _run(cases, set(named))
    say(f"  done after {time.perf_counter() - started:.0f} s")


def _first(talks: Sequence[Talk]) -> list[str]:
    return [
        one.id
        for layout, n in _N_TUNED.items()
        for one in [talk for talk in talks if talk.layout == layout][:n]
    ]


def _run(cases: Cases, tuned: set[str]) -> None:
    retrieval = RetrievalSettings()
    seen = [case for case in cases.own if case.talk.id in tuned]
    rest = [case for case in cases.own if case.talk.id not in tuned]
    groups = {"tuned": seen, "checked": rest, "all": cases.own}
    ablation = _print_parts(cases.own, retrieval)
    _print_effects([seen, rest], retrieval)
    searched = _print_search(groups, retrieval)
    verdicts = _print_confidence(cases, tuned, retrieval)
    path = keep("tune", {
        "tuned": sorted(tuned), "columns": _COLUMNS, "ablation": ablation,
        "searched": searched, "confidence": verdicts,
    }, {})  # fmt: skip
    say(f"\nwritten to {path}")


def _print_parts(cases: Sequence[Case], retrieval: RetrievalSettings) -> dict[str, Figures]:
    """What each part brings: all figures without it."""
    found = {"everything": figures(cases, retrieval)}
    for name, values in PARTS.items():
        found[f"without {name}"] = figures(cases, changed(retrieval, values))
    found["plain sum of scores"] = figures(cases, changed(retrieval, PLAIN))
    show("What each part brings, all talks and chats", ("", *_COLUMNS),
         [(name, *one.row) for name, one in found.items()])  # fmt: skip
    return found


def _print_effects(groups: Sequence[Sequence[Case]], retrieval: RetrievalSettings) -> None:
    show("recall@10 by each weight, all others at their defaults",
         ("weight", "value", "talks tuned", "talks checked", "chats tuned", "chats checked"),
         effect_rows(groups, retrieval))  # fmt: skip


def _print_search(
    groups: dict[str, list[Case]], retrieval: RetrievalSettings
) -> dict[str, dict[str, float]]:
    """The best weights of the tuned ones, from plain sums and from the defaults."""
    plain = changed(retrieval, PLAIN)
    tried = {"plain sum": plain, "defaults": retrieval}
    for name, start in (("found from plain", plain), ("found from defaults", retrieval)):
        for layout, weights in (("talk", SEARCHED), ("chat", ROLES)):
            of_layout = [case for case in groups["tuned"] if case.talk.layout == layout]
            if of_layout:
                start, _ = search(of_layout, start, weights)
        tried[name] = start
    show("Weights found on the tuned ones", ("", *GRIDS), [
        (name, *(f"{getattr(one, weight):g}" for weight in GRIDS)) for name, one in tried.items()
    ])  # fmt: skip
    for title, cases in groups.items():
        show(f"What they find: {title}", ("", *_COLUMNS),
             [(name, *figures(cases, one).row) for name, one in tried.items()])  # fmt: skip
    return {
        name: {weight: float(getattr(one, weight)) for weight in GRIDS}
        for name, one in tried.items()
    }


def _print_confidence(
    cases: Cases, tuned: set[str], retrieval: RetrievalSettings
) -> dict[str, tuple[float, ...]]:
    floor = retrieval.confident_above
    known = [case for case in cases.own if not case.question.is_unanswerable]
    best = partial(best_relevance, settings=retrieval)
    found: dict[str, tuple[float, ...]] = {}
    for layout in ("talk", "chat"):
        of_layout = [case for case in known if case.talk.layout == layout]
        ours = [best(case) for case in of_layout]
        kinds = {
            "asked of another": [best(c) for c in cases.foreign if c.talk.layout == layout],
            "the same, names removed": [best(c) for c in cases.nameless if c.talk.layout == layout],
            "answers deleted": [best(case, without_answers=True) for case in of_layout],
            "left open": [best(c) for c in cases.own if is_abstention(c) and c.talk.layout == layout],
            "adversarial": [best(c) for c in cases.own
                            if c.question.is_adversarial and c.talk.layout == layout],
        }  # fmt: skip
        for kind, theirs in kinds.items():
            if ours and theirs:
                one = verdict(ours, theirs, floor)
                found[f"{layout}s: {kind}"] = (
                    one.auroc, one.refused, one.floor_lost, one.floor_refused,
                )  # fmt: skip
    show(f"Answerable against unanswerable questions, confident above {floor:g}", (
        "", "AUROC", "refused at 5 % lost", "lost at the floor", "refused at the floor",
    ), [(name, *row) for name, row in found.items()])  # fmt: skip
    rows = []
    for title, is_in in (("tuned", True), ("checked", False)):
        own = [case for case in known if (case.talk.id in tuned) == is_in]
        other = [case for case in cases.foreign if (case.talk.id in tuned) == is_in]
        if own and other:
            rows.append((title, *(f"{slope:.2f}" for slope in fit(own, other, retrieval))))
    show("The relevance fitted again (in the code: 3.6, 3.75, -5.2)",
         ("", "cosine", "coverage", "offset"), rows)  # fmt: skip
    return found


if __name__ == "__main__":
    main()
