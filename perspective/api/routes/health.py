"""Does the process live, is it ready, and what does not do its work?"""

from __future__ import annotations

from perspective.api.operation import Call, Resource
from perspective.api.wire import Live
from perspective.domain.answer import Health

resource = Resource("health", "Whether it lives, is ready, and what is degraded.")


@resource.operation("GET", "/api/health/live", summary="Says that the process lives", is_open=True)
async def read_liveness(call: Call) -> Live:  # noqa: ARG001 - it asks nothing, so nothing can fail
    """Never touches a store, and needs no token."""
    return Live()


@resource.operation("GET", "/api/health/ready", summary="Says whether it takes requests")
async def read_readiness(call: Call) -> Health:
    """200 when stores and recalls are served, even in part: `degraded` says what is missing."""
    return await call.memory.health()


@resource.operation("GET", "/api/health", summary="Says what works and what does not")
async def read_health(call: Call) -> Health:
    """For each index of an open tenant, accepted = searchable + pending + failed."""
    return await call.memory.health()
