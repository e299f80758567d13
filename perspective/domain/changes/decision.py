"""What may a person say to a review?"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

_Id = Annotated[str, Meta(min_length=1, max_length=128)]


class Decision(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Yes, no, or which of two.

    `confirm` does what the review proposes: the newer of two statements replaces the older, a stale
    one is retired, forgettable ones are deleted, a proposed procedure is kept. `reject` leaves all as
    it is. `pick` takes the `memory_id` of the one of two statements that holds.
    """

    decision: Annotated[
        Literal["confirm", "reject", "pick"], Meta(description="What becomes of it.")
    ]
    memory_id: Annotated[_Id, Meta(description="The statement that holds, to pick.")] | None = None
    memory_ids: Annotated[
        tuple[_Id, ...],
        Meta(max_length=100_000, description="Forget these alone; without, all that are listed."),
    ] = ()
