"""What does an evaluation come to? The shape of the JSON that `perspective eval` writes.

It is stable: a change that a reader could notice raises `VERSION`. Shares are 0 to 1; keys of
`recall`, `all` and `tokens` are the k, as text. What could not be measured is null.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

import msgspec

from perspective.evaluation.talk import Layout

VERSION = 1


class Quality(msgspec.Struct, frozen=True, kw_only=True):
    """Of `n` questions with evidence: the mean share of the evidence among the first k different
    turns, the share of questions with all of it there, and the mean reciprocal rank."""

    n: int
    recall: dict[int, float]
    all: dict[int, float]
    mrr: float


class Percentiles(msgspec.Struct, frozen=True, kw_only=True):
    """Of one call after another, in milliseconds."""

    p50: float
    p95: float
    p99: float


class Spread(msgspec.Struct, frozen=True, kw_only=True):
    """Tokens a question, estimated as the product estimates them."""

    mean: float
    p95: float


class Separation(msgspec.Struct, frozen=True, kw_only=True):
    """The chance that the best result of an answerable question scores above that of one whose
    answer nobody said."""

    auroc: float
    n_answerable: int
    n_unanswerable: int


class Succession(msgspec.Struct, frozen=True, kw_only=True):
    """The share of questions about a change whose newer statement stands above the older."""

    share: float
    n: int


class SystemResult(msgspec.Struct, frozen=True, kw_only=True):
    """One system. `together` leaves the adversarial questions out, which `categories` has."""

    name: str
    together: Quality | None
    categories: dict[str, Quality]
    latency_ms: Percentiles
    tokens: dict[int, Spread]
    abstention: Separation | None
    newer_above_older: Succession | None


class TalkSize(msgspec.Struct, frozen=True, kw_only=True):
    """A talk that was asked about."""

    id: str
    n_turns: int
    n_questions: int


class LayoutResult(msgspec.Struct, frozen=True, kw_only=True):
    """All talks of one layout, each asked by itself, and every system on them, ours first."""

    layout: Layout
    talks: tuple[TalkSize, ...]
    systems: tuple[SystemResult, ...]


class ScalePoint(msgspec.Struct, frozen=True, kw_only=True):
    """Perspective with so many memories in one tenant. `load_s` is the time to store and index
    all of them; the questions are the same at each size."""

    n_memories: int
    load_s: float
    quality: Quality
    latency_ms: Percentiles


class Machine(msgspec.Struct, frozen=True, kw_only=True):
    """What the figures depend on beside the code. `load_average` is that of the last minute,
    before the run; null where the system does not tell."""

    system: str
    cpu_count: int | None
    load_average: float | None
    python: str


class Evaluation(msgspec.Struct, frozen=True, kw_only=True):
    """One run. `settings` are those that are not at their defaults; `is_complete` is false for
    one that was stopped: only what was finished is in it."""

    version: int = VERSION
    perspective: str
    started_at: datetime
    ended_at: datetime
    is_complete: bool
    machine: Machine
    settings: dict[str, Any]
    embedding_model: str | None
    data: str
    ks: tuple[int, ...]
    layouts: tuple[LayoutResult, ...]
    scale: tuple[ScalePoint, ...]
