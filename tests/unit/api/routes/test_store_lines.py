"""Is a stream of lines stored as it comes, answered line by line, and stored once?"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import pytest

from perspective.api import lines
from perspective.engine import Perspective
from tests.engines import eventually
from tests.unit.api.conftest import Client

NDJSON = {"Content-Type": "application/x-ndjson"}
PATH = "/api/store/batch"


def _lines(*values: Any) -> bytes:
    return b"".join(json.dumps(value).encode() + b"\n" for value in values)


async def _send(client: Client, body: Any, **headers: str) -> tuple[list[Any], dict[str, Any]]:
    """The results of the lines, and the totals."""
    response = await client.post(PATH, data=body, headers={**NDJSON, **headers})
    assert response.status == 200, await response.text()
    assert response.content_type == "application/x-ndjson"
    answers = [json.loads(line) for line in (await response.read()).splitlines()]
    return answers[:-1], answers[-1]["totals"]


async def test_bad_lines_fail_alone(client: Client) -> None:
    """Broken JSON, a wrong field and half a character are errors in their places."""
    body = b"".join((
        _lines({"content": "Ana likes tea"}), b"{broken\n", _lines({"content": "x", "zz": 1}),
        b"\n  \r\n", b'{"content":"\\ud800"}\n', _lines({"content": "x", "tenant_id": "ana"}),
        b'{"content":"Ben keeps bees"}',
    ))  # fmt: skip
    results, totals = await _send(client, body)
    assert ["id" in result for result in results] == [True, False, False, False, False, True]
    assert results[1]["error"]["status"] == 400
    assert results[1]["error"]["instance"] == f"{PATH}#/1"
    assert totals == {"lines": 6, "stored": 2, "failed": 4, "complete": True}


async def test_a_line_too_long_fails_alone(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is dropped as it comes in; the lines around it are stored."""
    monkeypatch.setattr(lines, "MAX_LINE_BYTES", 100_000)
    body = _lines({"content": "Ana"}, {"content": "x " * 400_000}, {"content": "Ben"})
    results, totals = await _send(client, body)
    assert ["id" in result for result in results] == [True, False, True]
    assert "longer than" in results[1]["error"]["detail"]
    assert totals["failed"] == 1


async def test_many_lines_are_stored_in_their_order(client: Client, memory: Perspective) -> None:
    """More than one chunk: each answer names the memory of its line; the tenant is the given one."""
    n = 3 * lines.MAX_CHUNK_LINES + 7
    body = _lines(*({"content": f"fact number {i}"} for i in range(n)))
    response = await client.post(f"{PATH}?tenant_id=ana", data=body, headers=NDJSON)
    answers = [json.loads(line) for line in (await response.read()).splitlines()]
    assert answers[-1]["totals"]["stored"] == n
    for i in (0, lines.MAX_CHUNK_LINES, n - 1):
        view = await memory.memories.read(answers[i]["id"], tenant_id="ana")
        assert view.current.content == f"fact number {i}"


async def test_answers_come_while_the_request_is_open(client: Client) -> None:
    """A line is answered before the next is sent: nobody waits for the end of a stream."""
    answered = asyncio.Event()

    async def body() -> AsyncIterator[bytes]:
        yield _lines({"content": "the first of two"})
        await answered.wait()
        yield _lines({"content": "the second of two"})

    response = await client.post(PATH, data=body(), headers=NDJSON)
    first = json.loads(await response.content.readline())
    assert first["stored"]
    answered.set()
    second, totals = [json.loads(line) for line in (await response.read()).splitlines()]
    assert second["stored"]
    assert totals["totals"]["complete"]


