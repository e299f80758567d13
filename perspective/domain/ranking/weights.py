"""Which weights of a question would count for nothing, and why?

What the profile does not look at is refused: a caller who tries weights would else believe that
they change nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from perspective.domain.query import Profile, Weights

_OF_PROFILES = ("similarity", "importance", "recency", "accesses")
_OF_BALANCED = frozenset({"recency", "importance"})
# Signals that an arm brings; the others are there without one.
_ARM_OF = {
    "text": "text",
    "vector": "vector",
    "entity": "entity",
    "answer_type": "entity",
    "neighbour": "temporal",
    "second_neighbour": "temporal",
    "semantic": "semantic",
}


def unused_weights(
    weights: Weights, *, profile: Profile, fusion: str, arms: Collection[str]
) -> Mapping[str, str]:
    """Why each of the given weights cannot be used, by name; empty where all can."""
    given = weights.given()
    reasons = ((name, _reason(name, profile, fusion, arms)) for name in given)
    unused = {name: reason for name, reason in reasons if reason is not None}
    if profile == "balanced":
        for name in _OF_BALANCED & given.keys():
            if given[name] > 1.0:
                unused[name] = "is at most 1 with the profile balanced"
    return unused


def as_settings(
    weights: Weights, *, profile: Profile, weighted: tuple[float, float, float, float]
) -> dict[str, float | tuple[float, ...]]:
    """The given weights under the names that the settings have for them; those of the profile
    `weighted` are one setting, in the order of `weighted`, which holds for what is left out."""
    given = weights.given()
    own = {name: given.pop(name) for name in _OF_PROFILES if name in given}
    changes: dict[str, float | tuple[float, ...]] = {
        f"{name}_weight": value for name, value in given.items()
    }
    if profile == "weighted":
        held = zip(_OF_PROFILES, weighted, strict=True)
        return changes | {"weighted_shares": tuple(own.get(name, value) for name, value in held)}
    return changes | {f"{name}_share": value for name, value in own.items()}


def _reason(name: str, profile: Profile, fusion: str, arms: Collection[str]) -> str | None:
    if name in _OF_PROFILES:
        if profile == "product":
            return "is not used by the profile product, which multiplies"
        is_used = profile == "weighted" or name in _OF_BALANCED
        return None if is_used else f"is not used by the profile {profile}, but by weighted"
    if profile != "balanced":
        return f"is not used by the profile {profile}, which takes the best single signal"
    if fusion != "score":
        return f"is not used where retrieval.fusion is {fusion}"
    arm = _ARM_OF.get(name)
    if arm is not None and arm not in arms:
        return f"is not used, since {arm} is left out of retrieval.arms"
    return None
