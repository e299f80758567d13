"""What does a caller see, and what does the log, when something goes wrong inside?"""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import pytest
from aiohttp import web
from aiohttp.test_utils import TestClient, TestServer, make_mocked_request

from perspective.api.middleware import answer_problems, log_request
from perspective.errors import (
    DiskFull,
    EngineNotOpen,
    MemoryNotFound,
    PerspectiveError,
    StoreCorrupt,
    StoreUnavailable,
)

SECRET = "the words of a memory"


async def _answer(error: BaseException) -> tuple[int, dict[str, str], dict[str, Any]]:
    """Status, headers and problem of a handler that raises the error."""

    async def fail(request: web.Request) -> web.Response:
        raise error

    app = web.Application(middlewares=(log_request, answer_problems))
    app.router.add_get("/x", fail)
    async with TestClient(TestServer(app)) as client:
        response = await client.get("/x")
        return response.status, dict(response.headers), await response.json()


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (MemoryNotFound(), 404),
        (StoreUnavailable(), 503),
        (EngineNotOpen(), 503),
        (DiskFull(), 507),
        (StoreCorrupt(), 500),
    ],
)
async def test_errors_of_ours_become_problems(error: PerspectiveError, status: int) -> None:
    """The error's own sentence is the detail."""
    answered, headers, problem = await _answer(error)
    assert answered == problem["status"] == status
    assert problem["detail"] == str(error)
    assert problem["instance"] == "/x"
    assert ("Retry-After" in headers) is (status == 503)


async def test_fault_is_500_without_our_insides(caplog: pytest.LogCaptureFixture) -> None:
    """The caller is told nothing of a fault's cause; the log has it."""
    status, _, problem = await _answer(ValueError(SECRET))
    assert status == 500
    assert SECRET not in str(problem)
    assert "request_faulted" in caplog.text


async def test_cancellation_goes_through() -> None:
    """A request that is cancelled is not answered as if it had failed."""

    async def fail(request: web.Request) -> web.StreamResponse:
        raise asyncio.CancelledError

    with pytest.raises(asyncio.CancelledError):
        await answer_problems(make_mocked_request("GET", "/x"), fail)


async def test_redirect_is_no_problem() -> None:
    """What is not a failure passes as it is."""

    async def move(request: web.Request) -> web.StreamResponse:
        raise web.HTTPFound("/y")

    with pytest.raises(web.HTTPFound):
        await answer_problems(make_mocked_request("GET", "/x"), move)


async def test_request_is_one_line_of_the_debug_log(caplog: pytest.LogCaptureFixture) -> None:
    """Method, path, status and duration; not what was asked."""
    caplog.set_level(logging.DEBUG, logger="perspective")

    async def serve(request: web.Request) -> web.StreamResponse:
        return web.Response()

    await log_request(make_mocked_request("GET", f"/x?q={SECRET.replace(' ', '+')}"), serve)
    [record] = [r for r in caplog.records if "request_answered" in str(r.msg)]
    assert "memory" not in str(record.msg)
    assert "duration_ms" in str(record.msg)
