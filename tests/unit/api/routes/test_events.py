"""Does a listener hear what happens, from where it was, and does a stop end it?"""

from __future__ import annotations

import asyncio
import json
from typing import Any

import aiohttp
import pytest

from perspective.api import keys
from perspective.api.routes import activity
from perspective.engine import Perspective
from perspective.services.background import watch
from tests.engines import eventually
from tests.unit.api.conftest import Client


async def _message(response: aiohttp.ClientResponse) -> dict[str, str]:
    """The next message by its fields; comments are passed over."""
    fields: dict[str, str] = {}
    async with asyncio.timeout(10):
        while True:
            line = (await response.content.readline()).decode().rstrip("\r\n")
            if not line and fields:
                return fields
            name, separator, value = line.partition(": ")
            if name and separator:
                fields[name] = value


def _event(message: dict[str, str]) -> dict[str, Any]:
    event: dict[str, Any] = json.loads(message["data"])
    assert message["id"] == str(event["id"])
    return event


async def test_listener_hears_what_happens(client: Client, memory: Perspective) -> None:
    """The same events as the list of activity, of this tenant alone, none from before."""
    await memory.store("Ana likes tea")
    await memory.tenants.create("ben")
    response = await client.get("/api/events")
    assert response.content_type == "text/event-stream"
    await memory.store("Ben's own", tenant_id="ben")
    stored = await memory.store("Carla keeps bees")
    await memory.memories.delete(str(stored.id))
    heard = [_event(await _message(response)) for _ in range(2)]
    assert [(one["kind"], one["memory_id"]) for one in heard] == [
        ("created", stored.id), ("deleted", stored.id),
    ]  # fmt: skip
    listed = (await (await client.get("/api/activity?limit=2")).json())["items"]
    assert listed == heard[::-1]
    response.close()


@pytest.mark.parametrize("way", ["header", "query"])
async def test_who_comes_back_goes_on(client: Client, memory: Perspective, way: str) -> None:
    """Behind the last event that was heard, nothing is told twice and nothing is left out."""
    for n in range(3):
        await memory.store(f"fact number {n}")
    given = {"headers": {"Last-Event-ID": "1"}} if way == "header" else {"params": {"after": "1"}}
    response = await client.get("/api/events", **given)  # type: ignore[arg-type]
    assert [_event(await _message(response))["id"] for _ in range(2)] == [2, 3]
    response.close()


async def test_who_is_too_far_behind_is_told(
    client: Client, memory: Perspective, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was left out is in the list; the newest events follow."""
    monkeypatch.setattr(watch, "MAX_BEHIND", 32)
    for n in range(40):
        await memory.store(f"fact number {n}")
    response = await client.get("/api/events?after=0")
    assert (await _message(response))["event"] == "missed"
    assert _event(await _message(response))["id"] == 9
    response.close()


async def test_bad_places_and_tenants_are_problems(client: Client) -> None:
    """They are said before a stream begins; a HEAD does not begin one."""
    assert (await client.get("/api/events?tenant_id=nobody")).status == 404
    assert (await client.get("/api/events", headers={"Last-Event-ID": "x"})).status == 400
    assert (await client.head("/api/events")).status == 200


async def test_listeners_are_limited(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """One too many is asked to come back later."""
    monkeypatch.setattr(activity, "MAX_LISTENERS", 1)
    first = await client.get("/api/events")
    assert (await client.get("/api/events")).status == 503
    first.close()


async def test_a_heartbeat_finds_who_has_gone(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A listener that closed its connection is let go without any event."""
    monkeypatch.setattr(activity, "HEARTBEAT_S", 0.02)
    response = await client.get("/api/events")
    assert (await response.content.readline()).startswith(b":")
    assert client.app is not None
    listeners = client.app[keys.LISTENERS]
    assert len(listeners) == 1
    response.close()

    async def is_gone() -> bool:
        return not listeners

    await eventually(is_gone)


async def test_a_stop_ends_the_stream(client: Client, memory: Perspective) -> None:
    """Told to stop, twice even, the server ends streams as if they were complete."""
    response = await client.get("/api/events")
    assert client.app is not None
    await client.app.shutdown()
    await client.app.shutdown()
    async with asyncio.timeout(5):
        assert await response.read() == b""
    assert (await memory.store("Life goes on")).stored


async def test_a_tenant_that_goes_ends_its_streams(client: Client, memory: Perspective) -> None:
    """Deleting a tenant waits for no listener, and ends them."""
    await memory.tenants.create("ana")
    response = await client.get("/api/events?tenant_id=ana")
    await memory.tenants.delete("ana", confirm="ana")
    async with asyncio.timeout(5):
        await response.read()
