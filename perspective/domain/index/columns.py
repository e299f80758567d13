"""Which rows of a table may a search see? The filter, over many versions at once.

`EntryBlock.mask` agrees with `Filter.matches` row by row. Rows are never changed once written:
a replacement is a new row and a tombstone, so a view taken by one thread stays true while
another adds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Self

import msgspec
import numpy as np
from numpy.typing import NDArray

from perspective.domain.filter import Filter, IndexEntry
from perspective.domain.interval import to_microseconds

Mask = NDArray[np.bool_]
Rows = NDArray[np.intp]

ALWAYS = np.iinfo(np.int64).min
NEVER = np.iinfo(np.int64).max
_MISSING = -1
_UNKNOWN = -2

_NAMES = ("namespace", "type", "state", "session", "speaker", "source_id")
_AT, _VALID_FROM, _VALID_TO, _KNOWN_FROM, _KNOWN_TO = range(5)


class Codes:
    """A number for each string ever seen, so that columns compare numbers."""

    def __init__(self) -> None:
        self._codes: dict[str, int] = {}

    def code(self, name: str | None) -> int:
        """The string's number, given out on first sight; −1 for None."""
        return _MISSING if name is None else self._codes.setdefault(name, len(self._codes))

    def find(self, name: str) -> int:
        """The string's number, or −2, which no row holds."""
        return self._codes.get(name, _UNKNOWN)

    def names(self) -> list[str]:
        """Every string, at its number."""
        return list(self._codes)

    @classmethod
    def of(cls, names: Sequence[str]) -> Self:
        """The inverse of `names`."""
        codes = cls()
        codes._codes = {name: number for number, name in enumerate(names)}
        return codes


class CodedFilter(msgspec.Struct, frozen=True):
    """A filter in the numbers of one `Codes`: `names` are (column, codes any of which fits)."""

    names: tuple[tuple[int, tuple[int, ...]], ...]
    tags: tuple[int, ...]
    as_of: int | None
    known_at: int | None
    since: int | None
    until: int | None
    min_confidence: float | None
    with_superseded: bool
    deleted: bool

    @classmethod
    def of(cls, where: Filter, codes: Codes) -> Self:
        """The filter as this moment's codes express it; strings not seen yet match nothing."""
        asked: dict[str, Sequence[str] | None] = {
            "namespace": where.namespaces,
            "type": where.types,
            "state": where.states,
            "session": None if where.session is None else (where.session,),
            "speaker": None if where.speaker is None else (where.speaker,),
            "source_id": None if where.source_id is None else (where.source_id,),
        }
        return cls(
            names=tuple(
                (column, tuple(codes.find(name) for name in names))
                for column, names in enumerate(asked[field] for field in _NAMES)
                if names is not None
            ),
            tags=tuple(codes.find(tag) for tag in where.tags),
            as_of=None if where.as_of is None else to_microseconds(where.as_of),
            known_at=None if where.known_at is None else to_microseconds(where.known_at),
            since=None if where.since is None else to_microseconds(where.since),
            until=None if where.until is None else to_microseconds(where.until),
            min_confidence=where.min_confidence,
            with_superseded=where.with_superseded,
            deleted=where.deleted,
        )


