"""Where is the truth kept? A tenant's records: durable, atomic, readable while written."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from datetime import datetime
from typing import Protocol, TypeVar

import msgspec

from perspective.domain.answer import Counts
from perspective.domain.changes.review import ReviewKind, ReviewState
from perspective.domain.event import Event
from perspective.domain.filter import Filter
from perspective.domain.graph import EdgeKind, EntityKind
from perspective.domain.memory import Recorded
from perspective.domain.ranking.candidate import Candidate
from perspective.domain.text.analysis import Analysed
from perspective.ports.graph import Link
from perspective.ports.transaction import Document, QueueItem, QueueState, RecordTransaction, Work
from perspective.ports.trust.changes import ChangeArchive
from perspective.ports.trust.survey import Survey

T = TypeVar("T")


class StoredText(msgspec.Struct, frozen=True):
    """The text of the version with this key, and the terms that are kept with it."""

    key: int
    content: str
    terms: str


class RecordSnapshot(Protocol):
    """The records as one commit left them. Only within the `read` that gave it."""

    def candidates(self, keys: Sequence[int], where: Filter) -> list[Candidate]:
        """What ranking asks of those versions with these keys that match the filter.

        In the order of `keys`; unknown keys are left out. The records' word is final: an index
        that is behind may still know a version as it was.
        """
        ...

    def adjacent(
        self,
        memory_ids: Sequence[str],
        kinds: Sequence[EdgeKind],
        where: Filter,
        *,
        now: datetime,
        limit: int,
    ) -> list[Link]:
        """One hop from memories to memories along edges of these kinds, in either direction.

        Both directions of one edge count once per source. Heaviest first, at most `limit`.
        **Ties** by key, greatest first.
        """
        ...

    def analysed(self) -> Analysed:
        """By which analysis the terms were made; a new store's by the present one."""
        ...

    def linked(self) -> int:
        """The sequence number of the change feed up to which `link` was called; 0 at first."""
        ...

    @property
    def survey(self) -> Survey:
        """What consolidation looks at, as this commit left it."""
        ...

    def mark(self, name: str) -> int:
        """The sequence number that was marked under this name; 0 at first."""
        ...

    def naming(
        self, memory_ids: Sequence[str], kinds: Collection[EntityKind], *, but: Collection[str]
    ) -> frozenset[str]:
        """Those of the memories that mention an entity of one of the kinds whose normal name is none
        of these."""
        ...

    def queue(self, state: QueueState, *, limit: int) -> list[QueueItem]:
        """Up to `limit` items of the queue for extraction in this state, the oldest first.
        **Ties** by memory id."""
        ...

    def queue_counts(self) -> dict[QueueState, int]:
        """How many items of the queue are in each state; states without any are left out."""
        ...

    def review_counts(self, kind: ReviewKind | None) -> dict[ReviewState, int]:
        """How many reviews of a kind, or of all, are in each state; states without any are left out."""
        ...

    @property
    def archive(self) -> ChangeArchive:
        """Change sets, reviews and communities, as this commit left them."""
        ...

    def texts(self, *, after: int, limit: int) -> list[StoredText]:
        """The texts of up to `limit` versions with keys above `after`, by key."""
        ...


class RecordStore(Protocol):
    """A tenant's memories, versions, edges, entities, queue and events.

    Reads see everything that was committed before they began. Fields of a newer minor schema
    survive reading and writing back; a store of a newer major one raises SchemaTooNew when
    opened. Storage failures raise StorageError: DiskFull, StoreUnavailable, StoreCorrupt.
    """

    async def write(self, work: Callable[[RecordTransaction], T]) -> T:
        """Runs `work` in one transaction and returns its result once it is durable (synced).

        Calls that wait together may share a commit; each is atomic by itself: when `work`
        raises, its writes alone are undone and the error comes back here. `work` runs on the
        store's own thread: it must not wait, and must not be async. A cancelled caller does
        not cancel the write.
        """
        ...

    async def read(self, work: Callable[[RecordSnapshot], T]) -> T:
        """Runs `work` over one commit's state and returns its result.

        What is read together costs one change of threads. `work` runs on a thread of the store's:
        it must not wait, and must not be async.
        """
        ...

    async def recorded(self, memory_ids: Sequence[str]) -> list[Recorded]:
        """The memories with their latest versions (deleted ones too); unknown ids are left out.

        In the order of `memory_ids`.
        """
        ...

    async def at_keys(self, keys: Sequence[int]) -> list[Recorded]:
        """The versions with these keys, in their order; unknown keys are left out."""
        ...

    async def versions(self, memory_id: str) -> list[Recorded]:
        """All versions of a memory, oldest first; empty when there is none."""
        ...

    async def page(
        self, where: Filter, *, before: tuple[int, str] | None, limit: int
    ) -> list[Recorded]:
        """Up to `limit` memories whose version visible under the filter matches it.

        Newest `at` first; **Ties** by id, greatest first. `before` is the (microseconds of at,
        id) of the last one seen.
        """
        ...

    async def document(self, source_id: str) -> tuple[Document, list[Recorded]] | None:
        """A long text and its parts by ordinal (deleted ones too), or None."""
        ...

    async def works(self) -> list[Work]:
        """The documents that are still to be split, the oldest first; **Ties** by source id."""
        ...

    async def events(self, *, memory_id: str | None, before: int | None, limit: int) -> list[Event]:
        """Events, newest first, of one memory or of all, with ids below `before`."""
        ...

    async def counts(self) -> Counts:
        """How much there is of everything."""
        ...

    async def dump(self, *, with_access: bool = False, with_history: bool = True) -> Iterator[str]:
        """Every row as one JSON line with sorted keys, lines sorted by table and primary key.

        The canonical dump: two stores with the same history have byte-equal dumps. Access
        counters are left out unless asked for, and events and change sets, which only ever grow,
        where `with_history` is false; what is derived (sequence numbers, analysed
        terms, embeddings, semantic edges) always is.
        """
        ...

    async def close(self) -> None:
        """Finishes what was handed in, then lets go of files and threads. Safe to repeat."""
        ...
