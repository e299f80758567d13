"""How does a tenant get another model while it answers?

Beside the index in service a second one is fed from the same change feed by a pump of its own, whose
feeder embeds with the other model, a batch at a time with rests. What is embedded is kept in the
records, so a crash loses no more than a batch, and what is stored meanwhile reaches both. Once the
second sees all that the first does, it takes its place between two searches; what was made with the
former model is then removed. Nothing else is noted: the tenant's row says which model is in service,
its settings which one is to be.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any

import msgspec

from perspective.domain.tenant import Tenant
from perspective.errors import ModelError, StorageError
from perspective.observability.events import event_log
from perspective.ports.catalog import Catalog
from perspective.ports.embedder import Embedder
from perspective.ports.feed import ChangeFeed
from perspective.ports.vectors import VectorStore
from perspective.services.background.processes import Process, Processes
from perspective.services.host import Host, Space
from perspective.services.index import VectorFeeder
from perspective.services.models.embedders import Embedders
from perspective.services.models.meaning import Meaning

_log = event_log(__name__)

_HELD_S = 1.0
_REST = 9.0  # times as long as a batch took, so that few questions meet one
_N_FORGOTTEN = 500  # embeddings in one transaction
_FIRST_RETRY_S = 0.5
_LAST_RETRY_S = 60.0


class Evolve:
    """Brings the models that tenants choose into service. One instance serves all of them."""

    def __init__(
        self, catalog: Catalog, embedders: Embedders, processes: Processes, *, batch_items: int
    ) -> None:
        self._catalog = catalog
        self._embedders = embedders
        self._processes = processes
        self._batch_items = batch_items

    async def run(self, host: Host, space: Space) -> None:
        """Never returns as long as the tenant is open; may be cancelled at any time."""
        refused: Embedder | None = None
        retry_s = _FIRST_RETRY_S
        while True:
            space.changed.clear()
            try:
                refused = await self._step(host, space, refused)
            except (StorageError, ModelError) as error:
                reason = type(error).__name__
                _log.warning("evolving_failed", tenant=space.tenant.id, reason=reason)
                await asyncio.sleep(retry_s)
                retry_s = min(retry_s * 2, _LAST_RETRY_S)
                continue
            retry_s = _FIRST_RETRY_S
            await space.changed.wait()
            refused = None

    async def _step(self, host: Host, space: Space, refused: Embedder | None) -> Embedder | None:
        """The model that is chosen is in service, unless it was refused before, or now: the one
        that was is returned. What belongs to other models is gone."""
        wanted = self._embedders.of(space.tenant)
        if wanted is None:
            return None
        await _settle(host, space)
        if wanted is not space.embedder and wanted is not refused:
            await self._tidy(space, coming=wanted)
            process = self._processes.add("evolve", space.tenant.id)
            with self._processes.running(process):
                await self._evolve(space, wanted, process)
            if process.stopping.is_set():
                refused = wanted
                await _keep(host, space, self._embedders)
            else:
                await _settle(host, space)
        await self._tidy(space)
        return refused

    async def _evolve(self, space: Space, wanted: Embedder, process: Process) -> None:
        """Returns when the wanted model is in service, is not wanted any more, or was stopped."""
        target = space.tenant.in_service(wanted.model, wanted.dimensions or 0, space.n_evolved + 1)
        vectors = await self._catalog.open_vectors(target)
        feed = space.stores.feed
        coming = Meaning.fed(feed, vectors, _Resting(vectors, wanted, self._batch_items, process))
        space.coming = coming
        space.wake()
        _log.info("evolving", tenant=space.tenant.id, model=wanted.model)

        def is_wanted() -> bool:
            is_chosen = self._embedders.of(space.tenant) is wanted
            return is_chosen and not process.stopping.is_set()

        if await _take_place(space, coming, is_wanted, process):
            _log.info("model_changed", tenant=space.tenant.id, model=wanted.model)
        else:
            self._processes.end(process, "cancelled")
            space.coming, space.leaving = None, coming
        if space.leaving is not None:  # a tenant that is closed meanwhile does this
            await space.leaving.retire()
            space.leaving = None
        if space.meaning is coming:
            # What is alike is told anew, by the vectors that are now in service.
            await space.stores.records.write(lambda transaction: transaction.link((), (), 0))
            space.wake()

    async def _tidy(self, space: Space, coming: Embedder | None = None) -> None:
        """What was made with models that are neither in service nor coming is gone."""
        used = {space.tenant.embedding_model, space.meaning.model}
        places = {space.n_evolved}
        if coming is not None:
            used.add(coming.model)
            places.add(space.n_evolved + 1)
        feed = space.stores.feed
        for model in await feed.models():
            while model not in used:
                started = time.monotonic()
                if not await feed.forget_embeddings(model, limit=_N_FORGOTTEN):
                    break
                await asyncio.sleep(_REST * (time.monotonic() - started))
        await self._catalog.discard_vectors(space.tenant.id, keep=places)


class _Resting(VectorFeeder):
    """Embeds with rests between the batches, so that others are answered, and tells how far it
    is."""

    def __init__(
        self, vectors: VectorStore, embedder: Embedder, batch_items: int, process: Process
    ) -> None:
        super().__init__(vectors, embedder, batch_items=batch_items)
        self._process = process

    async def feed(self, changes: ChangeFeed, *, after: int) -> int:
        """See `Feeder`."""
        started = time.monotonic()
        try:
            n_taken = await super().feed(changes, after=after)
        except (ModelError, StorageError) as error:
            self._process.error = str(error)
            raise
        self._process.error = None
        accepted, pending = await changes.counted(after=self.cursor)
        self._process.total, self._process.done = accepted, accepted - pending
        if n_taken >= self.batch:  # else it has nearly caught up
            await asyncio.sleep(_REST * (time.monotonic() - started))
        return n_taken


async def _take_place(
    space: Space, coming: Meaning, is_wanted: Callable[[], bool], process: Process
) -> bool:
    """Returns True once what was coming is in service, and False when it is not wanted any more.

    It must see all that there was at the beginning, and all that a search can see by then. For the
    last step what is in service is held, so that a store under load cannot run ahead of it.
    """
    upto = space.stores.feed.last_seq
    while is_wanted():
        space.changed.clear()
        seen = max(upto, space.meaning.position)
        await _first(coming.reached(seen), process.stopping.wait(), space.changed.wait())
        if coming.position < seen:
            continue
        async with space.meaning.held():
            with suppress(TimeoutError):
                async with asyncio.timeout(_HELD_S):
                    await coming.reached(space.meaning.position)
            if coming.position >= space.meaning.position and is_wanted():
                space.turn_to(coming)
                return True
    return False


async def _settle(host: Host, space: Space) -> None:
    """The tenant's row says which model is in service."""
    embedder = space.embedder
    if embedder is not None:
        model, dimensions = embedder.model, embedder.dimensions
        await host.change(
            space.tenant.id, lambda one: one.in_service(model, dimensions, space.n_evolved)
        )


async def _keep(host: Host, space: Space, embedders: Embedders) -> None:
    """The tenant's settings choose the model in service, if there is such a choice; else the other
    one is wanted again when the tenant is opened anew."""
    choice = None if space.embedder is None else embedders.choice_of(space.embedder)

    def kept(tenant: Tenant) -> Tenant:
        if choice is None:
            return tenant
        settings = msgspec.structs.replace(tenant.settings, embedding=choice)
        changed: Tenant = msgspec.structs.replace(tenant, settings=settings)
        return changed

    await host.change(space.tenant.id, kept)


async def _first(*awaited: Coroutine[Any, Any, Any]) -> None:
    """Returns when one of them has."""
    tasks = [asyncio.create_task(one) for one in awaited]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
