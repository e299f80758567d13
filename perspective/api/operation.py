"""What is an operation of the API? Declared once, for the router, the documentation and the tests.

A handler's own signature is the declaration: its parameters `path`, `query` and `body` say what it
takes, and what it returns is what it answers:

    memories = Resource("memories", "Single memories, by id.")

    @memories.operation("GET", "/api/memories/{id}", summary="Reads a memory")
    async def read_memory(call: Call, path: MemoryPath, query: ReadQuery) -> MemoryView: ...
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Awaitable, Callable, Mapping
from http import HTTPStatus
from typing import Any, Generic, Literal, TypeVar, get_args, get_origin, get_type_hints

import msgspec
from aiohttp import web

from perspective.api import keys
from perspective.engine import Perspective

ACTOR = "api"
Method = Literal["GET", "POST", "PATCH", "DELETE"]
T = TypeVar("T")
H = TypeVar("H", bound=Callable[..., Awaitable[Any]])

_PLACEHOLDER = re.compile(r"\{(\w+)\}")


class Answer(msgspec.Struct, Generic[T], frozen=True):
    """An answer whose status depends on what happened."""

    value: T
    status: int


class Call(msgspec.Struct, frozen=True):
    """A request under way, as a handler sees it: what it may use, and the retry's key.

    Only a handler that streams looks at `request`.
    """

    app: web.Application
    request: web.Request
    idempotency_key: str | None = None

    @property
    def memory(self) -> Perspective:
        """The engine."""
        return self.app[keys.MEMORY]


class LineForm(msgspec.Struct, frozen=True):
    """The other form of an operation with a body: NDJSON, one value a line in and one out.

    Its handler takes a `query`, reads `call.request` and answers with a stream.
    """

    handler: Callable[..., Awaitable[web.StreamResponse]]
    query_type: type[msgspec.Struct]
    line_type: type[msgspec.Struct]
    answer_types: tuple[type[msgspec.Struct], ...]


class Operation(msgspec.Struct, frozen=True, kw_only=True):
    """One method of one path. The first of `statuses` is the usual one.

    `is_open` operations need no token; only those with `takes_key` take an Idempotency-Key.
    An `answer_type` of None is a text or stream of `content_type` that the handler makes itself.
    """

    method: Method
    path: str
    id: str
    tag: str
    summary: str
    description: str
    handler: Callable[..., Awaitable[Any]]
    path_type: type[msgspec.Struct] | None
    query_type: type[msgspec.Struct] | None
    body_type: type[msgspec.Struct] | None
    is_body_optional: bool
    answer_type: type[Any] | None
    content_type: str
    statuses: tuple[int, ...]
    takes_key: bool
    is_open: bool
    example: Mapping[str, Any] | None
    lines: LineForm | None

    @property
    def is_write(self) -> bool:
        """True when it may change what is stored; recall does, since it reinforces."""
        return self.method != "GET"


class Resource:
    """A group of operations about one thing; `operations` grows as they are declared."""

    def __init__(self, name: str, description: str) -> None:
        self.name = name
        self.description = description
        self.operations: list[Operation] = []

    def operation(
        self,
        method: Method,
        path: str,
        *,
        summary: str,
        statuses: tuple[int, ...] = (HTTPStatus.OK,),
        content_type: str = "application/json",
        takes_key: bool = False,
        is_open: bool = False,
        example: Mapping[str, Any] | None = None,
        lines: LineForm | None = None,
    ) -> Callable[[H], H]:
        """Declares the decorated handler as the operation; the handler itself stays a function."""

        def declare(handler: H) -> H:
            hints = get_type_hints(handler)
            body_type = hints.get("body")
            bodies = [part for part in get_args(body_type) if part is not type(None)]
            answer = hints["return"]
            operation = Operation(
                method=method,
                path=path,
                id=handler.__name__,
                tag=self.name,
                summary=summary,
                description=inspect.getdoc(handler) or "",
                handler=handler,
                path_type=hints.get("path"),
                query_type=hints.get("query"),
                body_type=bodies[0] if bodies else body_type,
                is_body_optional=bool(bodies),
                answer_type=_answer_type(answer),
                content_type=content_type,
                statuses=tuple(int(status) for status in statuses),
                takes_key=takes_key,
                is_open=is_open,
                example=example,
                lines=lines,
            )
            _check_placeholders(operation)
            self.operations.append(operation)
            return handler

        return declare


def _answer_type(hint: Any) -> type[Any] | None:
    """What is encoded: the type inside Answer, the type itself, or None for a ready response."""
    if get_origin(hint) is Answer:
        return get_args(hint)[0]  # type: ignore[no-any-return]
    return None if hint in {web.Response, web.StreamResponse} else hint


def _check_placeholders(operation: Operation) -> None:
    """The path's placeholders are the fields of its `path` parameter."""
    fields = operation.path_type.__struct_fields__ if operation.path_type else ()
    if sorted(_PLACEHOLDER.findall(operation.path)) != sorted(fields):
        message = f"{operation.id}: {operation.path} does not fit its path parameter"
        raise TypeError(message)
