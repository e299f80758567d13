"""Which weights find most, and what does each of them bring?

Each weight of the fusion is a setting. Its effect is shown over a coarse grid with all others at
their defaults; a search from plain sums of scores looks for the best of them together; and each is
switched off alone. The search sees the tuned talks only (for the weights of roles, which talks do
not have, the tuned chats); the others show whether it holds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
import numpy as np

from perspective.evaluation.talk import ADVERSARIAL, MULTI_HOP
from perspective.settings import RetrievalSettings
from tests.bench.metrics import RECALL_AT_10, Outcome, mean
from tests.bench.tune.cases import Case

# What each weight is tried at, beside its default. The weight of the vector stays the unit.
GRIDS: Mapping[str, tuple[float, ...]] = {
    "text_weight": (0.0, 0.2, 0.3, 0.4, 0.6),
    "vector_weight": (0.0, 0.5, 1.0, 1.5),
    "neutral_cosine": (0.0, 0.1, 0.2, 0.3),
    "answer_type_weight": (0.0, 0.1, 0.2, 0.3),
    "speaker_weight": (0.0, 0.1, 0.2, 0.3),
    "neighbour_weight": (0.0, 0.15, 0.25, 0.35),
    "second_neighbour_weight": (0.0, 0.05, 0.1, 0.15),
    "session_weight": (0.0, 0.2, 0.35, 0.5),
    "time_weight": (0.0, 0.2, 0.4, 0.6),
    "question_weight": (0.0, 0.1, 0.15, 0.2),
    "bm25_k1": (0.6, 0.9, 1.2),
    "bm25_b": (0.2, 0.4, 0.75),
    "reply_weight": (0.0, 0.15, 0.3, 0.45),
    "part_weight": (0.0, 0.1, 0.2, 0.3),
    "newer_gap": (0.0, 0.25, 0.5, 1.0),
    "newer_similarity": (0.1, 0.2, 0.3),
}
ROLES = ("reply_weight", "part_weight", "newer_gap", "newer_similarity")
SEARCHED = tuple(name for name in GRIDS if name not in ("vector_weight", *ROLES))

# Where the search begins: scores added, nothing spread, nobody preferred.
PLAIN: Mapping[str, float] = dict.fromkeys(GRIDS, 0.0) | {
    "text_weight": 0.6,
    "vector_weight": 1.0,
    "bm25_k1": 1.2,
    "bm25_b": 0.75,
    "newer_similarity": 0.2,
}

# What is switched off alone, and how.
PARTS: Mapping[str, Mapping[str, float]] = {
    "words (BM25)": {"text_weight": 0.0},
    "meaning (cosine)": {"vector_weight": 0.0},
    "both neighbours in time": {"neighbour_weight": 0.0, "second_neighbour_weight": 0.0},
    "the session": {"session_weight": 0.0},
    "the kind of thing asked for": {"answer_type_weight": 0.0},
    "the speaker asked about": {"speaker_weight": 0.0},
    "times in questions": {"time_weight": 0.0},
    "statements before questions": {"question_weight": 0.0},
    "people before programs": {"reply_weight": 0.0, "part_weight": 0.0},
    "the newer of two": {"newer_gap": 0.0},
}

_MAX_SWEEPS = 3


class Figures(msgspec.Struct, frozen=True):
    """What some settings come to: the measures of the four categories of the talks, recall@10 of
    their multi-hop questions and of the adversarial ones, the measures of the chats, and the share of changes of which the
    newer statement stands above the older."""

    talks: tuple[float, ...]
    multi_hop: float
    adversarial: float
    chats: tuple[float, ...]
    newer: float

    @property
    def row(self) -> tuple[float, ...]:
        """The columns of a table."""
        return (*self.talks, self.multi_hop, self.adversarial, *self.chats, self.newer)


def figures(cases: Sequence[Case], settings: RetrievalSettings) -> Figures:
    """All questions with evidence under these settings."""
    known = [case for case in cases if case.question.evidence]
    orders = [(case, case.found(settings)) for case in known]
    talks = [case.outcome(order) for case, order in orders if case.talk.layout == "talk"]
    chats = [case.outcome(order) for case, order in orders if case.talk.layout == "chat"]
    changes = [one for case, order in orders if (one := case.is_newer_first(order)) is not None]
    return Figures(
        mean([one for one in talks if one.category != ADVERSARIAL]),
        mean([one for one in talks if one.category == MULTI_HOP])[RECALL_AT_10],
        mean([one for one in talks if one.category == ADVERSARIAL])[RECALL_AT_10],
        mean(chats),
        float(np.mean(changes)) if changes else float("nan"),
    )


def changed(settings: RetrievalSettings, values: Mapping[str, float]) -> RetrievalSettings:
    """The settings with other weights."""
    return msgspec.structs.replace(settings, **values)


def search(
    cases: Sequence[Case], start: RetrievalSettings, names: Sequence[str]
) -> tuple[RetrievalSettings, int]:
    """The settings at which none of the named weights alone can be improved on its grid, and the
    sweeps it took. What is raised is mean recall@10; equals keep what was there."""
    best, reached = start, _objective(cases, start)
    for n_sweep in range(_MAX_SWEEPS):
        before = best
        for name in names:
            for value in GRIDS[name]:
                if value == getattr(best, name):
                    continue
                tried = changed(best, {name: value})
                score = _objective(cases, tried)
                if score > reached + 1e-9:
                    best, reached = tried, score
        if best == before:
            return best, n_sweep + 1
    return best, _MAX_SWEEPS


def _objective(cases: Sequence[Case], settings: RetrievalSettings) -> float:
    """Mean recall@10 of all questions, the adversarial ones counted like the others: else a
    preference for the named speaker could grow without limit."""
    outcomes: list[Outcome] = [
        case.outcome(case.found(settings)) for case in cases if case.question.evidence
    ]
    return mean(outcomes)[RECALL_AT_10]


def effect_rows(
    groups: Sequence[Sequence[Case]], settings: RetrievalSettings
) -> list[tuple[object, ...]]:
    """For each weight and value, recall@10 of the talks' four categories in each group of cases,
    and then that of the chats."""
    rows: list[tuple[object, ...]] = []
    for name, grid in GRIDS.items():
        default = float(getattr(settings, name))
        for value in sorted({*grid, default}):
            found = [figures(group, changed(settings, {name: value})) for group in groups]
            shown = f"{value:g}{' (default)' if value == default else ''}"
            talks = [one.talks[RECALL_AT_10] for one in found]
            chats = [one.chats[RECALL_AT_10] for one in found]
            rows.append((name, shown, *talks, *chats))
    return rows
