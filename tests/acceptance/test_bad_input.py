"""Does nonsense get a clear answer, and leave nothing behind? And is what is only large accepted?

Bytes over a socket to a real daemon: every refusal is a 4xx problem with a reason, the daemon
goes on, and the tenant's counts and history are what they were.
"""

from __future__ import annotations

import hashlib
import http.client
import json
from typing import Any
from urllib.parse import urlsplit

import pytest

from perspective.cli.client import Client
from tests.acceptance.durability.test_durable import wait_for_indexes
from tests.daemons import Daemon, Home, wait_until

JSON = {"Content-Type": "application/json"}
OK = b'{"content": "fine", '


def send(
    daemon: Daemon, method: str, path: str, body: bytes | None = None, **headers: str
) -> tuple[int, str, Any]:
    """Status, content type and decoded body of the answer to exactly these bytes."""
    address = urlsplit(daemon.url)
    connection = http.client.HTTPConnection(str(address.hostname), address.port, timeout=120)
    try:
        connection.request(method, path, body=body, headers=JSON | headers)
        response = connection.getresponse()
        text = response.read()
        return response.status, response.getheader("Content-Type", ""), json.loads(text or b"null")
    finally:
        connection.close()


def whole_state(client: Client) -> Any:
    """All that a half-written request would change."""
    tenants = client.get("/api/tenants")["items"]
    return [client.get(f"/api/tenants/{one['id']}")["counts"] for one in tenants], [
        client.get("/api/activity", tenant_id=one["id"], limit=500)["items"] for one in tenants
    ]


def refused(daemon: Daemon, status: int, method: str, path: str, body: bytes | None) -> Any:
    """The problem with which a request is refused; nothing was changed by it."""
    before = whole_state(daemon.client)
    seen, content_type, problem = send(daemon, method, path, body)
    assert seen == status, problem
    assert content_type.startswith("application/problem+json")
    assert problem["status"] == status
    assert problem["title"]
    assert problem["detail"]
    assert problem["type"].startswith("urn:perspective:problem:")
    assert "Traceback" not in str(problem)
    assert whole_state(daemon.client) == before
    return problem


STORES: dict[str, tuple[bytes, str | None]] = {
    "no body": (b"", None),
    "no JSON": (b"remember me", None),
    "half JSON": (b'{"content": "half', None),
    "two values": (b'{"content": "one"} {"content": "two"}', None),
    "a list": (b"[]", "body"),
    "null": (b"null", "body"),
    "no content": (b"{}", "content"),
    "empty content": (b'{"content": ""}', "content"),
    "only spaces": (b'{"content": " \\n\\t "}', "content"),
    "content of a wrong type": (b'{"content": 7}', "content"),
    "content that is null": (b'{"content": null}', "content"),
    "invalid UTF-8": (b'{"content": "caf\xe9"}', None),
    "overlong UTF-8": (b'{"content": "\xc0\xaf"}', None),
    "UTF-16": ('{"content": "hello"}'.encode("utf-16"), None),
    "a lone surrogate": (b'{"content": "half \\ud83d"}', None),
    "a raw lone surrogate": (b'{"content": "half \xed\xa0\xbd"}', None),
    "a lone surrogate in metadata": (OK + b'"metadata": {"a": "\\udc00"}}', None),
    "NUL": (b'{"content": "a\\u0000b"}', "content"),
    "NUL in a tag": (OK + b'"tags": ["a\\u0000b"]}', "tags[0]"),
    "NaN": (OK + b'"importance": NaN}', None),
    "Infinity": (OK + b'"importance": Infinity}', None),
    "1e999": (OK + b'"importance": 1e999}', None),
    "1e999 in metadata": (OK + b'"metadata": {"a": 1e999}}', None),
    "an integer without end": (OK + b'"metadata": {"a": ' + b"9" * 400 + b"}}", None),
    "importance above 1": (OK + b'"importance": 1.1}', "importance"),
    "importance as text": (OK + b'"importance": "0.5"}', "importance"),
    "an unknown field": (OK + b'"importence": 0.5}', "importence"),
    "an unknown type": (OK + b'"memory_type": "dream"}', "memory_type"),
    "tags of numbers": (OK + b'"tags": [1, 2]}', "tags[0]"),
    "too many tags": (OK + b'"tags": ["t"' + b', "t"' * 64 + b"]}", "tags"),
    "a long name": (OK + b'"namespace": "' + b"n" * 257 + b'"}', "namespace"),
    "a bad date": (OK + b'"event_at": "yesterday"}', "event_at"),
    "the 30th of February": (OK + b'"event_at": "2024-02-30T00:00:00Z"}', "event_at"),
    "a date as a number of years": (OK + b'"event_at": "10000-01-01T00:00:00Z"}', "event_at"),
    "before the year 1 in UTC": (OK + b'"event_at": "0001-01-01T00:00:00+05:00"}', "event_at"),
    "an end before its start": (
        OK + b'"valid_from": "2024-02-01T00:00:00Z", "valid_to": "2024-01-01T00:00:00Z"}',
        "valid_to",
    ),
    "a tenant that is a path": (OK + b'"tenant_id": "../etc"}', "tenant_id"),
    "a tenant of 300 letters": (OK + b'"tenant_id": "' + b"t" * 300 + b'"}', "tenant_id"),
    "metadata without end": (
        OK + b'"metadata": {"a":' * 1 + b"[" * 5000 + b"]" * 5000 + b"}}",
        None,
    ),
}


