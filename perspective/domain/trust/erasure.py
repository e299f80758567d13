"""What is left of a memory that was erased? A receipt without any of its words."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

import msgspec

ErasureState = Literal["pending", "done"]


class Erasure(msgspec.Struct, frozen=True, kw_only=True):
    """An order to erase, and how far it is.

    `target_id` is the memory, or the long text, that was meant. `keys` are the numbers of the
    versions that went, which the indexes still have to let go of. `done_at` is None until no
    file of the store holds any of it.
    """

    id: str
    target_id: str
    actor: str
    requested_at: datetime
    done_at: datetime | None = None
    n_memories: int = 0
    n_versions: int = 0
    keys: tuple[int, ...] = ()


class ErasureReceipt(msgspec.Struct, frozen=True, kw_only=True):
    """What was erased, by whom and when; it outlives the memory and holds none of its words.

    The memory cannot be read or recalled from the moment there is a receipt. `pending` means
    that a file may still hold its bytes; `done`, that none does.
    """

    id: str
    target_id: str
    state: ErasureState
    actor: str
    requested_at: datetime
    done_at: datetime | None
    n_memories: int
    n_versions: int

    @classmethod
    def of(cls, erasure: Erasure) -> ErasureReceipt:
        """The receipt of an order."""
        return cls(
            id=erasure.id,
            target_id=erasure.target_id,
            state="pending" if erasure.done_at is None else "done",
            actor=erasure.actor,
            requested_at=erasure.requested_at,
            done_at=erasure.done_at,
            n_memories=erasure.n_memories,
            n_versions=erasure.n_versions,
        )
