"""How does an open engine become a web application? `make_app`; it opens and closes nothing.

Each operation becomes one aiohttp route: decode path, query and body by its types, call the
handler, encode what it returns.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from importlib import metadata
from pathlib import Path
from typing import Any

import msgspec
from aiohttp import web

from perspective.api import keys, lines, middleware
from perspective.api.dashboard import Dashboard
from perspective.api.decoding import BodyDecoder, body_decoder, decode_strings
from perspective.api.openapi import document
from perspective.api.operation import Answer, Call, LineForm, Operation
from perspective.api.problems import TOO_SLOW, WRONG_CONTENT_TYPE, Refused
from perspective.api.routes import RESOURCES, UNDOCUMENTED
from perspective.api.security import Gate
from perspective.engine import Perspective
from perspective.errors import InvalidRequest
from perspective.observability.metrics import Metrics
from perspective.settings import Settings

MAX_KEY_LENGTH = 255


def make_app(
    memory: Perspective,
    settings: Settings,
    *,
    token: str | None = None,
    origins: Mapping[str, str] | None = None,
    log_path: Path | None = None,
    dashboard: Dashboard | None = None,
) -> web.Application:
    """The API of an engine, which the caller opens before and closes after.

    `token` is what `security.read_token` found. `origins` says for each `group.key` where its
    value came from. Without `dashboard` a plain page
    stands at `/`. BadValue when the server is bound beyond loopback without a token.
    """
    resources = (*RESOURCES, *UNDOCUMENTED)
    operations = [operation for resource in resources for operation in resource.operations]
    open_paths = frozenset(operation.path for operation in operations if operation.is_open)
    app = web.Application(
        middlewares=(
            middleware.count_request,
            middleware.log_request,
            middleware.answer_problems,
            middleware.check_caller,
        ),
        client_max_size=settings.server.max_body_bytes,
    )
    app[keys.MEMORY] = memory
    app[keys.SETTINGS] = settings
    app[keys.ORIGINS] = origins or {}
    app[keys.LOG_PATH] = log_path
    app[keys.DASHBOARD] = dashboard
    app[keys.LISTENERS] = set()
    app[keys.METRICS] = Metrics()
    app[keys.GATE] = Gate.of(settings.server.host, settings.security, token, open_paths)
    version = metadata.version("perspective-memory")
    app[keys.DOCUMENT] = document(RESOURCES, version=version, has_token=token is not None)
    app.on_response_prepare.append(middleware.add_headers)
    app.on_shutdown.append(_end_streams)
    for operation in operations:
        endpoint = _endpoint(operation)
        app.router.add_route(operation.method, operation.path, endpoint)
        if operation.method == "GET":
            app.router.add_route("HEAD", operation.path, endpoint)
    return app


async def _end_streams(app: web.Application) -> None:
    """Requests without an end come to one. Safe to repeat."""
    app[keys.MEMORY].processes.stop_streams()
    for listener in app[keys.LISTENERS]:
        listener.cancel()


def _endpoint(operation: Operation) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
    """The aiohttp handler of an operation."""
    elsewhere = operation.query_type.__struct_fields__ if operation.query_type else ()
    decoder = (
        body_decoder(operation.body_type, elsewhere=elsewhere) if operation.body_type else None
    )
    encoder = msgspec.json.Encoder()

    async def answer(request: web.Request) -> web.StreamResponse:
        if operation.lines is not None and request.content_type == lines.CONTENT_TYPE:
            return await _stream(request, operation, operation.lines)
        arguments: dict[str, Any] = {}
        if operation.path_type is not None:
            arguments["path"] = decode_strings(request.match_info.items(), operation.path_type)
        arguments |= _query(request, operation)
        if decoder is not None:
            arguments["body"] = await _body(request, decoder, operation.is_body_optional)
        key = _idempotency_key(request) if operation.takes_key else None
        result = await operation.handler(Call(request.app, request, key), **arguments)
        if operation.answer_type is None:
            assert isinstance(result, web.StreamResponse)
            return result
        status = operation.statuses[0]
        if isinstance(result, Answer):
            result, status = result.value, result.status
        return web.Response(
            body=encoder.encode(result), status=status, content_type="application/json",
            charset="utf-8",
        )  # fmt: skip

    return answer


async def _stream(request: web.Request, operation: Operation, form: LineForm) -> web.StreamResponse:
    """The answer to a body of lines."""
    _check_utf8(request)
    query = decode_strings(request.rel_url.query.items(), form.query_type)
    key = _idempotency_key(request) if operation.takes_key else None
    return await form.handler(Call(request.app, request, key), query=query)


def _query(request: web.Request, operation: Operation) -> dict[str, Any]:
    """The query string as the operation's type; one that takes none refuses any."""
    pairs = request.rel_url.query.items()
    if operation.query_type is not None:
        return {"query": decode_strings(pairs, operation.query_type)}
    for name, _ in pairs:
        raise InvalidRequest(
            f"{name}: no parameters are known here", fields=((name, "is unknown"),)
        )
    return {}


async def _body(request: web.Request, decoder: BodyDecoder, is_optional: bool) -> Any:
    """The body as the operation's type; None for an empty one that may be."""
    if is_optional and not request.body_exists:
        return None
    if request.content_type != "application/json":
        detail = f"Send Content-Type: application/json, not {request.content_type}."
        raise Refused(WRONG_CONTENT_TYPE, detail)
    _check_utf8(request)
    try:
        async with asyncio.timeout(request.app[keys.SETTINGS].server.body_timeout_s):
            raw = await request.read()
    except TimeoutError as error:
        raise Refused(TOO_SLOW, "The body must be in within server.body_timeout_s.") from error
    except (web.RequestPayloadError, OSError) as error:  # also a connection that is reset
        raise InvalidRequest("The body is incomplete or its encoding is broken.") from error
    return decoder.decode(raw)


def _check_utf8(request: web.Request) -> None:
    """Raises Refused for a body that says it is in another encoding than UTF-8."""
    if (request.charset or "utf-8").lower() != "utf-8":
        raise Refused(WRONG_CONTENT_TYPE, f"Send the body in UTF-8, not {request.charset}.")


def _idempotency_key(request: web.Request) -> str | None:
    """The Idempotency-Key, or None; InvalidRequest for one that is no plain word."""
    keys_given = request.headers.getall("Idempotency-Key", [])
    if not keys_given:
        return None
    key = keys_given[0]
    if len(keys_given) > 1 or not 0 < len(key) <= MAX_KEY_LENGTH or not _is_plain(key):
        reason = f"is one header of 1 to {MAX_KEY_LENGTH} printable ASCII characters"
        raise InvalidRequest(f"Idempotency-Key {reason}", fields=(("Idempotency-Key", reason),))
    return key


def _is_plain(key: str) -> bool:
    return key.isascii() and key.isprintable()
