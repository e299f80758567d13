"""How do the memories of a tenant stand together, and what would the next runs do to them?"""

from __future__ import annotations

import msgspec

from perspective.domain.memory import MemoryType
from perspective.domain.trust.forecast import Action, Foreseen
from perspective.domain.trust.tier import Tier


class TierRow(msgspec.Struct, frozen=True, kw_only=True):
    """The memories of one tier and type. `tokens` are estimated; means are of 0–1."""

    tier: Tier
    type: MemoryType
    n_memories: int
    tokens: int
    mean_strength: float
    mean_score: float


class TierTotal(msgspec.Struct, frozen=True, kw_only=True):
    """A tier as a whole. `pressure` is its tokens by its limit; None without a limit."""

    tier: Tier
    n_memories: int
    tokens: int
    limit_tokens: int | None
    pressure: float | None


class Stats(msgspec.Struct, frozen=True, kw_only=True):
    """What is held, by tier and type. Deleted and retired memories are left out."""

    n_memories: int
    tokens: int
    tiers: tuple[TierTotal, ...]
    rows: tuple[TierRow, ...]


class Listed(msgspec.Struct, frozen=True, kw_only=True):
    """A memory that something is due for, with the beginning of its words."""

    memory_id: str
    why: str
    content: str


class Share(msgspec.Struct, frozen=True, kw_only=True):
    """The memories that one action is due for: how many, and the first of them."""

    action: Action
    n_memories: int
    tokens: int
    items: tuple[Listed, ...] = ()


class MaintenancePreview(msgspec.Struct, frozen=True, kw_only=True):
    """What the next runs would do, by the rules that look at one memory. A memory may be in two
    shares; `keep` are those in none. `freed_tokens` are those of what is archived, and of what goes if
    a person says so."""

    n_memories: int
    freed_tokens: int
    shares: tuple[Share, ...]


class Looked(msgspec.Struct, frozen=True, kw_only=True):
    """One memory as the survey read it."""

    memory_id: str
    tokens: int
    content: str
    due: tuple[Foreseen, ...]
