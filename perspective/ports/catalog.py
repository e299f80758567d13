"""Which tenants are there, how are a tenant's stores opened and removed, and which jobs ran over it?"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Protocol

import msgspec

from perspective.domain.process import JobRun
from perspective.domain.tenant import Tenant
from perspective.ports.feed import ChangeFeed
from perspective.ports.graph import GraphStore
from perspective.ports.records import RecordStore
from perspective.ports.texts import TextIndex
from perspective.ports.trust.erasures import ErasureStore
from perspective.ports.vectors import VectorStore


class TenantStores(msgspec.Struct, frozen=True):
    """All that belongs to one tenant, open."""

    records: RecordStore
    erasures: ErasureStore
    feed: ChangeFeed
    graph: GraphStore
    vectors: VectorStore
    texts: TextIndex


class JobRuns(Protocol):
    """The runs of jobs, and what has changed since; durable and atomic.

    Kept are the last 200 of each job: of its rounds, of single runs over a tenant, and of the visits
    of rounds. Nothing is kept of a tenant that is not there, or is removed.
    """

    async def begin(self, run: JobRun) -> None:
        """Adds a run, the newest of all."""
        ...

    async def end(
        self, run: JobRun, *, seen: int | None = None, due_at: datetime | None = None
    ) -> None:
        """The run is as given now. With `seen`, its job has seen its tenant up to this number of
        `changes`, and need not come before `due_at` if nothing changes, in the same step."""
        ...

    async def interrupt(self, reason: str) -> int:
        """Runs that are still said to be running are `interrupted`, for this reason; how many."""
        ...

    async def page(self, job: str, *, tenant_id: str | None, limit: int) -> list[JobRun]:
        """A job's runs in the order they were added, the newest first, at most `limit`: over one tenant,
        else rounds and single runs, without the visits of rounds."""
        ...

    async def find(self, run_id: str) -> JobRun | None:
        """One run, or None."""
        ...

    async def latest(self) -> list[JobRun]:
        """For each job its newest round and its newest single run, the newest first."""
        ...

    async def change(self, tenant_id: str) -> None:
        """Something in the tenant is about to change: its number of `changes` grows by one."""
        ...

    async def changes(self, tenant_id: str) -> int:
        """How often `change` was called, one more: a tenant that nobody has seen yet is at 1."""
        ...

    async def due(self, job: str, now: datetime) -> list[str]:
        """The tenants whose number of `changes` is above what the job has seen, and those whose
        `due_at` has come, by id."""
        ...


class Catalog(Protocol):
    """The tenants of a data directory, durable and atomic; ids are already checked."""

    @property
    def runs(self) -> JobRuns:
        """The runs of jobs."""
        ...

    async def tenants(self) -> list[Tenant]:
        """All tenants, by id."""
        ...

    async def tenant(self, tenant_id: str) -> Tenant | None:
        """One tenant, or None."""
        ...

    async def put(self, tenant: Tenant) -> None:
        """Adds a tenant or overwrites it."""
        ...

    async def open(self, tenant: Tenant) -> TenantStores:
        """Opens the tenant's stores, making what is missing. An index that cannot be opened is
        set aside and starts empty, at cursor 0. The caller closes what it opened."""
        ...

    async def open_vectors(self, tenant: Tenant) -> VectorStore:
        """Opens one more index of vectors, of `tenant.embedding_model`, in the place that
        `tenant.n_evolved` says: beside those that are open. The caller closes it."""
        ...

    async def discard_vectors(self, tenant_id: str, *, keep: Collection[int]) -> None:
        """Removes the vectors in the tenant's other places than these; none may be open there."""
        ...

    async def remove(self, tenant_id: str) -> None:
        """Deletes the tenant and its files, and nothing else. Its stores must be closed."""
        ...

    async def erasing(self) -> list[str]:
        """The tenants that may have erasures to finish, by id."""
        ...

    async def set_erasing(self, tenant_id: str, *, is_erasing: bool) -> None:
        """Notes durably whether a tenant may have erasures to finish; a removal forgets it."""
        ...

    async def close(self) -> None:
        """Lets go of the catalog. Safe to repeat."""
        ...
