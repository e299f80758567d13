"""Are ids unique and growing, whatever the clock does?"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from uuid import UUID

from perspective.adapters.system.uuid7_ids import Uuid7Ids


def test_ids_are_version_7_and_grow() -> None:
    """Each id is a UUIDv7 and greater, as text, than the one before."""
    ids = Uuid7Ids()
    made = [ids.new() for _ in range(1000)]
    assert {UUID(one).version for one in made} == {7}
    assert made == sorted(set(made))


def test_ids_grow_when_the_clock_goes_back() -> None:
    """After a jump back, or a draw that repeats, ids still grow and stay UUIDv7."""
    late = UUID("0195ffff-ffff-7fff-bfff-fffffffffff0")
    early = UUID("01950000-0000-7000-8000-000000000000")
    drawn = iter([late, early, early, late])
    ids = Uuid7Ids(lambda: next(drawn))
    made = [ids.new() for _ in range(4)]
    assert made == sorted(set(made))
    assert made[0] == str(late)
    assert {UUID(one).version for one in made} == {7}


def test_threads_get_different_ids() -> None:
    """Ids drawn on several threads at once never repeat."""
    ids = Uuid7Ids()
    with ThreadPoolExecutor(8) as pool:
        made = list(pool.map(lambda _: ids.new(), range(2000)))
    assert len(set(made)) == len(made)
