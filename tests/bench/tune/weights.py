"""Which weights find most, and what does each of them bring?

Each weight of the fusion is a setting: its effect is shown over a coarse grid with all others at
their defaults, and a search from plain sums of scores looks for the best of them together. Both
look at the tuned talks only; the others show whether it holds.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from perspective.evaluation.talk import ADVERSARIAL
from perspective.services.rank import fusion_weights
from perspective.settings import RetrievalSettings
from tests.bench.metrics import RECALL_AT_10, Outcome, mean
from tests.bench.tune.candidates import Case

# What each weight is tried at, beside its default. The weight of the vector stays the unit.
GRIDS: dict[str, tuple[float, ...]] = {
    "text_weight": (0.0, 0.1, 0.2, 0.3, 0.4, 0.6),
    "vector_weight": (0.0, 0.5, 0.75, 1.0, 1.5, 2.0),
    "neutral_cosine": (0.0, 0.1, 0.15, 0.2, 0.25, 0.3),
    "speaker_weight": (0.0, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4),
    "neighbour_weight": (0.0, 0.1, 0.2, 0.25, 0.3, 0.4),
    "second_neighbour_weight": (0.0, 0.05, 0.1, 0.15, 0.2),
    "session_weight": (0.0, 0.1, 0.2, 0.35, 0.5),
    "time_weight": (0.0, 0.1, 0.2, 0.4, 0.6),
    "question_weight": (0.0, 0.05, 0.1, 0.15, 0.2),
    "bm25_k1": (0.3, 0.6, 0.9, 1.2, 1.5),
    "bm25_b": (0.0, 0.2, 0.4, 0.6, 0.75),
}
SEARCHED = tuple(name for name in GRIDS if name != "vector_weight")

# Where the search begins: scores added, nothing spread, nobody preferred.
PLAIN = {
    "text_weight": 0.6,
    "neutral_cosine": 0.0,
    "speaker_weight": 0.0,
    "neighbour_weight": 0.0,
    "second_neighbour_weight": 0.0,
    "session_weight": 0.0,
    "time_weight": 0.0,
    "question_weight": 0.0,
    "bm25_k1": 1.2,
    "bm25_b": 0.75,
}

_MAX_SWEEPS = 4


class Effect(msgspec.Struct, frozen=True):
    """What a value of a weight comes to."""

    weight: str
    value: float
    is_default: bool
    tuned: list[Outcome]
    checked: list[Outcome]


def outcomes(cases: Sequence[Case], settings: RetrievalSettings) -> list[Outcome]:
    """Every question under these settings."""
    weights = fusion_weights(settings)
    return [case.outcome(weights) for case in cases]


def effects(
    tuned: Sequence[Case], checked: Sequence[Case], settings: RetrievalSettings
) -> list[Effect]:
    """Each weight at each value of its grid, all others as they are in `settings`."""
    found = []
    for name, grid in GRIDS.items():
        default = float(getattr(settings, name))
        for value in sorted({*grid, default}):
            changed = msgspec.structs.replace(settings, **{name: value})
            found.append(
                Effect(
                    name,
                    value,
                    value == default,
                    outcomes(tuned, changed),
                    outcomes(checked, changed),
                )
            )
    return found


def search(tuned: Sequence[Case], start: RetrievalSettings) -> tuple[RetrievalSettings, int]:
    """The settings at which no weight of the grids alone can be improved, and the sweeps it took.

    What is raised is `objective` on these cases; equals keep what was there.
    """
    best, reached = start, objective(outcomes(tuned, start))
    for n_sweep in range(_MAX_SWEEPS):
        before = best
        for name in SEARCHED:
            for value in GRIDS[name]:
                if value == getattr(best, name):
                    continue
                tried = msgspec.structs.replace(best, **{name: value})
                score = objective(outcomes(tuned, tried))
                if score > reached + 1e-9:
                    best, reached = tried, score
        if best == before:
            return best, n_sweep + 1
    return best, _MAX_SWEEPS


def objective(found: Sequence[Outcome]) -> float:
    """Mean recall@10 of all questions, the adversarial ones counted like the others: else a
    preference for the named speaker could grow without limit."""
    return mean(found)[RECALL_AT_10]


def split(found: Sequence[Outcome]) -> tuple[list[Outcome], list[Outcome]]:
    """The four categories, and the adversarial questions."""
    four = [one for one in found if one.category != ADVERSARIAL]
    return four, [one for one in found if one.category == ADVERSARIAL]