@pytest.mark.parametrize("what", STORES)
def test_a_bad_store_is_refused_whole(shared_daemon: Daemon, what: str) -> None:
    """A 400 that names the field where there is one; nothing is written."""
    body, field = STORES[what]
    problem = refused(shared_daemon, 400, "POST", "/api/store", body)
    if field is not None:
        assert field in [one["field"] for one in problem["errors"]]


def test_an_unknown_field_names_the_nearest(shared_daemon: Daemon) -> None:
    """A slip of the finger is told what was meant."""
    problem = refused(shared_daemon, 400, "POST", "/api/store", OK + b'"sesion": "s"}')
    assert "source_session" in problem["detail"] + str(problem["errors"])


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b'{"query": ""}', 400),
        (b"{}", 400),
        (b'{"query": "x", "budget": 0}', 400),
        (b'{"query": "x", "budget": -5}', 400),
        (b'{"query": "x", "budget": 1001}', 400),
        (b'{"query": "x", "budget": 1e30}', 400),
        (b'{"query": "x", "budget": 10.5}', 400),
        (b'{"query": "x", "budget": "ten"}', 400),
        (b'{"query": "x", "budget": 1e999}', 400),
        (b'{"query": "x", "max_tokens": 0}', 400),
        (b'{"query": "x", "min_confidence": NaN}', 400),
        (b'{"query": "x", "since": "soon"}', 400),
        (b'{"query": "x", "as_of": "9999-12-31T23:59:59-05:00"}', 400),
        (b'{"query": "x", "profile": "best"}', 400),
        (b'{"query": "\\ud800"}', 400),
        (b'{"query": "caf\xe9"}', 400),
        (b'{"query": "x", "tenant_id": "nobody-by-this-name"}', 404),
        (b'{"query": "x", "tenant_id": "a/b"}', 400),
        (b'{"query": "' + b"x" * 100_001 + b'"}', 400),
    ],
)
def test_a_bad_question_is_refused(shared_daemon: Daemon, body: bytes, status: int) -> None:
    """Absurd budgets, dates, numbers and tenants get a reason; no tenant is made by asking."""
    refused(shared_daemon, status, "POST", "/api/recall", body)


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/api/memories/nobody", 404),
        ("DELETE", "/api/memories/nobody", 404),
        ("GET", "/api/memories/..%2F..%2Fetc", 404),
        ("GET", "/api/memories/%00", 404),
        ("GET", "/api/memories?limit=0", 400),
        ("GET", "/api/memories?limit=many", 400),
        ("GET", "/api/memories?cursor=nonsense", 400),
        ("GET", "/api/memories?since=soon", 400),
        ("GET", "/api/memories?colour=red", 400),
        ("GET", "/api/memories?tenant_id=nobody-by-this-name", 404),
        ("GET", "/api/tenants/nobody-by-this-name", 404),
        ("DELETE", "/api/tenants/default", 400),
        ("DELETE", "/api/tenants/default?confirm=other", 400),
        ("GET", "/api/nothing", 404),
        ("PUT", "/api/store", 405),
    ],
)
def test_a_bad_address_is_refused(
    shared_daemon: Daemon, method: str, path: str, status: int
) -> None:
    """Unknown ids, tenants, routes, methods and parameters are 404, 405 or 400."""
    refused(shared_daemon, status, method, path, None)


