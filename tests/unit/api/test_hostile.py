"""Does every operation answer every hostile input with a clear 4xx problem?

The inputs are made from the operations and their schemas, so a new operation is attacked too.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import AsyncIterator, Iterator
from typing import Any

import msgspec
import pytest
from aiohttp import ClientResponse

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
JSON = {"Content-Type": "application/json"}

# One value of each JSON type, and some that are within none of our bounds.
PROBES: tuple[tuple[str, Any], ...] = (
    ("number", 10.5e200),
    ("integer", -(10**12)),
    ("string", "\x00 nonsense"),
    ("boolean", True),
    ("null", None),
    ("array", [[]]),
    ("object", {"zz": 1}),
)

BROKEN = (
    b"{",
    b"nonsense",
    b"[]",
    b"null",
    b'"text"',
    b"17",
    b"{}x",
    b"\xff\xfe{}",
    b"\xef\xbb\xbf{}",
    b'{"content":"\xed\xa0\x80","query":"\xed\xa0\x80","id":"\xed\xa0\x80"}',
    b'{"content":"\\ud800","query":"\\ud800","id":"\\ud800","pinned":"\\ud800"}',
    b'{"metadata":{"a":NaN}}',
    b'{"metadata":{"a":1e999}}',
    b'{"metadata":{"a":-Infinity}}',
    b'{"__proto__":{}}',
    b"[" * 200_000,
    b'{"a":' * 200_000,
    b'{"metadata":' + b'{"a":' * 200_000,
)


def _path(operation: Operation) -> str:
    return re.sub(r"\{\w+\}", "nobody", operation.path)


def _types(schema: dict[str, Any]) -> set[str]:
    """The JSON types a schema takes."""
    if "$ref" in schema:
        return _types(SCHEMAS[schema["$ref"].rpartition("/")[2]])
    if "anyOf" in schema:
        return set().union(*(_types(option) for option in schema["anyOf"]))
    if "enum" in schema:
        return {"string of a few"}
    kind = schema.get("type")
    if kind == "string" and schema.get("format") == "date-time":
        return {"string of a few"}
    if kind == "number":
        return {"number", "integer"} if "maximum" not in schema else {"number"}
    return {kind} if kind else {name for name, _ in PROBES}


def _wrong_bodies(operation: Operation) -> Iterator[tuple[str, Any]]:
    """For each field of a body, values of every type it does not take."""
    assert operation.body_type is not None
    example = dict(operation.example or {})
    for name, schema in SCHEMAS[operation.body_type.__name__]["properties"].items():
        for kind, value in PROBES:
            if kind not in _types(schema):
                yield name, {**example, name: value}


async def _assert_refused(response: ClientResponse, status: int | None = None) -> dict[str, Any]:
    """It is a problem+json with a 4xx status and a reason."""
    text = await text_of(response)
    assert 400 <= response.status < 500, f"{response.status}: {text[:200]}"
    assert response.content_type == "application/problem+json"
    problem: dict[str, Any] = msgspec.json.decode(text)
    assert {"type", "title", "status", "detail", "instance"} <= problem.keys()
    assert problem["status"] == response.status
    assert problem["detail"]
    if status is not None:
        assert response.status == status
    return problem


@pytest.fixture
async def small(make_client: MakeClient) -> Client:
    """A client of a server that takes bodies of 2 KiB at most."""
    return await make_client(Settings(server=ServerSettings(max_body_bytes=2048)))


@pytest.mark.parametrize("operation", WITH_BODY, ids=lambda o: o.id)
async def test_wrong_type_of_every_field_is_refused_by_name(
    client: Client, operation: Operation
) -> None:
    """Each field of each body, given each type it does not take, is named in the problem."""
    for name, body in _wrong_bodies(operation):
        response = await client.request(operation.method, _path(operation), json=body)
        problem = await _assert_refused(response, 400)
        assert problem["errors"][0]["field"].startswith(name), (name, body, problem)
        assert problem["errors"][0]["reason"]


@pytest.mark.parametrize("operation", WITH_BODY, ids=lambda o: o.id)
async def test_unknown_field_is_refused_with_the_nearest_one(
    client: Client, operation: Operation
) -> None:
    """A misspelt field never counts as absent."""
    example = dict(operation.example or {})
    known = next(iter(example))
    body = {**example, f"{known}x": 1}
    response = await client.request(operation.method, _path(operation), json=body)
    [error] = (await _assert_refused(response, 400))["errors"]
    assert error["field"] == f"{known}x"
    assert known in error["reason"]


@pytest.mark.parametrize("operation", WITH_BODY, ids=lambda o: o.id)
async def test_broken_body_is_refused(client: Client, operation: Operation) -> None:
    """What is no JSON object of known fields is refused."""
    for raw in BROKEN:
        response = await client.request(operation.method, _path(operation), data=raw, headers=JSON)
        await _assert_refused(response, 400)


@pytest.mark.parametrize("operation", WITH_BODY, ids=lambda o: o.id)
async def test_other_content_types_are_refused(client: Client, operation: Operation) -> None:
    """A form of another page, or a type left out, is no JSON."""
    raw = msgspec.json.encode(operation.example)
    for content_type in (
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "application/json; charset=latin-1",
        "application/jsonx",
        "",
    ):
        headers = {"Content-Type": content_type}
        response = await client.request(
            operation.method, _path(operation), data=raw, headers=headers
        )
        await _assert_refused(response, 415)


@pytest.mark.parametrize("operation", WITH_BODY, ids=lambda o: o.id)
async def test_too_large_body_is_refused(small: Client, operation: Operation) -> None:
    """A length that is told, and one that only shows while reading, are both limited."""

    async def chunks() -> AsyncIterator[bytes]:
        for _ in range(40):
            yield b" " * 100

    for data in (b" " * 4000, chunks()):
        response = await small.request(operation.method, _path(operation), data=data, headers=JSON)
        await _assert_refused(response, 413)


@pytest.mark.parametrize("operation", WITH_BODY, ids=lambda o: o.id)
async def test_broken_compression_is_refused(client: Client, operation: Operation) -> None:
    """A body that is not compressed as it says is the caller's fault."""
    headers = {**JSON, "Content-Encoding": "gzip"}
    response = await client.request(
        operation.method, _path(operation), data=b"not gzip at all", headers=headers
    )
    await _assert_refused(response, 400)


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda o: o.id)
async def test_wrong_parameters_are_refused_by_name(client: Client, operation: Operation) -> None:
    """Unknown, repeated and mistyped parameters are named, on every operation."""
    described = DOCUMENT["paths"][operation.path][operation.method.lower()]
    known = [p for p in described.get("parameters", []) if p["in"] == "query"]
    needed = {p["name"]: "x" for p in known if p["required"]}
    attacks = [("zz", [("zz", "1")])]
    for parameter in known:
        name, schema = parameter["name"], parameter["schema"]
        attacks.append((name, [(name, "1"), (name, "2")]))
        if _types(schema) != {"string"}:
            attacks += [
                (name, [(name, value)]) for value in ("nonsense", "", "1e999", "NaN", "9" * 400)
            ]
        if schema.get("minLength"):
            attacks.append((name, [(name, "")]))
        if schema.get("maxLength", 10_000) < 2000:
            attacks.append((name, [(name, "x" * (schema["maxLength"] + 1))]))
    for name, pairs in attacks:
        given = [*pairs, *((k, v) for k, v in needed.items() if k != name)]
        response = await client.request(
            operation.method, _path(operation), params=given, json=operation.example
        )
        problem = await _assert_refused(response)
        if response.status == 400:
            assert problem["errors"][0]["field"] in {name, "zz"}, (name, problem)


