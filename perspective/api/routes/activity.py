"""What happened lately to a tenant's memories?"""

from __future__ import annotations

from perspective.api.operation import Call, Resource
from perspective.api.wire import TenantPageQuery
from perspective.domain.answer import EventPage

resource = Resource("activity", "What happened, newest first.")


@resource.operation("GET", "/api/activity", summary="Lists what happened, newest first")
async def list_activity(call: Call, query: TenantPageQuery) -> EventPage:
    """Each stored, edited, deleted, restored or pinned memory of the tenant."""
    return await call.memory.activity(
        tenant_id=query.tenant_id, cursor=query.cursor, limit=query.limit
    )
