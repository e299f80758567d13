"""What does a person see of single memories: lists, versions, lineage, counts?

Reads records only; ranking by words or meaning is `recall`'s.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Sequence
from datetime import tzinfo
from typing import TypeVar

import msgspec

from perspective.domain.answer import (
    EventPage,
    MemoryPage,
    MemoryView,
    NamespaceCount,
    VersionView,
    view_of_memory,
    view_of_version,
)
from perspective.domain.decay import confidence_at, strength
from perspective.domain.filter import Filter
from perspective.domain.interval import to_microseconds, to_utc
from perspective.domain.memory import MemoryState, Recorded
from perspective.domain.query import MemoryListing
from perspective.errors import InvalidRequest, MemoryNotFound
from perspective.ports.system import Clock
from perspective.ports.transaction import Document
from perspective.services.host import Space
from perspective.services.keep import prepared_of, recorded_of
from perspective.services.split import Part
from perspective.settings import DecaySettings

T = TypeVar("T")

_ALL_STATES: tuple[MemoryState, ...] = ("active", "archived", "retired")


class Browse:
    """Shows memories. One instance serves all tenants."""

    def __init__(self, settings: DecaySettings, clock: Clock, zone: tzinfo) -> None:
        self._settings = settings
        self._clock = clock
        self._zone = zone

    async def page(self, space: Space, listing: MemoryListing) -> MemoryPage:
        """Memories as they stand now, newest first, without ranking; `q` is not looked at."""
        before = decode(listing.cursor, tuple[int, str]) if listing.cursor else None
        rows = await space.stores.records.page(
            self.where(listing), before=before, limit=listing.limit + 1
        )
        shown = rows[: listing.limit]
        next_cursor = None
        if len(rows) > len(shown):
            last = shown[-1]
            next_cursor = encode((to_microseconds(last.at), last.memory.id))
        return MemoryPage(tuple(self.view(space, row) for row in shown), next_cursor)

    async def found(self, space: Space, memory_ids: Sequence[str]) -> MemoryPage:
        """These memories, in this order, as one page."""
        rows = await space.stores.records.recorded(memory_ids)
        return MemoryPage(tuple(self.view(space, row) for row in rows))

    async def read(self, space: Space, memory_id: str, *, versions: bool) -> MemoryView:
        """One memory, deleted ones too; for a source_id, the whole text with its parts' ids.

        Raises MemoryNotFound.
        """
        found = await space.stores.records.recorded([memory_id])
        if not found:
            return await self._read_document(space, memory_id)
        views: tuple[VersionView, ...] = ()
        if versions:
            rows = await space.stores.records.versions(memory_id)
            views = tuple(self._version(space, row) for row in rows)
        return msgspec.structs.replace(self.view(space, found[0]), versions=views)

    async def lineage(
        self, space: Space, memory_id: str | None, *, cursor: str | None, limit: int
    ) -> EventPage:
        """What happened to a memory, or in the tenant, newest first. A memory without any
        history raises MemoryNotFound."""
        before = decode(cursor, int) if cursor else None
        events = await space.stores.records.events(
            memory_id=memory_id, before=before, limit=limit + 1
        )
        if memory_id is not None and not events and before is None:
            raise MemoryNotFound(f"there is no memory {memory_id!r}")
        shown = events[:limit]
        is_more = len(events) > len(shown)
        return EventPage(tuple(shown), encode(shown[-1].id) if is_more else None)

    async def namespaces(self, space: Space) -> list[NamespaceCount]:
        """The namespaces by name, with how many memories each holds."""
        counts = await space.stores.records.counts()
        return [NamespaceCount(name, n) for name, n in sorted(counts.by_namespace.items())]

    def view(self, space: Space, recorded: Recorded) -> MemoryView:
        """The memory as a person reads it, with its strength and confidence now."""
        held = 1.0
        if space.tenant.settings.decay:
            held = strength(
                recorded.memory,
                self._clock.now(),
                unit_days=self._settings.unit_days,
                learning_rate=self._settings.learning_rate,
            )
        confidence = self._confidence(space, recorded)
        return view_of_memory(recorded, strength=held, confidence=confidence)

    def _version(self, space: Space, recorded: Recorded) -> VersionView:
        return view_of_version(recorded, confidence=self._confidence(space, recorded))

    def _confidence(self, space: Space, recorded: Recorded) -> float:
        kept = self._settings.kept_confidence(decays=space.tenant.settings.decay)
        return confidence_at(recorded, self._clock.now(), per_30_days=kept)

    async def _read_document(self, space: Space, source_id: str) -> MemoryView:
        found = await space.stores.records.document(source_id)
        if found is None:
            raise MemoryNotFound(f"there is no memory {source_id!r}")
        document, parts = found
        if not parts:
            parts = [await self._not_yet_split(space, document)]
        first = self.view(space, parts[0])
        whole = msgspec.structs.replace(first.current, content=document.content)
        ids = tuple(part.memory.id for part in found[1])
        return msgspec.structs.replace(first, id=source_id, ordinal=None, current=whole, parts=ids)

    async def _not_yet_split(self, space: Space, document: Document) -> Recorded:
        """What the document's parts will say of themselves."""
        work = await space.stores.records.write(lambda tx: tx.work(document.source_id))
        if work is None:
            raise MemoryNotFound(f"there is no memory {document.source_id!r}")
        one, nothing = prepared_of(work), Part("", "", "")
        return recorded_of(one, nothing, document.source_id, document.source_id, None, work.at)

    def where(self, listing: MemoryListing) -> Filter:
        """Which memories a list, or a search of one, may show: those of every state."""
        states = _ALL_STATES
        if listing.state is not None and listing.state != "deleted":
            states = (listing.state,)
        return Filter(
            as_of=None,
            known_at=None,
            namespaces=None if listing.namespace is None else (listing.namespace,),
            types=None if listing.type is None else (listing.type,),
            states=states,
            tags=() if listing.tag is None else (listing.tag,),
            session=listing.session,
            speaker=listing.speaker,
            source_id=listing.source_id,
            since=to_utc(listing.since, self._zone, field="since")[0] if listing.since else None,
            until=to_utc(listing.until, self._zone, field="until")[0] if listing.until else None,
            with_superseded=True,
            deleted=listing.state == "deleted",
        )


def encode(position: object) -> str:
    """A place in a list as a cursor."""
    return base64.urlsafe_b64encode(msgspec.json.encode(position)).decode().rstrip("=")


def decode(cursor: str, kind: type[T]) -> T:
    """The place that a cursor stands for; raises InvalidRequest for one not given out here."""
    try:
        raw = base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4))
        return msgspec.json.decode(raw, type=kind)
    except (binascii.Error, ValueError, msgspec.MsgspecError) as error:
        reason = "is not a cursor that was given out here"
        raise InvalidRequest(f"cursor {reason}", fields=(("cursor", reason),)) from error