@pytest.mark.parametrize("path", sorted({operation.path for operation in OPERATIONS}))
async def test_other_methods_are_refused_with_those_allowed(client: Client, path: str) -> None:
    """405 names what the address takes."""
    taken = {operation.method for operation in OPERATIONS if operation.path == path}
    for method in {"GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PURGE"} - taken:
        response = await client.request(method, re.sub(r"\{\w+\}", "x", path))
        await _assert_refused(response, 405)
        assert taken <= set(response.headers["Allow"].split(","))


@pytest.mark.parametrize(
    "path",
    [
        "/nowhere",
        "/api",
        "/api/",
        "/api/memories/",
        "/api/memories/a/b",
        "/api/../etc/passwd",
        "/api/memories/x/erased",
    ],
)
async def test_unknown_address_is_404(client: Client, path: str) -> None:
    """An address that does not exist is a problem, too."""
    await _assert_refused(await client.get(path), 404)


@pytest.mark.parametrize("key", ["", "x" * 256, "é", "a\tb"])
async def test_unusable_idempotency_key_is_refused(client: Client, key: str) -> None:
    """A key is a plain word; a wrong one must not silently count as none."""
    for path in ("/api/store", "/api/store/batch"):
        headers = {"Idempotency-Key": key}
        body = {"content": "x"} if path == "/api/store" else {"items": [{"content": "x"}]}
        problem = await _assert_refused(await client.post(path, json=body, headers=headers), 400)
        assert problem["errors"][0]["field"] == "Idempotency-Key"


async def test_batch_size_is_limited(client: Client) -> None:
    """None, and more than a thousand, are refused by name."""
    for items in ([], [{"content": "x"}] * 1001):
        response = await client.post("/api/store/batch", json={"items": items})
        problem = await _assert_refused(response, 400)
        assert problem["errors"][0]["field"] == "items"


async def test_bad_dates_are_refused(client: Client) -> None:
    """A time is RFC 3339, within the calendar, in UTC too."""
    times = (
        "yesterday",
        "2024-02-30T00:00:00Z",
        "2024-01-01T25:00:00Z",
        "0001-01-01T00:00:00+14:00",
    )
    for field, at in itertools.product(("since", "until", "as_of", "known_at"), times):
        response = await client.post("/api/recall", json={"query": "a", field: at})
        problem = await _assert_refused(response, 400)
        assert problem["errors"][0]["field"] == field


@pytest.mark.parametrize("value", ["null", "NULL", "0.5", "1700000000", "1e9", "nan", "-inf"])
async def test_a_time_in_an_address_is_a_time(client: Client, value: str) -> None:
    """`null` is not nothing given, and a number is not seconds since 1970."""
    for path in ("/api/memories", "/api/logs"):
        problem = await _assert_refused(await client.get(path, params={"until": value}), 400)
        assert problem["errors"][0]["field"] == "until"


async def test_processes_of_no_tenants_name_are_refused(client: Client) -> None:
    """A name that no tenant can have is told, not taken for a tenant without processes."""
    await _assert_refused(await client.get("/api/processes", params={"tenant_id": "×ø"}), 400)
