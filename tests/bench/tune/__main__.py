"""Where do the weights of the fusion come from? `python -m tests.bench.tune` repeats the search.

Some of the talks are tuned on, the others only checked. It runs without a daemon, on exact
candidates, with Perspective's own functions, and changes no setting.
"""

from __future__ import annotations

import argparse
import asyncio
import time
from collections.abc import Sequence
from pathlib import Path

import msgspec
import numpy as np

from perspective.evaluation.read import read_talks
from perspective.evaluation.talk import Talk
from perspective.services.rank import fusion_weights
from perspective.settings import RetrievalSettings, Settings
from perspective.wiring import make_embedder
from tests.bench import metrics
from tests.bench.metrics import RECALL_AT_10, mean
from tests.bench.report import keep, say, show
from tests.bench.tune.candidates import Case, TalkIndex, Words, cases_of
from tests.bench.tune.confidence import (
    Returned,
    confident_share,
    fit,
    foreign,
    returned,
    verdict,
)
from tests.bench.tune.weights import PLAIN, SEARCHED, Effect, effects, outcomes, search, split

_N_TUNED = 3
_BUDGET = 20
_LIMITS = (25, 50, 100, 200)


def main() -> None:
    """Runs the experiment and prints its tables."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.tune", description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder with talks, or one file")
    parser.add_argument(
        "--tuned", nargs="+", metavar="TALK", help="ids of the talks to tune on (the first three)"
    )
    options = parser.parse_args()
    talks = [talk for talk in read_talks(options.data) if talk.layout == "talk"]
    n_tuned = min(_N_TUNED, max(1, len(talks) - 1))
    named = options.tuned or [talk.id for talk in talks[:n_tuned]]
    tuned = [talk for talk in talks if talk.id in named]
    checked = [talk for talk in talks if talk.id not in named]
    say(f"tuned on {[t.id for t in tuned]}, checked on {[t.id for t in checked]}")
    asyncio.run(_run(tuned, checked))


async def _run(tuned: Sequence[Talk], checked: Sequence[Talk]) -> None:
    settings = Settings()
    retrieval = settings.retrieval
    limit = max(retrieval.min_candidates, retrieval.overfetch * _BUDGET)
    embedder = make_embedder(settings.embedding)
    assert embedder is not None
    started = time.perf_counter()
    words = Words(embedder)
    indexes = {talk.id: await TalkIndex.of(talk, words) for talk in (*tuned, *checked)}
    cases = (
        await cases_of(indexes, tuned, limit=limit),
        await cases_of(indexes, checked, limit=limit),
    )
    say(f"  embedded and described in {time.perf_counter() - started:.0f} s")
    await _print_candidates(indexes, [*tuned, *checked], retrieval)
    found = effects(*cases, retrieval)
    _print_effects(found)
    searched = _print_search(*cases, retrieval)
    await _print_confidence(indexes, cases, (tuned, checked), retrieval, limit=limit)
    await embedder.close()
    path = keep("tune", {
        "tuned": [talk.id for talk in tuned], "checked": [talk.id for talk in checked],
        "effects": [{"weight": e.weight, "value": e.value, "default": e.is_default,
                     "tuned": mean(split(e.tuned)[0]), "checked": mean(split(e.checked)[0]),
                     "adversarial": mean(split([*e.tuned, *e.checked])[1])} for e in found],
        "measures": metrics.NAMES, "searched": searched,
    }, {})  # fmt: skip
    say(f"\nwritten to {path} after {time.perf_counter() - started:.0f} s")


async def _print_candidates(
    indexes: dict[str, TalkIndex], talks: Sequence[Talk], retrieval: RetrievalSettings
) -> None:
    """How much evidence is among the candidates at all, by how many each arm may name."""
    rows = []
    for limit in _LIMITS:
        cases = await cases_of(indexes, talks, limit=limit)
        held = np.mean([case.is_answer.sum() / len(set(case.question.evidence)) for case in cases])
        size = float(np.mean([len(case.ids) for case in cases]))
        four, apart = split(outcomes(cases, retrieval))
        rows.append((str(limit), size, float(held), *mean(four), mean(apart)[RECALL_AT_10]))
    show("Candidates of each arm (retrieval.overfetch, retrieval.min_candidates), all talks",
         ("of each arm", "with neighbours", "hold", *metrics.NAMES, "adversarial@10"), rows)  # fmt: skip


def _print_effects(found: Sequence[Effect]) -> None:
    rows: list[tuple[object, ...]] = []
    for one in found:
        if rows and rows[-1][0] != one.weight:
            rows.append(("",) * 6)
        four, apart = split([*one.tuned, *one.checked])
        rows.append((
            one.weight, f"{one.value:g}{' (default)' if one.is_default else ''}",
            mean(split(one.tuned)[0])[RECALL_AT_10], mean(split(one.checked)[0])[RECALL_AT_10],
            mean(four)[RECALL_AT_10], mean(apart)[RECALL_AT_10],
        ))  # fmt: skip
    show("recall@10 by each weight, all others at their defaults; four categories",
         ("weight", "value", "tuned", "checked", "all", "adversarial"), rows)  # fmt: skip


def _print_search(
    tuned: Sequence[Case], checked: Sequence[Case], retrieval: RetrievalSettings
) -> dict[str, float]:
    plain = msgspec.structs.replace(retrieval, **PLAIN)
    from_plain, n_sweeps = search(tuned, plain)
    from_default, _ = search(tuned, retrieval)
    tried = {
        "plain sum": plain,
        f"found from there ({n_sweeps} sweeps)": from_plain,
        "found from the defaults": from_default,
        "defaults": retrieval,
    }
    show("Weights found on the tuned talks", ("", *SEARCHED), [
        (name, *(f"{getattr(one, weight):g}" for weight in SEARCHED))
        for name, one in tried.items()
    ])  # fmt: skip
    for title, cases in (("tuned", tuned), ("checked", checked), ("all", [*tuned, *checked])):
        rows = []
        for name, one in tried.items():
            four, apart = split(outcomes(cases, one))
            rows.append((name, *mean(four), mean(apart)[RECALL_AT_10]))
        show(f"What they find: {title}", ("", *metrics.NAMES, "adversarial@10"), rows)
    return {weight: float(getattr(from_plain, weight)) for weight in SEARCHED}


async def _print_confidence(
    indexes: dict[str, TalkIndex],
    cases: tuple[Sequence[Case], Sequence[Case]],
    talks: tuple[Sequence[Talk], Sequence[Talk]],
    retrieval: RetrievalSettings,
    *,
    limit: int,
) -> None:
    floor, weights = retrieval.confident_above, fusion_weights(retrieval)
    others = await foreign(indexes, [*talks[0], *talks[1]], weights, limit=limit)
    names = [{talk.id for talk in some} for some in talks]
    rows, fitted = [], []
    for title, some, ids in (
        ("tuned", cases[0], names[0]),
        ("checked", cases[1], names[1]),
        ("all", [*cases[0], *cases[1]], names[0] | names[1]),
    ):
        own = [returned(case, weights) for case in some]
        here = [one for one in others if {one.asked_of, one.about} <= ids]
        if not here:
            continue
        rows += [
            _verdict_row(f"{title}: {kind}", own, [o for o in here if o.kind == kind], floor)
            for kind in ("foreign", "foreign, names removed")
        ]
        easy = [one for one in here if one.kind == "foreign"]
        fitted.append((title, *(f"{slope:.2f}" for slope in fit(own, easy))))
    show(f"Own against other talks' questions, confident above {floor:g}", (
        "", "AUROC", "own answerable lost", "foreign refused", "adversarial confident",
    ), rows)  # fmt: skip
    show("The relevance fitted again (in the code: 3.6, 3.75, -5.2)",
         ("", "cosine", "coverage", "offset"), fitted)  # fmt: skip


def _verdict_row(
    title: str, own: Sequence[Returned], others: Sequence[Returned], floor: float
) -> tuple[object, ...]:
    found = verdict(own, others, floor)
    apart = confident_share([one for one in own if one.is_adversarial], floor)
    return title, found.auroc, found.own_lost, found.foreign_refused, apart


if __name__ == "__main__":
    main()
