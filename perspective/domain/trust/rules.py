"""Which memories are due for what, by the rules of forgetting and consolidation?

Each rule is asked by whoever does something about it (the phases of the jobs, the decision of a
review) and by whoever foretells it (`forecast`, `maintenance`), so that they cannot differ. A rule sees one
memory; what its neighbours say is for the phase.
"""

from __future__ import annotations

import math
from datetime import datetime, timedelta

import msgspec

from perspective.domain.decay import fades_at, strength
from perspective.domain.memory import Memory, Procedural, Recorded, Semantic

_DAY_S = 86_400.0


class Rules(msgspec.Struct, frozen=True, kw_only=True):
    """The limits of the rules, as the settings name them; `decays` and `consolidates` are the
    tenant's own wish. Days may be parts of days."""

    decays: bool = True
    unit_days: float = 30.0
    learning_rate: float = 0.1
    faded_below: float = 0.1
    archive_days: float = 90.0
    forgettable_below: float = 0.01
    consolidates: bool = True
    promote_after: int = 5
    stale_days: float = 30.0
    stale_confidence: float = 0.8
    min_success_rate: float = 0.5
    min_outcomes: int = 5


def is_archivable(memory: Memory, now: datetime, rules: Rules) -> bool:
    """Whether the nightly archive takes it: faded, and unused for `archive_days`.

    **Source** engine contract, §7. Pinned and procedural memories have strength 1.
    """
    return (
        rules.decays
        and _is_standing(memory, "active")
        and idle_days(memory, now) >= rules.archive_days
        and held(memory, now, rules) < rules.faded_below
    )


def is_forgettable(memory: Memory, now: datetime, rules: Rules) -> bool:
    """Whether a person may be asked to let it go: nearly nothing is left of its strength.

    **Source** engine contract, §7.
    """
    return (
        rules.decays
        and _is_standing(memory, "active", "archived")
        and held(memory, now, rules) < rules.forgettable_below
    )


def is_promotable(memory: Memory, rules: Rules) -> bool:
    """Whether an episode was used so often that its statement deserves to stand by itself.

    **Source** engine contract, §8.3. One that was promoted before is known by its stability.
    """
    return (
        rules.consolidates
        and memory.type == "episodic"
        and _is_standing(memory, "active")
        and memory.stability == 1.0
        and memory.gated is None
        and memory.access_count > rules.promote_after
    )


def is_stale(recorded: Recorded, now: datetime, rules: Rules) -> bool:
    """Whether a fact is due to be checked against its sources: neither used nor found to hold for
    `stale_days`. Pinned, a person holds it.

    **Source** engine contract, §8.4.
    """
    due = stale_at(recorded, rules)
    return due is not None and due <= now


def is_failing(recorded: Recorded, rules: Rules) -> bool:
    """Whether a procedure works seldom enough, over enough outcomes, to be asked about.

    **Source** engine contract, §8.4.
    """
    detail = recorded.version.detail
    if not isinstance(detail, Procedural) or not _is_standing(recorded.memory, "active"):
        return False
    rate, n_outcomes = detail.success_rate, detail.success_count + detail.failure_count
    return (
        rules.consolidates
        and not recorded.memory.pinned
        and rate is not None
        and n_outcomes >= rules.min_outcomes
        and rate < rules.min_success_rate
    )


def held(memory: Memory, at: datetime, rules: Rules) -> float:
    """Its strength at a time, 0–1; 1 where the tenant lets nothing fade."""
    if not rules.decays:
        return 1.0
    return strength(memory, at, unit_days=rules.unit_days, learning_rate=rules.learning_rate)


def idle_days(memory: Memory, now: datetime) -> float:
    """Days since it was last used, else recorded; never negative."""
    since = memory.last_accessed_at or memory.recorded_at
    return max(0.0, (now - since).total_seconds() / _DAY_S)


def weakens_at(memory: Memory, below: float, rules: Rules) -> datetime | None:
    """When its strength falls under a limit if nobody uses it; None for never."""
    if not rules.decays or memory.type == "procedural":
        return None
    return fades_at(memory, below, unit_days=rules.unit_days, learning_rate=rules.learning_rate)


def archivable_at(memory: Memory, rules: Rules) -> datetime | None:
    """From when on `is_archivable` holds if nobody uses it; None for never."""
    weak_at = weakens_at(memory, rules.faded_below, rules)
    idle_at = days_after(memory.last_accessed_at or memory.recorded_at, rules.archive_days)
    if weak_at is None or idle_at is None or not _is_standing(memory, "active"):
        return None
    return max(weak_at, idle_at)


def forgettable_at(memory: Memory, rules: Rules) -> datetime | None:
    """From when on `is_forgettable` holds if nobody uses it; None for never."""
    if not _is_standing(memory, "active", "archived"):
        return None
    return weakens_at(memory, rules.forgettable_below, rules)


def stale_at(recorded: Recorded, rules: Rules) -> datetime | None:
    """From when on `is_stale` holds if nobody uses or confirms it; None for never."""
    memory, detail = recorded.memory, recorded.version.detail
    if not (
        rules.consolidates
        and isinstance(detail, Semantic)
        and _is_standing(memory, "active")
        and not memory.pinned
    ):
        return None
    since = memory.last_accessed_at or memory.recorded_at
    return days_after(max(since, detail.last_validated_at or since), rules.stale_days)


def _is_standing(memory: Memory, *states: str) -> bool:
    return memory.deleted_at is None and memory.state in states


def days_after(since: datetime, days: float) -> datetime | None:
    """So many days later; None where no calendar goes that far."""
    if not math.isfinite(days):
        return None
    try:
        return since + timedelta(days=days)
    except OverflowError:
        return None
