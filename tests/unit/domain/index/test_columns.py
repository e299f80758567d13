"""Does a mask over columns say what `Filter.matches` says of each entry?"""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from perspective.domain.filter import Filter, IndexEntry
from perspective.domain.index.columns import CodedFilter, Codes, EntryBlock
from tests.contracts.index_entries import EVERYTHING_NOW, NOW, any_entry, any_filter, entry


def _block(*entries: IndexEntry) -> tuple[EntryBlock, Codes]:
    codes = Codes()
    block = EntryBlock(max(1, len(entries)), codes)
    for given_entry in entries:
        block.write(given_entry)
    return block, codes


@settings(max_examples=50)
@given(st.lists(any_entry(st.integers(1, 100)), max_size=20), any_filter())
def test_the_mask_is_the_filter(entries: list[IndexEntry], where: Filter) -> None:
    """For any entries and filter, each row's bit is what the filter says of its entry."""
    block, codes = _block(*entries)
    mask = block.mask(CodedFilter.of(where, codes), block.alive[: block.n])
    assert mask.tolist() == [where.matches(given_entry) for given_entry in entries]


@settings(max_examples=50)
@given(st.lists(any_entry(st.integers(1, 100)), min_size=1, max_size=20), any_filter(), st.data())
def test_copied_rows_are_the_same_rows(
    entries: list[IndexEntry], where: Filter, data: st.DataObject
) -> None:
    """Rows copied to another block match what they matched before."""
    block, codes = _block(*entries)
    rows = data.draw(st.lists(st.sampled_from(range(len(entries))), unique=True))
    target = EntryBlock(len(entries) + 1, codes)
    target.write(entry(1000))
    target.copy(block, np.array(rows, dtype=np.intp))
    mask = target.mask(CodedFilter.of(where, codes), target.alive[: target.n])
    assert mask[1:].tolist() == [where.matches(entries[row]) for row in rows]
    assert target.keys[1 : target.n].tolist() == [entries[row].key for row in rows]


def test_a_tombstone_hides_its_row() -> None:
    """A killed row matches nothing; the mask given as alive is left as it was."""
    block, codes = _block(entry(1), entry(2))
    before = block.alive[:2].copy()
    block.kill(0)
    where = CodedFilter.of(EVERYTHING_NOW, codes)
    assert block.mask(where, block.alive[:2]).tolist() == [False, True]
    assert block.mask(where, before).tolist() == [True, True]
    assert before.tolist() == [True, True]


def test_a_name_never_seen_matches_nothing() -> None:
    """A filter for an unknown name matches no row, those without a name included."""
    block, codes = _block(entry(1), entry(2, session="s"))
    for where in (
        Filter(as_of=NOW, known_at=NOW, session="other"),
        Filter(as_of=NOW, known_at=NOW, tags=("other",)),
        Filter(as_of=NOW, known_at=NOW, namespaces=()),
    ):
        assert not block.mask(CodedFilter.of(where, codes), block.alive[:2]).any()


def test_a_view_of_fewer_rows_masks_fewer() -> None:
    """A mask over the first rows does not look at rows added since."""
    block, codes = _block(entry(1, tags=("x",)), entry(2, tags=("x",)))
    where = CodedFilter.of(Filter(as_of=NOW, known_at=NOW, tags=("x",)), codes)
    assert block.mask(where, block.alive[:1]).tolist() == [True]
