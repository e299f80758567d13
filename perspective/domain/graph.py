"""How are memories and entities linked, and how strong is a link now?"""

from __future__ import annotations

import math
from datetime import datetime
from typing import Any, Literal

import msgspec

EntityKind = Literal[
    "person", "organization", "place", "project", "tool", "concept", "event", "other"
]
EdgeKind = Literal[
    "temporal", "semantic", "entity", "relation", "causes", "enables", "supports",
    "contradicts", "promoted_from", "similar_across",
]  # fmt: skip

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
