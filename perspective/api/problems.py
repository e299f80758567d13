"""Which HTTP answer does an error get? The only place with the statuses of errors.

Every answer that is not a success is an `application/problem+json` (RFC 9457). What a caller can
act on says what is wrong; what is a fault of ours says nothing of our insides: the log has it.
"""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus

import msgspec
from aiohttp import web

from perspective import errors

CONTENT_TYPE = "application/problem+json"
RETRY_AFTER_S = 1


class BadField(msgspec.Struct, frozen=True):
    """A field of the request that cannot be used, and why."""

    field: str
    reason: str


class Problem(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Why a request was not served (RFC 9457). `type` is stable; the texts are for people."""

    type: str
    title: str
    status: int
    detail: str
    instance: str
    errors: tuple[BadField, ...] = ()


class Kind(msgspec.Struct, frozen=True):
    """A kind of problem: its name in `type`, its status and its title."""

    name: str
    status: int
    title: str

    @property
    def uri(self) -> str:
        """The `type` of its problems."""
        return f"urn:perspective:problem:{self.name}"


BAD_REQUEST = Kind("bad-request", 400, "The request cannot be used")
UNAUTHORIZED = Kind("unauthorized", 401, "A valid bearer token is needed")
FORBIDDEN_HOST = Kind("forbidden-host", 403, "This host name is not served")
FORBIDDEN_ORIGIN = Kind("forbidden-origin", 403, "Requests of other sites are not served")
UNKNOWN_ROUTE = Kind("unknown-route", 404, "There is nothing at this address")
WRONG_METHOD = Kind("wrong-method", 405, "This address does not take this method")
TOO_SLOW = Kind("too-slow", 408, "The request body came too slowly")
TOO_LARGE = Kind("too-large", 413, "The request body is too large")
WRONG_CONTENT_TYPE = Kind("wrong-content-type", 415, "The body must be application/json")
TOO_MANY_LISTENERS = Kind("too-many-listeners", 503, "There are too many listeners")
FAULT = Kind("internal-error", 500, "Perspective failed")
_CONFLICT = Kind("conflict", 409, "It contradicts what is stored")
_NOT_OPEN = Kind("not-open", 503, "Perspective is starting or stopping")
_MODEL = Kind("model-failed", 503, "A model is not usable at the moment")

KINDS: dict[type[errors.PerspectiveError], Kind] = {
    errors.PerspectiveError: FAULT,
    errors.CallerError: BAD_REQUEST,
    errors.InvalidRequest: Kind("invalid-request", 400, "A field of the request is wrong"),
    errors.NotFound: Kind("not-found", 404, "There is nothing by that name"),
    errors.TenantNotFound: Kind("tenant-not-found", 404, "There is no such tenant"),
    errors.MemoryNotFound: Kind("memory-not-found", 404, "There is no such memory"),
    errors.EntityNotFound: Kind("entity-not-found", 404, "There is no such entity"),
    errors.ProcessNotFound: Kind("process-not-found", 404, "There is no such process"),
    errors.Conflict: _CONFLICT,
    errors.QuotaExceeded: Kind("quota-exceeded", 409, "The tenant is full"),
    errors.EngineNotOpen: _NOT_OPEN,
    errors.SettingsError: FAULT,
    errors.UnknownKey: FAULT,
    errors.BadValue: FAULT,
    errors.StorageError: FAULT,
    errors.StoreUnavailable: Kind("store-unavailable", 503, "The store is busy"),
    errors.StoreCorrupt: Kind("store-corrupt", 500, "The store's files are damaged"),
    errors.SchemaTooNew: Kind("schema-too-new", 500, "The store needs a newer Perspective"),
    errors.DimensionMismatch: Kind("dimension-mismatch", 409, "The embedding model was changed"),
    errors.DiskFull: Kind("disk-full", 507, "The disk is full"),
    errors.ModelError: _MODEL,
    errors.ModelMissing: Kind("model-missing", 503, "A model is missing"),
    errors.ModelTimeout: Kind("model-timeout", 503, "A model did not answer in time"),
    errors.ModelBusy: Kind("model-busy", 503, "A model asks for patience"),
    errors.ModelOutputInvalid: _MODEL,
    errors.ContextTooLong: Kind("context-too-long", 400, "The text is too long for the model"),
    errors.DaemonError: FAULT,
    errors.AlreadyRunning: _CONFLICT,
    errors.NotRunning: _NOT_OPEN,
    errors.PortInUse: _CONFLICT,
}

UNREADABLE = Problem(
    type=BAD_REQUEST.uri,
    title=BAD_REQUEST.title,
    status=BAD_REQUEST.status,
    detail="This is not HTTP, or its address or a header is too long (over 8 KB).",
    instance="/",
)
_TOO_MANY = Kind("too-many-connections", 503, "There are too many connections")
CROWDED = msgspec.json.encode(
    Problem(
        type=_TOO_MANY.uri,
        title=_TOO_MANY.title,
        status=_TOO_MANY.status,
        detail="Every connection has a request under way; come back later.",
        instance="/",
    )
)

_KINDS_OF_HTTP = {
    kind.status: kind for kind in (BAD_REQUEST, UNKNOWN_ROUTE, WRONG_METHOD, TOO_LARGE)
}


class Refused(Exception):
    """A request is refused by the rules of HTTP, before the engine sees it."""

    def __init__(
        self, kind: Kind, detail: str, *, fields: tuple[tuple[str, str], ...] = ()
    ) -> None:
        super().__init__(detail)
        self.kind = kind
        self.fields = fields


def kind_of(error: errors.PerspectiveError) -> Kind:
    """The entry of the error's class, or of its nearest ancestor that has one."""
    return next(KINDS[cls] for cls in type(error).__mro__ if cls in KINDS)


def problem_of(error: errors.PerspectiveError | Refused, *, instance: str) -> Problem:
    """The problem that tells a caller about an error."""
    kind = error.kind if isinstance(error, Refused) else kind_of(error)
    return Problem(
        type=kind.uri,
        title=kind.title,
        status=kind.status,
        detail=str(error),
        instance=instance,
        errors=tuple(BadField(field, reason) for field, reason in getattr(error, "fields", ())),
    )


def problem_of_http(error: web.HTTPException, *, instance: str) -> Problem:
    """The problem of what aiohttp refuses by itself: an unknown route, a wrong method, a size."""
    status = HTTPStatus(error.status)
    kind = _KINDS_OF_HTTP.get(error.status, Kind("http-error", status.value, status.phrase))
    detail = f"{kind.title}."
    if isinstance(error, web.HTTPMethodNotAllowed):
        allowed = ", ".join(sorted(error.allowed_methods))
        detail = f"This address takes {allowed}, not {error.method}."
    elif isinstance(error, web.HTTPRequestEntityTooLarge):
        detail = "The request body is larger than server.max_body_bytes allows."
    return Problem(
        type=kind.uri, title=kind.title, status=kind.status, detail=detail, instance=instance
    )


def problem_of_fault(*, instance: str) -> Problem:
    """The problem of a fault of ours: it tells nothing but where to look."""
    return Problem(
        type=FAULT.uri,
        title=FAULT.title,
        status=FAULT.status,
        detail="This is a fault of Perspective's; its log says more. The request may be repeated.",
        instance=instance,
    )


def respond(problem: Problem, headers: Mapping[str, str] | None = None) -> web.Response:
    """The answer that carries a problem, with the headers its status asks for."""
    response = web.Response(
        status=problem.status,
        body=msgspec.json.encode(problem),
        content_type=CONTENT_TYPE,
        headers=headers,
    )
    if problem.status == HTTPStatus.SERVICE_UNAVAILABLE:
        response.headers["Retry-After"] = str(RETRY_AFTER_S)
    if problem.status == HTTPStatus.UNAUTHORIZED:
        response.headers["WWW-Authenticate"] = "Bearer"
    return response


def phrase(status: int) -> str:
    """HTTP's own word for a status."""
    return HTTPStatus(status).phrase


def statuses_for(*, is_write: bool, has_body: bool, has_names: bool) -> tuple[int, ...]:
    """The statuses of problems that an operation may answer with, for its documentation."""
    statuses = {400, 401, 403, 500, 503}
    if has_names:
        statuses |= {404}
    if is_write:
        statuses |= {409, 507}
    if has_body:
        statuses |= {408, 413, 415}
    return tuple(sorted(statuses))
