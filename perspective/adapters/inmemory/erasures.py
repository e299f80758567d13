"""How does content leave a tenant in memory for good? No file holds it, so at once."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import msgspec

from perspective.adapters.inmemory.state import InMemoryState, drop_edges, drop_keys
from perspective.adapters.inmemory.transaction import parts_of
from perspective.domain.event import Event
from perspective.domain.memory import Memory
from perspective.domain.trust.erasure import Erasure

_replace = msgspec.structs.replace


class InMemoryErasures:
    """An exact `ErasureStore` over a tenant in memory."""

    def __init__(self, state: InMemoryState) -> None:
        self._state = state

    async def erase(self, order: Erasure) -> Erasure | None:
        """Removes the memory, or all parts of the long text, and keeps the order."""
        with self._state as state:
            one = state.memories.get(order.target_id)
            parts = [part.memory for part in parts_of(state, order.target_id)]
            targets = parts if one is None else [one]
            # A long text that is still to be split has no memory yet.
            if not targets and order.target_id not in state.documents:
                return None
            self._erase_document(order.target_id)
            keys: tuple[int, ...] = ()
            for memory in targets:  # grows by what rests on it alone
                targets += self._resting_on(memory.id)
                keys += state.keys[memory.id]
                self._erase(memory, order)
            self._erase_answers({order.target_id}, targets)
            done = _replace(
                order, n_memories=len(targets), n_versions=len(keys), keys=keys, done_at=None
            )
            state.put(state.erasures, order.id, done)
            return done

    async def receipt(self, erasure_id: str) -> Erasure | None:
        """An order by its id, done or not, or None."""
        return self._state.erasures.get(erasure_id)

    async def latest(self, target_id: str) -> Erasure | None:
        """The latest order that was carried out on a memory or long text, or None."""
        orders = reversed(self._state.erasures.values())
        return next((order for order in orders if order.target_id == target_id), None)

    async def pending(self) -> list[Erasure]:
        """The orders that are not finished, oldest first."""
        return [order for order in self._state.erasures.values() if order.done_at is None]

    async def purge(self) -> None:
        """There are no files."""

    async def finish(self, erasure_ids: Sequence[str], at: datetime) -> None:
        """These orders are done, and their keys forgotten."""
        with self._state as state:
            for erasure_id in erasure_ids:
                done = _replace(state.erasures[erasure_id], done_at=at, keys=())
                state.put(state.erasures, erasure_id, done)

    def _resting_on(self, memory_id: str) -> list[Memory]:
        """What was read out of the memory, and is supported by no other."""
        supports = [one for one in self._state.edges.values() if one.kind == "supports"]
        ids = {one.target for one in supports if one.source == memory_id}
        ids -= {one.target for one in supports if one.source != memory_id}
        return [one for one in self._state.memories.values() if one.id in ids and one.is_derived]

    def _erase(self, memory: Memory, order: Erasure) -> None:
        state = self._state
        for key in state.keys[memory.id]:
            state.put(state.removed, key, state.next("seq"))
            state.drop(state.seqs, key)
            state.drop(state.versions, key)
            for at in [at for at in state.embeddings if at[1] == key]:
                state.drop(state.embeddings, at)
        state.drop(state.keys, memory.id)
        state.drop(state.memories, memory.id)
        state.drop(state.queue, memory.id)
        drop_keys(state, memory.id)
        if memory.source_id is not None:
            self._erase_document(memory.source_id)
        self._erase_edges(memory.id)
        for number, event in list(state.events.items()):
            if event.memory_id == memory.id:
                state.put(state.events, number, _replace(event, before={}, after={}))
        number = state.next("event")
        erased = Event(
            id=number, at=order.requested_at, kind="erased", actor=order.actor, memory_id=memory.id
        )
        state.put(state.events, number, erased)

    def _erase_document(self, source_id: str) -> None:
        """A long text as it came, and what is still to be done about it."""
        self._state.drop(self._state.documents, source_id)
        self._state.drop(self._state.works, source_id)

    def _erase_edges(self, memory_id: str) -> None:
        """The edges at a memory and those it states, and entities that have no other edge."""
        drop_edges(
            self._state, lambda edge: memory_id in {edge.source, edge.target, edge.memory_id}
        )

    def _erase_answers(self, names: set[str | None], targets: Sequence[Memory]) -> None:
        state = self._state
        names |= {memory.id for memory in targets} | {memory.source_id for memory in targets}
        for key, answer in list(state.answers.items()):
            if answer.names & names:
                state.drop(state.answers, key)