def test_a_bad_item_fails_alone(shared_daemon: Daemon) -> None:
    """Of a batch with every kind of nonsense, the good items are stored, each bad one is told."""
    items = [
        b'{"content": "a good item of a bad batch"}', b'{"content": ""}', b'{"content": 7}',
        b'{"content": "half \\ud83d"}', b'{"content": "a\\u0000b"}', b"null",
        b'{"content": "x", "importance": NaN}', b'{"content": "x", "nonsense": 1}',
        b'{"content": "another good item of it"}',
    ]  # fmt: skip
    body = b'{"tenant_id": "batch", "items": [' + b", ".join(items) + b"]}"
    status, _, answer = send(shared_daemon, "POST", "/api/store/batch", body)
    assert status == 200
    assert (answer["stored"], answer["failed"]) == (2, 7)
    assert ["error" in result for result in answer["results"]] == [False, *[True] * 7, False]
    assert shared_daemon.client.get("/api/tenants/batch")["counts"]["memories"] == 2


def test_a_body_over_the_limit_is_refused(shared_daemon: Daemon) -> None:
    """One byte more than `server.max_body_bytes` is a 413 that says so."""
    limit = 32 * 1024 * 1024
    body = b'{"content": "' + b"x" * (limit - 14) + b'"}'
    assert len(body) == limit + 1
    problem = refused(shared_daemon, 413, "POST", "/api/store", body)
    assert "server.max_body_bytes" in problem["detail"]


def _wait_for_process(client: Client, stored: dict[str, Any]) -> None:
    """The work on a long text has ended."""
    path = f"/api/processes/{stored['process_id']}"
    wait_until(lambda: client.get(path)["finished_at"], "the text is worked off", within_s=400)


def test_a_megabyte_is_kept(shared_daemon: Daemon) -> None:
    """1 MB without a single space or full stop is one text: stored, read back at once, and when
    it is deleted amid its splitting no part of it stays."""
    content = hashlib.sha256(b"seed").hexdigest() * (1_000_000 // 64)
    body = {"tenant_id": "megabyte", "content": content, "wait": False}
    stored = shared_daemon.client.post("/api/store", body)
    read = shared_daemon.client.get(f"/api/memories/{stored['id']}", tenant_id="megabyte")
    assert read["current"]["content"] == content
    shared_daemon.client.ask(
        "DELETE", f"/api/memories/{stored['id']}", query={"tenant_id": "megabyte"}
    )
    _wait_for_process(shared_daemon.client, stored)
    counts = shared_daemon.client.get("/api/tenants/megabyte")["counts"]
    assert counts["memories"] == 0


def test_a_million_tokens_are_kept(home: Home, is_full: bool) -> None:
    """A book is accepted in parts, comes back byte for byte, is found by its last sentence, and
    goes as a whole by its source_id."""
    if not is_full:  # the model would read for minutes
        home.environ["PERSPECTIVE_EMBEDDING_PROVIDER"] = "none"
    daemon = Daemon(home)
    daemon.start()
    lines = (f"Line {n}: the tide table of harbour {n % 97} — “ebb”.\r\n" for n in range(62_500))
    content = "".join(lines) + "And the quokka closed the book."
    body = {"content": content, "wait": False}
    stored = Client(daemon.url, timeout_s=300).post("/api/store", body)
    assert stored["source_id"] == stored["id"]
    _wait_for_process(daemon.client, stored)
    read = daemon.client.get(f"/api/memories/{stored['source_id']}")
    assert read["current"]["content"].encode() == content.encode()
    assert len(read["parts"]) > 1000
    daemon.client.post("/api/store", {"content": "a short text beside the book"})
    wait_for_indexes(daemon.client)
    found = daemon.client.post("/api/recall", {"query": "who closed the book? a quokka"})["results"]
    assert "quokka" in found[0]["content"]
    gone = daemon.client.ask("DELETE", f"/api/memories/{stored['source_id']}")
    assert gone["deleted"] == len(read["parts"])
    assert daemon.client.get("/api/tenants/default")["counts"]["memories"] == 1
    assert daemon.client.post("/api/recall", {"query": "quokka"})["results"] == []
