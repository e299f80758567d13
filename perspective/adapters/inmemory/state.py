"""What does a tenant in memory consist of, and how is a failed work undone?

Plain tables and a journal: each change notes what stood there before, and a work that raises is
undone by putting it back, newest first.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from types import TracebackType
from typing import Any, Self, TypeVar

import msgspec

from perspective.domain.changes.change_set import ChangeSet, Step
from perspective.domain.changes.community import Community
from perspective.domain.changes.review import Review
from perspective.domain.event import Event
from perspective.domain.extraction.merger import is_by_hand, merged_into, promoted
from perspective.domain.filter import Filter, IndexEntry
from perspective.domain.graph import MENTIONS, Edge, Entity, called_still
from perspective.domain.memory import Memory, Recorded, Version
from perspective.domain.text.analysis import ANALYSIS, Analysed
from perspective.domain.trust.erasure import Erasure
from perspective.errors import InvalidRequest
from perspective.ports.feed import Vector
from perspective.ports.transaction import Document, IdempotentAnswer, QueueItem, Work

K = TypeVar("K")
V = TypeVar("V")
S = TypeVar("S", bound=msgspec.Struct)

EdgeKey = tuple[str, str, str, str]  # source, kind, target, predicate

_MISSING: Any = object()


class InMemoryState:
    """The tables of one tenant; a table's order is that of first insertion."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.memories: dict[str, Memory] = {}
        self.versions: dict[int, Version] = {}
        self.keys: dict[str, tuple[int, ...]] = {}  # of each memory's versions, oldest first
        self.seqs: dict[int, int] = {}
        self.edges: dict[EdgeKey, Edge] = {}
        self.entities: dict[str, Entity] = {}
        self.entity_keys: dict[tuple[str, str], tuple[str, ...]] = {}  # by entity and memory
        self.queue: dict[str, QueueItem] = {}
        self.events: dict[int, Event] = {}
        self.answers: dict[str, IdempotentAnswer] = {}
        self.documents: dict[str, Document] = {}
        self.erasures: dict[str, Erasure] = {}
        self.removed: dict[int, int] = {}  # sequence numbers of erased versions by key
        self.works: dict[str, Work] = {}
        self.changes: dict[str, ChangeSet] = {}
        self.steps: dict[tuple[str, int], Step] = {}  # by change set and number
        self.signatures: dict[tuple[str, int], str] = {}
        self.reviews: dict[str, Review] = {}
        self.communities: dict[str, Community] = {}
        self.embeddings: dict[tuple[str, int], Vector | None] = {}
        self.counters: dict[str, int] = {"key": 0, "seq": 0, "event": 0, "linked": 0}
        self.analysed = {"terms": Analysed(ANALYSIS)}
        self._journal: list[Callable[[], None]] = []

    def put(self, table: dict[K, V], key: K, value: V) -> None:
        """Sets an entry of a table, in a way that can be undone."""
        before = table.get(key, _MISSING)

        def undo() -> None:
            if before is _MISSING:
                del table[key]
            else:
                table[key] = before

        self._journal.append(undo)
        table[key] = value

    def drop(self, table: dict[K, V], key: K) -> None:
        """Takes an entry out of a table, if it is there, in a way that can be undone: in its
        old place."""
        if key not in table:
            return
        before = dict(table)

        def undo() -> None:
            table.clear()
            table.update(before)

        self._journal.append(undo)
        del table[key]

    def next(self, counter: str) -> int:
        """The counter's next number."""
        self.put(self.counters, counter, self.counters[counter] + 1)
        return self.counters[counter]

    def latest(self, memory_id: str) -> Recorded | None:
        """A memory with its latest version, or None."""
        memory = self.memories.get(memory_id)
        if memory is None:
            return None
        return Recorded(memory, self.versions[self.keys[memory_id][-1]])

    def at_key(self, key: int) -> Recorded | None:
        """A version and its memory, or None."""
        version = self.versions.get(key)
        return None if version is None else Recorded(self.memories[version.memory_id], version)

    def visible(self, memory_id: str, where: Filter) -> Recorded | None:
        """The version of a memory that matches the filter, or None."""
        for key in self.keys.get(memory_id, ()):
            recorded = Recorded(self.memories[memory_id], self.versions[key])
            if where.matches(IndexEntry.of(recorded)):
                return recorded
        return None

    def __enter__(self) -> Self:
        self.lock.acquire()
        self._journal.clear()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if error is not None:
            for undo in reversed(self._journal):
                undo()
        self._journal.clear()
        self.lock.release()


def kept(row: S) -> S:
    """The row as a store would give it back: nothing that the caller can still change is in it."""
    try:
        return msgspec.json.decode(msgspec.json.encode(row), type=type(row))
    except UnicodeEncodeError as error:
        raise InvalidRequest("the text holds half a surrogate pair, which is no character") from (
            error
        )


def merges_of(state: InMemoryState) -> dict[str, str]:
    """What each merged entity was merged into."""
    found = ((one.id, merged_into(one)) for one in state.entities.values())
    return {entity_id: into for entity_id, into in found if into is not None}


def drop_edges(
    state: InMemoryState, is_meant: Callable[[Edge], bool], *, spares_by_hand: bool = False
) -> None:
    """The edges that are meant are gone, and so are entities that have no other edge; the others at
    their ends have a name by which a memory still calls them. What was merged or split by hand may
    be spared; else those without an edge go, too."""
    touched = set[str]()
    for end, edge in list(state.edges.items()):
        if is_meant(edge):
            state.drop(state.edges, end)
            touched |= {edge.source, edge.target}
    named = {end for edge in state.edges.values() for end in (edge.source, edge.target)}
    by_hand = {one.id for one in state.entities.values() if is_by_hand(one)}
    for entity_id in (touched - by_hand if spares_by_hand else touched | by_hand) - named:
        if (gone := state.entities.get(entity_id)) is not None:
            state.drop(state.entities, entity_id)
            state.drop(state.entity_keys, (entity_id, ""))  # keys that a person gave
            members = [one for one in state.entities.values() if merged_into(one) == entity_id]
            for one in promoted(gone, members):
                state.put(state.entities, one.id, one)
    for entity_id in touched & named & state.entities.keys():
        entity = state.entities[entity_id]
        said = [
            (edge.predicate, [name for name, _ in edge.extra.get(MENTIONS, ())])
            for edge in state.edges.values()
            if edge.kind == "entity" and edge.target == entity_id
        ]
        state.put(state.entities, entity_id, called_still(entity, said))


def drop_keys(state: InMemoryState, memory_id: str) -> None:
    """No entity is filed any more because of this memory."""
    for place in [place for place in state.entity_keys if place[1] == memory_id]:
        state.drop(state.entity_keys, place)
