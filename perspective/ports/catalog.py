"""Which tenants are there, and how are a tenant's stores opened and removed?"""

from __future__ import annotations

from collections.abc import Collection
from typing import Protocol

import msgspec

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


class Catalog(Protocol):
    """The tenants of a data directory, durable and atomic; ids are already checked."""

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
