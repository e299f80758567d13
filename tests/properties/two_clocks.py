"""What should recall see at two times? A store so small that its rules can be read at a glance.

It knows intervals, versions, deletion and supersession, and nothing of ranking or indexes.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import datetime


@dataclass(frozen=True)
class Wording:
    """What a statement said from `known_from` until it was worded anew."""

    content: str
    tags: tuple[str, ...]
    event_at: datetime | None
    valid_from: datetime | None
    valid_to: datetime | None
    known_from: datetime
    known_to: datetime | None = None
    is_superseded: bool = False


@dataclass
class Statement:
    """A memory: all that it ever said."""

    namespace: str
    recorded_at: datetime
    wordings: list[Wording]
    is_deleted: bool = False

    def reword(self, wording: Wording) -> None:
        """Closes the latest wording where the new one begins."""
        self.wordings[-1] = replace(self.wordings[-1], known_to=wording.known_from)
        self.wordings.append(wording)


@dataclass(frozen=True)
class Asked:
    """A question's times and places; None does not restrict, and of a time means the present."""

    as_of: datetime | None = None
    known_at: datetime | None = None
    since: datetime | None = None
    until: datetime | None = None
    namespace: str | None = None
    tag: str | None = None


@dataclass
class TwoClocks:
    """All statements by id."""

    statements: dict[str, Statement] = field(default_factory=dict)

    def visible(self, asked: Asked, now: datetime) -> dict[str, str]:
        """What is to be found, by id."""
        return {
            statement_id: wording.content
            for statement_id, statement in self.statements.items()
            for wording in statement.wordings
            if _is_visible(statement, wording, asked, now)
        }


def _is_visible(statement: Statement, wording: Wording, asked: Asked, now: datetime) -> bool:
    as_of = asked.as_of or now
    at = wording.event_at or statement.recorded_at
    if statement.is_deleted:
        return False
    if wording.is_superseded and asked.as_of is None and asked.known_at is None:
        return False
    return (
        _is_known(wording, asked.known_at)
        and _holds(wording.valid_from, as_of, wording.valid_to)
        and _holds(asked.since, at, asked.until)
        and asked.namespace in {None, statement.namespace}
        and (asked.tag is None or asked.tag in wording.tags)
    )


def _is_known(wording: Wording, known_at: datetime | None) -> bool:
    """At present what nothing has closed, wherever the clock stands; it may have been set back."""
    if known_at is None:
        return wording.known_to is None
    return _holds(wording.known_from, known_at, wording.known_to)


def _holds(start: datetime | None, at: datetime, end: datetime | None) -> bool:
    return (start is None or start <= at) and (end is None or at < end)
