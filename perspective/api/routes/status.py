"""What does Perspective hold, and with which settings does it run?"""

from __future__ import annotations

from typing import Any

import msgspec
from aiohttp import web

from perspective.api import keys
from perspective.api.operation import Call, Resource
from perspective.api.wire import Config, SettingView, StatusAnswer
from perspective.observability.metrics import CONTENT_TYPE
from perspective.settings_loader import FIELDS, masked, value_of

resource = Resource("status", "What it holds and how it is set.")


@resource.operation("GET", "/api/status", summary="Says what Perspective holds and does")
async def read_status(call: Call) -> StatusAnswer:
    """Version, uptime, counts, models, settings in force and recent activity.

    It is about all tenants, so it tells what happened, but none of a memory's words.
    """
    status = await call.memory.status()
    fields = msgspec.structs.asdict(status)
    return StatusAnswer(**fields, settings={key: _shown(call, key) for key in FIELDS})


@resource.operation("GET", "/api/config", summary="Lists the settings in force")
async def read_config(call: Call) -> Config:
    """Each setting with its value, its default and where the value came from."""
    origins = call.app[keys.ORIGINS]
    return Config(
        tuple(
            SettingView(
                key=key,
                value=_shown(call, key),
                default=field.default,
                origin=origins.get(key, "default"),
                description=field.description,
            )
            for key, field in FIELDS.items()
        )
    )


@resource.operation(
    "GET", "/metrics", summary="Gives the numbers that Prometheus collects",
    content_type="text/plain",
)  # fmt: skip
async def read_metrics(call: Call) -> web.Response:
    """Requests, times, memories, index lag and the process's size. No tenant is named, and none
    is opened: memories and lag are those of the tenants that are open."""
    status, processes = await call.memory.status(), await call.memory.processes.list()
    call.app[keys.METRICS].count_jobs(call.memory.jobs.totals())
    text = call.app[keys.METRICS].text(status, processes)
    return web.Response(body=text, headers={"Content-Type": CONTENT_TYPE})


def _shown(call: Call, key: str) -> Any:
    """The value in force, without the secrets an address may carry."""
    return masked(value_of(call.app[keys.SETTINGS], key))
