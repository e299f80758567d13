"""Does the document say what the server does, and is it valid?"""

from __future__ import annotations

import html.parser
import re
from typing import Any

import msgspec
import pytest
from aiohttp import web
from openapi_spec_validator import OpenAPIV31SpecValidator
from yarl import URL

from perspective.api.app import make_app
from perspective.api.openapi import document
from perspective.api.operation import Operation
from perspective.api.routes import RESOURCES, UNDOCUMENTED
from perspective.engine import Perspective
from perspective.settings import Settings
from tests.unit.api.conftest import Client

OPERATIONS = [operation for resource in RESOURCES for operation in resource.operations]


@pytest.fixture(scope="module")
def described() -> dict[str, Any]:
    """The document as a client reads it."""
    made = document(RESOURCES, version="1.2.3", has_token=False)
    decoded: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(made))
    return decoded


def test_document_is_valid(described: dict[str, Any]) -> None:
    """A validator of OpenAPI 3.1 finds nothing, and every reference leads somewhere."""
    assert described["openapi"].startswith("3.1")
    assert list(OpenAPIV31SpecValidator(described).iter_errors()) == []
    for reference in re.findall(r'"\$ref":"#/([^"]+)"', msgspec.json.encode(described).decode()):
        place: Any = described
        for part in reference.split("/"):
            place = place[part]


def test_router_and_document_hold_the_same_routes(
    described: dict[str, Any], memory: Perspective
) -> None:
    """No route is missing in the document but that of the page's files, and none is promised that
    is not served."""
    app: web.Application = make_app(memory, Settings())
    served = {
        (route.method.lower(), route.resource.canonical)
        for route in app.router.routes()
        if route.resource is not None and route.method != "HEAD"
    }
    written = {(m, path) for path, methods in described["paths"].items() for m in methods}
    unwritten = {(o.method.lower(), o.path) for r in UNDOCUMENTED for o in r.operations}
    assert unwritten == {("get", "/assets/{name}"), ("get", "/favicon.svg")}
    assert served == written | unwritten


@pytest.mark.parametrize("operation", [o for o in OPERATIONS if o.example is not None])
def test_example_is_a_request_that_is_taken(operation: Operation) -> None:
    """Whoever copies an example gets no 400."""
    assert operation.body_type is not None
    msgspec.json.decode(msgspec.json.encode(operation.example), type=operation.body_type)


def test_every_body_has_an_example() -> None:
    """A person sees at once what a body looks like."""
    bare = [o.id for o in OPERATIONS if o.body_type is not None and o.example is None]
    assert bare == []


def test_every_operation_tells_its_problems(described: dict[str, Any]) -> None:
    """Each operation names problems, and all of them are problem+json."""
    for methods in described["paths"].values():
        for operation in methods.values():
            assert {"400", "401", "403", "500", "503"} <= set(operation["responses"])
    for response in described["components"]["responses"].values():
        assert list(response["content"]) == ["application/problem+json"]


def test_retries_are_described(described: dict[str, Any]) -> None:
    """Storing takes an Idempotency-Key."""
    for path in ("/api/store", "/api/store/batch"):
        names = [p["name"] for p in described["paths"][path]["post"]["parameters"]]
        assert "Idempotency-Key" in names


def test_times_are_described_as_times(described: dict[str, Any]) -> None:
    """Bodies, parameters and answers say which strings are times."""
    schemas = described["components"]["schemas"]
    assert {"type": "string", "format": "date-time"} in schemas["StoreBody"]["properties"][
        "event_at"
    ]["anyOf"]
    assert schemas["FoundMemory"]["properties"]["recorded_at"]["format"] == "date-time"
    listed = described["paths"]["/api/memories"]["get"]["parameters"]
    since = next(p for p in listed if p["name"] == "since")
    assert since["schema"]["format"] == "date-time"


def test_only_liveness_and_the_page_are_open(described: dict[str, Any]) -> None:
    """With a token, the document says that all operations but two need it."""
    guarded = document(RESOURCES, version="1", has_token=True)
    assert guarded["security"] == [{"bearer": []}]
    open_paths = [
        path
        for path, methods in described["paths"].items()
        if any(operation.get("security") == [] for operation in methods.values())
    ]
    assert open_paths == ["/api/health/live", "/"]


class _Page(html.parser.HTMLParser):
    """Collects what a page would load, run or refer to."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.ids: set[str] = set()
        self.targets: set[str] = set()
        self.loads: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        self.tags.add(tag)
        self.ids.add(values.get("id") or "")
        self.loads += [value or "" for name, value in attrs if name in {"src", "style"}]
        self.loads += [name for name in values if name.startswith("on")]
        if tag == "a":
            self.targets.add(values["href"] or "")


@pytest.mark.parametrize("path", ["/", "/api/docs"])
async def test_page_needs_nothing_but_itself(client: Client, path: str) -> None:
    """No script, no image, no outside address: it works without a network, in light and dark."""
    response = await client.get(path)
    text = await response.text()
    page = _Page()
    page.feed(text)
    assert response.content_type == "text/html"
    assert page.tags.isdisjoint({"script", "link", "img", "iframe", "object", "form"})
    assert page.loads == []
    assert "prefers-color-scheme:dark" in text
    assert "unsafe" not in response.headers["Content-Security-Policy"]
    inner = {target.removeprefix("#") for target in page.targets if target.startswith("#")}
    assert inner <= page.ids
    for target in page.targets - {f"#{name}" for name in inner}:
        assert not target.startswith(("/", "http"))  # a proxy may serve it under a prefix
        assert (await client.get(response.url.join(URL(target)).path)).status == 200


async def test_docs_show_every_operation(client: Client) -> None:
    """The page is made from the document, so it is complete."""
    page = _Page()
    page.feed(await (await client.get("/api/docs")).text())
    assert {operation.id for operation in OPERATIONS} <= page.ids


async def test_document_is_served(client: Client) -> None:
    """The document at its address is the one that was made."""
    served = await (await client.get("/api/openapi.json")).json()
    assert served["info"]["title"] == "Perspective"
    assert "/api/recall" in served["paths"]
