"""Which sequences of actions succeeded again and again, so that they may be a way of doing something?

An action is a memory that says in its metadata what was done (`action` or `tool`) and whether it
worked (`success`: true or false, or `outcome`: "success" or "failure").
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

import msgspec

from perspective.domain.memory import Recorded

_LEAST_STEPS = 2
_MOST_STEPS = 12
_MOST_RUNS = 20  # of one sequence: the latest

Names = tuple[str, ...]


class Action(msgspec.Struct, frozen=True):
    """Something that was done. `succeeded` is None where nobody says."""

    memory_id: str
    name: str
    succeeded: bool | None


class Repeated(msgspec.Struct, frozen=True):
    """A sequence of actions by name, and the memories of each time that it succeeded, oldest first;
    at most one time of a session."""

    names: Names
    runs: tuple[tuple[str, ...], ...]


def action_of(recorded: Recorded) -> Action | None:
    """What a memory says was done, or None."""
    metadata = recorded.version.metadata
    name = metadata.get("action", metadata.get("tool"))
    if not isinstance(name, str) or not name.strip():
        return None
    succeeded = metadata.get("success")
    if not isinstance(succeeded, bool):
        succeeded = {"success": True, "failure": False}.get(str(metadata.get("outcome")))
    return Action(recorded.memory.id, name.strip(), succeeded)


def repeated(sessions: Iterable[Sequence[Action]], *, at_least: int) -> list[Repeated]:
    """The longest sequences that succeeded in so many sessions, the most frequent first.

    `sessions` are the actions of each in their order, oldest session first. What failed, or may
    have, ends a sequence. A part of a longer one is left out unless it succeeded in more sessions.
    **Ties** by length, longest first, then by names.
    """
    found: dict[Names, list[tuple[str, ...]]] = defaultdict(list)
    for session in sessions:
        seen: set[Names] = set()
        for run in _successful(session):
            for start in range(len(run)):
                for end in range(start + _LEAST_STEPS, min(start + _MOST_STEPS, len(run)) + 1):
                    part = run[start:end]
                    names = tuple(one.name for one in part)
                    if names not in seen:
                        seen.add(names)
                        found[names].append(tuple(one.memory_id for one in part))
    often = {names: runs for names, runs in found.items() if len(runs) >= at_least}
    whole = [
        names
        for names in often
        if len(set(names)) > 1
        and not any(
            _is_part(names, longer) and len(often[longer]) >= len(often[names]) for longer in often
        )
    ]
    whole.sort(key=lambda names: (-len(often[names]), -len(names), names))
    return [Repeated(names, tuple(often[names][-_MOST_RUNS:])) for names in whole]


def _successful(session: Sequence[Action]) -> list[list[Action]]:
    """The stretches in which everything succeeded."""
    runs: list[list[Action]] = [[]]
    for action in session:
        if action.succeeded:
            runs[-1].append(action)
        elif runs[-1]:
            runs.append([])
    return [run for run in runs if len(run) >= _LEAST_STEPS]


def _is_part(names: Names, longer: Names) -> bool:
    n = len(names)
    return n < len(longer) and any(longer[i : i + n] == names for i in range(len(longer) - n + 1))
