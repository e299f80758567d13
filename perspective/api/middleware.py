"""What surrounds every request: the checks, the answer to every error, and one line of log.

`except Exception` is legal here: whatever a handler raises, the caller gets a problem and the log
gets the cause. Cancellation is no exception in that sense; it always goes through.
"""

from __future__ import annotations

import time

from aiohttp import web
from aiohttp.typedefs import Handler

from perspective.api import keys, problems, security
from perspective.errors import PerspectiveError
from perspective.observability.events import event_log

_log = event_log(__name__)


@web.middleware
async def count_request(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Counts what was answered, by route and status, and how long it took."""
    started = time.perf_counter()
    response = await handler(request)
    seconds = time.perf_counter() - started
    request.app[keys.METRICS].observe(request.method, _route(request), response.status, seconds)
    return response


@web.middleware
async def log_request(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Logs method, path, status and duration at debug; never what was asked or answered."""
    started = time.perf_counter()
    response = await handler(request)
    _log.debug(
        "request_answered",
        method=request.method,
        path=request.path,
        status=response.status,
        duration_ms=round((time.perf_counter() - started) * 1000, 3),
    )
    return response


@web.middleware
async def answer_problems(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Turns every error into a problem."""
    instance = request.rel_url.raw_path
    try:
        return await handler(request)
    except (PerspectiveError, problems.Refused) as error:
        problem = problems.problem_of(error, instance=instance)
        if problem.status >= problems.FAULT.status:
            _log.warning("request_failed", path=request.path, problem=problem.type, exc_info=error)
        return problems.respond(problem)
    except web.HTTPException as error:
        if error.status < problems.BAD_REQUEST.status:
            raise
        allowed = {"Allow": error.headers["Allow"]} if "Allow" in error.headers else None
        return problems.respond(problems.problem_of_http(error, instance=instance), allowed)
    except Exception as error:
        _log.exception("request_faulted", path=request.path, exc_info=error)
        return problems.respond(problems.problem_of_fault(instance=instance))


@web.middleware
async def check_caller(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Serves only callers that pass the gate."""
    path = _route(request) or request.path
    request.app[keys.GATE].check(request.method, path, request.headers)
    return await handler(request)


async def add_headers(_request: web.Request, response: web.StreamResponse) -> None:
    """Every answer forbids browsers to guess, frame, cache or leak it."""
    for name, value in security.HEADERS.items():
        response.headers.setdefault(name, value)
    response.headers["Server"] = security.ALWAYS["Server"]


def _route(request: web.Request) -> str | None:
    """The path of what serves it, as it was declared; None for an address that nothing serves."""
    resource = request.match_info.route.resource
    return None if resource is None else resource.canonical
