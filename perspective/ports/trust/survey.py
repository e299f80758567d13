"""What does consolidation look at? Memories that stand, how they are linked, and which are alike."""

from __future__ import annotations

from array import array
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from typing import Any, Protocol, Self

import msgspec
import numpy as np
from numpy.typing import NDArray

from perspective.domain.graph import Edge, EdgeKind
from perspective.domain.memory import MemoryType, Recorded


class Pair(msgspec.Struct, frozen=True, gc=False):
    """Two memories that may say the same. `cosine` is None where they were found by their words."""

    one: str
    other: str
    cosine: float | None = None


class WeightedEdges(msgspec.Struct, frozen=True):
    """Undirected edges between memories: `ends` int64 (m, 2) are places in `memory_ids`, the
    lesser first; `weights` float64 (m,) above 0."""

    memory_ids: tuple[str, ...]
    ends: NDArray[np.int64]
    weights: NDArray[np.float64]

    @classmethod
    def of(cls, memory_ids: tuple[str, ...], edges: Iterable[tuple[int, int, float]]) -> Self:
        """The arrays of edges between places, in order; those of one pair are added up. Nothing here
        holds the interpreter for long, however many there are."""
        n = max(1, len(memory_ids))
        pairs, weights = array("q"), array("d")
        for one, other, weight in edges:
            pairs.append(min(one, other) * n + max(one, other))
            weights.append(weight)
        found, places = np.unique(np.frombuffer(pairs, dtype=np.int64), return_inverse=True)
        ends = np.stack([found // n, found % n], axis=1)
        sums = np.bincount(places, np.frombuffer(weights, dtype=np.float64), len(found)).astype(
            np.float64
        )
        return cls(memory_ids, ends, sums)


class Held(msgspec.Struct, frozen=True):
    """How n memories stand, as columns: all (n,). `since` is when each was last used, else recorded,
    in microseconds since 1970; `tokens` of its latest version are estimated, -1 where that was not
    done when it was stored."""

    keys: NDArray[np.int64]
    types: tuple[MemoryType, ...]
    is_active: NDArray[np.bool_]
    is_pinned: NDArray[np.bool_]
    since: NDArray[np.int64]
    accesses: NDArray[np.float64]
    stability: NDArray[np.float64]
    importance: NDArray[np.float64]
    tokens: NDArray[np.int64]

    @classmethod
    def of(cls, rows: Sequence[tuple[Any, ...]]) -> Self:
        """The columns of rows in the order of the fields; `is_active` is made of the state."""
        columns = list(zip(*rows, strict=True)) or [()] * len(cls.__struct_fields__)
        keys, types, states, pinned, since, accesses, stability, importance, tokens = columns
        return cls(
            np.array(keys, dtype=np.int64),
            types,
            np.array([one == "active" for one in states], dtype=np.bool_),
            np.array(pinned, dtype=np.bool_),
            np.array(since, dtype=np.int64),
            np.array(accesses, dtype=np.float64),
            np.array(stability, dtype=np.float64),
            np.array(importance, dtype=np.float64),
            np.array(tokens, dtype=np.int64),
        )


class Survey(Protocol):
    """What one commit left of memories that stand: not deleted and not retired."""

    def standing(self, *, after: int, limit: int) -> list[Recorded]:
        """Memories that are not deleted with their latest versions, by that version's key, from the
        first above `after`; retired ones are left out."""
        ...

    def held(self, *, after: int, limit: int) -> Held:
        """How the same memories stand, in the same order, without their words."""
        ...

    def contents(self, keys: Sequence[int]) -> dict[int, str]:
        """The contents of the versions with these keys; unknown keys are left out."""
        ...

    def alike(self, *, above: float, since: int) -> list[Pair]:
        """Pairs of standing memories of one namespace of which at least one changed after the
        sequence number `since`: linked by a semantic edge of more than this cosine, or each with
        the first memory of the same speaker and the very same words."""
        ...

    def edges_at(self, node_id: str) -> list[Edge]:
        """The edges at a memory or entity that are not derived, by source, kind, target and
        predicate."""
        ...

    def weighted(self, kinds: Collection[EdgeKind], *, now: datetime) -> WeightedEdges:
        """The edges of these kinds between standing memories, once a pair, as arrays: the sum of
        their weights now."""
        ...

    def first_arrival(self, *, since: int) -> int | None:
        """When the first memory was recorded, from `since` on, that is not deleted, or None; in
        microseconds since 1970."""
        ...

    def arrivals(self, *, since: int, until: int) -> dict[MemoryType, int]:
        """How many memories of each type were recorded from `since` to before `until` (microseconds
        since 1970) and are not deleted; types without any are left out."""
        ...
