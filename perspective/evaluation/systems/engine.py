"""How does Perspective itself take part? Through its public class, as a program would use it."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import partial

from perspective.domain.answer import Stored
from perspective.domain.process import ENDED
from perspective.domain.query import NewMemory
from perspective.domain.text import token_count
from perspective.engine import Perspective
from perspective.errors import ModelTimeout, StoreUnavailable
from perspective.evaluation.progress import Progress
from perspective.evaluation.systems.system import Found
from perspective.evaluation.talk import Talk, Turn

NAME = "Perspective"

_BATCH = 20  # chats have long messages: so it is seen now and then that it goes on
_POLL_S = 0.05
_READ_POLL_S = 0.2
_STALLED_S = 300.0
_TURN = "turn"


class Store:
    """One tenant of an open engine, filled and asked. Memories carry their turn's id."""

    def __init__(self, memory: Perspective, tenant_id: str) -> None:
        self.tenant_id = tenant_id
        self._memory = memory
        self._also: dict[str, list[str]] = defaultdict(list)
        self._processes: set[str] = set()

    async def create(self, *, is_read: bool = False) -> None:
        """The tenant exists, without a limit, and is empty; its texts are read if asked for."""
        await self._memory.tenants.create(self.tenant_id, max_memories=0, extraction=is_read)

    async def delete(self) -> None:
        """The tenant and its files are gone."""
        await self._memory.tenants.delete(self.tenant_id, confirm=self.tenant_id)

    async def add(self, items: Sequence[NewMemory]) -> None:
        """All of the memories can be found, so nothing waits when the time of a load is taken.

        Raises what was wrong with the first that was refused, StoreUnavailable for an index that
        failed, ModelTimeout when it gets no further.
        """
        answers = await self._memory.store_batch(items, tenant_id=self.tenant_id)
        for item, answer in zip(items, answers, strict=True):
            if not isinstance(answer, Stored):
                raise answer
            if answer.process_id is not None:
                self._processes.add(answer.process_id)
            if answer.duplicate_of is not None:
                # It was said before in the same words: one memory stands for both turns.
                self._also[answer.duplicate_of].append(item.metadata[_TURN])
        await self._settle()

    async def _settle(self) -> None:
        n_before, waited_s = -1, 0.0
        while True:
            indexes = (await self._memory.tenants.read(self.tenant_id)).indexes or {}
            for name, index in indexes.items():
                if index.failed or index.reason is not None:
                    message = f"the index {name} has not all of the text: {index.reason or index}"
                    raise StoreUnavailable(message)
            n_pending = sum(index.pending for index in indexes.values()) + await self._n_splitting()
            if not n_pending:
                return
            waited_s = waited_s + _POLL_S if n_pending == n_before else 0.0
            n_before = n_pending
            if waited_s > _STALLED_S:
                message = f"{n_pending} texts were not indexed for {_STALLED_S:g} s"
                raise ModelTimeout(message)
            await asyncio.sleep(_POLL_S)

    async def _n_splitting(self) -> int:
        """How many very long texts are still being split in the background."""
        views = [await self._memory.processes.read(name) for name in self._processes]
        self._processes = {one.id for one in views if one.state not in ENDED}
        return len(self._processes)

    async def read(self, progress: Callable[[int, int], None]) -> None:
        """All texts are read, or could not be; raises ModelTimeout when it gets no further."""
        n_before, waited_s = -1, 0.0
        while True:
            counts = (await self._memory.queue.list(tenant_id=self.tenant_id)).counts
            n_waiting = counts.get("pending", 0) + counts.get("running", 0)
            progress(sum(counts.values()) - n_waiting, sum(counts.values()))
            if not n_waiting:
                return
            waited_s = waited_s + _READ_POLL_S if n_waiting == n_before else 0.0
            n_before = n_waiting
            if waited_s > _STALLED_S:
                raise ModelTimeout(f"{n_waiting} texts were not read for {_STALLED_S:g} s")
            await asyncio.sleep(_READ_POLL_S)

    async def ask(self, question: str, limit: int) -> list[Found]:
        """What recall returns for a budget of `limit`; it leaves no trace. Raises
        StoreUnavailable when an arm could not take part."""
        recalled = await self._memory.recall(
            question, tenant_id=self.tenant_id, budget=limit, reinforce=False
        )
        if recalled.degraded:
            message = f"recall was degraded: {recalled.degraded}"
            raise StoreUnavailable(message)
        return [
            Found(
                (str(one.metadata[_TURN]), *self._also.get(one.source_id or one.id, ())),
                one.relevance,
                token_count.estimate(one.content),
            )
            for one in recalled.results
        ]


class EngineSystem:
    """Perspective as a way to answer: each talk is a tenant of its own, and goes with the next.

    With `is_read` its texts are read before it is asked, as they would be by then.
    """

    name = NAME

    def __init__(self, memory: Perspective, *, is_read: bool = False) -> None:
        self._memory = memory
        self._is_read = is_read
        self._store: Store | None = None
        self._n_loaded = 0

    async def load(self, talk: Talk, progress: Progress) -> None:
        """See `System`."""
        if self._store is not None:
            await self._store.delete()
        self._n_loaded += 1
        self._store = Store(self._memory, f"evaluation-{self._n_loaded}")
        await self._store.create(is_read=self._is_read)
        items = [as_memory(turn) for turn in talk.turns]
        for start in range(0, len(items), _BATCH):
            batch = items[start : start + _BATCH]
            await self._store.add(batch)
            progress(f"{self.name}: {talk.id}", start + len(batch), len(items))
        if self._is_read:
            await self._store.read(partial(progress, f"{self.name} reads: {talk.id}"))

    async def ask(self, question: str, limit: int) -> Sequence[Found]:
        """See `System`."""
        assert self._store is not None
        return await self._store.ask(question, limit)


def as_memory(turn: Turn) -> NewMemory:
    """A turn as it is stored; its id is found again in what recall answers."""
    return NewMemory(
        content=turn.text,
        speaker=turn.speaker,
        role=turn.role,
        source_session=turn.session,
        event_at=turn.at,
        metadata={_TURN: turn.id},
    )
