"""What can a program ask of a memory? `Perspective`: the one face of the engine.

It validates, opens what is needed and hands over to the services; it decides nothing itself.
The daemon, the command line and the library all use this class.
"""

from __future__ import annotations

import ipaddress
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Sequence
from contextlib import aclosing
from datetime import datetime
from importlib import metadata
from typing import Any

from perspective.background import Background, Jobs
from perspective.domain.answer import (
    Context,
    Counts,
    EventPage,
    Health,
    IndexHealth,
    ModelHealth,
    Recalled,
    RecentEvent,
    Status,
    Stored,
)
from perspective.domain.event import News
from perspective.domain.query import ContextQuery, NewMemory, RecallQuery, ReflectQuery
from perspective.domain.reflection.answer import Reflection
from perspective.errors import (
    BadValue,
    CallerError,
    Conflict,
    EngineNotOpen,
    InvalidRequest,
    TenantNotFound,
)
from perspective.groups import (
    DEFAULT_TENANT,
    Memories,
    R,
    Services,
    Sessions,
    Tenants,
    checked,
    converted,
    view_of_space,
    view_of_tenant,
)
from perspective.knowledge import Entities, Graph, Reading
from perspective.observability.events import event_log
from perspective.oversight import ChangeSets, Maintenance, ReviewQueue
from perspective.ports.system import Clock
from perspective.services.host import Space
from perspective.services.models.embedders import Embedders
from perspective.settings import Settings

_log = event_log(__name__)

_N_RECENT = 10


