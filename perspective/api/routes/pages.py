"""How does the API show itself to people and programs: its document, and pages made from it?

The pages carry no script, load nothing, and are the same without a network.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
from typing import Any

import jinja2
import msgspec
from aiohttp import web

from perspective.api import keys
from perspective.api.operation import Call, Resource

resource = Resource("pages", "The API's own description.")

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


@resource.operation("GET", "/", summary="Shows where to go", content_type="text/html")
async def read_home(call: Call) -> web.Response:
    """A plain page with the API's address and links."""
    return await asyncio.to_thread(_page, "home.html.jinja", call.app[keys.DOCUMENT])


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
