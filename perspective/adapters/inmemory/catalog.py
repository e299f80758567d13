"""Which tenants are there? Those of one object; a tenant that is opened again holds what it held."""

from __future__ import annotations

from collections.abc import Callable, Collection

from perspective.adapters.inmemory.erasures import InMemoryErasures
from perspective.adapters.inmemory.feed import InMemoryFeed
from perspective.adapters.inmemory.graph import InMemoryGraph
from perspective.adapters.inmemory.records import InMemoryRecords
from perspective.adapters.inmemory.state import InMemoryState
from perspective.adapters.inmemory.texts import InMemoryTexts
from perspective.adapters.inmemory.vectors import InMemoryVectors
from perspective.domain.tenant import Tenant, check_tenant_id
from perspective.ports.catalog import TenantStores
from perspective.ports.texts import TextIndex
from perspective.ports.vectors import VectorStore


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

    async def erasing(self) -> list[str]:
        """The tenants that may have erasures to finish, by id."""
        return sorted(self._erasing)

    async def set_erasing(self, tenant_id: str, *, is_erasing: bool) -> None:
        """Notes whether a tenant may have erasures to finish."""
        (self._erasing.add if is_erasing else self._erasing.discard)(tenant_id)

    async def close(self) -> None:
        """Keeps everything: the object is the store. Safe to repeat."""
