"""How does a filter become a boolean query inside tantivy?

What is left out is said by exclusion, since little is: the default filter at the present time
is one excluded flag. `Bounds` tell which times can still matter at all.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Self

import msgspec
import tantivy

from perspective.adapters.embedded.tantivy_schema import DEFAULT_STATES, safe_name, times_of
from perspective.domain.filter import Filter, IndexEntry
from perspective.domain.interval import to_microseconds

Clause = tuple[tantivy.Occur, tantivy.Query]

_MUST = tantivy.Occur.Must
_SHOULD = tantivy.Occur.Should
_MUST_NOT = tantivy.Occur.MustNot
# More alternatives than this are looked up as a set.
_MAX_ALTERNATIVES = 1024


class Bounds(msgspec.Struct, frozen=True):
    """Between which values the documents' fields lie, perhaps wider; a field none has is absent."""

    least: dict[str, float]
    greatest: dict[str, float]

    def widened(self, entries: Iterable[IndexEntry]) -> Self:
        """Bounds that hold for these entries too."""
        least, greatest = dict(self.least), dict(self.greatest)
        for entry in entries:
            values = times_of(entry) | {"key": entry.key}
            for field, value in (*values.items(), ("confidence", entry.confidence)):
                least[field] = min(least.get(field, value), value)
                greatest[field] = max(greatest.get(field, value), value)
        return type(self)(least, greatest)


class FilterQuery:
    """A filter in terms of one schema and of the bounds of what is indexed under it."""

    def __init__(self, schema: tantivy.Schema, bounds: Bounds) -> None:
        self._schema = schema
        self._bounds = bounds

    def clauses(self, where: Filter) -> list[Clause]:
        """What a document must satisfy, adding nothing to its score; empty: all do."""
        if () in {where.namespaces, where.types, where.states}:
            return [(_MUST, tantivy.Query.empty_query())]
        return [
            *((_MUST, tantivy.Query.const_score_query(q, 0.0)) for q in self._required(where)),
            *((_MUST_NOT, query) for query in self._excluded(where)),
        ]

    def keys(self, keys: Collection[int]) -> tantivy.Query:
        """The documents with these keys."""
        if len(keys) > _MAX_ALTERNATIVES:
            return tantivy.Query.term_set_query(self._schema, "key", list(keys))
        return _any_of([self._term("key", key) for key in keys])

    def _required(self, where: Filter) -> Iterable[tantivy.Query]:
        names: dict[str, Sequence[str] | None] = {
            "namespace": where.namespaces,
            "type": where.types,
            "session": None if where.session is None else (where.session,),
            "speaker": None if where.speaker is None else (where.speaker,),
            "source_id": None if where.source_id is None else (where.source_id,),
            "state": None if self._is_default(where) else where.states,
        }
        for field, wanted in names.items():
            if wanted is not None:
                yield _any_of([self._term(field, safe_name(name)) for name in wanted])
        for tag in where.tags:
            yield self._term("tag", safe_name(tag))
        if where.deleted:
            yield self._term("flag", "deleted")
        if where.since is not None or where.until is not None:
            yield self._happened(where)

    def _not_holding(self, as_of: int) -> Iterable[tantivy.Query]:
        yield from self._ended("valid_to", "ends", as_of)
        if self._bounds.greatest.get("valid_from", as_of) > as_of:
            later = self._range("valid_from", above=as_of)
            yield tantivy.Query.boolean_query(
                [(_MUST, self._term("flag", "begins")), (_MUST, later)]
            )

    def _excluded(self, where: Filter) -> Iterable[tantivy.Query]:
        known_at = None if where.known_at is None else to_microseconds(where.known_at)
        if self._is_default(where):
            yield self._term("flag", "hidden")
        else:
            if not where.deleted:
                yield self._term("flag", "deleted")
            if not where.with_superseded:
                yield self._term("flag", "superseded")
            if known_at is None:
                yield self._term("flag", "closed")
            else:
                yield from self._ended("known_to", "closed", known_at)
        if where.as_of is not None:
            yield from self._not_holding(to_microseconds(where.as_of))
        if known_at is not None and self._bounds.greatest.get("known_from", known_at) > known_at:
            yield self._range("known_from", above=known_at)
        confidence = where.min_confidence
        if confidence is not None and self._bounds.least.get("confidence", 0.0) < confidence:
            yield tantivy.Query.range_query(
                self._schema,
                "confidence",
                tantivy.FieldType.Float,
                upper_bound=float(confidence),
                include_upper=False,
            )

    def _is_default(self, where: Filter) -> bool:
        """True when the flag `hidden` says at once all that deletion, state and the clock of
        recording have to say."""
        return (
            not where.deleted
            and not where.with_superseded
            and set(where.states) == set(DEFAULT_STATES)
            and (
                where.known_at is None
                or self._bounds.greatest.get("known_to", 0) <= to_microseconds(where.known_at)
            )
        )

    def _ended(self, field: str, flag: str, at: int) -> Iterable[tantivy.Query]:
        if self._bounds.least.get(field, at + 1) > at:
            return
        if self._bounds.greatest[field] <= at:
            yield self._term("flag", flag)
            return
        ended = tantivy.Query.range_query(
            self._schema, field, tantivy.FieldType.Integer, upper_bound=at
        )
        yield tantivy.Query.boolean_query([(_MUST, self._term("flag", flag)), (_MUST, ended)])

    def _happened(self, where: Filter) -> tantivy.Query:
        return tantivy.Query.range_query(
            self._schema,
            "at",
            tantivy.FieldType.Integer,
            lower_bound=None if where.since is None else to_microseconds(where.since),
            upper_bound=None if where.until is None else to_microseconds(where.until),
            include_upper=where.until is None,
        )

    def _range(self, field: str, *, above: int) -> tantivy.Query:
        return tantivy.Query.range_query(
            self._schema,
            field,
            tantivy.FieldType.Integer,
            lower_bound=above,
            include_lower=False,
        )

    def _term(self, field: str, value: str | int) -> tantivy.Query:
        return tantivy.Query.term_query(self._schema, field, value, "basic")


def all_of(clauses: Sequence[Clause]) -> tantivy.Query:
    """The documents that satisfy the clauses; all of them when there is no clause."""
    if not clauses:
        return tantivy.Query.all_query()
    if all(occur == _MUST_NOT for occur, _ in clauses):
        return tantivy.Query.boolean_query([(_MUST, tantivy.Query.all_query()), *clauses])
    return tantivy.Query.boolean_query(list(clauses))


def _any_of(queries: Sequence[tantivy.Query]) -> tantivy.Query:
    if len(queries) == 1:
        return queries[0]
    return tantivy.Query.boolean_query([(_SHOULD, query) for query in queries])
