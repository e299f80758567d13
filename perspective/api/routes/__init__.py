"""Which resources does the API have? One file each; the order is that of the documentation.

What serves the dashboard's files is no part of the API, and is not described.
"""

from __future__ import annotations

from perspective.api.routes import (
    activity,
    entities,
    health,
    logs,
    memories,
    pages,
    processes,
    recall,
    status,
    store,
    tenants,
)
from perspective.api.routes.trust import changes, survey

RESOURCES = (
    store.resource,
    recall.resource,
    memories.resource,
    entities.resource,
    changes.changes,
    changes.reviews,
    survey.resource,
    tenants.resource,
    activity.resource,
    processes.resource,
    status.resource,
    health.resource,
    logs.resource,
    pages.resource,
)

UNDOCUMENTED = (pages.files,)
