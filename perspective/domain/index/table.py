"""Where does each version's row stand, and what becomes of rows that were replaced?

A table is a list of blocks. Rows are appended; a replaced or removed one gets a tombstone; a
full block with more tombstones than rows is dissolved into the newest block. So no step moves
more than half a block, and a view stays true while rows are added and removed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

import msgspec
import numpy as np

from perspective.domain.index.columns import EntryBlock, Mask

B = TypeVar("B", bound=EntryBlock)


class BlockView(msgspec.Struct, Generic[B], frozen=True):
    """A block as it stood: its first n rows, and which of them were alive, bool (n,)."""

    block: B
    alive: Mask


class EntryTable(Generic[B]):
    """The rows of all blocks by key. Changed by one thread at a time; views may be read by any."""

    def __init__(self, new_block: Callable[[], B]) -> None:
        self._new_block = new_block
        self._blocks: list[B] = []
        self._places: dict[int, tuple[B, int]] = {}

    def __len__(self) -> int:
        return len(self._places)

    def __contains__(self, key: object) -> bool:
        return key in self._places

    def keys(self) -> list[int]:
        """The key of every version, in no order."""
        return list(self._places)

    def places(self) -> list[tuple[B, int]]:
        """The block and row of every version, in no order."""
        return list(self._places.values())

    def place(self, key: int) -> tuple[B, int] | None:
        """The block and row of a version, or None."""
        return self._places.get(key)

    def room(self) -> B:
        """The block to write the next row to; the row is then handed to `placed`."""
        if not self._blocks or not self._blocks[-1].n_free:
            self._blocks.append(self._new_block())
        return self._blocks[-1]

    def placed(self, key: int, block: B, row: int) -> None:
        """From now on this is the row of the version; an older one gets a tombstone."""
        old = self._places.get(key)
        self._places[key] = block, row
        if old is not None:
            self._bury(*old)

    def remove(self, key: int) -> bool:
        """Takes a version out; False when it was not there."""
        old = self._places.pop(key, None)
        if old is not None:
            self._bury(*old)
        return old is not None

    def view(self) -> tuple[BlockView[B], ...]:
        """All blocks as they stand."""
        return tuple(BlockView(block, block.alive[: block.n].copy()) for block in self._blocks)

    def _bury(self, block: B, row: int) -> None:
        block.kill(row)
        if not block.n_free and 2 * block.n_dead > block.capacity:
            self._dissolve(block)

    def _dissolve(self, block: B) -> None:
        self._blocks.remove(block)
        rows = np.flatnonzero(block.alive[: block.n])
        while len(rows):
            target = self.room()
            start, moved = target.n, rows[: target.n_free]
            target.copy(block, moved)
            for row, key in enumerate(target.keys[start : target.n].tolist(), start):
                self._places[key] = target, row
            rows = rows[len(moved) :]
