"""What changed since the sealed generation? Exact, in memory, in layers.

When a generation is being written, changes go on into a new layer; those before it can be
dropped whole once the generation that holds them is open.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from perspective.adapters.embedded.generation.sealed import Sealed
from perspective.domain.filter import Filter
from perspective.domain.index.columns import Mask
from perspective.domain.index.vectors import VectorsView, VectorTable
from perspective.errors import DimensionMismatch
from perspective.ports.feed import Change, FeedItem, Removal, Vector

# Each search asks each; there are many only when generations cannot be written.
_MAX_LAYERS = 4


class Layer:
    """Versions that were put, and the keys of all that were put or taken out."""

    def __init__(self) -> None:
        self.table: VectorTable | None = None
        self.changed: set[int] = set()

    def put(self, change: Change, vector: Vector) -> None:
        """The version stands here from now on."""
        if self.table is None:
            self.table = VectorTable(len(vector))
        self.table.put(change.entry, vector)
        self.changed.add(change.entry.key)

    def remove(self, key: int) -> None:
        """The version does not stand here any more, if it did."""
        if self.table is not None:
            self.table.remove(key)


class Delta:
    """All layers, the newest last; a version stands in one of them at most."""

    def __init__(self) -> None:
        self._layers = [Layer()]

    @property
    def n_rows(self) -> int:
        """How many versions stand here."""
        return sum(len(table) for table in self._tables())

    @property
    def n_changed(self) -> int:
        """How many changes there were, removals too."""
        return sum(len(layer.changed) for layer in self._layers)

    @property
    def dimensions(self) -> int | None:
        """The length of its vectors, once there is one."""
        return next((table.dimensions for table in self._tables()), None)

    def apply(self, change: FeedItem) -> None:
        """The version is as the change says, whatever stood here or in the generation."""
        if isinstance(change, Removal):
            self.remove(change.key)
            return
        self.remove(change.entry.key)
        if change.vector is not None:
            self._layers[-1].put(change, change.vector)

    def remove(self, key: int) -> None:
        """The version stands nowhere, whatever stood here or in the generation."""
        for layer in self._layers:
            layer.remove(key)
        self._layers[-1].changed.add(key)

    def freeze(self) -> tuple[Layer, ...]:
        """The layers so far; changes go into a new one."""
        if self._layers[-1].changed and len(self._layers) < _MAX_LAYERS:
            self._layers.append(Layer())
        return tuple(self._layers[:-1])

    def drop(self, frozen: Sequence[Layer]) -> None:
        """These layers are not needed any more."""
        self._layers = [layer for layer in self._layers if layer not in frozen]

    def changed(self) -> list[int]:
        """Keys of versions that a generation may hold otherwise."""
        return [key for layer in self._layers for key in layer.changed]

    def views(self, where: Filter) -> tuple[VectorsView, ...]:
        """What a search sees from now on."""
        return tuple(table.view(where) for table in self._tables() if len(table))

    def cosines(self, keys: Sequence[int], query: Vector) -> dict[int, float]:
        """The exact cosine of each of these versions that stands here."""
        found: dict[int, float] = {}
        for table in self._tables():
            found |= table.cosines(keys, query)
        return found

    def _tables(self) -> list[VectorTable]:
        return [layer.table for layer in self._layers if layer.table is not None]


class Snapshot(msgspec.Struct, frozen=True):
    """All that a search asks, as it stood when it began; any thread may search it."""

    sealed: Sealed | None
    alive: Mask
    views: tuple[VectorsView, ...]
    where: Filter

    @property
    def n_exact(self) -> int:
        """How many vectors are compared one by one."""
        return sum(view.n_rows for view in self.views)

    def search(self, query: Vector, limit: int) -> list[tuple[int, float]]:
        """(key, cosine) of the nearest versions, best first, ties by key, greatest first."""
        found: list[tuple[int, float]] = []
        if self.sealed is not None:
            found += self.sealed.search(query, self.where, self.alive, limit)
        for view in self.views:
            found += view.search(query, limit)
        found.sort(key=lambda hit: (-hit[1], -hit[0]))
        return found[: max(limit, 0)]


def check_dimensions(vector: Vector, dimensions: int | None) -> None:
    """Raises DimensionMismatch for a vector of another length than the store's."""
    if dimensions is not None and vector.shape != (dimensions,):
        raise DimensionMismatch(
            f"a vector of shape {vector.shape} in a store of {dimensions} dimensions"
        )
