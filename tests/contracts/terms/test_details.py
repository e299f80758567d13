"""Are a type's own fields overwritten where a counter grows?"""

from __future__ import annotations

from perspective.domain.memory import Procedural, Recorded
from perspective.ports.catalog import TenantStores
from perspective.ports.transaction import RecordTransaction
from tests.contracts.material import MINUTE, NOON, inserting, version


async def test_a_detail_is_replaced_in_place(stores: TenantStores) -> None:
    """Only the latest version's, without a new one, and no index is told; an unknown memory is
    passed over."""
    await stores.records.write(inserting("a"))
    await stores.records.write(
        lambda transaction: transaction.append(version("a", number=2, known_from=NOON + MINUTE))
    )
    seq, detail = stores.feed.last_seq, Procedural(code="✓", success_count=3)

    def work(transaction: RecordTransaction) -> Recorded | None:
        transaction.replace_detail("unknown", detail)
        transaction.replace_detail("a", detail)
        return transaction.memory("a")

    seen = await stores.records.write(work)
    assert seen is not None
    assert seen.version.detail == detail
    first, latest = await stores.records.versions("a")
    assert (first.version.detail, latest.version.detail) == (version("a").detail, detail)
    assert (await stores.feed.counted(after=seq))[1] == 0
