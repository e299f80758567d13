"""How does a long text become memories without keeping anybody waiting?

It is accepted whole: the document and the work to be done are durable before the answer. Then it
is planned in a thread, and kept a few parts at a time, each step a transaction that says how far
it is by the parts it leaves. A restart goes on behind the last one. One text at a time: who
comes later waits here, not in a store's answer.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import msgspec

from perspective.domain.memory import Recorded
from perspective.errors import CallerError, StorageError
from perspective.observability.events import event_log
from perspective.ports.system import Clock, Ids
from perspective.ports.transaction import RecordTransaction, Work, WorkState
from perspective.services.background.processes import Process, Processes
from perspective.services.host import Host, Space
from perspective.services.keep import Keeper, is_queued, prepared_of
from perspective.services.split import Cut, Part, Splitter
from perspective.settings import StoringSettings

_log = event_log(__name__)

_N_PARTS = 8  # in one transaction, and embedded in one call: what others may have to wait for
_INDEX_WAIT_S = 10.0  # an index that is slower than this is left behind
_FIRST_RETRY_S = 0.5
_LAST_RETRY_S = 60.0


class Documents:
    """Works off long texts. One instance serves all tenants."""

    def __init__(
        self,
        host: Host,
        splitter: Splitter,
        processes: Processes,
        settings: StoringSettings,
        clock: Clock,
        ids: Ids,
    ) -> None:
        self._host = host
        self._splitter = splitter
        self._processes = processes
        self._settings = settings
        self._clock = clock
        self._ids = ids
        self._lane = asyncio.Lock()
        self._tasks: dict[asyncio.Task[None], str] = {}  # each with its tenant

    async def expect(self, space: Space) -> None:
        """A start after a crash will look for long texts in this tenant."""
        if not space.tenant.has_documents:
            await self._host.note(space.tenant.id, has_documents=True)

    def take_up(self, tenant_id: str, source_id: str, process_id: str) -> None:
        """The text that was accepted is worked off from now on."""
        process = self._processes.add("document", tenant_id, process_id=process_id)
        task = asyncio.create_task(self._run(process, source_id), name=f"document-{source_id}")
        self._tasks[task] = tenant_id
        task.add_done_callback(self._tasks.pop)

    async def resume(self) -> None:
        """Takes up what an earlier run left; opens only tenants that had long texts."""
        for tenant in await self._host.tenants():
            if not tenant.has_documents:
                continue
            async with self._host.use(tenant.id) as space:
                waiting = await space.stores.records.works()
            for work in waiting:
                self.take_up(tenant.id, work.source_id, work.process_id)
            if not waiting:
                await self._host.note(tenant.id, has_documents=False)

    async def leave(self, tenant_id: str) -> None:
        """Nothing of a tenant that goes is worked on any more."""
        self._processes.forget(tenant_id)
        await _cancelled([task for task, whose in self._tasks.items() if whose == tenant_id])

    async def close(self) -> None:
        """Stops; what is not done will be taken up at the next start."""
        await _cancelled(list(self._tasks))

    async def _run(self, process: Process, source_id: str) -> None:
        retry_s = _FIRST_RETRY_S
        async with self._lane:
            try:
                with self._processes.running(process):
                    while not await self._try(process, source_id):
                        await asyncio.sleep(retry_s)
                        retry_s = min(retry_s * 2, _LAST_RETRY_S)
            except (CallerError, StorageError) as error:
                reason = type(error).__name__
                _log.warning("document_failed", tenant=process.tenant_id, reason=reason)

    async def _try(self, process: Process, source_id: str) -> bool:
        """Works the text off; False when the disk does not let it, which may pass."""
        try:
            async with self._host.use(process.tenant_id) as space:
                await self._split(space, process, source_id)
        except StorageError as error:
            process.error = str(error)
            if process.stopping.is_set():
                raise
            return False
        process.error = None
        return True

    async def _split(self, space: Space, process: Process, source_id: str) -> None:
        records = space.stores.records
        found = await records.document(source_id)
        work = await records.write(lambda tx: tx.work(source_id))
        if found is None or work is None or work.state != "pending":
            process.stopping.set()
            return
        document, kept = found
        cut = msgspec.convert(work.plan["cut"], Cut)
        texts = await asyncio.to_thread(self._splitter.plan, document.content, cut)
        process.done, process.total = len(kept), len(texts)
        last = kept[-1] if kept else None
        for start in range(len(kept), len(texts), _N_PARTS):
            if process.stopping.is_set():
                await self._end(space, source_id, "cancelled")
                return
            step = _Step(start, texts[start : start + _N_PARTS], len(texts))
            last = await self._keep(space, source_id, step, last)
            if last is None:  # deleted meanwhile
                process.stopping.set()
                return
            process.done = min(start + _N_PARTS, len(texts))
            if all(pump.reason is None for pump in space.pumps.values()):
                await space.indexed(_INDEX_WAIT_S)
        _log.info("document_stored", tenant=space.tenant.id, n_parts=len(texts))

    async def _keep(
        self, space: Space, source_id: str, step: _Step, last: Recorded | None
    ) -> Recorded | None:
        """A few parts are durable; returns the last, or None when the text is not wanted."""
        parts = await asyncio.to_thread(lambda: [self._splitter.part(one) for one in step.texts])

        def keep(tx: RecordTransaction) -> Recorded | None:
            return self._keep_in(tx, space, source_id, step, parts, last)

        try:
            kept = await space.stores.records.write(keep)
        except CallerError:
            await self._end(space, source_id, "failed")
            raise
        space.wake()
        return kept

    def _keep_in(
        self,
        tx: RecordTransaction,
        space: Space,
        source_id: str,
        step: _Step,
        parts: Sequence[Part],
        last: Recorded | None,
    ) -> Recorded | None:
        work = tx.work(source_id)
        if work is None or work.state != "pending":
            return None
        one, actor = prepared_of(work), str(work.plan["actor"])
        keeper = Keeper(tx, space.tenant, self._settings, self._ids, work.at, actor)
        kept = keeper.keep_parts(
            one,
            source_id,
            parts,
            first=step.first,
            after=last,
            is_queued=is_queued(space.tenant, one),
        )
        if step.is_last:
            tx.add(msgspec.structs.replace(work, state="done"))
        return kept

    async def _end(self, space: Space, source_id: str, state: WorkState) -> None:
        def end(tx: RecordTransaction) -> None:
            work: Work | None = tx.work(source_id)
            if work is not None and work.state == "pending":
                tx.add(msgspec.structs.replace(work, state=state))

        await space.stores.records.write(end)


async def _cancelled(tasks: Sequence[asyncio.Task[None]]) -> None:
    """The tasks have ended."""
    for task in tasks:
        task.cancel()
    if tasks:
        await asyncio.wait(tasks)


class _Step(msgspec.Struct, frozen=True):
    """Some neighbouring parts of a text, the ordinal of the first, and how many there are."""

    first: int
    texts: Sequence[str]
    n_all: int

    @property
    def is_last(self) -> bool:
        """Whether nothing comes after them."""
        return self.first + len(self.texts) >= self.n_all
