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
from perspective.errors import Conflict, EngineNotOpen, TenantNotFound
from perspective.observability.events import event_log
from perspective.ports.catalog import Catalog, JobRuns, TenantStores
from perspective.ports.embedder import Embedder
from perspective.services.index import IndexPump, TextFeeder
from perspective.services.models.embedders import Embedders
from perspective.services.models.meaning import Meaning

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
        self._bell = bell
        self.stores = stores
        self.meaning = Meaning.of(stores.feed, stores.vectors, embedder, batch_items=batch_items)
        self.coming: Meaning | None = None  # takes the place of `meaning` once it is whole
        self.leaving: Meaning | None = None  # is closed once nobody uses it
        self.n_evolved = tenant.n_evolved
        self.changed = asyncio.Event()  # the settings were
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
        if self.meaning.pump is not None:
            self.pumps["vector"] = self.meaning.pump
        self.wake()

    @property
    def embedder(self) -> Embedder | None:
        """The model in service."""
        return self.meaning.embedder

    @property
    def reason(self) -> str | None:
        """Why nothing is found by meaning for a while, or None."""
        if self.coming is None or self.embedder is not None or self.tenant.embedding_model is None:
            return None
        return (
            f"the model {self.tenant.embedding_model} is not here any more; until all is embedded"
            f" with {self.coming.model}, words alone find"
        )

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
        if self.coming is not None and self.coming.pump is not None:
            self.coming.pump.wake()

    def turn_to(self, coming: Meaning) -> None:
        """Searches that begin from now on use it; those under way go on with what is then leaving."""
        self.leaving, self.meaning, self.coming = self.meaning, coming, None
        self.stores = msgspec.structs.replace(self.stores, vectors=coming.vectors)
        if coming.pump is not None:
            self.pumps = {**self.pumps, "vector": coming.pump}
        self.n_evolved += 1
        self.wake()

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
        meaning, coming = self.meaning, self.coming
        with meaning.use():
            for pump in self.pumps.values():
                await pump.purge(keys)
            if meaning.pump is None:
                await meaning.vectors.purge(self.stores.feed, keys)
        if coming is not None and coming.pump is not None:
            with coming.use():
                await coming.pump.purge(keys)

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
        for meaning in (self.coming, self.leaving):
            if meaning is not None:
                await meaning.retire()
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

        With another model the one in service goes on until all is embedded anew, which begins
        behind the answers; where none is chosen any more, until nobody uses the tenant. Raises
        InvalidRequest for a model that is not here.
        """
        async with self._lock(tenant.id), self._changing:
            before = await self.tenant(tenant.id)
            if tenant.settings.embedding != before.settings.embedding:
                self._embedders.check(tenant.settings.embedding)
            tenant = msgspec.structs.replace(before, settings=tenant.settings)
            await self._catalog.put(tenant)
            if (space := self._open.get(tenant.id)) is not None:
                space.tenant = tenant
                is_chosen = self._embedders.of(tenant) is not None
                space.is_outdated = not is_chosen and space.embedder is not None
                space.changed.set()
        self._trim()
        return tenant

    async def note(self, tenant_id: str, **facts: bool) -> None:
        """Keeps what a start must look for in this tenant.

        Also from within a use, which whoever removes the tenant waits for.
        """

        def noted(tenant: Tenant) -> Tenant:
            changed: Tenant = msgspec.structs.replace(tenant, extra={**tenant.extra, **facts})
            return changed

        await self.change(tenant_id, noted)

    async def change(self, tenant_id: str, change: Callable[[Tenant], Tenant]) -> None:
        """Keeps what `change` makes of the tenant as it is now, also where it is open."""
        async with self._changing:
            before = await self.tenant(tenant_id)
            tenant = change(before)
            if tenant != before:
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
            embedder = self._embedders.serving(tenant)
            is_fixed = tenant.dimensions is not None
            if embedder is not None and not is_fixed and embedder.dimensions is not None:
                model, n_evolved = embedder.model, tenant.n_evolved
                tenant = tenant.in_service(model, embedder.dimensions, n_evolved)
                await self._catalog.put(tenant)
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
