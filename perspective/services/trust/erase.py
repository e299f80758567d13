"""How is a memory erased, so that no copy of its words is left?

Two halves. The order takes everything out of the records in one transaction: from its answer on
nothing can be read or recalled. Then, in the background and again after every start until it is
done, the indexes let go of it, and the files are written anew. Nothing here knows a memory's words.
"""

from __future__ import annotations

import asyncio
from functools import partial

from perspective.domain.trust.erasure import Erasure, ErasureReceipt
from perspective.errors import MemoryNotFound, StorageError, TenantNotFound
from perspective.observability.events import event_log
from perspective.ports.catalog import Catalog
from perspective.ports.system import Clock, Ids
from perspective.ports.transaction import RecordTransaction
from perspective.services.changes.withdraw import withdraw_about
from perspective.services.host import Host, Space

_log = event_log(__name__)

_FIRST_RETRY_S = 0.5
_LAST_RETRY_S = 60.0


class Erase:
    """Erases memories. One instance serves all tenants."""

    def __init__(
        self, host: Host, catalog: Catalog, clock: Clock, ids: Ids, *, wait_s: float
    ) -> None:
        self._host = host
        self._catalog = catalog
        self._clock = clock
        self._ids = ids
        self._wait_s = wait_s
        self._resuming: asyncio.Task[None] | None = None

    async def erase(self, space: Space, target_id: str, *, actor: str) -> ErasureReceipt:
        """The memory, or all parts of the long text with this source_id, cannot be read any
        more, and its bytes are on their way out; waits a little for them.

        Who asks again gets the first receipt. Raises MemoryNotFound.
        """
        order = Erasure(
            id=self._ids.new(), target_id=target_id, actor=actor, requested_at=self._clock.now()
        )
        async with space.ordering:
            # Noted first: a start after a crash looks for orders only where a note says so.
            await self._catalog.set_erasing(space.tenant.id, is_erasing=True)
            await space.stores.records.write(partial(self._withdraw, order))
            placed = await space.stores.erasures.erase(order)
            erasing = self._begin(space)
        if placed is None:
            placed = await space.stores.erasures.latest(target_id)
            if placed is None:
                raise MemoryNotFound(f"there is no memory {target_id!r}")
        else:
            _log.info(
                "memory_erased",
                tenant=space.tenant.id,
                erasure=placed.id,
                n_memories=placed.n_memories,
                n_versions=placed.n_versions,
            )
            space.wake()
        await asyncio.wait([erasing], timeout=self._wait_s)
        return await self.receipt(space, placed.id)

    def _withdraw(self, order: Erasure, tx: RecordTransaction) -> None:
        """Nothing of what is to be erased is left in what it was joined with, nor hidden for its
        sake. Before the order, so that a crash in between only leaves them apart."""
        found = tx.memory(order.target_id)
        targets = tx.parts(order.target_id) if found is None else [found]
        ids = [one.memory.id for one in targets]
        ids += [one.memory.id for target in targets for one in tx.derived(target.memory.id)]
        withdraw_about(tx, ids, order.requested_at, order.actor)

    async def receipt(self, space: Space, erasure_id: str) -> ErasureReceipt:
        """What was erased, and whether all of it is gone; raises MemoryNotFound."""
        found = await space.stores.erasures.receipt(erasure_id)
        if found is None:
            raise MemoryNotFound(f"there is no erasure {erasure_id!r}")
        return ErasureReceipt.of(found)

    def resume(self) -> None:
        """Erasures that a stop or a crash cut short go on, in the background."""
        self._resuming = asyncio.create_task(self._resume(), name="resume-erasures")

    async def close(self) -> None:
        """Begins nothing any more. What is under way ends with its tenant."""
        if self._resuming is not None:
            self._resuming.cancel()
            await asyncio.wait([self._resuming])

    async def _resume(self) -> None:
        for tenant_id in await self._catalog.erasing():
            try:
                async with self._host.use(tenant_id) as space:
                    erasing = self._begin(space)
                # One after another, but one that cannot be finished holds up no other.
                await asyncio.wait([erasing], timeout=_LAST_RETRY_S)
            except TenantNotFound:
                await self._catalog.set_erasing(tenant_id, is_erasing=False)
            except StorageError as error:
                _log.warning("erasure_delayed", tenant=tenant_id, reason=str(error))

    def _begin(self, space: Space) -> asyncio.Task[None]:
        """The task that finishes the tenant's orders, started unless it runs."""
        if space.erasing is None or space.erasing.done():
            space.erasing = asyncio.create_task(self._finish_all(space), name="erase")
        return space.erasing

    async def _finish_all(self, space: Space) -> None:
        retry_s = _FIRST_RETRY_S
        is_left = True
        while is_left:
            try:
                is_left = await self._finish(space)
                retry_s = _FIRST_RETRY_S
            except StorageError as error:
                _log.warning("erasure_delayed", tenant=space.tenant.id, reason=str(error))
                await asyncio.sleep(retry_s)
                retry_s = min(retry_s * 2, _LAST_RETRY_S)

    async def _finish(self, space: Space) -> bool:
        """One pass over all orders that wait; False when there was none."""
        erasures = space.stores.erasures
        orders = await erasures.pending()
        if not orders:
            async with space.ordering:
                if await erasures.pending():
                    return True
                await self._catalog.set_erasing(space.tenant.id, is_erasing=False)
            return False
        await space.purge([key for order in orders for key in order.keys])
        await erasures.purge()
        await erasures.finish([order.id for order in orders], self._clock.now())
        _log.info("erasures_done", tenant=space.tenant.id, n_erasures=len(orders))
        return True
