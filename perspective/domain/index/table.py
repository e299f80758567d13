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
    """The rows of all blocks by key. Changed by one thread at a time; views may be read by any.

    A version's place is one number, block · block_rows + row: the garbage collector need not
    look at a hundred thousand pairs.
    """

    def __init__(self, new_block: Callable[[int], B], block_rows: int) -> None:
        self._new_block = new_block
        self._block_rows = block_rows
        self._n_made = 0
        self._blocks: dict[int, B] = {}
        self._places: dict[int, int] = {}

    def __len__(self) -> int:
        return len(self._places)

    def keys(self) -> list[int]:
        """The key of every version, in no order."""
        return list(self._places)

    def rows(self) -> list[tuple[B, int]]:
        """The block and row of every version, in no order."""
        return [self._at(place) for place in self._places.values()]

    def row(self, key: int) -> tuple[B, int] | None:
        """The block and row of a version, or None."""
        place = self._places.get(key)
        return None if place is None else self._at(place)

    def write(self, key: int, write: Callable[[B], int]) -> None:
        """The row that `write` adds to a block with room, and whose number it returns, is the
        version's from now on; an older one gets a tombstone."""
        number, block = self._room()
        old = self._places.get(key)
        self._places[key] = number * self._block_rows + write(block)
        if old is not None:
            self._bury(old)
        self._tidy(number)

    def remove(self, key: int) -> bool:
        """Takes a version out; False when it was not there."""
        old = self._places.pop(key, None)
        if old is not None:
            self._bury(old)
        return old is not None

    def view(self) -> tuple[BlockView[B], ...]:
        """All blocks as they stand."""
        blocks = self._blocks.values()
        return tuple(BlockView(block, block.alive[: block.n].copy()) for block in blocks)

    def _room(self) -> tuple[int, B]:
        newest = self._n_made - 1
        if newest not in self._blocks or not self._blocks[newest].n_free:
            newest = self._n_made
            self._blocks[newest] = self._new_block(self._block_rows)
            self._n_made += 1
        return newest, self._blocks[newest]

    def _at(self, place: int) -> tuple[B, int]:
        number, row = divmod(place, self._block_rows)
        return self._blocks[number], row

    def _bury(self, place: int) -> None:
        block, row = self._at(place)
        block.kill(row)
        self._tidy(place // self._block_rows)

    def _tidy(self, number: int) -> None:
        """Moves the rows of a block out of it, if it is full and more than half dead."""
        block = self._blocks.get(number)
        if block is None or block.n_free or 2 * block.n_dead <= self._block_rows:
            return
        del self._blocks[number]
        rows = np.flatnonzero(block.alive)
        while len(rows):
            newest, target = self._room()
            start, moved = target.n, rows[: target.n_free]
            target.copy(block, moved)
            first = newest * self._block_rows + start
            keys = target.keys[start : target.n].tolist()
            self._places.update(zip(keys, range(first, first + len(keys)), strict=True))
            rows = rows[len(moved) :]
            self._tidy(newest)
