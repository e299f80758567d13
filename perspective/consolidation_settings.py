"""When are memories merged, promoted, checked and told apart by tiers? Their settings.

A part of `settings`, which gives out all groups; nothing else imports this.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from perspective.model_settings import Count, Group, Share


class ConsolidationSettings(Group, frozen=True, kw_only=True):
    """When memories are merged, promoted, checked and grouped."""

    similarity: Annotated[
        Share, Meta(description="Two texts may say the same above this cosine.")
    ] = 0.95
    related_similarity: Annotated[
        Share, Meta(description="Two texts may contradict each other above this cosine.")
    ] = 0.4
    close_confidence: Annotated[
        Share, Meta(description="A statement is closed by a newer one when it is as sure as this; "
                    "else a person is asked.")
    ] = 0.7  # fmt: skip
    overlap: Annotated[
        Share, Meta(description="And only if they share this much of their words or letters.")
    ] = 0.6
    promote_after: Annotated[
        int, Meta(ge=0, description="An episode used more often than this becomes a fact beside.")
    ] = 5
    promotion_stability: Annotated[
        float, Meta(ge=1, description="How many times slower it fades from then on.")
    ] = 2.0
    stale_days: Annotated[
        float, Meta(gt=0, description="A fact that nobody used for so long is compared with its "
                    "sources.")
    ] = 30.0  # fmt: skip
    stale_confidence: Annotated[
        Share, Meta(description="What is left of its confidence when nothing supports it.")
    ] = 0.8
    min_success_rate: Annotated[
        Share, Meta(description="A procedure that works less often than this is asked about.")
    ] = 0.5
    min_outcomes: Annotated[Count, Meta(description="Outcomes that must be known for that.")] = 5
    propose_after: Annotated[
        Count, Meta(description="Actions that succeeded in so many sessions are proposed as a way.")
    ] = 3
    min_community: Annotated[
        int, Meta(ge=2, description="Fewer closely linked memories are no community.")
    ] = 3
    resolution: Annotated[
        float, Meta(gt=0, description="Communities: higher makes more and smaller ones.")
    ] = 1.0


class TierSettings(Group, frozen=True, kw_only=True):
    """How many tokens the tiers of memory are meant to hold; stats show how full they are."""

    working_tokens: Annotated[
        int, Meta(ge=0, description="What is in use now; 0 is no limit, here and below.")
    ] = 2_000
    recent_tokens: Annotated[int, Meta(ge=0, description="What was in use lately.")] = 8_000
    settled_tokens: Annotated[
        int, Meta(ge=0, description="What is still held. What is archived has no limit.")
    ] = 32_000
