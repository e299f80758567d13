"""How do a tenant's memories stand together, and what is due for them?"""

from __future__ import annotations

import msgspec

from perspective.api.decoding import narrow
from perspective.api.operation import Call, Resource
from perspective.api.wire import TenantId, TenantQuery
from perspective.domain.trust.arrivals import Arrivals, ArrivalsQuery
from perspective.domain.trust.survey import MaintenancePreview, Stats


class ArrivalsAsked(ArrivalsQuery, frozen=True, kw_only=True):
    """Of which time, by which buckets, and whose."""

    tenant_id: TenantId = "default"


resource = Resource("maintenance", "How memories stand together, and what is due for them.")


@resource.operation("GET", "/api/stats", summary="Counts memories and tokens by tier and type")
async def read_stats(call: Call, query: TenantQuery) -> Stats:
    """With the mean strength and score, and how full each tier is. All memories are counted for it,
    without their words."""
    return await call.memory.maintenance.stats(tenant_id=query.tenant_id)


@resource.operation(
    "GET", "/api/stats/arrivals", summary="Counts the memories that came in by time"
)
async def read_arrivals(call: Call, query: ArrivalsAsked) -> Arrivals:
    """By hours, days, weeks or months of a time zone, the oldest first; those that were deleted since
    are not counted. More than a thousand buckets are refused: take larger ones."""
    wanted = msgspec.structs.asdict(narrow(query, ArrivalsQuery))
    return await call.memory.maintenance.arrivals(tenant_id=query.tenant_id, **wanted)


@resource.operation(
    "GET", "/api/maintenance/preview", summary="Says what the next runs would do, and why"
)
async def preview_maintenance(call: Call, query: TenantQuery) -> MaintenancePreview:
    """What they would promote, archive, ask about, check and keep: how many memories, how many
    tokens, the first fifty of each. All memories are read for it."""
    return await call.memory.maintenance.preview(tenant_id=query.tenant_id)
