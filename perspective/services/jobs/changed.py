"""In which tenants did something change since a job was there, without opening them?

Whatever is written to a tenant goes through here. Before the first write after a job began to look, a
number in the catalog grows, durably; the job notes the number that it found when it began. So a process
that ends at any moment leaves a tenant that is looked at once too often at most. Later writes cost
nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import msgspec

from perspective.ports.catalog import JobRuns, TenantStores
from perspective.ports.feed import ChangeFeed
from perspective.ports.records import RecordStore
from perspective.ports.trust.erasures import ErasureStore
from perspective.services.host import Space


def noted(runs: JobRuns, tenant_id: str, stores: TenantStores) -> TenantStores:
    """The same stores; what changes them is noted first."""
    note = Note(runs, tenant_id)
    return msgspec.structs.replace(
        stores,
        records=cast("RecordStore", NotedStore(stores.records, note, changed_by="write")),
        erasures=cast("ErasureStore", NotedStore(stores.erasures, note, changed_by="erase")),
        feed=cast("ChangeFeed", NotedStore(stores.feed, note, changed_by="save_embeddings")),
    )


async def seen_from_now(runs: JobRuns, space: Space) -> int:
    """The tenant's number of changes: what a job reads from now on is in it, what is written later is
    above it."""
    seen = await runs.changes(space.tenant.id)
    records = cast("object", space.stores.records)
    if isinstance(records, NotedStore):
        # In this order: a write that is in the number was either handed over before this, and is
        # committed at the end, since writes are done in the order in which they came; or it is noted anew.
        records.renew()
        await records.unnoted(lambda _: None)
    return seen


class Note:
    """Whether it is noted that a tenant changes."""

    def __init__(self, runs: JobRuns, tenant_id: str) -> None:
        self._runs = runs
        self._tenant_id = tenant_id
        self._wanted = 1
        self._written = 0

    async def before_change(self) -> None:
        """Returns once it is noted. A change that is handed over without waiting in between comes
        before whatever a job reads that renews the note later."""
        while self._written < self._wanted:
            wanted = self._wanted  # a look that begins meanwhile wants a note of its own
            await self._runs.change(self._tenant_id)
            self._written = max(self._written, wanted)

    def renew(self) -> None:
        """The next change is to be noted anew."""
        self._wanted += 1


class NotedStore:
    """A store as it is, but for the one method that changes it: that is noted first."""

    def __init__(self, store: object, note: Note, *, changed_by: str) -> None:
        self._store = store
        self._note = note
        self._changed_by = changed_by
        self.unnoted: Callable[..., Any] = getattr(store, changed_by)
        self.renew = note.renew

    def __getattr__(self, name: str) -> Any:
        if name == self._changed_by:
            return self._changed
        return getattr(self._store, name)

    async def _changed(self, *values: Any, **named: Any) -> Any:
        await self._note.before_change()
        return await self.unnoted(*values, **named)
