"""Is what was found told from what nobody answers, as it is written down?"""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perspective.domain.reflection.support import support

SHARES = st.lists(st.floats(0, 1), min_size=1, max_size=10)


def test_nothing_found_supports_nothing() -> None:
    """However few memories there are."""
    assert support([], [], 0) == 0.0


def test_by_hand() -> None:
    """logit(.2) + 3 · .4 − .4 · ln 101 + 4.25, as a share."""
    logit = math.log(0.2 / 0.8) + 1.2 - 0.4 * math.log(101) + 4.25
    assert support([0.1, 0.2], [0.4, 0.3], 100) == pytest.approx(1 / (1 + math.exp(-logit)))


def test_many_memories_need_more() -> None:
    """Among more memories some fit by chance; beyond two thousand that is not held against them."""
    few, many, more = (support([0.1], [0.3], n) for n in (10, 2_000, 1_000_000))
    assert few > many == more


@given(SHARES, st.floats(-2, 2), st.integers(0, 10**9))
def test_always_a_share(relevances: list[float], fused: float, n: int) -> None:
    """And a better memory never lowers it."""
    found = support(relevances, [fused], n)
    assert 0.0 <= found <= 1.0
    assert support([*relevances, 1.0], [fused], n) >= found
