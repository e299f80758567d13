"""Can terms be replaced by those of another analysis, and is it known how far that is?"""

from __future__ import annotations

import pytest

from perspective.domain.text.analysis import ANALYSIS, Analysed
from perspective.ports.catalog import TenantStores
from perspective.ports.feed import Change
from perspective.ports.records import RecordSnapshot, StoredText
from perspective.ports.transaction import RecordTransaction
from tests.contracts.conftest import Reopen
from tests.contracts.material import inserting


def analysed(snapshot: RecordSnapshot) -> Analysed:
    """What is noted."""
    return snapshot.analysed()


async def test_a_new_store_is_of_the_present_analysis(stores: TenantStores, reopen: Reopen) -> None:
    """From its first moment, so that nothing is analysed twice."""
    assert await stores.records.read(analysed) == Analysed(ANALYSIS)
    assert await (await reopen()).records.read(analysed) == Analysed(ANALYSIS)


async def test_texts_come_by_key_a_few_at_a_time(stores: TenantStores) -> None:
    """With the terms that are kept, from behind a key."""
    for name in "abc":
        await stores.records.write(inserting(name, content=f"text {name}", terms=f"t {name}"))
    first = await stores.records.read(lambda snapshot: snapshot.texts(after=0, limit=2))
    assert first == [StoredText(1, "text a", "t a"), StoredText(2, "text b", "t b")]
    rest = await stores.records.read(lambda snapshot: snapshot.texts(after=2, limit=2))
    assert rest == [StoredText(3, "text c", "t c")]


async def test_new_terms_come_through_the_change_feed(stores: TenantStores, reopen: Reopen) -> None:
    """As changes of their versions, and of no others; what is noted is kept with them, and a
    version that is gone is passed over."""
    for name in "abc":
        await stores.records.write(inserting(name, terms=f"old {name}"))
    seq, now = stores.feed.last_seq, Analysed(1, target=ANALYSIS, upto=3)
    changes = [(1, "new a"), (3, "new c"), (99, "gone")]
    await stores.records.write(lambda transaction: transaction.analyse(changes, now))
    stores = await reopen()
    assert await stores.records.read(analysed) == now
    fed = await stores.feed.changes(after=seq, limit=9, model=None)
    entries = [one.entry for one in fed if isinstance(one, Change)]
    assert [(one.key, one.terms) for one in entries] == [(1, "new a"), (3, "new c")]
    (recorded,) = await stores.records.recorded(["b"])
    assert recorded.version.terms == "old b"


async def test_a_failed_step_notes_nothing(stores: TenantStores) -> None:
    """Terms and note are of one transaction."""
    await stores.records.write(inserting("a", terms="old"))

    def work(transaction: RecordTransaction) -> None:
        transaction.analyse([(1, "new")], Analysed(7))
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await stores.records.write(work)
    assert await stores.records.read(analysed) == Analysed(ANALYSIS)
    (recorded,) = await stores.records.recorded(["a"])
    assert recorded.version.terms == "old"
