"""Does every well-formed request, however odd, get an answer that is not our fault?

Values at the edges of what each type takes, made from the operations, over a real engine.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import msgspec
import pytest

from perspective.api.openapi import document
from perspective.api.operation import Operation
from perspective.api.routes import RESOURCES
from perspective.settings import ServerSettings, Settings
from tests.answers import text_of
from tests.unit.api.conftest import Client, MakeClient

OPERATIONS = [operation for resource in RESOURCES for operation in resource.operations]
WITH_BODY = [operation for operation in OPERATIONS if operation.body_type is not None]
DOCUMENT: dict[str, Any] = msgspec.json.decode(
    msgspec.json.encode(document(RESOURCES, version="1", has_token=False))
)
SCHEMAS = DOCUMENT["components"]["schemas"]

TEXTS = (
    "\x00", " ", "\n\t", "%", "*", '"', "'; --", "((", "AND", "a:b", "../../x", "nul", "é" * 200,
    "🙂", "e\u0301", "\u202e\u200f", "\ufeff", "\U0010ffff", "ประเทศไทย", "日本語", "null", "-1",
)  # fmt: skip
TIMES = (
    "0001-01-01T00:00:00", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59", "9999-12-31T23:59:59.999999Z",
    "1900-01-01T00:00:00-23:59", "2024-03-10T02:30:00", "2024-11-03T01:30:00", "1969-12-31T23:59:59Z",
)  # fmt: skip
OBJECTS: tuple[dict[str, Any], ...] = (
    {},
    {"": ""},
    {"\x00": "\x00"},
    {"a": [[], {}, None, True, -(2**63) + 1, 2**63 - 1, 1e308, 5e-324, -0.0]},
    {"$": {"__proto__": 1}},
    {"a" * 10_000: "b" * 100_000},
)


def _odd(schema: dict[str, Any]) -> Iterator[Any]:
    """Values at the edges of what a schema takes."""
    if "$ref" in schema:
        target = SCHEMAS[schema["$ref"].rpartition("/")[2]]
        yield from (
            {name: value} for name, inner in target["properties"].items() for value in _odd(inner)
        )
    elif "anyOf" in schema:
        for option in schema["anyOf"]:
            yield from _odd(option)
    elif "enum" in schema:
        yield from schema["enum"]
    elif schema.get("format") == "date-time":
        yield from TIMES
    elif schema.get("type") == "string":
        longest = schema.get("maxLength", 100_000)
        yield from (text[:longest] for text in TEXTS)
        yield "x" * min(longest, 100_000)
    elif schema.get("type") == "integer":
        yield from (schema.get("minimum", 0), schema.get("maximum", 2**63 - 1))
    elif schema.get("type") == "number":
        yield from (schema.get("minimum", -1e308), schema.get("maximum", 1e308), -0.0, 5e-324)
    elif schema.get("type") == "array":
        n_most = min(schema.get("maxItems", 8), 8)
        yield from ([value] * n_most for value in _odd(schema.get("items", {})))
    elif schema.get("type") == "object":
        yield from OBJECTS
    elif schema.get("type") == "boolean":
        yield from (True, False)
    elif schema.get("type") == "null":
        yield None


@pytest.fixture
async def far(make_client: MakeClient) -> Client:
    """A client of a server whose zone is not UTC, with one memory."""
    client = await make_client(Settings(server=ServerSettings(timezone="America/New_York")))
    stored = await client.post("/api/store", json={"content": "Ana lives in Lisbon", "id": "m-1"})
    assert stored.status == 201
    return client


async def _send(client: Client, operation: Operation, path: str, **arguments: Any) -> None:
    """Sends a request, whose answer must not be a fault of ours."""
    body = arguments.pop("body", None)
    if body is not None:
        arguments["data"] = io.BytesIO(msgspec.json.encode(body))
        arguments["headers"] = {"Content-Type": "application/json"}
    response = await client.request(operation.method, path, **arguments)
    text = await text_of(response)
    assert response.status < 500, (operation.id, path, str(arguments)[:300], text[:300])
    if response.status >= 400:
        assert msgspec.json.decode(text)["detail"], (operation.id, path, arguments)


def _path(operation: Operation) -> str:
    """The operation's path about something that exists."""
    return re.sub(r"\{\w+\}", "default" if operation.tag == "tenants" else "m-1", operation.path)


@pytest.mark.parametrize("operation", WITH_BODY, ids=lambda o: o.id)
async def test_odd_bodies_are_answered(far: Client, operation: Operation) -> None:
    """Each field of each body at each edge of its type."""
    assert operation.body_type is not None
    for name, schema in SCHEMAS[operation.body_type.__name__]["properties"].items():
        for value in _odd(schema):
            body = {**(operation.example or {}), name: value}
            await _send(far, operation, _path(operation), body=body)


# A stream of events stays open until its listener is missed; what it takes has a test of its own.
ENDING = [operation for operation in OPERATIONS if operation.content_type != "text/event-stream"]


@pytest.mark.parametrize("operation", ENDING, ids=lambda o: o.id)
async def test_odd_parameters_are_answered(far: Client, operation: Operation) -> None:
    """Each parameter of each operation at each edge of its type."""
    described = DOCUMENT["paths"][operation.path][operation.method.lower()]
    for parameter in described.get("parameters", []):
        if parameter["in"] != "query":
            continue
        for value in _odd(parameter["schema"]):
            text = value if isinstance(value, str) else msgspec.json.encode(value).decode()
            params = {parameter["name"]: text[:2000]}
            await _send(far, operation, _path(operation), params=params, body=operation.example)


@pytest.mark.parametrize("operation", [o for o in OPERATIONS if o.path_type], ids=lambda o: o.id)
async def test_odd_ids_are_answered(far: Client, operation: Operation) -> None:
    """Any text may stand where an id is expected."""
    for text in TEXTS:
        path = re.sub(r"\{\w+\}", quote(text, safe=""), operation.path)
        await _send(far, operation, path, body=operation.example)


@pytest.mark.parametrize("content", ["x" * 300_000, "a " * 50_000, "\n" * 10_000, "🙂" * 10_000])
async def test_long_texts_are_answered(far: Client, content: str) -> None:
    """A text may be as long as a body may be."""
    [operation] = [o for o in OPERATIONS if o.id == "store"]
    await _send(far, operation, "/api/store", body={"content": content, "wait": False})
