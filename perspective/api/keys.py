"""What does a request find in the application? Typed keys; there are no globals."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from aiohttp import web

from perspective.api.dashboard import Dashboard
from perspective.api.security import Gate
from perspective.engine import Perspective
from perspective.observability.metrics import Metrics
from perspective.settings import Settings

MEMORY = web.AppKey("memory", Perspective)
SETTINGS = web.AppKey("settings", Settings)
ORIGINS: web.AppKey[Mapping[str, str]] = web.AppKey("origins", Mapping)
LOG_PATH: web.AppKey[Path | None] = web.AppKey("log_path")
LISTENERS: web.AppKey[set[asyncio.Task[None]]] = web.AppKey("listeners", set)
METRICS = web.AppKey("metrics", Metrics)
GATE = web.AppKey("gate", Gate)
DASHBOARD: web.AppKey[Dashboard | None] = web.AppKey("dashboard")
DOCUMENT: web.AppKey[dict[str, Any]] = web.AppKey("document", dict)
