"""How does a version become a tantivy document?

Terms are indexed as they are, with frequencies and without positions; nothing is stored. The
fields a filter asks for stand beside them: names as exact terms, times and numbers as columns.
An open end has no value, so that a range over "already ended" reads only the few that end.
"""

from __future__ import annotations

import hashlib
import re
from typing import Any

import tantivy

from perspective.domain.filter import IndexEntry
from perspective.domain.index.terms import split_terms
from perspective.domain.interval import to_microseconds

FORMAT = 2
DEFAULT_STATES = ("active", "archived")

NAMES = ("namespace", "type", "state", "tag", "session", "speaker", "source_id", "flag")
TIMES = ("at", "valid_from", "valid_to", "known_from", "known_to")

# What the whitespace tokenizer would split or drop, and what is not UTF-8.
_ODD_TERM = re.compile(r"[^\S ]|[^ ]{201}|[\ud800-\udfff]")
_ODD_NAME = re.compile(r"[\ud800-\udfff]|.{2001}", re.DOTALL)


def new_schema() -> tantivy.Schema:
    """The fields of a document; a change of them is a change of FORMAT."""
    builder = tantivy.SchemaBuilder()
    builder.add_text_field("terms", tokenizer_name="whitespace", index_option="freq")
    for name in NAMES:
        builder.add_text_field(name, tokenizer_name="raw", index_option="basic")
    builder.add_integer_field("key", indexed=True, fast=True)
    builder.add_integer_field("n_terms", fast=True)
    for name in TIMES:
        builder.add_integer_field(name, fast=True)
    builder.add_float_field("confidence", fast=True)
    return builder.build()


def new_document(entry: IndexEntry, schema: tantivy.Schema) -> tantivy.Document:
    """The version as a document."""
    names: dict[str, list[str | None]] = {
        "namespace": [entry.namespace],
        "type": [entry.type],
        "state": [entry.state],
        "tag": list(dict.fromkeys(entry.tags)),
        "session": [entry.session],
        "speaker": [entry.speaker],
        "source_id": [entry.source_id],
    }
    fields: dict[str, Any] = {
        field: [safe_name(name) for name in given if name is not None]
        for field, given in names.items()
    }
    fields["flag"] = _flags(entry)
    fields["terms"] = _safe_terms(entry.terms)
    fields["n_terms"] = len(split_terms(entry.terms))
    fields["key"] = entry.key
    fields["confidence"] = float(entry.confidence)
    return tantivy.Document.from_dict(fields | times_of(entry), schema)


def times_of(entry: IndexEntry) -> dict[str, int]:
    """The entry's times in microseconds; open ends are left out."""
    return {
        field: to_microseconds(at) for field in TIMES if (at := getattr(entry, field)) is not None
    }


def safe_term(term: str) -> str:
    """The term as the index holds it: itself, or a digest where tantivy could not keep it."""
    return _digest(term) if _ODD_TERM.search(term) or " " in term else term


def safe_name(name: str) -> str:
    """The name as the index holds it: itself, or a digest where tantivy could not keep it."""
    return _digest(name) if _ODD_NAME.search(name) else name


def _safe_terms(terms: str) -> str:
    if not _ODD_TERM.search(terms):
        return terms
    return " ".join(safe_term(term) for term in split_terms(terms))


def _digest(text: str) -> str:
    return "#" + hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def _flags(entry: IndexEntry) -> list[str]:
    """Rare properties as terms: what a filter leaves out costs only as much as there is of it."""
    flags = {
        "deleted": entry.is_deleted,
        "superseded": entry.is_superseded,
        "closed": entry.known_to is not None,
        "ends": entry.valid_to is not None,
        "begins": entry.valid_from is not None,
        "hidden": (
            entry.is_deleted
            or entry.is_superseded
            or entry.known_to is not None
            or entry.state not in DEFAULT_STATES
        ),
    }
    return [flag for flag, is_set in flags.items() if is_set]
