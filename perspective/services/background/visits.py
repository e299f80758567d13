"""Who reads what waits in tenants that are closed?

Texts are read while their tenant is open. One that is closed with something in its queue, or that
an earlier run left so, is opened again in turn, one at a time, until its queue is empty. A note in
the catalog, written before the first text waits, says where to look at the next start.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict

from perspective.errors import CallerError, StorageError
from perspective.observability.events import event_log
from perspective.services.host import Host, Space

_log = event_log(__name__)

_PATIENCE_S = 60.0  # without anything being read, then it is another tenant's turn
_AGAIN_S = 60.0


class Visits:
    """Opens tenants for their queues' sake. One instance serves all tenants."""

    def __init__(self, *, is_reading: bool) -> None:
        self._is_reading = is_reading  # without an extractor there is nothing to open them for
        self._waiting: OrderedDict[str, None] = OrderedDict()
        self._more = asyncio.Event()
        self._host: Host | None = None
        self._task: asyncio.Task[None] | None = None

    def resume(self, host: Host) -> None:
        """Tenants with something in their queue are visited from now on, in the background."""
        self._host = host
        if self._is_reading:
            self._task = asyncio.create_task(self._run(host), name="visit-tenants")

    async def close(self) -> None:
        """Visits nobody any more; what waits is noted in the catalog."""
        self._host = None
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])

    async def expect(self, space: Space) -> None:
        """Notes that something will wait in the tenant's queue: before it is committed, so that a
        start after a crash looks there."""
        if self._host is not None and not space.tenant.has_unread:
            await self._host.note(space.tenant.id, has_unread=True)

    async def left(self, space: Space) -> None:
        """The tenant is about to be closed: a visit is due, or its note can go."""
        host = self._host
        if host is None or not space.tenant.has_unread:
            return
        try:
            if await _n_unread(space):
                if self._is_reading and space.tenant.settings.extraction:
                    self._add(space.tenant.id)
            elif not space.tenant.has_documents:  # whose parts may wait yet
                await host.note(space.tenant.id, has_unread=False)
        except (CallerError, StorageError) as error:  # the next start looks there
            _log.warning("visit_not_noted", tenant=space.tenant.id, reason=type(error).__name__)

    def _add(self, tenant_id: str) -> None:
        self._waiting[tenant_id] = None
        self._more.set()

    async def _run(self, host: Host) -> None:
        for tenant in await host.tenants():
            if tenant.has_unread:
                self._add(tenant.id)
        while True:
            await self._more.wait()
            tenant_id, _ = self._waiting.popitem(last=False)
            if not self._waiting:
                self._more.clear()
            try:
                async with host.use(tenant_id) as space:
                    is_done = await _until_read(space)
            except CallerError:  # it was removed
                continue
            except StorageError as error:
                _log.warning("visit_delayed", tenant=tenant_id, reason=type(error).__name__)
                is_done = False
            if not is_done:  # not at once, and after all others
                asyncio.get_running_loop().call_later(_AGAIN_S, self._add, tenant_id)


async def _n_unread(space: Space) -> int:
    """How many texts wait to be read, or are being read."""
    counts = await space.stores.records.read(lambda snapshot: snapshot.queue_counts())
    return counts.get("pending", 0) + counts.get("running", 0)


async def _until_read(space: Space) -> bool:
    """True once nothing waits in the queue, False when nothing has been read for long."""
    while True:
        committed = space.next_commit()
        if space.is_leaving:
            return True
        if not space.tenant.settings.extraction or not await _n_unread(space):
            return True
        try:
            async with asyncio.timeout(_PATIENCE_S):
                await committed.wait()
        except TimeoutError:
            return False
