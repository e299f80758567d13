"""Which tenants are open, and who holds them?

A bounded set: the one not used for longest is closed when another needs its place. A tenant in
use is never closed, nor removed. Nothing here reads or writes a memory.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Collection, Coroutine, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from datetime import datetime
from weakref import WeakValueDictionary

import msgspec

from perspective.domain.tenant import Tenant, TenantSettings, check_tenant_id
from perspective.errors import Conflict, DimensionMismatch, EngineNotOpen, TenantNotFound
from perspective.observability.events import event_log
from perspective.ports.catalog import Catalog, JobRuns, TenantStores
from perspective.ports.embedder import Embedder
from perspective.services.index import IndexPump, TextFeeder, VectorFeeder
from perspective.services.models.embedders import Embedders

_log = event_log(__name__)


class Bell:
    """Rings when something was committed in a tenant; anybody may wait for it."""

    def __init__(self) -> None:
        self._rung = asyncio.Event()

    def ring(self) -> None:
        """Wakes all who wait. Never waits."""
        self._rung.set()
        self._rung = asyncio.Event()

    def next(self) -> asyncio.Event:
        """Is set at the next ring: ask for it before looking, so that none goes unheard."""
        return self._rung


class Space:
    """A tenant that is open: its stores, and the pumps that keep its indexes in step."""

    def __init__(
        self,
        tenant: Tenant,
        stores: TenantStores,
        embedder: Embedder | None,
        batch_items: int,
        bell: Bell,
    ) -> None:
        self.tenant = tenant
        self.embedder = embedder
        self._bell = bell
        self.stores = stores
        self.is_outdated = False
        self.is_leaving = False  # being removed: nobody stays to read its queue
        self.n_users = 0
        self.unused = asyncio.Event()
        self.unused.set()
        self.touched: set[str] = set()
        self.touching: asyncio.Task[None] | None = None
        self.erasing: asyncio.Task[None] | None = None
        self.renewing: asyncio.Task[None] | None = None
        self.ordering = asyncio.Lock()
        self.pumps = {"text": IndexPump(stores.feed, TextFeeder(stores.texts))}
        stores.texts.watch(self.pumps["text"].wake)
        if embedder is not None:
            feeder = VectorFeeder(stores.vectors, embedder, batch_items=batch_items)
            self.pumps["vector"] = IndexPump(stores.feed, feeder)
            stores.vectors.watch(self.pumps["vector"].wake)
        self.wake()

    @property
    def is_busy(self) -> bool:
        """Whether somebody uses it, or something erased is still on the disk."""
        return self.n_users > 0 or (self.erasing is not None and not self.erasing.done())

    def enter(self) -> None:
        """One more uses it; it stays open."""
        self.n_users += 1
        self.unused.clear()

    def leave(self) -> None:
        """The inverse of `enter`."""
        self.n_users -= 1
        if self.n_users == 0:
            self.unused.set()

    def next_commit(self) -> asyncio.Event:
        """Is set when something is committed from now on."""
        return self._bell.next()

    def wake(self) -> None:
        """Tells the pumps, and whoever listens, that something was committed."""
        self._bell.ring()
        for pump in self.pumps.values():
            pump.wake()

    async def indexed(self, timeout_s: float) -> bool:
        """Waits until what is committed now can be found; False when it takes longer."""
        seq = self.stores.feed.last_seq
        try:
            async with asyncio.timeout(timeout_s):
                for pump in self.pumps.values():
                    await pump.reached(seq)
        except TimeoutError:
            return False
        return True

    async def purge(self, keys: Collection[int]) -> None:
        """Erased versions are out of the indexes, also of one that nothing is fed to now."""
        for pump in self.pumps.values():
            await pump.purge(keys)
        if "vector" not in self.pumps:
            await self.stores.vectors.purge(self.stores.feed, keys)

    async def close(self) -> None:
        """Writes down pending accesses, stops the pumps and lets the stores go.

        What is left to analyse anew or to link goes on when it is opened again. What is left to erase is
        noted in the catalog, and goes on at the next start.
        """
        for task in (self.erasing, self.renewing):
            if task is not None:
                task.cancel()
                await asyncio.wait([task])
        if self.touching is not None:
            await asyncio.wait([self.touching])
        for pump in self.pumps.values():
            await pump.close()
        async with AsyncExitStack() as stores:  # each is let go of, whatever the others say
            stores.push_async_callback(self.stores.records.close)
            stores.push_async_callback(self.stores.vectors.close)
            stores.push_async_callback(self.stores.texts.close)


class Host:
    """Opens tenants when they are needed, and closes those that were not for long."""

    def __init__(
        self,
        catalog: Catalog,
        embedders: Embedders,
        *,
        batch_items: int,
        max_open: int,
        renew: Callable[[Space], Coroutine[None, None, None]] | None = None,
        leave: Callable[[Space], Coroutine[None, None, None]] | None = None,
        noted: Callable[[JobRuns, str, TenantStores], TenantStores] | None = None,
    ) -> None:
        self._catalog = catalog
        self._embedders = embedders
        self._batch_items = batch_items
        self._max_open = max_open
        self._renew = renew  # goes on behind the answers of a tenant as long as it is open
        self._leave = leave  # looks at a tenant once more before it is closed for another
        self._noted = noted  # what changes a tenant is noted in the catalog first
        self._open: OrderedDict[str, Space] = OrderedDict()
        self._bells: WeakValueDictionary[str, Bell] = WeakValueDictionary()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._changing = asyncio.Lock()  # a tenant's row: read, then written or removed
        self._trimming: asyncio.Task[None] | None = None
        self._is_closed = False

    @property
    def open_spaces(self) -> list[Space]:
        """The tenants that are open now, the one used last at the end."""
        return list(self._open.values())

    @contextmanager
    def use_open(self) -> Iterator[list[Space]]:
        """The tenants that are open now, and stay so while the block runs. Opens none."""
        spaces = self.open_spaces
        for space in spaces:
            space.enter()
        try:
            yield spaces
        finally:
            for space in spaces:
                space.leave()
            self._trim()

    async def create(self, tenant_id: str, settings: TenantSettings, now: datetime) -> Tenant:
        """Makes a tenant. Raises Conflict when there is one, InvalidRequest for a bad id or a
        model that is not here."""
        check_tenant_id(tenant_id)
        self._embedders.check(settings.embedding)
        async with self._lock(tenant_id):
            if await self._catalog.tenant(tenant_id) is not None:
                raise Conflict(f"tenant {tenant_id!r} exists already")
            tenant = Tenant(id=tenant_id, created_at=now, settings=settings)
            await self._catalog.put(tenant)
            _log.info("tenant_created", tenant=tenant_id)
            return tenant

    async def update(self, tenant: Tenant) -> Tenant:
        """Keeps the tenant's changed settings, also where it is open; returns it as it is now.

        With another model it is closed as soon as nobody uses it, and goes on with the old one
        until then; whoever opens it next fixes the model anew, and what that one has not embedded
        yet it embeds behind the answers. Raises InvalidRequest for a model that is not here.
        """
        async with self._lock(tenant.id), self._changing:
            before = await self.tenant(tenant.id)
            if tenant.settings.embedding != before.settings.embedding:
                self._embedders.check(tenant.settings.embedding)
                tenant = _with_model(tenant, self._embedders.of(tenant))
            await self._catalog.put(tenant)
            if (space := self._open.get(tenant.id)) is not None:
                space.tenant = tenant
                space.is_outdated = space.embedder is not self._embedders.of(tenant)
        self._trim()
        return tenant

    async def note_documents(self, tenant_id: str, *, has_documents: bool) -> None:
        """Keeps whether a start must look for long texts in this tenant."""
        await self.note(tenant_id, has_documents=has_documents)

    async def note(self, tenant_id: str, **facts: bool) -> None:
        """Keeps what a start must look for in this tenant.

        Also from within a use, which whoever removes the tenant waits for.
        """
        async with self._changing:
            tenant = await self.tenant(tenant_id)
            extra = {**tenant.extra, **facts}
            if tenant.extra == extra:
                return
            tenant = msgspec.structs.replace(tenant, extra=extra)
            await self._catalog.put(tenant)
            if (space := self._open.get(tenant_id)) is not None:
                space.tenant = tenant

    async def remove(self, tenant_id: str) -> None:
        """Deletes a tenant with its files, once nobody uses it. Only its own are touched."""
        check_tenant_id(tenant_id)
        async with self._lock(tenant_id):
            if await self._catalog.tenant(tenant_id) is None:
                raise TenantNotFound(f"there is no tenant {tenant_id!r}")
            space = self._open.pop(tenant_id, None)
            if space is not None:
                space.is_leaving = True
                space.wake()
                await space.unused.wait()
                await space.close()
            async with self._changing:
                await self._catalog.remove(tenant_id)
            self.bell(tenant_id).ring()
            _log.info("tenant_deleted", tenant=tenant_id)

    def bell(self, tenant_id: str) -> Bell:
        """What rings when something is committed in a tenant, open or not."""
        return self._bells.setdefault(tenant_id, Bell())

    async def tenant(self, tenant_id: str) -> Tenant:
        """The tenant, open or not; raises TenantNotFound."""
        tenant = await self._catalog.tenant(check_tenant_id(tenant_id))
        if tenant is None:
            raise TenantNotFound(f"there is no tenant {tenant_id!r}")
        return tenant

    async def tenants(self) -> list[Tenant]:
        """All tenants, by id."""
        return await self._catalog.tenants()

    @asynccontextmanager
    async def use(self, tenant_id: str) -> AsyncIterator[Space]:
        """The tenant, open for as long as the block runs; raises TenantNotFound."""
        space = self._open.get(tenant_id)
        if space is None:
            await self._make_room()
            async with self._lock(check_tenant_id(tenant_id)):
                space = self._open.get(tenant_id) or await self._open_space(tenant_id)
                space.enter()
        else:
            space.enter()
        self._open.move_to_end(tenant_id)
        try:
            yield space
        finally:
            space.leave()
            self._trim()

    async def close(self) -> None:
        """Closes every tenant and the catalog; none can be opened any more."""
        self._is_closed = True
        if self._trimming is not None:
            await asyncio.wait([self._trimming])
        for lock in list(self._locks.values()):
            async with lock:  # one that is being opened or removed just now
                pass
        for tenant_id in list(self._open):
            await self._open.pop(tenant_id).close()
        await self._catalog.close()
        for bell in list(self._bells.values()):
            bell.ring()

    async def _open_space(self, tenant_id: str) -> Space:
        if self._is_closed:
            raise EngineNotOpen
        async with self._changing:
            tenant = await self.tenant(tenant_id)
            embedder = self._embedders.of(tenant)
            is_fixed = tenant.dimensions is not None
            if embedder is not None and not is_fixed and embedder.dimensions is not None:
                tenant = _with_model(tenant, embedder)
                await self._catalog.put(tenant)
        _check_model(tenant, embedder)
        stores = await self._catalog.open(tenant)
        if self._noted is not None:
            stores = self._noted(self._catalog.runs, tenant_id, stores)
        space = Space(tenant, stores, embedder, self._batch_items, self.bell(tenant_id))
        if self._renew is not None:
            space.renewing = asyncio.create_task(self._renew(space), name=f"renew-{tenant_id}")
        self._open[tenant_id] = space
        return space

    def _trim(self) -> None:
        """Closes what is too many or outdated, in the background: no answer waits for it."""
        is_trimming = self._trimming is not None and not self._trimming.done()
        if self._surplus() and not is_trimming:
            self._trimming = asyncio.create_task(self._close_surplus(), name="close-tenants")

    async def _make_room(self) -> None:
        """Waits while twice as many as there should be are open: closing must keep up."""
        while len(self._open) >= 2 * self._max_open and self._trimming is not None:
            if self._trimming.done():
                return  # all the others are in use
            await asyncio.wait([self._trimming])

    async def _close_surplus(self) -> None:
        """Closes the one not used for longest, until there are few enough or all are in use."""
        while (tenant_id := next(filter(self._is_idle, self._surplus()), None)) is not None:
            async with self._lock(tenant_id):
                if self._is_idle(tenant_id):
                    space = self._open.pop(tenant_id)
                    if self._leave is not None:
                        await self._leave(space)
                    await space.close()

    def _surplus(self) -> list[str]:
        """Which tenants may be closed once nobody uses them, the one not used for longest first."""
        if len(self._open) > self._max_open:
            return list(self._open)
        return [tenant_id for tenant_id, space in self._open.items() if space.is_outdated]

    def _is_idle(self, tenant_id: str) -> bool:
        """Whether the tenant is open (it may be removed at any wait) and nobody uses it."""
        space = self._open.get(tenant_id)
        return space is not None and not space.is_busy

    def _lock(self, tenant_id: str) -> asyncio.Lock:
        return self._locks.setdefault(tenant_id, asyncio.Lock())


def _with_model(tenant: Tenant, embedder: Embedder | None) -> Tenant:
    """The model of a tenant, and its dimensions, are those of the one it is first opened with,
    once they are known."""
    dimensions = None if embedder is None else embedder.dimensions
    model = None if embedder is None or dimensions is None else embedder.model
    return msgspec.structs.replace(tenant, embedding_model=model, dimensions=dimensions)


def _check_model(tenant: Tenant, embedder: Embedder | None) -> None:
    if embedder is None or None in (tenant.dimensions, embedder.dimensions):
        return
    if tenant.dimensions != embedder.dimensions:
        raise DimensionMismatch(
            f"tenant {tenant.id!r} was made with {tenant.dimensions} dimensions "
            f"({tenant.embedding_model}); {embedder.model} has {embedder.dimensions}"
        )
