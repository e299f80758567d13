"""What do index tests put in, and what should come out? Entries, filters, a plain reference."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
import numpy as np
from hypothesis import strategies as st

from perspective.domain.filter import Filter, IndexEntry
from perspective.domain.index.terms import split_terms
from perspective.domain.ranking.bm25 import TextStatistics, bm25
from perspective.ports.feed import Change, Vector

NOON = datetime(2026, 5, 4, 12, tzinfo=UTC)
NOW = NOON + timedelta(days=365)
EVERYTHING_NOW = Filter(as_of=NOW, known_at=NOW)

_PLAIN = IndexEntry(
    key=1,
    memory_id="m1",
    namespace="default",
    type="episodic",
    state="active",
    is_deleted=False,
    is_superseded=False,
    tags=(),
    session=None,
    speaker=None,
    source_id=None,
    at=NOON,
    valid_from=None,
    valid_to=None,
    known_from=NOON,
    known_to=None,
    confidence=1.0,
    content_hash="",
    terms="",
)

# Latin, Chinese bigrams, Arabic, Thai, emoji, control characters, an unusual space, a surrogate
# pair, a combining mark; what looks like query syntax; and a long term.
TERMS = (
    "tea", "coffee", "green", "绿茶", "茶道", "قهوة", "ชา", "🍵", "👩‍🍳", "a\x00b", "tab\there", "line\nend",
    "\u3000wide", "café", "cafe\u0301", "+tea", "-tea", "tea*", '"tea"', "terms:tea", "(", "x" * 300,
)  # fmt: skip
NAMES = ("a", "b", "A", "ä", "two words", "日本", "x:y", "a\x00", "🙂")
_TIMES = [
    *(NOON + timedelta(days=days) for days in range(5)),
    NOON + timedelta(microseconds=1),
    NOON - timedelta(microseconds=1),
    datetime(1, 1, 1, tzinfo=UTC),
    datetime(9999, 12, 31, 23, 59, 59, 999_999, tzinfo=UTC),
]


def entry(key: int, terms: str = "", **fields: Any) -> IndexEntry:
    """An entry that the plain filter lets through, unless a field says otherwise."""
    return msgspec.structs.replace(_PLAIN, key=key, memory_id=f"m{key}", terms=terms, **fields)


def changes(
    entries: Iterable[IndexEntry], *, after: int = 0, vectors: Sequence[Vector | None] = ()
) -> list[Change]:
    """The entries as changes of the feed, numbered from `after` on."""
    given = list(vectors)
    return [
        Change(seq, entry, "", given[place] if given else None)
        for place, (seq, entry) in enumerate(zip(range(after + 1, 1 << 40), entries, strict=False))
    ]


def any_entry(keys: st.SearchStrategy[int]) -> st.SearchStrategy[IndexEntry]:
    """Entries that differ in everything a filter looks at; times are seldom open."""
    names = st.none() | st.sampled_from(NAMES)
    moments = st.none() | st.none() | st.sampled_from(_TIMES)
    return st.builds(
        IndexEntry,
        key=keys,
        memory_id=st.just("m"),
        namespace=st.sampled_from(NAMES),
        type=st.sampled_from(("episodic", "semantic", "procedural")),
        state=st.sampled_from(("active", "active", "archived", "retired")),
        is_deleted=st.sampled_from((False, False, True)),
        is_superseded=st.sampled_from((False, False, True)),
        tags=st.lists(st.sampled_from(NAMES), max_size=3).map(tuple),
        session=names,
        speaker=names,
        source_id=names,
        at=st.sampled_from(_TIMES),
        valid_from=moments,
        valid_to=moments,
        known_from=st.sampled_from(_TIMES[:4]),
        known_to=moments,
        confidence=st.sampled_from((0.0, 0.25, 0.5, 1.0)),
        content_hash=st.just(""),
        terms=st.lists(st.sampled_from(TERMS), max_size=8).map(" ".join),
    )


def any_filter() -> st.SearchStrategy[Filter]:
    """Filters, most of which restrict little, so that something is left."""
    seldom_name = st.none() | st.none() | st.none() | st.sampled_from(NAMES)
    seldom_time = st.none() | st.none() | st.sampled_from(_TIMES)
    states = st.lists(st.sampled_from(("active", "archived", "retired")), max_size=3)
    types = st.lists(st.sampled_from(("episodic", "semantic", "procedural")), max_size=3)
    return st.builds(
        Filter,
        as_of=st.just(NOW) | st.none() | st.sampled_from(_TIMES),
        known_at=st.none() | st.just(NOW) | st.sampled_from(_TIMES),
        namespaces=st.none() | st.lists(st.sampled_from(NAMES), max_size=6).map(tuple),
        types=st.none() | types.map(tuple),
        states=st.just(("active", "archived")) | states.map(tuple),
        tags=st.just(()) | st.lists(st.sampled_from(NAMES), max_size=2).map(tuple),
        session=seldom_name,
        speaker=seldom_name,
        source_id=seldom_name,
        since=seldom_time,
        until=seldom_time,
        min_confidence=st.none() | st.sampled_from((0.0, 0.3, 0.5, 1.0)),
        with_superseded=st.booleans(),
        deleted=st.sampled_from((False, False, False, True)),
    )


def matching(entries: Iterable[IndexEntry], where: Filter) -> list[IndexEntry]:
    """The entries that the filter lets through; of one key, the last."""
    return [entry for entry in {e.key: e for e in entries}.values() if where.matches(entry)]


def reference_statistics(
    entries: Iterable[IndexEntry], terms: Sequence[str], where: Filter
) -> TextStatistics:
    """The counts, by going through every entry."""
    documents = [split_terms(entry.terms) for entry in matching(entries, where)]
    return TextStatistics(
        n_documents=len(documents),
        n_terms=sum(len(document) for document in documents),
        document_frequencies=tuple(sum(term in doc for doc in documents) for term in terms),
    )


def reference_search(
    entries: Sequence[IndexEntry], terms: Sequence[str], where: Filter
) -> list[tuple[int, float]]:
    """(key, BM25) of all that hold a term, best first, ties by key, greatest first."""
    seen = matching(entries, where)
    documents = [split_terms(entry.terms) for entry in seen]
    frequencies = np.array([[doc.count(term) for term in terms] for doc in documents], dtype=float)
    scores = bm25(
        frequencies.reshape(len(documents), len(terms)),
        np.array([len(document) for document in documents], dtype=np.float64),
        reference_statistics(entries, terms, where),
    )
    found = [
        (entry.key, float(score))
        for entry, score, row in zip(seen, scores, frequencies, strict=True)
        if row.any()
    ]
    return sorted(found, key=lambda hit: (-hit[1], -hit[0]))
