"""Are the cosines of any model brought onto one scale?"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perspective.domain.ranking.calibration import Calibration

STRETCHED = Calibration(zero=0.75, one=0.95)
COSINES = st.floats(-1, 1)


@given(cosine=COSINES)
def test_the_default_models_cosines_stay_as_they_are(cosine: float) -> None:
    """Without anything known of a model, its cosines are taken as they come."""
    assert Calibration()(cosine) == cosine


def test_a_narrow_range_is_stretched() -> None:
    """What means 0 becomes 0, what means 1 becomes 1, and nothing becomes more."""
    assert STRETCHED(0.75) == 0.0
    assert STRETCHED(0.85) == pytest.approx(0.5)
    assert (STRETCHED(0.95), STRETCHED(1.0)) == (1.0, 1.0)


@given(one=COSINES, other=COSINES)
def test_the_order_stays(one: float, other: float) -> None:
    """Of two cosines the greater is never the lesser afterwards."""
    if one >= other:
        assert STRETCHED(one) >= STRETCHED(other)
