"""How does the API show itself to people and programs: its document, pages of it, the dashboard?

The pages that are made here carry no script and load nothing. The dashboard is a page that was
built; it and its files hold nothing of any memory, so they need no token.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import re
from collections.abc import Sequence
from http import HTTPStatus
from typing import Any

import jinja2
import msgspec
from aiohttp import web

from perspective.api import keys
from perspective.api.dashboard import File
from perspective.api.operation import Call, Resource
from perspective.api.security import PAGE_HEADERS
from perspective.api.wire import AssetPath
from perspective.errors import NotFound

resource = Resource("pages", "The API's own description.")
files = Resource("files", "What the dashboard loads.")

ACCEPTED = "Accept-Encoding"
_ZERO = re.compile(r"q\s*=\s*0(\.0*)?")

_templates = jinja2.Environment(
    loader=jinja2.PackageLoader("perspective.api"),
    autoescape=True,
    undefined=jinja2.StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)


@resource.operation("GET", "/api/openapi.json", summary="Describes the API as OpenAPI 3.1")
async def read_openapi(call: Call) -> dict[str, Any]:
    """Made from the types that decode the requests."""
    return call.app[keys.DOCUMENT]


@resource.operation(
    "GET", "/api/docs", summary="Shows this description to people", content_type="text/html"
)
async def read_docs(call: Call) -> web.Response:
    """Every operation with its parameters, body, answers and an example."""
    return await asyncio.to_thread(_page, "docs.html.jinja", call.app[keys.DOCUMENT])


@resource.operation(
    "GET", "/", summary="Shows the dashboard", content_type="text/html", is_open=True
)
async def read_home(call: Call) -> web.Response:
    """The page to look into it all; where it was not built, a plain one that says so."""
    dashboard = call.app[keys.DASHBOARD]
    if dashboard is None:
        return await asyncio.to_thread(_page, "home.html.jinja", call.app[keys.DOCUMENT])
    return _served(dashboard.index, call.request)


@files.operation(
    "GET", "/assets/{name}", summary="Gives a file of the dashboard", is_open=True,
    content_type="application/octet-stream",
)  # fmt: skip
async def read_asset(call: Call, path: AssetPath) -> web.Response:
    """Only what the dashboard was built with, by exact name."""
    dashboard = call.app[keys.DASHBOARD]
    file = dashboard.assets.get(path.name) if dashboard else None
    if file is None:
        raise NotFound("The dashboard has no such file.")
    return _served(file, call.request)


@files.operation(
    "GET", "/favicon.svg", summary="Gives the dashboard's icon", is_open=True,
    content_type="image/svg+xml",
)  # fmt: skip
async def read_icon(call: Call) -> web.Response:
    """What a browser shows beside the page's title."""
    dashboard = call.app[keys.DASHBOARD]
    if dashboard is None or dashboard.icon is None:
        raise NotFound("The dashboard has no such file.")
    return _served(dashboard.icon, call.request)


def _served(file: File, request: web.Request) -> web.Response:
    """A file, or that the caller has it; compressed if the caller takes that."""
    is_gzipped = file.gzipped is not None and _takes_gzip(request.headers.getall(ACCEPTED, []))
    etag = f"{file.digest}-gzip" if is_gzipped else file.digest
    lasts = "public, max-age=31536000, immutable" if file.is_hashed else "no-cache"
    headers = {**PAGE_HEADERS, "Cache-Control": lasts, "ETag": f'"{etag}"'}
    if file.gzipped is not None:
        headers["Vary"] = ACCEPTED
    if any(known.value in {etag, "*"} for known in request.if_none_match or ()):
        return web.Response(status=HTTPStatus.NOT_MODIFIED, headers=headers)
    headers["Content-Type"] = file.content_type
    if is_gzipped:
        headers["Content-Encoding"] = "gzip"
    return web.Response(body=file.gzipped if is_gzipped else file.content, headers=headers)


def _takes_gzip(accepted: Sequence[str]) -> bool:
    """Whether Accept-Encoding names gzip, or everything, and not with a weight of zero."""
    weights: dict[str, bool] = {}
    for part in ",".join(accepted).split(","):
        coding, _, parameters = part.strip().lower().partition(";")
        weights[coding.strip()] = _ZERO.fullmatch(parameters.strip()) is None
    return weights.get("gzip", weights.get("*", False))


def _page(template: str, document: dict[str, Any]) -> web.Response:
    """A page whose policy allows its own style and nothing else."""
    style = _templates.get_template("style.css").render()
    text = _templates.get_template(template).render(
        document=document, style=style, pretty=_pretty, name_of=_name_of
    )
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    policy = (
        f"default-src 'none'; style-src 'sha256-{digest}'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
    headers = {"Content-Security-Policy": policy}
    return web.Response(text=text, content_type="text/html", headers=headers)


def _pretty(value: Any) -> str:
    """JSON on several lines."""
    return msgspec.json.format(msgspec.json.encode(value), indent=2).decode()


def _name_of(reference: str) -> str:
    """The last part of a `$ref`."""
    return reference.rpartition("/")[2]
