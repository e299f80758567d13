"""Does `confident` tell questions that memories can answer from those they cannot?

Questions about another talk are what cannot be answered. The easy ones give themselves away by
names that never occur; the hard ones have their speakers' names put as "I" first.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

import msgspec
import numpy as np
from numpy.typing import NDArray

from perspective.domain.ranking.fusion import FusionWeights, coverage, fuse
from perspective.domain.text.voice import in_first_person
from perspective.evaluation.measure import auroc
from perspective.evaluation.talk import Talk
from tests.bench.tune.candidates import Case, TalkIndex

Floats = NDArray[np.float64]
Kind = Literal["own", "foreign", "foreign, names removed"]

_N_RETURNED = 10
_FOREIGN_SHARE = 0.5
_MAX_STEPS = 50
_RIDGE = 1e-2


class Returned(msgspec.Struct, frozen=True):
    """What a question of one talk got from another, or from its own: of its ten best candidates
    cosine, coverage and relevance, float64 (≤ 10,) each, and which of them answer it."""

    asked_of: str
    about: str
    kind: Kind
    is_adversarial: bool
    cosines: Floats
    coverage: Floats
    relevance: Floats
    is_answer: NDArray[np.bool_]


class Verdict(msgspec.Struct, frozen=True):
    """How a floor does: AUROC of own against foreign questions by their best relevance, and the
    shares that stay under the floor."""

    auroc: float
    own_lost: float
    foreign_refused: float


def returned(
    case: Case, weights: FusionWeights, *, about: str | None = None, kind: Kind = "own"
) -> Returned:
    """What the case's best ten are like; `about` is the talk that the question belongs to."""
    fused = fuse(case.evidence, weights)
    top = case.order(fused.scores)[:_N_RETURNED]
    return Returned(
        case.talk,
        about or case.talk,
        kind,
        case.question.is_adversarial,
        np.nan_to_num(case.evidence.cosines[top]),
        coverage(case.evidence)[top],
        fused.relevance[top],
        case.is_answer[top] if kind == "own" else np.zeros(len(top), dtype=np.bool_),
    )


async def foreign(
    indexes: Mapping[str, TalkIndex],
    talks: Sequence[Talk],
    weights: FusionWeights,
    *,
    limit: int,
) -> list[Returned]:
    """Every question of these talks put to every other of them, twice: as it is, and with its
    own speakers' names removed."""
    found = []
    for asked in talks:
        for other in talks:
            if asked is other:
                continue
            for question in asked.answerable:
                nameless = in_first_person(question.text, asked.speakers)
                kinds: tuple[tuple[Kind, str], ...] = (
                    ("foreign", question.text), ("foreign, names removed", nameless),
                )  # fmt: skip
                for kind, text in kinds:
                    put = msgspec.structs.replace(question, text=text)
                    case = await indexes[other.id].case(put, limit=limit)
                    found.append(returned(case, weights, about=asked.id, kind=kind))
    return found


def verdict(own: Sequence[Returned], others: Sequence[Returned], floor: float) -> Verdict:
    """Answerable own questions (the adversarial ones left out) against those of other talks."""
    ours = np.array([_best(one) for one in own if not one.is_adversarial])
    theirs = np.array([_best(one) for one in others])
    return Verdict(
        auroc(ours, theirs), float((ours < floor).mean()), float((theirs < floor).mean())
    )


def confident_share(found: Sequence[Returned], floor: float) -> float:
    """The share of questions whose best relevance reaches the floor."""
    return float(np.mean([_best(one) >= floor for one in found])) if found else float("nan")


def fit(own: Sequence[Returned], others: Sequence[Returned]) -> tuple[float, float, float]:
    """Slope of the cosine, slope of the coverage, offset: a logistic of "this answers it".

    Fitted on the pairs of answerable own questions, and on foreign ones at half their weight, by
    Newton steps with a ridge that only keeps them finite.
    """
    pairs = [(one, 1.0) for one in own if not one.is_adversarial]
    pairs += [(one, _FOREIGN_SHARE) for one in others]
    rows = np.concatenate([
        np.stack([one.cosines, one.coverage, np.ones(len(one.cosines))], axis=1)
        for one, _ in pairs
    ])  # fmt: skip
    answers = np.concatenate([one.is_answer for one, _ in pairs]).astype(np.float64)
    shares = np.concatenate([np.full(len(one.cosines), share) for one, share in pairs])
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


def _best(one: Returned) -> float:
    return float(one.relevance.max()) if len(one.relevance) else 0.0
