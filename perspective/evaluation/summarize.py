"""What do the answers to all questions come to, by system and by category?"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from perspective.evaluation.ask import Answered, Asked
from perspective.evaluation.measure import all_at, auroc, recall_at, reciprocal_rank
from perspective.evaluation.result import (
    LayoutResult,
    Percentiles,
    Quality,
    Separation,
    Spread,
    Succession,
    SystemResult,
    TalkSize,
)
from perspective.evaluation.talk import ADVERSARIAL, Layout

LAYOUTS: tuple[Layout, ...] = ("talk", "chat")


def summarize(answered: Sequence[Answered], ks: Sequence[int]) -> tuple[LayoutResult, ...]:
    """The result of each layout of which a talk is finished."""
    by_layout = [(layout, [a for a in answered if a.talk.layout == layout]) for layout in LAYOUTS]
    return tuple(
        LayoutResult(
            layout=layout,
            talks=tuple(
                TalkSize(id=t.id, n_turns=len(t.turns), n_questions=len(t.asked)) for t, _ in some
            ),
            systems=tuple(
                system_result(name, [one for a in some for one in a.by_system[name]], ks)
                for name in some[0].by_system
                if any(a.by_system[name] for a in some)
            ),
        )
        for layout, some in by_layout
        if some
    )


def system_result(name: str, asked: Sequence[Asked], ks: Sequence[int]) -> SystemResult:
    """One system's result; `asked` is not empty."""
    with_evidence = [one for one in asked if one.n_evidence]
    together = [one for one in with_evidence if one.category != ADVERSARIAL]
    categories = sorted({one.category for one in with_evidence})
    tokens = np.array([one.n_tokens for one in asked], dtype=np.float64)
    return SystemResult(
        name=name,
        together=quality(together, ks) if together else None,
        categories={
            category: quality([one for one in with_evidence if one.category == category], ks)
            for category in categories
        },
        latency_ms=percentiles([one.took_ms for one in asked]),
        tokens={
            k: Spread(mean=float(tokens[:, n].mean()), p95=float(np.percentile(tokens[:, n], 95)))
            for n, k in enumerate(ks)
        },
        abstention=_separation(asked),
        newer_above_older=_succession(asked),
    )


def quality(asked: Sequence[Asked], ks: Sequence[int]) -> Quality:
    """The means over questions with evidence; there is at least one."""
    return Quality(
        n=len(asked),
        recall={k: _mean([recall_at(k, a.places, a.n_evidence) for a in asked]) for k in ks},
        all={k: _mean([all_at(k, a.places, a.n_evidence) for a in asked]) for k in ks},
        mrr=_mean([reciprocal_rank(a.places) for a in asked]),
    )


def percentiles(times_ms: Sequence[float]) -> Percentiles:
    """Of at least one time, interpolated linearly."""
    p50, p95, p99 = np.percentile(times_ms, (50, 95, 99)).tolist()
    return Percentiles(p50=p50, p95=p95, p99=p99)


def _separation(asked: Sequence[Asked]) -> Separation | None:
    """None without questions of both kinds. Who found nothing is surer than with any score."""
    lowest = min((a.best_score for a in asked if a.best_score is not None), default=0.0)
    scores = [lowest - 1.0 if a.best_score is None else a.best_score for a in asked]
    unanswerable = np.array([a.is_unanswerable for a in asked])
    if unanswerable.all() or not unanswerable.any():
        return None
    values = np.array(scores)
    return Separation(
        auroc=auroc(values[~unanswerable], values[unanswerable]),
        n_answerable=int((~unanswerable).sum()),
        n_unanswerable=int(unanswerable.sum()),
    )


def _succession(asked: Sequence[Asked]) -> Succession | None:
    known = [one.is_newer_first for one in asked if one.is_newer_first is not None]
    return Succession(share=_mean(known), n=len(known)) if known else None


def _mean(values: Sequence[float]) -> float:
    return float(np.mean(values))
