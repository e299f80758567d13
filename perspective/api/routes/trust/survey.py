"""How do a tenant's memories stand together, and what is due for them?"""

from __future__ import annotations

from perspective.api.operation import Call, Resource
from perspective.api.wire import TenantQuery
from perspective.domain.trust.survey import MaintenancePreview, Stats

resource = Resource("maintenance", "How memories stand together, and what is due for them.")


@resource.operation("GET", "/api/stats", summary="Counts memories and tokens by tier and type")
async def read_stats(call: Call, query: TenantQuery) -> Stats:
    """With the mean strength and score, and how full each tier is. All memories are read for it."""
    return await call.memory.maintenance.stats(tenant_id=query.tenant_id)


@resource.operation(
    "GET", "/api/maintenance/preview", summary="Says what the next runs would do, and why"
)
async def preview_maintenance(call: Call, query: TenantQuery) -> MaintenancePreview:
    """What they would promote, archive, ask about, check and keep: how many memories, how many
    tokens, the first fifty of each. All memories are read for it."""
    return await call.memory.maintenance.preview(tenant_id=query.tenant_id)
