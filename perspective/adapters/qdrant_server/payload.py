"""How does a Qdrant server tell which versions a filter lets through? Fields and conditions.

`conditions` says in Qdrant's terms what `Filter.matches` says. A version without a session, a
speaker, a source or an end simply has no such field.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from qdrant_client import models

from perspective.domain.filter import Filter, IndexEntry

INDEXED = {
    "namespace": models.PayloadSchemaType.KEYWORD,
    "type": models.PayloadSchemaType.KEYWORD,
    "state": models.PayloadSchemaType.KEYWORD,
    "tags": models.PayloadSchemaType.KEYWORD,
    "session": models.PayloadSchemaType.KEYWORD,
    "speaker": models.PayloadSchemaType.KEYWORD,
    "source_id": models.PayloadSchemaType.KEYWORD,
    "is_deleted": models.PayloadSchemaType.BOOL,
    "is_superseded": models.PayloadSchemaType.BOOL,
    "confidence": models.PayloadSchemaType.FLOAT,
    "at": models.PayloadSchemaType.DATETIME,
    "valid_from": models.PayloadSchemaType.DATETIME,
    "valid_to": models.PayloadSchemaType.DATETIME,
    "known_from": models.PayloadSchemaType.DATETIME,
    "known_to": models.PayloadSchemaType.DATETIME,
}


def payload(entry: IndexEntry) -> dict[str, Any]:
    """What a filter asks for, and nothing else: no text leaves with it."""
    fields = {name: _plain(getattr(entry, name)) for name in INDEXED}
    return {name: value for name, value in fields.items() if value is not None}


def matches_nothing(where: Filter) -> bool:
    """Whether the filter asks for one of no values at all."""
    return () in {where.namespaces, where.types, where.states}


def conditions(where: Filter) -> models.Filter:
    """The filter as the server applies it while it searches."""
    must: list[models.Condition] = [
        _is("is_deleted", where.deleted),
        _any_of("state", where.states),
    ]
    if not where.with_superseded:
        must.append(_is("is_superseded", False))
    if where.namespaces is not None:
        must.append(_any_of("namespace", where.namespaces))
    if where.types is not None:
        must.append(_any_of("type", where.types))
    must += [_is("tags", tag) for tag in where.tags]
    for name in ("session", "speaker", "source_id"):
        wanted = getattr(where, name)
        if wanted is not None:
            must.append(_is(name, wanted))
    if where.min_confidence is not None:
        at_least = models.Range(gte=where.min_confidence)
        must.append(models.FieldCondition(key="confidence", range=at_least))
    if where.since is not None or where.until is not None:
        must.append(_within("at", gte=where.since, lt=where.until))
    # A missing end is infinite, and a condition on a missing field does not hold: so the ends
    # are asked for what would rule a version out.
    must_not: list[models.Condition] = []
    if where.known_at is None:
        must.append(models.IsEmptyCondition(is_empty=models.PayloadField(key="known_to")))
    else:
        must_not += _outside("known_from", "known_to", where.known_at)
    if where.as_of is not None:
        must_not += _outside("valid_from", "valid_to", where.as_of)
    return models.Filter(must=must, must_not=must_not)


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.isoformat()
    return list(value) if isinstance(value, tuple) else value


def _is(name: str, value: str | bool) -> models.FieldCondition:
    return models.FieldCondition(key=name, match=models.MatchValue(value=value))


def _any_of(name: str, values: Sequence[str]) -> models.FieldCondition:
    return models.FieldCondition(key=name, match=models.MatchAny(any=list(values)))


def _outside(start: str, end: str, at: datetime) -> list[models.FieldCondition]:
    return [_within(start, gt=at), _within(end, lte=at)]


def _within(name: str, **bounds: datetime | None) -> models.FieldCondition:
    # A range of numbers is one of floats on the server, which cannot tell microseconds apart
    # before 1685 and after 2255. Dates are kept and compared as whole microseconds there, in
    # every year (the local mode compares Python's datetimes, to the same effect).
    return models.FieldCondition(key=name, range=models.DatetimeRange(**bounds))