class Perspective:
    """Long-term memory, open. Use as `async with perspective.connect() as memory:`."""

    def __init__(
        self,
        settings: Settings,
        services: Services,
        embedders: Embedders,
        clock: Clock,
        *,
        data_dir: str | None = None,
        on_close: Callable[[], None] | None = None,
    ) -> None:
        self.settings = settings
        self.tenants = Tenants(settings, services, clock)
        self.memories = Memories(services)
        self.sessions = Sessions(services)
        self.entities = Entities(services)
        self.graph = Graph(services)
        self.queue = Reading(services)
        self.changes = ChangeSets(settings, services)
        self.reviews = ReviewQueue(services)
        self.maintenance = Maintenance(services)
        self.processes = Background(services)
        self.jobs = Jobs(services)
        self._services = services
        self._embedders = embedders
        self._clock = clock
        self._data_dir = data_dir
        self._on_close = on_close
        self._started_at: datetime | None = None
        self._is_closed = False

    async def open(self) -> None:
        """The engine answers from now on; the default tenant exists."""
        self._started_at = self._clock.now()
        try:
            await self._services.host.tenant(DEFAULT_TENANT)
        except TenantNotFound:
            try:
                await self.tenants.create(DEFAULT_TENANT)
            except InvalidRequest as error:
                raise BadValue(f"tenant.defaults: {error}") from error
        self._services.erase.resume()
        self._services.visits.resume(self._services.host)
        await self._services.documents.resume()
        await self._services.jobs.resume()

    async def close(self) -> None:
        """Finishes what was acknowledged and lets everything go. Safe to repeat."""
        if self._is_closed:
            return
        self._is_closed = True
        self._started_at = None
        await self._services.jobs.close()
        await self._services.erase.close()
        await self._services.visits.close()
        await self._services.documents.close()
        await self._services.host.close()
        await self._services.extraction.close()
        await self._embedders.close()
        if self._on_close is not None:
            self._on_close()

    async def store(
        self,
        item: NewMemory | str,
        *,
        tenant_id: str = DEFAULT_TENANT,
        wait: bool = True,
        idempotency_key: str | None = None,
        actor: str = "library",
        **fields: Any,
    ) -> Stored:
        """The text is remembered durably. `fields` are those of `NewMemory`.

        Raises InvalidRequest, Conflict, QuotaExceeded, TenantNotFound or a StorageError; when
        it raises, nothing was stored.
        """
        self._check_open()
        given = _given(item, "content", NewMemory, fields)
        await self._ensure_tenant(tenant_id)
        async with self._services.host.use(tenant_id) as space:
            return await self._services.ingest.store(
                space, given, key=idempotency_key, wait=wait, actor=actor
            )

    async def store_batch(
        self,
        items: Sequence[NewMemory | CallerError],
        *,
        tenant_id: str = DEFAULT_TENANT,
        wait: bool = True,
        idempotency_key: str | None = None,
        actor: str = "library",
    ) -> list[Stored | CallerError]:
        """One answer for each item, in order; one bad item fails alone.

        An item that was found bad before it came here is its own answer.
        """
        self._check_open()
        await self._ensure_tenant(tenant_id)
        async with self._services.host.use(tenant_id) as space:
            return await self._services.ingest.store_batch(
                space,
                [_checked_item(item) for item in items],
                key=idempotency_key,
                wait=wait,
                actor=actor,
            )

    async def store_stream(
        self,
        chunks: AsyncIterator[Sequence[NewMemory | CallerError]],
        *,
        tenant_id: str = DEFAULT_TENANT,
        idempotency_key: str | None = None,
        actor: str = "library",
    ) -> AsyncGenerator[list[Stored | CallerError]]:
        """A batch of any length: yields the answers to each chunk once it is durable, and asks
        for the next one only then. It is listed in `processes`, where it can be stopped.

        Close it (`contextlib.aclosing`) when leaving before its end.
        """
        self._check_open()
        await self._ensure_tenant(tenant_id)
        checked_chunks = ([_checked_item(item) for item in chunk] async for chunk in chunks)
        answers = self._services.bulk.store(
            checked_chunks, tenant_id, key=idempotency_key, actor=actor
        )
        async with aclosing(answers):
            async for answer in answers:
                yield answer

    async def recall(
        self, query: RecallQuery | str, *, tenant_id: str = DEFAULT_TENANT, **fields: Any
    ) -> Recalled:
        """The memories that answer a query, best first. `fields` are those of `RecallQuery`."""
        self._check_open()
        given = _given(query, "query", RecallQuery, fields)
        async with self._services.host.use(tenant_id) as space:
            return await self._services.recall.recall(space, given)

    async def context(
        self, query: ContextQuery | str, *, tenant_id: str = DEFAULT_TENANT, **fields: Any
    ) -> Context:
        """A block of text about a query for a prompt, within `token_budget` tokens. `fields` are
        those of `ContextQuery`."""
        self._check_open()
        given = _given(query, "query", ContextQuery, fields)
        async with self._services.host.use(tenant_id) as space:
            return await self._services.contexts.context(space, given)

    async def reflect(
        self, query: ReflectQuery | str, *, tenant_id: str = DEFAULT_TENANT, **fields: Any
    ) -> Reflection:
        """An answer made of sentences, each with the memory that it rests on, or that nothing is
        known. `fields` are those of `ReflectQuery`."""
        self._check_open()
        given = _given(query, "query", ReflectQuery, fields)
        async with self._services.host.use(tenant_id) as space:
            return await self._services.reflect.reflect(space, given)

    async def activity(
        self, *, tenant_id: str = DEFAULT_TENANT, cursor: str | None = None, limit: int = 50
    ) -> EventPage:
        """What happened in a tenant, newest first."""
        self._check_open()
        async with self._services.host.use(tenant_id) as space:
            return await self._services.browse.lineage(space, None, cursor=cursor, limit=limit)

    async def watch(
        self, *, tenant_id: str = DEFAULT_TENANT, after: int | None = None
    ) -> AsyncGenerator[News]:
        """What happens in a tenant, as it happens: at first what came behind the event `after`,
        at once and maybe nothing. Ends with EngineNotOpen or TenantNotFound.

        Close it (`contextlib.aclosing`) when leaving.
        """
        self._check_open()
        async with aclosing(self._services.watch.news(tenant_id, after)) as all_news:
            async for news in all_news:
                yield news

    async def health(self) -> Health:
        """What works and what does not. Opens no tenant."""
        self._check_open()
        tenants: dict[str, dict[str, IndexHealth]] = {}
        degraded: dict[str, str] = {}
        with self._services.host.use_open() as spaces:
            for space in spaces:
                indexes = {name: await pump.health() for name, pump in space.pumps.items()}
                tenants[space.tenant.id] = indexes
                if space.reason is not None:
                    degraded[f"{space.tenant.id}/vector"] = space.reason
        for tenant_id, indexes in tenants.items():
            for name, index in indexes.items():
                if index.reason is not None:
                    degraded[f"{tenant_id}/{name}"] = index.reason
        models = self._embedders.health()
        for choice, one in models.items():
            if one.state == "missing":
                part = "model" if choice == "default" else f"model/{choice}"
                degraded[part] = one.reason or "the embedding model cannot be used"
        extraction = self._services.extraction.health()
        if extraction.state == "missing":
            degraded["extraction"] = extraction.reason or "texts cannot be read"
        return Health(
            status="degraded" if degraded else "ok",
            model=models.get("default", ModelHealth(name="", state="none")),
            models=models,
            extraction=extraction,
            tenants=tenants,
            degraded=degraded,
        )

    async def status(self) -> Status:
        """What the engine holds and does, counts of the open tenants with it."""
        started_at = self._check_open()
        tenants = await self._services.host.tenants()
        with self._services.host.use_open() as opened:
            spaces = {space.tenant.id: space for space in opened}
            views = tuple(
                [
                    await view_of_space(spaces[t.id]) if t.id in spaces else view_of_tenant(t)
                    for t in tenants
                ]
            )
            recent = [event for space in opened for event in await _recent(space)]
        recent.sort(key=lambda event: event.at, reverse=True)
        return Status(
            version=metadata.version("perspective-memory"),
            started_at=started_at,
            uptime_s=(self._clock.now() - started_at).total_seconds(),
            data_dir=self._data_dir,
            n_tenants=len(tenants),
            tenants=views,
            totals=_total([view.counts for view in views if view.counts is not None]),
            health=await self.health(),
            recent=tuple(recent[:_N_RECENT]),
        )

    def _check_open(self) -> datetime:
        if self._started_at is None:
            raise EngineNotOpen
        return self._started_at

    async def _ensure_tenant(self, tenant_id: str) -> None:
        if not self.settings.tenant.defaults.auto_create or not _is_loopback(self.settings):
            return
        if any(space.tenant.id == tenant_id for space in self._services.host.open_spaces):
            return
        try:
            await self._services.host.tenant(tenant_id)
        except TenantNotFound:
            try:
                await self.tenants.create(tenant_id)
            except Conflict as error:  # another store made it meanwhile
                _log.debug("tenant_exists", tenant=tenant_id, reason=str(error))


