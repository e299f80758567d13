"""Which rules hold for a tenant? Its own wishes and the settings, as `domain/trust/rules` asks
for them."""

from __future__ import annotations

from perspective.domain.tenant import Tenant
from perspective.domain.trust.rules import Rules
from perspective.settings import Settings


def rules_for(tenant: Tenant, settings: Settings) -> Rules:
    """The limits, and whether the tenant lets anything fade or be consolidated at all."""
    decay, consolidation = settings.decay, settings.consolidation
    return Rules(
        decays=tenant.settings.decay,
        unit_days=decay.unit_days,
        learning_rate=decay.learning_rate,
        faded_below=decay.faded_below,
        archive_days=decay.archive_days,
        forgettable_below=decay.forgettable_below,
        consolidates=tenant.settings.consolidation,
        promote_after=consolidation.promote_after,
        stale_days=consolidation.stale_days,
        stale_confidence=consolidation.stale_confidence,
        min_success_rate=consolidation.min_success_rate,
        min_outcomes=consolidation.min_outcomes,
    )
