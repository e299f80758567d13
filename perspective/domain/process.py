"""What is a piece of work in the background, as callers see it?"""

from __future__ import annotations

from datetime import datetime
from typing import Literal

import msgspec

ProcessState = Literal["pending", "running", "done", "failed", "cancelled"]
ProcessKind = Literal["bulk", "document", "index", "evolve"]
ENDED: frozenset[ProcessState] = frozenset({"done", "failed", "cancelled"})


class ProcessView(msgspec.Struct, frozen=True, kw_only=True):
    """Work in the background. `done` of `total` counts lines, parts or versions.

    `total` is None while it is not known. An index has no times: it follows its store, and is
    shown while it is far behind. `error` holds none of a memory's words.
    """

    id: str
    kind: ProcessKind
    tenant_id: str
    state: ProcessState
    done: int = 0
    total: int | None = None
    is_stoppable: bool = True
    started_at: datetime | None = None
    finished_at: datetime | None = None
    error: str | None = None
