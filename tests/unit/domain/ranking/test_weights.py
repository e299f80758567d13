"""Which weights are told to be of no use, and are the others the settings that they name?"""

from __future__ import annotations

import msgspec
import pytest

from perspective.domain.query import Profile, Weights
from perspective.domain.ranking.weights import as_settings, unused_weights
from perspective.settings import RetrievalSettings

ARMS = ("vector", "text", "entity", "temporal")
SIGNALS = set(Weights.__struct_fields__) - {"recency", "importance", "similarity", "accesses"}


def unused(profile: Profile, *, fusion: str = "score", value: float = 0.5) -> set[str]:
    """The names of weights that such a question cannot use."""
    weights = Weights(**dict.fromkeys(Weights.__struct_fields__, value))
    return set(unused_weights(weights, profile=profile, fusion=fusion, arms=ARMS))


def test_each_profile_has_its_weights() -> None:
    """Balanced takes all but two and the arm that is left out, weighted four, product none."""
    every = set(Weights.__struct_fields__)
    assert unused("balanced") == {"similarity", "accesses", "semantic"}
    assert unused("weighted") == SIGNALS
    assert unused("product") == every
    assert unused("balanced", fusion="rrf") == every - {"recency", "importance"}
    assert unused("balanced", value=1.5) == {
        "similarity", "accesses", "semantic", "recency", "importance",
    }  # fmt: skip


def test_nothing_given_is_nothing_refused() -> None:
    """No weights at all are fine with every profile."""
    for profile in ("balanced", "weighted", "product"):
        assert unused_weights(Weights(), profile=profile, fusion="rrf", arms=()) == {}


@pytest.mark.parametrize("profile", ["balanced", "weighted"])
def test_weights_are_settings(profile: Profile) -> None:
    """Whatever is given becomes a setting that there is, and what is left out is not among them."""
    names = set(Weights.__struct_fields__) - unused(profile)
    weights = Weights(**dict.fromkeys(sorted(names), 0.5))
    changes = as_settings(weights, profile=profile, weighted=(4.0, 3.0, 2.0, 1.0))
    assert set(changes) <= set(RetrievalSettings.__struct_fields__)
    settings = msgspec.structs.replace(RetrievalSettings(), **changes)
    assert msgspec.convert(msgspec.structs.asdict(settings), RetrievalSettings) == settings
    one = as_settings(Weights(recency=0.5), profile=profile, weighted=(4.0, 3.0, 2.0, 1.0))
    expected = {"recency_share": 0.5}
    assert one == (expected if profile == "balanced" else {"weighted_shares": (4.0, 3.0, 0.5, 1.0)})