class EntryBlock:
    """A fixed number of rows, one a version, with what a filter asks for in columns."""

    def __init__(self, capacity: int, codes: Codes) -> None:
        self.capacity = capacity
        self.n = 0
        self.n_dead = 0
        self.keys = np.empty(capacity, dtype=np.int64)
        self.alive = np.zeros(capacity, dtype=np.bool_)
        self._codes = codes
        self._names = np.empty((len(_NAMES), capacity), dtype=np.int32)
        self._times = np.empty((5, capacity), dtype=np.int64)
        self._confidence = np.empty(capacity, dtype=np.float64)
        self._deleted = np.empty(capacity, dtype=np.bool_)
        self._superseded = np.empty(capacity, dtype=np.bool_)
        self._tags: list[tuple[int, ...]] = []
        self._tagged: dict[int, list[int] | NDArray[np.int32]] = {}

    @property
    def n_free(self) -> int:
        """How many rows can still be added."""
        return self.capacity - self.n

    def write(self, entry: IndexEntry) -> int:
        """Adds a row, alive at once; returns its number. The block must have room."""
        row = self.n
        code = self._codes.code
        self.keys[row] = entry.key
        self._names[:, row] = (
            code(entry.namespace),
            code(entry.type),
            code(entry.state),
            code(entry.session),
            code(entry.speaker),
            code(entry.source_id),
        )
        self._times[:, row] = (
            to_microseconds(entry.at),
            _bound(entry.valid_from, ALWAYS),
            _bound(entry.valid_to, NEVER),
            to_microseconds(entry.known_from),
            _bound(entry.known_to, NEVER),
        )
        self._confidence[row] = entry.confidence
        self._deleted[row] = entry.is_deleted
        self._superseded[row] = entry.is_superseded
        self._add_tags(row, tuple(code(tag) for tag in dict.fromkeys(entry.tags)))
        self.alive[row] = True
        self.n += 1
        return row

    def copy(self, source: Self, rows: Rows) -> None:
        """Adds rows of another block over the same codes, in order, all alive."""
        start, end = self.n, self.n + len(rows)
        self.keys[start:end] = source.keys[rows]
        self._names[:, start:end] = source._names[:, rows]
        self._times[:, start:end] = source._times[:, rows]
        self._confidence[start:end] = source._confidence[rows]
        self._deleted[start:end] = source._deleted[rows]
        self._superseded[start:end] = source._superseded[rows]
        for row, old in enumerate(rows, start):
            self._add_tags(row, source._tags[old])
        self.alive[start:end] = True
        self.n = end

    def kill(self, row: int) -> None:
        """Puts a tombstone on a row that is alive."""
        self.alive[row] = False
        self.n_dead += 1

    def mask(self, where: CodedFilter, alive: Mask) -> Mask:
        """The alive rows that match, bool (n,); `alive` is (n,), not modified."""
        return self._matching(where, slice(len(alive)), alive)

    def mask_at(self, rows: Rows, where: CodedFilter, alive: Mask) -> Mask:
        """Which of these rows are alive and match, bool (r,), in their order."""
        return self._matching(where, rows, alive[rows])

    def _matching(self, where: CodedFilter, rows: Rows | slice, seen: Mask) -> Mask:
        times = self._times[:, rows]
        seen = seen & (self._deleted[rows] == where.deleted)
        if not where.with_superseded:
            seen &= ~self._superseded[rows]
        for column, wanted in where.names:
            seen &= _any_of(self._names[column, rows], wanted)
        for tag in where.tags:
            seen &= self._has_tag(tag)[rows]
        if where.min_confidence is not None:
            seen &= self._confidence[rows] >= where.min_confidence
        if where.since is not None:
            seen &= times[_AT] >= where.since
        if where.until is not None:
            seen &= times[_AT] < where.until
        if where.known_at is None:
            seen &= times[_KNOWN_TO] == NEVER
        else:
            seen &= times[_KNOWN_FROM] <= where.known_at
            seen &= times[_KNOWN_TO] > where.known_at
        if where.as_of is not None:
            seen &= times[_VALID_FROM] <= where.as_of
            seen &= times[_VALID_TO] > where.as_of
        return seen

    def columns(self) -> dict[str, NDArray[Any]]:
        """All rows as plain arrays, from which `restore` makes them again."""
        n, tagged = self.n, sorted(self._tagged.items())
        rows = [row for _, found in tagged for row in found]
        return {
            "keys": self.keys[:n],
            "names": self._names[:, :n],
            "times": self._times[:, :n],
            "confidence": self._confidence[:n],
            "deleted": self._deleted[:n],
            "superseded": self._superseded[:n],
            "tags": np.array([tag for tag, _ in tagged], dtype=np.int64),
            "tag_ends": np.cumsum([len(found) for _, found in tagged], dtype=np.int64),
            "tag_rows": np.array(rows, dtype=np.int32),
        }

    def restore(self, columns: Mapping[str, NDArray[Any]]) -> None:
        """The rows of `columns`, all alive, and no others; none can be added or copied."""
        self.keys = columns["keys"]
        self.capacity = self.n = len(self.keys)
        self.alive = np.ones(self.n, dtype=np.bool_)
        self._names, self._times = columns["names"], columns["times"]
        self._confidence = columns["confidence"]
        self._deleted, self._superseded = columns["deleted"], columns["superseded"]
        found = np.split(columns["tag_rows"], columns["tag_ends"][:-1])
        self._tagged = dict(zip(columns["tags"].tolist(), found, strict=False))

    def _add_tags(self, row: int, tags: tuple[int, ...]) -> None:
        self._tags.append(tags)
        for tag in tags:
            rows = self._tagged.setdefault(tag, [])
            assert isinstance(rows, list), "a restored block takes no more rows"
            rows.append(row)

    def _has_tag(self, tag: int) -> Mask:
        rows = np.array(self._tagged.get(tag, [])[:], dtype=np.intp)
        tagged = np.zeros(self.capacity, dtype=np.bool_)
        tagged[rows] = True
        return tagged


def _bound(at: datetime | None, default: int) -> int:
    return default if at is None else to_microseconds(at)


def _any_of(column: NDArray[np.int32], wanted: tuple[int, ...]) -> Mask:
    if len(wanted) > 4:
        return np.isin(column, np.array(wanted, dtype=np.int32))
    found = np.zeros(len(column), dtype=np.bool_)
    for code in wanted:
        found |= column == code
    return found
