"""Are jobs seen, run, foreseen and stopped over REST?"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest

from perspective.engine import Perspective
from perspective.settings import IndexSettings, Settings
from tests.engines import engine_in_memory
from tests.unit.api.conftest import Client
from tests.unit.api.routes.test_metrics import _numbers
from tests.unit.services.jobs.scripted import ScriptedJob


@pytest.fixture
def job() -> ScriptedJob:
    """The job that is asked about."""
    return ScriptedJob()


@pytest.fixture
async def memory(job: ScriptedJob) -> AsyncIterator[Perspective]:
    """An engine with that job, and a text in it."""
    quiet = Settings(index=IndexSettings(semantic_links=0))
    async with engine_in_memory(jobs=[job], settings=quiet) as engine:
        await engine.store("Ana moved to Lisbon")
        yield engine


async def answer(client: Client, method: str, path: str, status: int = 200, **parts: Any) -> Any:
    """What the API answers, with this status."""
    response = await client.request(method, f"/api/processes{path}", **parts)
    body = await response.json()
    assert response.status == status, body
    return body


async def test_jobs_are_listed_with_other_work(client: Client) -> None:
    """Each with its state, and when it runs next; nothing has run yet."""
    items = (await answer(client, "GET", ""))["items"]
    jobs = {one["id"]: one for one in items if one["kind"] == "job"}
    assert set(jobs) == {"archive", "consolidation", "extraction", "maintenance", "upkeep"}
    shown = jobs["consolidation"]
    assert (shown["state"], shown["outcome"], shown["started_at"]) == ("idle", None, None)
    assert shown["next_run_at"] == "2025-03-01T16:00:00Z"
    assert (shown["tenant_id"], shown["is_stoppable"]) == (None, False)
    assert jobs["extraction"]["waiting"] == 1
    assert (await answer(client, "GET", "?tenant_id=default"))["items"] == []


async def test_a_run_is_followed_to_its_end(client: Client, job: ScriptedJob) -> None:
    """Its progress while it runs, then how it ended; the job tells of it too."""
    job.held = asyncio.Event()
    run = await answer(client, "POST", "/consolidation/run", json={"tenant_id": "default"})
    assert (run["state"], run["tenant_id"], run["job"]) == ("running", "default", "consolidation")
    assert run == await answer(client, "POST", "/consolidation/run", json={"tenant_id": "default"})
    await job.begun.wait()
    where = f"/consolidation/runs/{run['id']}"
    now = await answer(client, "GET", where)
    assert (now["state"], now["done"], now["total"]) == ("running", 0, 3)
    assert (await answer(client, "GET", "/consolidation"))["state"] == "running"
    job.held.set()
    ended = await answer(client, "GET", f"{where}?wait_s=10")
    assert (ended["state"], ended["done"]) == ("done", 3)
    assert ended["counts"] == {"accepted": 3, "changed": 1, "skipped": 2, "failed": 0}
    shown = await answer(client, "GET", "/consolidation")
    assert (shown["outcome"], shown["counts"]) == ("done", ended["counts"])
    assert shown["took_s"] == 0.0
    assert (await answer(client, "GET", "/consolidation/runs"))["items"] == [ended]


async def test_a_round_needs_no_body(client: Client, job: ScriptedJob) -> None:
    """It visits what changed; the visits are told of the tenant."""
    run = await answer(client, "POST", "/consolidation/run")
    ended = await answer(client, "GET", f"/consolidation/runs/{run['id']}?wait_s=10")
    assert (ended["tenant_id"], ended["total"], job.visited) == (None, 1, ["default"])
    (visit,) = (await answer(client, "GET", "/consolidation/runs?tenant_id=default"))["items"]
    assert visit["round_id"] == run["id"]


async def test_a_failure_is_shown(client: Client, job: ScriptedJob) -> None:
    """As a failed run with its reason, in the list and in the numbers."""
    job.failing = {"default": KeyError("secret words")}
    run = await answer(client, "POST", "/consolidation/run", json={"tenant_id": "default"})
    ended = await answer(client, "GET", f"/consolidation/runs/{run['id']}?wait_s=10")
    assert ended["state"] == "failed"
    shown = await answer(client, "GET", "/consolidation")
    assert shown["error"] == "a fault of Perspective's, see its log: KeyError"
    job.failing = {}
    again = await answer(client, "POST", "/consolidation/run", json={"tenant_id": "default"})
    await answer(client, "GET", f"/consolidation/runs/{again['id']}?wait_s=10")
    await _numbers(client)
    numbers = await _numbers(client)  # asked twice, counted once
    assert numbers["perspective_job_runs_total", "consolidation", "failed"] == 1
    assert numbers["perspective_job_runs_total", "consolidation", "done"] == 1
    assert numbers["perspective_job_seconds_total", "consolidation", "done"] == 0.0


async def test_a_job_is_stopped(client: Client, job: ScriptedJob) -> None:
    """Its run ends as stopped; what is not stoppable any more says so."""
    job.held = asyncio.Event()
    run = await answer(client, "POST", "/consolidation/run")
    await job.begun.wait()
    stopped = await answer(client, "POST", "/consolidation/stop")
    assert (stopped["state"], stopped["outcome"]) == ("idle", "stopped")
    assert stopped["is_stoppable"] is False
    assert (await answer(client, "GET", f"/consolidation/runs/{run['id']}"))["state"] == "stopped"
    assert (await answer(client, "POST", "/extraction/stop"))["state"] == "paused"


async def test_a_preview_says_what_and_why(client: Client) -> None:
    """For the default tenant, or one that is named."""
    preview = await answer(client, "POST", "/consolidation/preview")
    assert preview == {
        "job": "consolidation",
        "tenant_id": "default",
        "counts": {"merge": 1},
        "changes": [{"kind": "merge", "ids": ["default"], "reason": "they say the same"}],
        "is_none": False,
        "failures": {},
    }
    none = await answer(client, "POST", "/upkeep/preview", json={"tenant_id": "default"})
    assert none["is_none"] is True


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("POST", "/nothing/run", None, 404),
        ("POST", "/nothing/stop", None, 404),
        ("POST", "/nothing/preview", None, 404),
        ("GET", "/nothing/runs", None, 404),
        ("GET", "/nothing", None, 404),
        ("GET", "/upkeep/runs/none", None, 404),
        ("GET", "/upkeep/runs?limit=501", None, 400),
        ("GET", "/upkeep/runs/none?wait_s=11", None, 400),
        ("GET", "/upkeep/runs?tenant_id=../x", None, 400),
        ("POST", "/upkeep/run", {"tenant_id": "nobody"}, 404),
        ("POST", "/upkeep/run", {"tenant_id": "../x"}, 400),
        ("POST", "/upkeep/run", {"tenant": "default"}, 400),
        ("POST", "/upkeep/preview", {"tenant_id": "nobody"}, 404),
        ("POST", "/%00%F0%9F%92%A9/run", None, 404),
    ],
)
async def test_a_bad_wish_is_a_problem(
    client: Client, method: str, path: str, body: Any, status: int
) -> None:
    """Of the caller, with a reason; nothing runs."""
    problem = await answer(client, method, path, status, json=body)
    assert problem["detail"]


async def test_a_job_that_is_turned_off_is_a_conflict(client: Client, memory: Perspective) -> None:
    """The tenant's setting is named."""
    await memory.tenants.edit("default", consolidation=False)
    body = {"tenant_id": "default"}
    problem = await answer(client, "POST", "/consolidation/run", 409, json=body)
    assert "consolidation turned off" in problem["detail"]
