"""What could a tenant live through? Random memories, filters and histories for hypothesis.

Few values for each field, so that they meet; the awkward ones among them.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from hypothesis import strategies as st

from perspective.domain.event import Event
from perspective.domain.filter import Filter
from perspective.domain.graph import Edge, Entity
from perspective.domain.memory import Episodic, Memory, Procedural, Semantic, Version
from perspective.errors import Conflict, MemoryNotFound
from perspective.ports.transaction import (
    Document,
    IdempotentAnswer,
    QueueItem,
    RecordTransaction,
    Row,
)

NOON = datetime(2025, 3, 1, 12, tzinfo=UTC)
TICK = timedelta(microseconds=1)

Work = Callable[[RecordTransaction], None]

# Neighbouring ticks, so that the open and closed ends of intervals are met.
times = st.integers(-2, 2).map(lambda n: NOON + n * TICK)
names = st.sampled_from(["a", "A", "a\0", "é", "e\u0301", "漢", "\uffff", "\U0001f600", "%_'\""])
maybe_times = st.none() | times
maybe_names = st.none() | names
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
shares = st.sampled_from([0.0, 0.1, 0.5, 1.0])
ids = st.sampled_from(["1", "2", "3", "1\0", "\U0001f600", "\uffff"])
types = st.sampled_from(["episodic", "semantic", "procedural"])
states = st.sampled_from(["active", "archived", "retired"])
json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**63)
    | st.floats(allow_nan=False, allow_infinity=False)
    | texts,
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(texts, inner, max_size=2),
    max_leaves=4,
)
objects = st.dictionaries(texts, json_values, max_size=2)
details = st.one_of(
    st.builds(Episodic, context=st.none() | texts),
    st.builds(Semantic, source_ids=st.tuples(texts), first_seen_at=maybe_times),
    st.builds(Procedural, code=st.none() | texts, success_count=st.integers(0, 3)),
)
tags = st.lists(names, max_size=3).map(tuple)

memories = st.builds(
    Memory,
    id=ids,
    type=types,
    recorded_at=times,
    namespace=names,
    source_session=maybe_names,
    speaker=maybe_names,
    role=st.sampled_from([None, "user", "tool"]),
    source=maybe_names,
    source_id=maybe_names,
    ordinal=st.none() | st.integers(0, 3),
    state=states,
    pinned=st.booleans(),
    gated=maybe_names,
    deleted_at=maybe_times,
    access_count=st.integers(0, 3),
    last_accessed_at=maybe_times,
    schema_version=st.sampled_from(["1.0", "1.9"]),
    extra=objects,
)
versions = st.builds(
    Version,
    memory_id=ids,
    number=st.just(1),
    content=texts,
    content_hash=names,
    detail=details,
    known_from=times,
    known_to=st.none(),
    valid_from=maybe_times,
    valid_to=maybe_times,
    event_at=maybe_times,
    event_zone=maybe_names,
    superseded_by=maybe_names,
    importance=shares,
    confidence=shares,
    language=maybe_names,
    tags=tags,
    metadata=objects,
    terms=texts,
    extra=objects,
)
filters = st.builds(
    Filter,
    as_of=maybe_times,
    known_at=maybe_times,
    namespaces=st.none() | st.lists(names, max_size=3).map(tuple),
    types=st.none() | st.lists(types, max_size=3).map(tuple),
    states=st.lists(states, max_size=3).map(tuple),
    tags=st.lists(names, max_size=2).map(tuple),
    session=maybe_names,
    speaker=maybe_names,
    source_id=maybe_names,
    since=maybe_times,
    until=maybe_times,
    min_confidence=st.none() | shares,
    with_superseded=st.booleans(),
    deleted=st.booleans(),
)

edges = st.builds(
    Edge,
    source=ids | names,
    target=ids | names,
    kind=st.sampled_from(["temporal", "semantic", "entity", "relation"]),
    weight=shares,
    created_at=times,
    last_reinforced_at=times | st.just(NOON - timedelta(days=9)),
    decay_rate=st.sampled_from([0.0, 0.005, 0.02]),
    origin=names,
    predicate=st.sampled_from(["", "likes"]),
    memory_id=st.none() | ids,
    extra=objects,
)
rows: st.SearchStrategy[Row] = st.one_of(
    edges,
    st.builds(
        Event, at=times, kind=st.just("edited"), actor=names, memory_id=st.none() | ids,
        before=objects, after=objects,
    ),
    st.builds(
        Entity, id=ids, name=names, normal_name=names, kind=st.just("person"),
        aliases=tags, created_at=times, extra=objects,
    ),
    st.builds(IdempotentAnswer, key=names, request_hash=names, answer=objects, at=times),
    st.builds(Document, source_id=names, content=texts, at=times),
    st.builds(
        QueueItem, memory_id=ids, enqueued_at=times, state=st.sampled_from(["pending", "failed"]),
        attempts=st.integers(0, 3), reason=maybe_names,
    ),
)  # fmt: skip


class Stop(BaseException):
    """Ends a work that is to be undone."""


def _step(kind: str, value: Any) -> Work:
    """One call on a transaction; what it refuses is passed over."""

    def work(transaction: RecordTransaction) -> None:
        try:
            if kind == "insert":
                transaction.insert(*value)
            elif kind == "replace":
                transaction.replace(value)
            elif kind == "append":
                before = transaction.memory(value.memory_id)
                number = 1 if before is None else before.version.number + 1
                transaction.append(_numbered(value, number))
            elif kind == "add":
                transaction.add(*value)
            else:
                transaction.touch(*value)
        except (Conflict, MemoryNotFound):
            pass

    return work


def _numbered(version: Version, number: int) -> Version:
    return Version(
        **{name: getattr(version, name) for name in version.__struct_fields__} | {"number": number}
    )


@st.composite
def inserts(draw: st.DrawFn) -> tuple[Memory, Version]:
    """A memory with its own first version."""
    memory, version = draw(memories), draw(versions)
    return memory, Version(
        **{name: getattr(version, name) for name in version.__struct_fields__}
        | {"memory_id": memory.id}
    )


steps = st.one_of(
    st.tuples(st.just("insert"), inserts()),
    st.tuples(st.just("replace"), memories),
    st.tuples(st.just("append"), versions),
    st.tuples(st.just("add"), st.lists(rows, max_size=3)),
    st.tuples(st.just("touch"), st.tuples(st.lists(ids, max_size=3), times)),
).map(lambda step: _step(*step))


@st.composite
def works(draw: st.DrawFn) -> tuple[Work, bool]:
    """A few steps in one transaction, and whether it is undone in the end."""
    own, is_undone = draw(st.lists(steps, max_size=5)), draw(st.integers(0, 4)) == 0

    def work(transaction: RecordTransaction) -> None:
        for step in own:
            step(transaction)
        if is_undone:
            raise Stop

    return work, is_undone


histories = st.lists(works(), max_size=6)
