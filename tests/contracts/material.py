"""What do the contract tests store? Memories, edges and filters with defaults that say little."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec

from perspective.domain.filter import Filter
from perspective.domain.graph import Edge, EdgeKind
from perspective.domain.memory import Memory, Version, empty_detail
from perspective.domain.trust.erasure import Erasure
from perspective.ports.transaction import RecordTransaction

NOON = datetime(2025, 3, 1, 12, tzinfo=UTC)
MINUTE = timedelta(minutes=1)

# Zero, newlines, separators, a letter with combining marks, emoji with joiners, right to left,
# scripts without spaces, the last code point.
HARD_TEXT = "a\0b\n\r\t\u2028\x7f\\\"' e\u0301 👩‍👩‍👧‍👦 שלום ไทย 漢字 \ufffe\U0010ffff"


def memory(memory_id: str, **fields: Any) -> Memory:
    """An episodic memory, recorded at noon."""
    defaults: dict[str, Any] = {"id": memory_id, "type": "episodic", "recorded_at": NOON}
    return Memory(**(defaults | fields))


def version(memory_id: str, **fields: Any) -> Version:
    """The first version of a memory, known from noon; its hash is its content's."""
    content = fields.get("content", f"content of {memory_id}")
    defaults: dict[str, Any] = {
        "memory_id": memory_id,
        "number": 1,
        "content": content,
        "content_hash": f"hash of {content}",
        "detail": empty_detail("episodic"),
        "known_from": NOON,
        "terms": content,
    }
    return Version(**(defaults | fields))


def edge(source: str, target: str, kind: EdgeKind = "temporal", **fields: Any) -> Edge:
    """An edge of weight 0.5 that does not decay."""
    defaults: dict[str, Any] = {
        "source": source,
        "target": target,
        "kind": kind,
        "weight": 0.5,
        "created_at": NOON,
        "last_reinforced_at": NOON,
        "decay_rate": 0.0,
        "origin": "test",
    }
    return Edge(**(defaults | fields))


def order(order_id: str, target_id: str) -> Erasure:
    """An order to erase, given at noon by a test."""
    return Erasure(id=order_id, target_id=target_id, actor="test", requested_at=NOON)


def inserting(
    memory_id: str, *, of_memory: dict[str, Any] | None = None, **of_version: Any
) -> Callable[[RecordTransaction], int]:
    """The work that inserts one memory with its first version."""

    def work(transaction: RecordTransaction) -> int:
        return transaction.insert(
            memory(memory_id, **(of_memory or {})), version(memory_id, **of_version)
        )

    return work


def everything(**fields: Any) -> Filter:
    """What is visible at one o'clock, narrowed by `fields`."""
    one = NOON + 60 * MINUTE
    return msgspec.structs.replace(Filter(as_of=one, known_at=one), **fields)
