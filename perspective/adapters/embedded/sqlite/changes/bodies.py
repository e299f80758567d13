"""How are rows that are kept whole, as JSON, written and found?

Beside the body stands what they are looked up by, and the memories that they speak of.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import apsw
import msgspec

from perspective.adapters.embedded.sqlite import rows
from perspective.domain.changes.change_set import ChangeSet, Step
from perspective.domain.changes.community import Community
from perspective.domain.changes.review import Review
from perspective.errors import StoreCorrupt

S = TypeVar("S", bound=msgspec.Struct)

_STEP = """
INSERT INTO change_steps (change_id, number, state, signature, body) VALUES (?, ?, ?, ?, ?)
ON CONFLICT (change_id, number) DO UPDATE SET state = excluded.state, body = excluded.body
"""
_OF_STEP = "INSERT OR IGNORE INTO change_memories (memory_id, change_id, number) VALUES (?, ?, ?)"
_CHANGE = (
    "INSERT INTO changes (id, body) VALUES (?, ?)"
    " ON CONFLICT (id) DO UPDATE SET body = excluded.body"
)
_REVIEW = """
INSERT INTO reviews (id, kind, state, body) VALUES (?, ?, ?, ?)
ON CONFLICT (id) DO UPDATE SET kind = excluded.kind, state = excluded.state, body = excluded.body
"""
_COMMUNITY = (
    "INSERT INTO communities (id, body) VALUES (?, ?)"
    " ON CONFLICT (id) DO UPDATE SET body = excluded.body"
)
_NAMED = "INSERT OR IGNORE INTO named_memories (memory_id, what, id) VALUES (?, ?, ?)"
_STEPS_OF = (
    "SELECT s.body FROM change_memories m"
    " JOIN change_steps s ON s.change_id = m.change_id AND s.number = m.number"
    " WHERE m.memory_id = ?"
)
_REVIEWS_OF = (
    "SELECT r.body FROM named_memories m JOIN reviews r ON r.id = m.id"
    " WHERE m.memory_id = ? AND m.what = 'review' ORDER BY r.id"
)
_COMMUNITIES_OF = (
    "SELECT c.body FROM named_memories m JOIN communities c ON c.id = m.id"
    " WHERE m.memory_id = ? AND m.what = 'community' ORDER BY c.id"
)


def decoded(body: str, kind: type[S]) -> S:
    """A struct out of a body."""
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.DecodeError, msgspec.ValidationError) as error:
        raise StoreCorrupt(f"the store's file is damaged: {error}") from error


def selected(connection: apsw.Connection, sql: str, values: rows.Row, kind: type[S]) -> list[S]:
    """The structs whose bodies a statement selects."""
    return [decoded(body, kind) for (body,) in connection.execute(sql, values)]


def put(connection: apsw.Connection, row: Review | Community | ChangeSet) -> None:
    """Adds the row, or overwrites the one of its id."""
    body = _body(row)
    match row:
        case ChangeSet():
            connection.execute(_CHANGE, (row.id, body))
        case Review():
            connection.execute(_REVIEW, (row.id, row.kind, row.state, body))
            _name(connection, "review", row.id, row.memory_ids)
        case Community():
            connection.execute(_COMMUNITY, (row.id, body))
            _name(connection, "community", row.id, row.member_ids)


def drop(connection: apsw.Connection, row: Review | Community) -> None:
    """Takes the row of this id away."""
    table = "reviews" if isinstance(row, Review) else "communities"
    connection.execute(f"DELETE FROM {table} WHERE id = ?", (row.id,))
    connection.execute("DELETE FROM named_memories WHERE id = ?", (row.id,))


def put_step(connection: apsw.Connection, step: Step) -> None:
    """Keeps a step under its change set and number."""
    values = step.change_id, step.number, step.state, step.signature, _body(step)
    connection.execute(_STEP, values)
    named = [(one, step.change_id, step.number) for one in step.memory_ids]
    connection.executemany(_OF_STEP, named)


def communities_of(connection: apsw.Connection, memory_id: str) -> list[Community]:
    """Those that a memory belongs to, by id."""
    return selected(connection, _COMMUNITIES_OF, (memory_id,), Community)


def reviews_of(connection: apsw.Connection, memory_id: str) -> list[Review]:
    """Those that name a memory, by id."""
    return selected(connection, _REVIEWS_OF, (memory_id,), Review)


def erase(connection: apsw.Connection, memory_id: str) -> None:
    """No step, review or community holds anything of a memory's any more."""
    for step in selected(connection, _STEPS_OF, (memory_id,), Step):
        put_step(connection, step.erased())
    for review in reviews_of(connection, memory_id):
        _settle(connection, review, review.without(memory_id))
    for community in communities_of(connection, memory_id):
        _settle(connection, community, community.without(memory_id))


def _settle(
    connection: apsw.Connection, before: Review | Community, left: Review | Community | None
) -> None:
    drop(connection, before)
    if left is not None:
        put(connection, left)


def _name(connection: apsw.Connection, what: str, id_: str, memory_ids: Sequence[str]) -> None:
    connection.execute("DELETE FROM named_memories WHERE id = ?", (id_,))
    connection.executemany(_NAMED, [(one, what, id_) for one in memory_ids])


def _body(row: msgspec.Struct) -> str:
    return msgspec.json.encode(row).decode()
