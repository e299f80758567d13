"""Are tenants kept apart, found again, and removed without a trace?"""

from __future__ import annotations

import msgspec
import pytest

from perspective.domain.tenant import Tenant, TenantSettings
from perspective.errors import InvalidRequest
from perspective.ports.catalog import Catalog
from tests.contracts.material import NOON, inserting

ANN = Tenant(
    id="ann",
    created_at=NOON,
    settings=TenantSettings(max_memories=5, decay=False),
    embedding_model="m",
    dimensions=384,
    extra={"plan": "x"},
)
BO = Tenant(id="bo.b+c@d-e_f", created_at=NOON)


async def test_tenants_come_back_by_id(catalog: Catalog) -> None:
    """All fields of a tenant are kept, and tenants are listed by id."""
    assert await catalog.tenants() == []
    for tenant in (BO, ANN):
        await catalog.put(tenant)
    assert await catalog.tenants() == [ANN, BO]
    assert await catalog.tenant("ann") == ANN
    assert await catalog.tenant("nobody") is None


async def test_put_overwrites(catalog: Catalog) -> None:
    """Putting a tenant again changes what it says."""
    await catalog.put(ANN)
    changed = msgspec.structs.replace(
        ANN, settings=TenantSettings(), embedding_model=None, dimensions=None, extra={}
    )
    await catalog.put(changed)
    assert await catalog.tenants() == [changed]


async def test_tenants_do_not_see_each_other(catalog: Catalog) -> None:
    """What one tenant stores is in no other's records."""
    for tenant in (ANN, BO):
        await catalog.put(tenant)
    ann, bo = await catalog.open(ANN), await catalog.open(BO)
    await ann.records.write(inserting("a"))
    assert (await bo.records.counts()).memories == 0
    await ann.records.close()
    await bo.records.close()


async def test_opening_again_finds_what_was_stored(catalog: Catalog) -> None:
    """Records outlive closing; the indexes say how far they are."""
    await catalog.put(ANN)
    stores = await catalog.open(ANN)
    await stores.records.write(inserting("a"))
    await stores.records.close()
    again = await catalog.open(ANN)
    assert (await again.records.counts()).memories == 1
    assert again.vectors.cursor == again.texts.cursor == 0
    await again.records.close()


async def test_removed_tenant_leaves_nothing(catalog: Catalog) -> None:
    """A removed tenant is gone, another stays, and the same id begins empty."""
    for tenant in (ANN, BO):
        await catalog.put(tenant)
        stores = await catalog.open(tenant)
        await stores.records.write(inserting("a"))
        await stores.records.close()
    await catalog.remove("ann")
    await catalog.remove("ann")
    assert await catalog.tenants() == [BO]
    await catalog.put(ANN)
    for tenant, n_memories in ((ANN, 0), (BO, 1)):
        stores = await catalog.open(tenant)
        assert (await stores.records.counts()).memories == n_memories
        await stores.records.close()


@pytest.mark.parametrize("tenant_id", ["../x", "", ".removed-x", "A", "a/b", "a\0b"])
async def test_id_that_is_no_folder_name_is_refused(catalog: Catalog, tenant_id: str) -> None:
    """Whatever got past the checks above cannot reach outside the tenants' folder."""
    with pytest.raises(InvalidRequest):
        await catalog.remove(tenant_id)
    with pytest.raises(InvalidRequest):
        await catalog.open(Tenant(id=tenant_id, created_at=NOON))


async def test_another_model_has_vectors_of_its_own(catalog: Catalog) -> None:
    """An index that is opened beside another knows nothing of it; letting one go leaves the other."""
    await catalog.put(ANN)
    stores = await catalog.open(ANN)
    await stores.records.write(inserting("a"))
    coming = ANN.in_service("n", 3, 1)
    assert (coming.n_evolved, coming.extra["plan"]) == (1, "x")
    vectors = await catalog.open_vectors(coming)
    await vectors.apply(await stores.feed.changes(after=0, limit=9, model="n"))
    assert (vectors.cursor, stores.vectors.cursor) == (stores.feed.last_seq, 0)
    await stores.vectors.close()
    await catalog.discard_vectors("ann", keep=[1])
    assert vectors.cursor == stores.feed.last_seq
    await vectors.close()
    await catalog.discard_vectors("ann", keep=[])
    await stores.records.close()
    with pytest.raises(InvalidRequest):
        await catalog.discard_vectors("../ann", keep=[])


async def test_close_may_be_repeated(catalog: Catalog) -> None:
    """Closing twice is closing once."""
    await catalog.close()
    await catalog.close()