async def test_a_retry_stores_nothing_twice(client: Client, memory: Perspective) -> None:
    """Key and line number are one retry, however the lines were cut into chunks; a bad line
    keeps its number."""
    good = [{"content": f"fact number {i}"} for i in range(300)]
    body = _lines(*good[:5]) + b"{broken\n" + _lines(*good[5:])

    async def slowly() -> AsyncIterator[bytes]:
        for start in range(0, len(body), 997):
            yield body[start : start + 997]
            await asyncio.sleep(0)

    headers = {"Idempotency-Key": "load-1"}
    first, _ = await _send(client, body, **headers)
    again, totals = await _send(client, slowly(), **headers)
    assert [one.get("id") for one in again] == [one.get("id") for one in first]
    assert totals["stored"] == 300
    counts = (await memory.tenants.read("default")).counts
    assert counts is not None
    assert counts.memories == 300


async def test_a_cut_leaves_what_was_answered(client: Client, memory: Perspective) -> None:
    """A connection that breaks off in a line keeps the whole lines before, and not the half."""
    host, port = client.host, client.port
    reader, writer = await asyncio.open_connection(host, port)
    head = (
        f"POST {PATH} HTTP/1.1\r\nHost: {host}:{port}\r\nContent-Type: application/x-ndjson\r\n"
        "Transfer-Encoding: chunked\r\n\r\n"
    )
    part = _lines({"content": "a whole line"}) + b'{"content": "half a li'
    writer.write(head.encode() + f"{len(part):x}\r\n".encode() + part + b"\r\n")
    while b'"stored":true' not in await reader.readline():
        pass
    writer.transport.abort()

    async def has_ended() -> bool:
        return (await memory.processes.list())[0].finished_at is not None

    await eventually(has_ended)
    page = await memory.memories.list()
    assert [one.current.content for one in page.items] == ["a whole line"]


async def test_a_stream_is_listed_and_can_be_stopped(client: Client) -> None:
    """It is a process while it runs; stopped, it says that it is not complete."""
    ends = asyncio.Event()

    async def body() -> AsyncIterator[bytes]:
        yield _lines({"content": "the only line"})
        await ends.wait()

    response = await client.post(f"{PATH}?tenant_id=ana", data=body(), headers=NDJSON)
    await response.content.readline()
    listed = await (await client.get("/api/processes?tenant_id=ana")).json()
    (process,) = listed["items"]
    assert (process["kind"], process["state"], process["done"]) == ("bulk", "running", 1)
    assert (await (await client.get("/api/processes?tenant_id=ben")).json())["items"] == []
    await client.post(f"/api/processes/{process['id']}/stop")
    last = json.loads(await response.content.readline())
    assert last["totals"]["complete"] is False
    ends.set()
    seen = await (await client.get(f"/api/processes/{process['id']}")).json()
    assert (seen["state"], seen["done"]) == ("cancelled", 1)
    assert seen["finished_at"]


async def test_an_unknown_process_is_not_found(client: Client) -> None:
    """Reading and stopping it answer 404."""
    assert (await client.get("/api/processes/x")).status == 404
    assert (await client.post("/api/processes/x/stop")).status == 404


async def test_a_bad_request_is_a_problem_not_a_stream(client: Client) -> None:
    """What is wrong with the address or the encoding is said before anything is read."""
    assert (await client.post(f"{PATH}?zz=1", data=b"", headers=NDJSON)).status == 400
    headers = {"Content-Type": "application/x-ndjson; charset=latin-1"}
    assert (await client.post(PATH, data=b"", headers=headers)).status == 415
    _, totals = await _send(client, b"")
    assert totals == {"lines": 0, "stored": 0, "failed": 0, "complete": True}


async def test_an_engine_that_closes_ends_the_stream(client: Client, memory: Perspective) -> None:
    """The last line carries the problem; what was answered before stands."""
    goes_on = asyncio.Event()

    async def body() -> AsyncIterator[bytes]:
        yield _lines({"content": "the first of two"})
        await goes_on.wait()
        yield _lines({"content": "the second of two"})

    response = await client.post(PATH, data=body(), headers=NDJSON)
    await response.content.readline()
    await memory.close()
    goes_on.set()
    totals = json.loads(await response.content.readline())["totals"]
    assert (totals["lines"], totals["complete"], totals["error"]["status"]) == (1, False, 503)
