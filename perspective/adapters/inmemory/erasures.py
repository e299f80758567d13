"""How does content leave a tenant in memory for good? No file holds it, so at once."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import msgspec

from perspective.adapters.inmemory.changes.amendments import erase_changes
from perspective.adapters.inmemory.state import InMemoryState, drop_edges, drop_keys
from perspective.adapters.inmemory.transaction import parts_of
from perspective.domain.event import Event
from perspective.domain.memory import Memory, Semantic
from perspective.domain.trust.erasure import Erasure
from perspective.ports.transaction import QueueItem

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
            targets = self._with_statements(targets, order)
            keys = tuple(key for memory in targets for key in state.keys[memory.id])
            textless = self._textless([memory.id for memory in targets])
            n_memories, n_versions = len(targets), len(keys)
            keys += tuple(key for memory in textless for key in state.keys[memory.id])
            targets += textless
            for memory in targets:
                self._erase(memory, order)
            self._erase_answers({order.target_id}, targets)
            done = _replace(
                order, n_memories=n_memories, n_versions=n_versions, keys=keys, done_at=None
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

    async def tidy(self, *, answers_before: datetime) -> int:
        """Answers kept for retries from before that time are gone."""
        with self._state as state:
            old = [key for key, one in state.answers.items() if one.at < answers_before]
            for key in old:
                state.drop(state.answers, key)
        return len(old)

    async def finish(self, erasure_ids: Sequence[str], at: datetime) -> None:
        """These orders are done, and their keys forgotten."""
        with self._state as state:
            for erasure_id in erasure_ids:
                done = _replace(state.erasures[erasure_id], done_at=at, keys=())
                state.put(state.erasures, erasure_id, done)

    def _with_statements(self, targets: Sequence[Memory], order: Erasure) -> list[Memory]:
        """These, and what was read out of them; other memories that say the same are read again."""
        state = self._state
        supports = [one for one in state.edges.values() if one.kind == "supports"]
        found = {one.id: one for one in targets}
        for edge in supports:
            fact = state.memories.get(edge.target)
            if fact is None or not fact.is_derived or edge.source not in {t.id for t in targets}:
                continue
            found[fact.id] = fact
            for other in {one.source for one in supports if one.target == fact.id} - {edge.source}:
                if state.memories[other].deleted_at is None:
                    item = QueueItem(memory_id=other, enqueued_at=order.requested_at)
                    state.put(state.queue, other, item)
        return list(found.values())

    def _textless(self, memory_ids: Sequence[str]) -> list[Memory]:
        """What no text says any more: what was withdrawn, and what somebody kept of these."""
        state = self._state
        supported = {one.target for one in state.edges.values() if one.kind == "supports"}
        return [
            memory
            for memory in state.memories.values()
            if memory.is_derived
            and memory.id not in supported
            and memory.id not in memory_ids
            and (
                memory.deleted_at is not None
                or any(
                    set(detail.source_ids) & set(memory_ids)
                    for key in state.keys[memory.id]
                    if isinstance(detail := state.versions[key].detail, Semantic)
                )
            )
        ]

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
        erase_changes(state, memory.id)
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
