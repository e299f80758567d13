"""What can a program ask about tenants and single memories?

The groups (`memory.tenants`, `memory.memories` and so on) of the engine's face, so that the face itself
keeps to the daily verbs. They validate, open what is needed and hand over to the services.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

import msgspec

from perspective.domain.answer import (
    EventPage,
    MemoryPage,
    MemoryView,
    NamespaceCount,
    SessionWindow,
    TenantView,
    shortened,
)
from perspective.domain.query import MemoryEdit, MemoryListing, Outcome, RecallQuery, SessionQuery
from perspective.domain.tenant import Tenant, TenantSettings
from perspective.domain.trust.erasure import ErasureReceipt
from perspective.domain.trust.inspection import Inspection, Neighbors
from perspective.errors import InvalidRequest
from perspective.ports.system import Clock
from perspective.services.background.documents import Documents
from perspective.services.background.extraction import Extraction
from perspective.services.background.processes import Processes
from perspective.services.background.visits import Visits
from perspective.services.background.watch import Watch
from perspective.services.browse import Browse
from perspective.services.bulk import Bulk
from perspective.services.changes.changes import Changes
from perspective.services.context import Contexts
from perspective.services.entities.merge import Merge
from perspective.services.host import Host, Space
from perspective.services.ingest import Ingest
from perspective.services.jobs.runner import JobRunner
from perspective.services.recall import Recall
from perspective.services.reflection.reflect import Reflect
from perspective.services.revise import Revise
from perspective.services.trust.draw import Draw
from perspective.services.trust.erase import Erase
from perspective.services.trust.inspect import Inspect
from perspective.services.trust.reviews import Reviews
from perspective.services.trust.survey import Survey
from perspective.settings import Settings

DEFAULT_TENANT = "default"
_QUOTA_WARNING_SHARE = 0.9

R = TypeVar("R", bound=msgspec.Struct)


class Services(msgspec.Struct, frozen=True):
    """The verbs that the engine hands over to."""

    host: Host
    ingest: Ingest
    recall: Recall
    contexts: Contexts
    reflect: Reflect
    revise: Revise
    browse: Browse
    erase: Erase
    inspect: Inspect
    merge: Merge
    draw: Draw
    bulk: Bulk
    documents: Documents
    processes: Processes
    extraction: Extraction
    visits: Visits
    watch: Watch
    jobs: JobRunner
    changes: Changes
    reviews: Reviews
    survey: Survey


class Tenants:
    """`memory.tenants`: the walls. Unknown ids raise TenantNotFound, bad ones InvalidRequest."""

    def __init__(self, settings: Settings, services: Services, clock: Clock) -> None:
        self._settings = settings
        self._host = services.host
        self._browse = services.browse
        self._documents = services.documents
        self._clock = clock

    async def list(self) -> list[TenantView]:
        """All tenants by id, without counts."""
        return [view_of_tenant(tenant) for tenant in await self._host.tenants()]

    async def create(self, tenant_id: str, **settings: Any) -> TenantView:
        """Makes a tenant; settings not given take their defaults. Raises Conflict if taken."""
        defaults = msgspec.structs.asdict(self._settings.tenant.defaults)
        defaults.pop("auto_create")
        chosen = converted({**defaults, **settings}, TenantSettings)
        return view_of_tenant(await self._host.create(tenant_id, chosen, self._clock.now()))

    async def read(self, tenant_id: str) -> TenantView:
        """One tenant with its counts, and how far each index is."""
        async with self._host.use(tenant_id) as space:
            return await view_of_space(space)

    async def edit(self, tenant_id: str, **settings: Any) -> TenantView:
        """Changes the given settings of a tenant."""
        tenant = await self._host.tenant(tenant_id)
        changed = {**msgspec.structs.asdict(tenant.settings), **settings}
        tenant = msgspec.structs.replace(tenant, settings=converted(changed, TenantSettings))
        return view_of_tenant(await self._host.update(tenant))

    async def delete(self, tenant_id: str, *, confirm: str) -> None:
        """Deletes a tenant with everything in it; `confirm` must repeat its id."""
        _check_confirmed(confirm, tenant_id, "the tenant's id")
        await self._documents.leave(tenant_id)
        await self._host.remove(tenant_id)

    async def namespaces(self, tenant_id: str = DEFAULT_TENANT) -> Sequence[NamespaceCount]:
        """The namespaces of a tenant with how many memories each holds."""
        async with self._host.use(tenant_id) as space:
            return await self._browse.namespaces(space)


class Memories:
    """`memory.memories`: single memories by id. Unknown ids raise MemoryNotFound."""

    def __init__(self, services: Services) -> None:
        self._host = services.host
        self._browse = services.browse
        self._revise = services.revise
        self._recall = services.recall
        self._erase = services.erase
        self._inspect = services.inspect

    async def list(
        self, listing: MemoryListing = MemoryListing(), *, tenant_id: str = DEFAULT_TENANT
    ) -> MemoryPage:
        """Memories that match, newest first; with `q`, as recall finds them, best first."""
        listing = checked(listing)
        async with self._host.use(tenant_id) as space:
            if listing.q is None:
                page = await self._browse.page(space, listing)
            else:
                query = RecallQuery(query=listing.q, budget=listing.limit, reinforce=False)
                where = self._browse.where(listing)
                found = await self._recall.recall(space, query, where=where)
                page = await self._browse.found(space, [one.id for one in found.results])
        items = tuple(shortened(one, listing.max_chars) for one in page.items)
        return MemoryPage(items, page.next_cursor)

    async def read(
        self, memory_id: str, *, tenant_id: str = DEFAULT_TENANT, versions: bool = False
    ) -> MemoryView:
        """A memory, deleted ones too; a source_id gives the whole text byte for byte."""
        async with self._host.use(tenant_id) as space:
            return await self._browse.read(space, memory_id, versions=versions)

    async def edit(
        self,
        memory_id: str,
        edit: MemoryEdit,
        *,
        tenant_id: str = DEFAULT_TENANT,
        actor: str = "library",
    ) -> MemoryView:
        """Appends a version with the changes; the one before stays readable."""
        edit = checked(edit)
        async with self._host.use(tenant_id) as space:
            revised = await self._revise.edit(space, memory_id, edit, actor=actor)
            return self._browse.view(space, revised)

    async def delete(
        self, memory_id: str, *, tenant_id: str = DEFAULT_TENANT, actor: str = "library"
    ) -> int:
        """Hides a memory, or all parts of a source_id, from recall; returns how many."""
        async with self._host.use(tenant_id) as space:
            return await self._revise.delete(space, memory_id, actor=actor)

    async def restore(
        self, memory_id: str, *, tenant_id: str = DEFAULT_TENANT, actor: str = "library"
    ) -> MemoryView:
        """Takes a delete back, and brings back from the archive."""
        async with self._host.use(tenant_id) as space:
            await self._revise.restore(space, memory_id, actor=actor)
            return await self._browse.read(space, memory_id, versions=False)

    async def pin(
        self,
        memory_id: str,
        *,
        pinned: bool = True,
        tenant_id: str = DEFAULT_TENANT,
        actor: str = "library",
    ) -> MemoryView:
        """A pinned memory never fades."""
        async with self._host.use(tenant_id) as space:
            changed = await self._revise.pin(space, memory_id, pinned=pinned, actor=actor)
            return self._browse.view(space, changed)

    async def outcome(
        self,
        memory_id: str,
        *,
        success: bool,
        note: str | None = None,
        taken_back: bool = False,
        tenant_id: str = DEFAULT_TENANT,
        actor: str = "library",
    ) -> MemoryView:
        """Counts how following a procedure went; `taken_back` takes such an outcome back."""
        told = converted({"success": success, "note": note, "taken_back": taken_back}, Outcome)
        async with self._host.use(tenant_id) as space:
            changed = await self._revise.outcome(space, memory_id, told, actor=actor)
            return self._browse.view(space, changed)

    async def lineage(
        self,
        memory_id: str,
        *,
        tenant_id: str = DEFAULT_TENANT,
        cursor: str | None = None,
        limit: int = 50,
    ) -> EventPage:
        """What happened to a memory, newest first."""
        async with self._host.use(tenant_id) as space:
            return await self._browse.lineage(space, memory_id, cursor=cursor, limit=limit)

    async def erase(
        self,
        memory_id: str,
        *,
        confirm: str,
        tenant_id: str = DEFAULT_TENANT,
        actor: str = "library",
    ) -> ErasureReceipt:
        """Erases a memory, or all parts of a source_id, for good; `confirm` must repeat the id.

        It cannot be read or recalled any more when this returns. The receipt is `pending` while
        a file may still hold its bytes; `erasure` tells when none does.
        """
        _check_confirmed(confirm, memory_id, "the id of what is to be erased")
        async with self._host.use(tenant_id) as space:
            return await self._erase.erase(space, memory_id, actor=actor)

    async def erasure(self, erasure_id: str, *, tenant_id: str = DEFAULT_TENANT) -> ErasureReceipt:
        """The receipt of an erasure; it outlives the memory, and holds none of its words."""
        async with self._host.use(tenant_id) as space:
            return await self._erase.receipt(space, erasure_id)

    async def inspect(self, memory_id: str, *, tenant_id: str = DEFAULT_TENANT) -> Inspection:
        """What is known about a memory: strength, origin, neighbours, indexes."""
        async with self._host.use(tenant_id) as space:
            return await self._inspect.inspect(space, memory_id)

    async def neighbors(
        self, memory_id: str, *, tenant_id: str = DEFAULT_TENANT, limit: int = 50
    ) -> Neighbors:
        """What a memory is linked to, heaviest now first."""
        async with self._host.use(tenant_id) as space:
            return await self._inspect.neighbors(space, memory_id, limit=limit)


class Sessions:
    """`memory.sessions`: conversations, by the id that their turns were stored with."""

    def __init__(self, services: Services) -> None:
        self._host = services.host
        self._contexts = services.contexts

    async def recent(
        self, session: str, *, tenant_id: str = DEFAULT_TENANT, **fields: Any
    ) -> SessionWindow:
        """Its last turns within `max_tokens`, as text; empty for a session that has none. `fields`
        are those of `SessionQuery`."""
        query = converted(fields, SessionQuery)
        async with self._host.use(tenant_id) as space:
            return await self._contexts.session(space, session, query)


async def view_of_space(space: Space) -> TenantView:
    """An open tenant with its counts, its indexes, and a warning when it is nearly full."""
    counts = await space.stores.records.counts()
    limit = space.tenant.settings.max_memories
    is_nearly_full = limit > 0 and counts.memories >= _QUOTA_WARNING_SHARE * limit
    warning = f"{counts.memories} of {limit} memories are in use" if is_nearly_full else None
    return msgspec.structs.replace(
        view_of_tenant(space.tenant),
        counts=counts,
        indexes={name: await pump.health() for name, pump in space.pumps.items()},
        warning=warning,
    )


def view_of_tenant(tenant: Tenant) -> TenantView:
    """A tenant as callers see it, without counts."""
    return TenantView(
        id=tenant.id,
        created_at=tenant.created_at,
        settings=tenant.settings,
        embedding_model=tenant.embedding_model,
        dimensions=tenant.dimensions,
    )


def _check_confirmed(confirm: str, name: str, what: str) -> None:
    """What cannot be taken back is asked for twice."""
    if confirm != name:
        reason = f"must repeat {what}"
        raise InvalidRequest(f"confirm {reason}", fields=(("confirm", reason),))


def checked(given: R, **fields: Any) -> R:
    """The struct with these fields changed, checked as it would be over REST: one that a program
    made by hand was not."""
    values = {name: getattr(given, name) for name in given.__struct_fields__}
    is_set = {name: value for name, value in values.items() if value is not msgspec.UNSET}
    return converted({**is_set, **fields}, type(given))


def converted(values: dict[str, Any], kind: type[R]) -> R:
    """The values as a struct, checked as they would be over REST; raises InvalidRequest."""
    try:
        return msgspec.convert(values, kind)
    except msgspec.ValidationError as error:
        raise InvalidRequest(str(error)) from error