async def _recent(space: Space) -> list[RecentEvent]:
    events = await space.stores.records.events(memory_id=None, before=None, limit=_N_RECENT)
    return [
        RecentEvent(
            tenant_id=space.tenant.id,
            at=event.at,
            kind=event.kind,
            actor=event.actor,
            memory_id=event.memory_id,
        )
        for event in events
    ]


def _total(counts: Sequence[Counts]) -> Counts:
    """The sum, leaving out what only means something within a tenant."""
    by_type: dict[str, int] = {}
    by_state: dict[str, int] = {}
    for one in counts:
        for name, n in one.by_type.items():
            by_type[name] = by_type.get(name, 0) + n
        for name, n in one.by_state.items():
            by_state[name] = by_state.get(name, 0) + n
    sums = {
        name: sum(getattr(one, name) for one in counts)
        for name in ("memories", "versions", "deleted", "queued", "edges", "entities")
    }
    return Counts(by_type=by_type, by_state=by_state, **sums)


def _given(item: R | str, field: str, kind: type[R], fields: dict[str, Any]) -> R:
    """The request as one struct, checked as one that came over REST would be."""
    if isinstance(item, str):
        return converted({field: item, **fields}, kind)
    return checked(item, **fields)


def _checked_item(item: NewMemory | CallerError) -> NewMemory | CallerError:
    try:
        return item if isinstance(item, CallerError) else checked(item)
    except InvalidRequest as error:
        return error


def _is_loopback(settings: Settings) -> bool:
    if settings.server.host == "localhost":
        return True
    try:
        return ipaddress.ip_address(settings.server.host).is_loopback
    except ValueError:
        return False
