"""How are texts without end taken in? Chunk by chunk: the next is asked for when one is durable.

So whoever sends is held to the pace of the disk, and no more than a chunk is in memory. What was
answered is stored; a cut loses or leaves at most the chunk under way.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from contextlib import suppress

from perspective.domain.answer import Stored
from perspective.domain.query import NewMemory
from perspective.errors import CallerError
from perspective.services.background.processes import Process, Processes
from perspective.services.host import Host
from perspective.services.ingest import Ingest

Chunk = Sequence[NewMemory | CallerError]


class Bulk:
    """Takes streams of texts in. One instance serves all tenants."""

    def __init__(self, host: Host, ingest: Ingest, processes: Processes) -> None:
        self._host = host
        self._ingest = ingest
        self._processes = processes

    async def store(
        self, chunks: AsyncIterator[Chunk], tenant_id: str, *, key: str | None, actor: str
    ) -> AsyncGenerator[list[Stored | CallerError]]:
        """The answers to each chunk, in order, once it is durable. It is listed as a process,
        which can be stopped between two chunks."""
        await self._host.tenant(tenant_id)
        with self._processes.running(self._processes.add("bulk", tenant_id)) as process:
            while (items := await _next(chunks, process)) is not None:
                async with self._host.use(tenant_id) as space:
                    answers = await self._ingest.store_batch(
                        space, items, key=key, first=process.done, wait=False, actor=actor
                    )
                process.done += len(answers)
                yield answers


async def _next(chunks: AsyncIterator[Chunk], process: Process) -> Chunk | None:
    """The next chunk; None at the end, or when the process shall stop."""
    if process.stopping.is_set():
        return None
    coming = asyncio.ensure_future(anext(chunks, None))
    stop = asyncio.ensure_future(process.stopping.wait())
    try:
        await asyncio.wait({coming, stop}, return_when=asyncio.FIRST_COMPLETED)
        return coming.result() if coming.done() else None
    finally:
        stop.cancel()
        if not coming.done():
            coming.cancel()
            with suppress(asyncio.CancelledError):
                await coming
