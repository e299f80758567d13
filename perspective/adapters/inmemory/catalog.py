"""Which tenants are there? Those of one object; a tenant that is opened again holds what it held."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from datetime import datetime

import msgspec

from perspective.adapters.inmemory.erasures import InMemoryErasures
from perspective.adapters.inmemory.feed import InMemoryFeed
from perspective.adapters.inmemory.graph import InMemoryGraph
from perspective.adapters.inmemory.records import InMemoryRecords
from perspective.adapters.inmemory.state import InMemoryState
from perspective.adapters.inmemory.texts import InMemoryTexts
from perspective.adapters.inmemory.vectors import InMemoryVectors
from perspective.domain.process import JobRun
from perspective.domain.tenant import Tenant, check_tenant_id
from perspective.ports.catalog import TenantStores
from perspective.ports.texts import TextIndex
from perspective.ports.vectors import VectorStore

MAX_RUNS = 200


class InMemoryCatalog:
    """An exact `Catalog` with nothing on the disk. Indexes start empty each time they are opened,
    as after a restart."""

    def __init__(
        self,
        *,
        vectors: Callable[[], VectorStore] = InMemoryVectors,
        texts: Callable[[], TextIndex] = InMemoryTexts,
    ) -> None:
        self._open_vectors = vectors
        self._open_texts = texts
        self._tenants: dict[str, Tenant] = {}
        self._states: dict[str, InMemoryState] = {}
        self._erasing: set[str] = set()
        self.runs = InMemoryJobRuns(self._tenants)

    async def tenants(self) -> list[Tenant]:
        """All tenants, by id."""
        return [self._tenants[tenant_id] for tenant_id in sorted(self._tenants)]

    async def tenant(self, tenant_id: str) -> Tenant | None:
        """One tenant, or None."""
        return self._tenants.get(tenant_id)

    async def put(self, tenant: Tenant) -> None:
        """Adds a tenant or overwrites it."""
        self._tenants[check_tenant_id(tenant.id)] = tenant

    async def open(self, tenant: Tenant) -> TenantStores:
        """Opens the tenant's stores, making what is missing; the caller closes them."""
        state = self._states.setdefault(check_tenant_id(tenant.id), InMemoryState())
        return TenantStores(
            records=InMemoryRecords(state),
            erasures=InMemoryErasures(state),
            feed=InMemoryFeed(state),
            graph=InMemoryGraph(state),
            vectors=self._open_vectors(),
            texts=self._open_texts(),
        )

    async def open_vectors(self, tenant: Tenant) -> VectorStore:  # noqa: ARG002 - each is empty
        """Opens one more index of vectors; the caller closes it."""
        return self._open_vectors()

    async def discard_vectors(self, tenant_id: str, *, keep: Collection[int]) -> None:  # noqa: ARG002
        """Nothing is kept of those that are not open."""
        check_tenant_id(tenant_id)

    async def remove(self, tenant_id: str) -> None:
        """Deletes the tenant and all that it held."""
        self._tenants.pop(check_tenant_id(tenant_id), None)
        self._states.pop(tenant_id, None)
        self._erasing.discard(tenant_id)
        self.runs.forget(tenant_id)

    async def erasing(self) -> list[str]:
        """The tenants that may have erasures to finish, by id."""
        return sorted(self._erasing)

    async def set_erasing(self, tenant_id: str, *, is_erasing: bool) -> None:
        """Notes whether a tenant may have erasures to finish."""
        (self._erasing.add if is_erasing else self._erasing.discard)(tenant_id)

    async def close(self) -> None:
        """Keeps everything: the object is the store. Safe to repeat."""


class InMemoryJobRuns:
    """An exact `JobRuns` over the tenants that are there."""

    def __init__(self, tenants: Mapping[str, Tenant]) -> None:
        self._tenants = tenants
        self._runs: list[JobRun] = []  # the oldest first
        self._changes: dict[str, int] = {}
        self._seen: dict[tuple[str, str], tuple[int, datetime | None]] = {}

    async def begin(self, run: JobRun) -> None:
        """Adds a run, the newest of all."""
        if run.tenant_id is not None and run.tenant_id not in self._tenants:
            return
        self._runs.append(run)
        alike = [one for one in self._runs if one.job == run.job and _kind(one) == _kind(run)]
        dropped = {one.id for one in alike[:-MAX_RUNS]}
        self._runs = [one for one in self._runs if one.id not in dropped]

    async def end(
        self, run: JobRun, *, seen: int | None = None, due_at: datetime | None = None
    ) -> None:
        """The run is as given now, and its job has seen its tenant."""
        self._runs = [run if one.id == run.id else one for one in self._runs]
        if seen is not None and run.tenant_id is not None and run.tenant_id in self._tenants:
            self._seen[run.job, run.tenant_id] = (seen, due_at)

    async def interrupt(self, reason: str) -> int:
        """Runs that are still said to be running are `interrupted`."""
        cut = {one.id for one in self._runs if one.state == "running"}
        self._runs = [
            msgspec.structs.replace(one, state="interrupted", error=reason)
            if one.id in cut
            else one
            for one in self._runs
        ]
        return len(cut)

    async def page(self, job: str, *, tenant_id: str | None, limit: int) -> list[JobRun]:
        """A job's runs, the newest first."""
        found = [
            one
            for one in reversed(self._runs)
            if one.job == job
            and (one.round_id is None if tenant_id is None else one.tenant_id == tenant_id)
        ]
        return found[:limit]

    async def find(self, run_id: str) -> JobRun | None:
        """One run, or None."""
        return next((one for one in self._runs if one.id == run_id), None)

    async def latest(self) -> list[JobRun]:
        """For each job its newest round and its newest single run."""
        found: dict[tuple[str, int], JobRun] = {}
        for one in reversed(self._runs):
            if one.round_id is None:
                found.setdefault((one.job, _kind(one)), one)
        return list(found.values())

    async def change(self, tenant_id: str) -> None:
        """Something in the tenant is about to change."""
        if tenant_id in self._tenants:
            self._changes[tenant_id] = self._changes.get(tenant_id, 1) + 1

    async def changes(self, tenant_id: str) -> int:
        """How often that was, one more."""
        return self._changes.get(tenant_id, 1)

    async def due(self, job: str, now: datetime) -> list[str]:
        """The tenants that changed since the job has seen them, or in which its time has come, by id."""
        return [one for one in sorted(self._tenants) if self._is_due(job, one, now)]

    def forget(self, tenant_id: str) -> None:
        """Nothing is kept of the tenant."""
        self._runs = [one for one in self._runs if one.tenant_id != tenant_id]
        self._changes.pop(tenant_id, None)
        self._seen = {key: seen for key, seen in self._seen.items() if key[1] != tenant_id}

    def _is_due(self, job: str, tenant_id: str, now: datetime) -> bool:
        seen, due_at = self._seen.get((job, tenant_id), (0, None))
        return self._changes.get(tenant_id, 1) > seen or (due_at is not None and due_at <= now)


def _kind(run: JobRun) -> int:
    """A round, a visit of one, or a single run over a tenant."""
    return 0 if run.tenant_id is None else 1 if run.round_id is not None else 2
