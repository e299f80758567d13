"""Does relevance tell questions that memories can answer from those they cannot?

What cannot be answered: questions about another talk, with and without the names that give them
away; questions whose answering turns are taken out; and questions that a chat leaves open.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from perspective.domain.ranking.fusion import coverage
from perspective.evaluation.measure import auroc
from perspective.evaluation.talk import ABSTENTION
from perspective.settings import RetrievalSettings
from tests.bench.tune.cases import Case

Floats = NDArray[np.float64]

N_RETURNED = 10
LOST_SHARE = 0.05
_FOREIGN_SHARE = 0.5
_MAX_STEPS = 50
_RIDGE = 1e-2


class Verdict(msgspec.Struct, frozen=True):
    """AUROC of answerable against unanswerable questions by their best relevance; the share of
    the unanswerable that a floor under 95 % of the answerable refuses; what the floor in force
    loses and refuses."""

    auroc: float
    refused: float
    floor_lost: float
    floor_refused: float


def best_relevance(
    case: Case, settings: RetrievalSettings, *, without_answers: bool = False
) -> float:
    """The greatest relevance among the best ten candidates; 0 when there are none."""
    fused = case.fused(settings)
    order = case.order(fused.scores)
    if without_answers:
        order = order[~case.is_answer[order]]
    return float(fused.relevance[order[:N_RETURNED]].max(initial=0.0))


def verdict(answerable: Sequence[float], others: Sequence[float], floor: float) -> Verdict:
    """How well the two are told apart."""
    ours, theirs = np.array(answerable), np.array(others)
    if not len(ours) or not len(theirs):
        return Verdict(*(float("nan"),) * 4)
    limit = float(np.quantile(ours, LOST_SHARE))
    return Verdict(
        auroc(ours, theirs),
        float((theirs < limit).mean()),
        float((ours < floor).mean()),
        float((theirs < floor).mean()),
    )


def is_abstention(case: Case) -> bool:
    """Whether a chat leaves the question open."""
    return case.question.category == ABSTENTION


def fit(
    own: Sequence[Case], others: Sequence[Case], settings: RetrievalSettings
) -> tuple[float, float, float]:
    """Slope of the cosine, slope of the coverage, offset: a logistic of "this answers it".

    Fitted on the best ten of answerable questions, and of foreign ones at half their weight, by
    Newton steps with a ridge that only keeps them finite.
    """
    parts = [_rows(case, settings, 1.0) for case in own]
    parts += [_rows(case, settings, _FOREIGN_SHARE) for case in others]
    rows, answers, shares = (np.concatenate(column) for column in zip(*parts, strict=True))
    slopes = np.zeros(3)
    for _ in range(_MAX_STEPS):
        chance = 1.0 / (1.0 + np.exp(-(rows @ slopes)))
        gradient = rows.T @ (shares * (answers - chance)) - _RIDGE * slopes
        curvature = shares * chance * (1.0 - chance)
        step = np.linalg.solve((rows * curvature[:, None]).T @ rows + _RIDGE * np.eye(3), gradient)
        slopes += step
        if float(np.abs(step).max()) < 1e-9:
            break
    cosine, covered, offset = slopes.tolist()
    return cosine, covered, offset


def _rows(case: Case, settings: RetrievalSettings, share: float) -> tuple[Floats, Floats, Floats]:
    """Of the best ten: cosine, coverage and 1; whether it answers; the weight."""
    top = case.order(case.fused(settings).scores)[:N_RETURNED]
    cosines = np.nan_to_num(case.evidence.cosines[top])
    rows = np.stack([cosines, coverage(case.evidence)[top], np.ones(len(top))], axis=1)
    return rows, case.is_answer[top].astype(np.float64), np.full(len(top), share)
