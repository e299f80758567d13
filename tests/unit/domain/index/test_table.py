"""Does a table keep each version's row through replacement, removal and dissolving?"""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from perspective.domain.index.columns import Codes, EntryBlock
from perspective.domain.index.table import EntryTable
from tests.contracts.index_entries import entry


def _table(block_rows: int = 4) -> EntryTable[EntryBlock]:
    codes = Codes()
    return EntryTable(lambda capacity: EntryBlock(capacity, codes), block_rows)


def _put(table: EntryTable[EntryBlock], key: int) -> None:
    table.write(key, lambda block: block.write(entry(key)))


@given(st.lists(st.tuples(st.integers(1, 9), st.booleans())))
def test_any_history_leaves_what_stands(history: list[tuple[int, bool]]) -> None:
    """After any puts and removals the keys, their rows and the view are what stands, and no
    full block is more than half dead."""
    table, standing = _table(), set[int]()
    for key, is_put in history:
        if is_put:
            _put(table, key)
            standing.add(key)
        else:
            assert table.remove(key) == (key in standing)
            standing.discard(key)
    assert len(table) == len(standing)
    assert set(table.keys()) == standing
    assert {int(block.keys[row]) for block, row in table.rows()} == standing
    for key in range(1, 10):
        found = table.row(key)
        assert (found is not None) == (key in standing)
        assert found is None or (found[0].keys[found[1]] == key and found[0].alive[found[1]])
    seen = [
        int(key) for view in table.view() for key in view.block.keys[: len(view.alive)][view.alive]
    ]
    assert sorted(seen) == sorted(standing)
    assert all(2 * view.block.n_dead <= 4 for view in table.view() if not view.block.n_free)


def test_a_view_stays_as_it_was() -> None:
    """What a view saw it still sees after everything was replaced and its block dissolved."""
    table = _table()
    for key in (1, 2, 3, 4):
        _put(table, key)
    (view,) = table.view()
    for key in (1, 2, 3, 4, 1, 2):
        _put(table, key)
    assert view.block not in [other.block for other in table.view()]
    assert view.block.keys[: len(view.alive)][view.alive].tolist() == [1, 2, 3, 4]
