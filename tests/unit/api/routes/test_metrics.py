"""Does Prometheus find the numbers it collects, and no tenant's name in them?"""

from __future__ import annotations

import pytest
from prometheus_client.parser import text_string_to_metric_families

from perspective.engine import Perspective
from tests.unit.api.conftest import Client


async def _numbers(client: Client) -> dict[tuple[str, ...], float]:
    """Each sample by its name and the values of its labels."""
    response = await client.get("/metrics")
    assert response.status == 200
    assert response.content_type == "text/plain"
    return {
        (sample.name, *sample.labels.values()): sample.value
        for family in text_string_to_metric_families(await response.text())
        for sample in family.samples
    }


async def test_requests_are_counted_by_route_and_status(client: Client) -> None:
    """Ids and unknown addresses do not become labels; strange methods are one."""
    await client.post("/api/store", json={"content": "Ana likes tea"})
    await client.post("/api/store", json={"content": 5})
    await client.get("/api/memories/some-id")
    await client.get("/some/where")
    await client.request("PROPFIND", "/api/store")
    numbers = await _numbers(client)
    name = "perspective_requests_total"
    assert numbers[name, "POST", "/api/store", "201"] == 1
    assert numbers[name, "POST", "/api/store", "400"] == 1
    assert numbers[name, "GET", "/api/memories/{id}", "404"] == 1
    assert numbers[name, "GET", "unknown", "404"] == 1
    assert numbers[name, "other", "unknown", "405"] == 1
    assert numbers["perspective_answer_seconds_count", "store"] == 2
    assert numbers["perspective_answer_seconds_count", "recall"] == 0


async def test_what_is_held_is_summed_over_tenants(client: Client, memory: Perspective) -> None:
    """Memories by state, index lag and open tenants: sums, under nobody's name."""
    for tenant_id in ("secret-tenant-a", "secret-tenant-b"):
        await memory.store("Ana likes tea", tenant_id=tenant_id)
        stored = await memory.store("Ben keeps bees", tenant_id=tenant_id)
        await memory.memories.delete(str(stored.id), tenant_id=tenant_id)
    numbers = await _numbers(client)
    assert numbers["perspective_memories", "active"] == 2
    assert numbers["perspective_memories", "deleted"] == 2
    assert numbers["perspective_index_pending", "text"] == 0
    assert numbers["perspective_index_pending", "vector"] == 0
    assert numbers[("perspective_tenants",)] == 3
    assert numbers[("perspective_open_tenants",)] == 2
    assert "secret-tenant" not in await (await client.get("/metrics")).text()


@pytest.mark.parametrize("n", [1, 2])
async def test_the_process_is_measured(client: Client, n: int) -> None:
    """Threads, and where the system tells, memory, files and start; twice in one process."""
    numbers = await _numbers(client)
    assert numbers[("perspective_threads",)] >= 1
    if ("process_open_fds",) in numbers:
        assert numbers[("process_open_fds",)] > 0
        assert numbers[("process_resident_memory_bytes",)] > 1_000_000
        assert numbers[("process_start_time_seconds",)] > 0


async def test_numbers_open_no_tenant(client: Client, memory: Perspective) -> None:
    """A tenant that is not open stays closed."""
    await memory.tenants.create("ana")
    await _numbers(client)
    assert "ana" not in (await memory.health()).tenants
