"""How are memories and entities linked, how strong is a link now, and when are two alike?

What is alike is learnt from pairs of the same tenant taken at random, so that it holds for any
model, language and subject.
"""

from __future__ import annotations

import math
from collections import Counter, deque
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, Literal

import msgspec
import numpy as np

from perspective.domain.text.normal import normal_form

EntityKind = Literal[
    "person", "organization", "place", "project", "tool", "concept", "event", "other"
]
EdgeKind = Literal[
    "temporal", "semantic", "entity", "relation", "causes", "enables", "supports",
    "contradicts", "promoted_from", "similar_across",
]  # fmt: skip

# The predicate of entity edges that were read out of a text; those that a caller gave have none.
# Under the same name in `extra`: [name as said, whether a text states that it is called so], each.
MENTIONS = "mentions"

DECAY_RATES_PER_DAY: dict[EdgeKind, float] = {
    "temporal": 0.02,
    "semantic": 0.01,
    "entity": 0.005,
    "relation": 0.005,
    "causes": 0.005,
    "enables": 0.0,
    "supports": 0.0,
    "contradicts": 0.0,
    "promoted_from": 0.0,
    "similar_across": 0.01,
}

_DAY_S = 86_400.0
_QUANTILE = 0.99
_MIN_PAIRS = 100  # fewer say nothing about one in a hundred
_MAX_PAIRS = 4_000  # the latest: what is usual may change


class Entity(msgspec.Struct, frozen=True, kw_only=True):
    """A named thing. `normal_name` is what two spellings of one name share."""

    id: str
    name: str
    normal_name: str
    kind: EntityKind = "other"
    aliases: tuple[str, ...] = ()
    created_at: datetime
    extra: dict[str, Any] = {}


class Edge(msgspec.Struct, frozen=True, kw_only=True):
    """A typed link. `source` and `target` are ids of memories, entities or concepts.

    `weight` is 0–1 at `last_reinforced_at`; `origin` names the call or job that made it.
    `predicate` and `memory_id` (the memory that states it) belong to relations.
    """

    source: str
    target: str
    kind: EdgeKind
    weight: float
    created_at: datetime
    last_reinforced_at: datetime
    decay_rate: float
    origin: str
    predicate: str = ""
    memory_id: str | None = None
    extra: dict[str, Any] = {}


def called_still(entity: Entity, said: Iterable[tuple[str, Sequence[str]]]) -> Entity:
    """The entity under a name by which a memory still calls it.

    `said` are the predicates of its entity edges and the names that each gives. The own name stays
    where a caller gave it (no predicate), where it is among the names, and where there are none;
    else the one that is given most often becomes it. **Ties** by name.
    """
    counts: Counter[str] = Counter()
    for predicate, names in said:
        if not predicate or any(normal_form(name) == entity.normal_name for name in names):
            return entity
        counts.update(names)
    if not counts:
        return entity
    name = min(counts, key=lambda one: (-counts[one], one))
    renamed: Entity = msgspec.structs.replace(entity, name=name, normal_name=normal_form(name))
    return renamed


def weight_at(edge: Edge, at: datetime) -> float:
    """The edge's weight at a time, 0–1.

    **Formula** weight · exp(−decay_rate · days since last_reinforced_at); never above weight.
    **Source** engine contract, §2 Graph.
    """
    days = max(0.0, (at - edge.last_reinforced_at).total_seconds() / _DAY_S)
    return edge.weight * math.exp(-edge.decay_rate * days)


def temporal_weight(gap_s: float) -> float:
    """How close two neighbouring memories are in time, 0.1–1: exp(−hours between them)."""
    return max(0.1, math.exp(-abs(gap_s) / 3600.0))


class UsualLikeness:
    """Cosines of pairs taken at random, the latest few thousand."""

    def __init__(self) -> None:
        self._cosines: deque[float] = deque(maxlen=_MAX_PAIRS)

    def learn(self, cosines: Iterable[float]) -> None:
        """Takes in the cosines of more pairs."""
        self._cosines.extend(cosines)

    @property
    def limit(self) -> float | None:
        """The cosine that one pair in a hundred exceeds; None while too few pairs are known."""
        if len(self._cosines) < _MIN_PAIRS:
            return None
        return float(np.quantile(self._cosines, _QUANTILE))


def most_alike(
    nearest: Iterable[tuple[str, float]],
    linked: Iterable[tuple[str, float]],
    limit: float,
    *,
    n: int,
) -> dict[str, float]:
    """The memories that one is linked with, as id → cosine: the first `n` of the nearest, and
    those that it is linked with already, as far as they are above the limit."""
    near = [(one, cosine) for one, cosine in nearest if cosine > limit][:n]
    return {one: min(1.0, cosine) for one, cosine in (*near, *linked) if cosine > limit}
