"""What changed since an index last looked? Read off the tables in memory."""

from __future__ import annotations

from collections.abc import Sequence

from perspective.adapters.inmemory.state import InMemoryState
from perspective.domain.filter import IndexEntry
from perspective.ports.feed import Change, FeedItem, Removal, Vector


class InMemoryFeed:
    """The change feed of a tenant in memory."""

    def __init__(self, state: InMemoryState) -> None:
        self._state = state

    @property
    def last_seq(self) -> int:
        """The sequence number of the latest change; 0 in an empty store."""
        return self._state.counters["seq"]

    async def changes(self, *, after: int, limit: int, model: str | None) -> list[FeedItem]:
        """Changes with `seq > after`, in order, with the model's embeddings."""
        state = self._state
        everything = (*state.seqs.items(), *state.removed.items())
        found = sorted((seq, key) for key, seq in everything if seq > after)
        return [
            Removal(seq, key) if key in state.removed else self._change(seq, key, model)
            for seq, key in found[:limit]
        ]

    async def counted(self, *, after: int) -> tuple[int, int]:
        """How many versions are not erased, and how many changed after a sequence number."""
        seqs = self._state.seqs.values()
        return len(seqs), sum(changed > after for changed in seqs)

    async def standing(self, key: int, *, model: str | None) -> Change | None:
        """Where a version stands; None for one that is gone."""
        seq = self._state.seqs.get(key)
        return None if seq is None else self._change(seq, key, model)

    async def save_embeddings(
        self, model: str, embedded: Sequence[tuple[int, Vector | None]]
    ) -> None:
        """Keeps what the model gave for versions by key."""
        for key, vector in embedded:
            if key in self._state.versions:
                kept = None if vector is None else vector.astype("<f4")
                self._state.embeddings[model, key] = kept

    async def models(self) -> list[str]:
        """The models of which an embedding is kept, by name."""
        return sorted({model for model, _ in self._state.embeddings})

    async def forget_embeddings(self, model: str, *, limit: int) -> int:
        """Lets go of up to `limit` embeddings of a model; returns of how many."""
        found = [at for at in self._state.embeddings if at[0] == model][:limit]
        for at in found:
            del self._state.embeddings[at]
        return len(found)

    def _change(self, seq: int, key: int, model: str | None) -> Change:
        version = self._state.versions[key]
        recorded = self._state.at_key(key)
        assert recorded is not None
        embeddings, at = self._state.embeddings, (model or "", key)
        vector = embeddings.get(at)
        return Change(
            seq=seq,
            entry=IndexEntry.of(recorded),
            content=version.content,
            vector=vector,
            is_embeddable=at not in embeddings or vector is not None,
        )
