"""What would the next runs do to a memory, when, and why?

It asks the same rules as the phases do (`domain/trust/rules`), so what is foretold is what a preview
of the jobs lists, as far as one memory by itself tells. Whether a fact's sources still support it, and
whether two memories say the same, only the run itself finds out.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import UTC, datetime
from typing import Literal

import msgspec

from perspective.domain.changes.review import ReviewKind
from perspective.domain.memory import Memory, Procedural, Recorded
from perspective.domain.trust import rules as rule
from perspective.domain.trust.rules import Rules

Action = Literal["promote", "archive", "forgettable", "check", "failing", "fade", "keep"]

_LAST = datetime.max.replace(tzinfo=UTC)
_JOBS: dict[Action, str] = {
    "promote": "consolidation",
    "check": "consolidation",
    "failing": "consolidation",
    "archive": "archive",
    "forgettable": "maintenance",
}


class Foreseen(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that happens to a memory: with the next run of `job` if it is due, else not before
    `at`, if nobody uses it; without either when it is used more.

    `promote`: its statement becomes a fact beside it. `archive`: found only after what is active.
    `forgettable`: a person is asked whether it may go. `check`: compared with its sources, and asked
    about if none supports it. `failing`: a person is asked about the procedure. `fade`: no run does that.
    """

    action: Action
    is_due: bool
    why: str
    job: str | None = None
    at: datetime | None = None


def due(
    recorded: Recorded, now: datetime, rules: Rules, *, asked: Collection[ReviewKind] = ()
) -> list[Foreseen]:
    """What the next runs do to it. `asked` are the kinds of reviews about it that are open, or were
    decided and hold still: nobody is asked again."""
    memory, version = recorded.memory, recorded.version
    found: list[Foreseen] = []
    if rule.is_promotable(memory, rules) and version.superseded_by is None:
        why = f"used {memory.access_count} times, more than {rules.promote_after}"
        found.append(_due("promote", why))
    if rule.is_archivable(memory, now, rules):
        held, idle = rule.held(memory, now, rules), rule.idle_days(memory, now)
        why = f"strength {held:.3f} is under {rules.faded_below:g}, unused for {idle:.0f} days"
        found.append(_due("archive", why))
    if rule.is_forgettable(memory, now, rules) and "forgettable" not in asked:
        held = rule.held(memory, now, rules)
        why = f"strength {held:.4f} is under {rules.forgettable_below:g}"
        found.append(_due("forgettable", why))
    if "stale" not in asked:
        if rule.is_stale(recorded, now, rules) and version.superseded_by is None:
            found.append(_due("check", f"neither used nor confirmed for {rules.stale_days:g} days"))
        if rule.is_failing(recorded, rules):
            found.append(_due("failing", _outcomes(recorded)))
    return found


def forecast(
    recorded: Recorded, now: datetime, rules: Rules, *, asked: Collection[ReviewKind] = ()
) -> tuple[Foreseen, ...]:
    """What is due, then what is to come, soonest first; one `keep` when there is nothing."""
    ready = due(recorded, now, rules, asked=asked)
    done = {one.action for one in ready}
    ahead = [one for one in _ahead(recorded, now, rules) if one.action not in done]
    ahead.sort(key=lambda one: one.at or _LAST)
    found = (*ready, *ahead)
    return found or (Foreseen(action="keep", is_due=False, why=_why_kept(recorded.memory, rules)),)


def _ahead(recorded: Recorded, now: datetime, rules: Rules) -> list[Foreseen]:
    memory = recorded.memory
    dated: list[tuple[Action, datetime | None, str]] = [
        (
            "fade",
            rule.weakens_at(memory, rules.faded_below, rules) if _is_active(memory) else None,
            f"its strength falls under {rules.faded_below:g}",
        ),
        (
            "archive",
            rule.archivable_at(memory, rules),
            f"faded, and unused for {rules.archive_days:g} days",
        ),
        (
            "forgettable",
            rule.forgettable_at(memory, rules),
            f"its strength falls under {rules.forgettable_below:g}",
        ),
        (
            "check",
            rule.stale_at(recorded, rules),
            f"neither used nor confirmed for {rules.stale_days:g} days",
        ),
    ]
    found = [
        Foreseen(action=action, is_due=False, why=why, job=_JOBS.get(action), at=at)
        for action, at, why in dated
        if at is not None and at > now
    ]
    once_used = msgspec.structs.replace(memory, access_count=rules.promote_after + 1)
    if memory.access_count <= rules.promote_after and rule.is_promotable(once_used, rules):
        n_more = rules.promote_after + 1 - memory.access_count
        why = f"after {n_more} more {'use' if n_more == 1 else 'uses'}"
        found.append(Foreseen(action="promote", is_due=False, why=why, job=_JOBS["promote"]))
    return found


def _due(action: Action, why: str) -> Foreseen:
    return Foreseen(action=action, is_due=True, why=why, job=_JOBS[action])


def _outcomes(recorded: Recorded) -> str:
    detail = recorded.version.detail
    assert isinstance(detail, Procedural)
    n_outcomes = detail.success_count + detail.failure_count
    return f"it worked {detail.success_count} of {n_outcomes} times"


def _is_active(memory: Memory) -> bool:
    return memory.deleted_at is None and memory.state == "active"


def _why_kept(memory: Memory, rules: Rules) -> str:
    if memory.deleted_at is not None:
        return "it was deleted"
    if memory.state == "retired":
        return "it is retired, and kept for what was known then"
    if memory.pinned:
        return "it is pinned"
    if memory.type == "procedural":
        return "a procedure does not fade"
    if not rules.decays:
        return "nothing fades here"
    return "nothing is due"
