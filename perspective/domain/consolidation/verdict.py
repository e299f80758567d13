"""What can a newer statement do to an older one?"""

from __future__ import annotations

from typing import Literal

import msgspec

Effect = Literal["closes", "conflicts", "refines", "none"]


class Verdict(msgspec.Struct, frozen=True):
    """What the newer statement does to the older. `confidence` 0–1; `reason` is for people.

    `closes`: it replaces it. `conflicts`: both cannot hold, and which one does is open. `refines`: it
    says more of the same. `none`: it leaves it alone.
    """

    effect: Effect
    confidence: float
    reason: str


def is_near(cosine: float | None) -> bool:
    """Whether the model finds two texts to be about one thing."""
    return cosine is not None and cosine >= _NEAR


_NEAR = 0.5
