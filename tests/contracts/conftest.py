"""Which adapters must keep the contracts of records, feed, graph and catalog?"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest

from perspective.adapters.embedded.sqlite_catalog import SqliteCatalog
from perspective.adapters.inmemory.catalog import InMemoryCatalog
from perspective.adapters.inmemory.texts import InMemoryTexts
from perspective.adapters.inmemory.vectors import InMemoryVectors
from perspective.domain.tenant import Tenant
from perspective.ports.catalog import Catalog, TenantStores
from tests.contracts.material import NOON

TENANT = Tenant(id="ann", created_at=NOON)

Reopen = Callable[[], Awaitable[TenantStores]]


@pytest.fixture(params=["inmemory", "sqlite"])
async def catalog(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Catalog]:
    """An empty catalog, of each adapter in turn."""
    made: Catalog
    if request.param == "sqlite":
        made = SqliteCatalog(
            tmp_path / "data", vectors=lambda *_: InMemoryVectors(), texts=lambda _: InMemoryTexts()
        )
    else:
        made = InMemoryCatalog()
    yield made
    await made.close()


@pytest.fixture
async def stores(catalog: Catalog) -> AsyncIterator[TenantStores]:
    """The stores of a tenant that holds nothing yet."""
    await catalog.put(TENANT)
    opened = await catalog.open(TENANT)
    yield opened
    await opened.records.close()


@pytest.fixture
async def reopen(catalog: Catalog, stores: TenantStores) -> AsyncIterator[Reopen]:
    """Closes the tenant's stores and opens them again."""
    current = stores

    async def again() -> TenantStores:
        nonlocal current
        await current.records.close()
        current = await catalog.open(TENANT)
        return current

    yield again
    await current.records.close()
