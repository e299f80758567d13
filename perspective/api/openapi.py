"""How does the API describe itself? As OpenAPI 3.1, made from the operations and their types.

The schemas are msgspec's, from the same types that decode the requests, so the document cannot
say something else than the server does.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping
from http import HTTPStatus
from typing import Any

import msgspec
from msgspec import inspect

from perspective.api import lines, problems
from perspective.api.operation import Operation, Resource
from perspective.api.wire import FailedItem
from perspective.domain.query import NewMemory

_REF = "#/components/schemas/{name}"
_DESCRIPTION = """\
Perspective keeps what an agent should remember, and finds it again.

Times are RFC 3339; one without a zone is taken in `server.timezone`. Unknown fields are refused.
Errors are `application/problem+json` (RFC 9457). Lists page by `cursor`."""
_ALWAYS = (problems.Problem, NewMemory, FailedItem)  # only references name the last two
_KEY_PARAMETER = {
    "name": "Idempotency-Key",
    "in": "header",
    "required": False,
    "description": "A retry with the same key gets the first answer and stores nothing again.",
    "schema": {"type": "string", "minLength": 1, "maxLength": 255},
}


@functools.cache
def document(resources: tuple[Resource, ...], *, version: str, has_token: bool) -> dict[str, Any]:
    """The OpenAPI 3.1 document of the resources' operations; made once, not to be modified."""
    operations = [operation for resource in resources for operation in resource.operations]
    refs, schemas = _schemas(operations)
    paths: dict[str, dict[str, Any]] = {}
    for operation in operations:
        described = _operation(operation, refs, schemas)
        paths.setdefault(operation.path, {})[operation.method.lower()] = described
    sources = [t for o in operations for t in (o.path_type, o.query_type) if t is not None]
    sources += [o.lines.query_type for o in operations if o.lines is not None]
    for name in {source.__name__ for source in sources}:
        del schemas[name]  # they have become parameters
    return {
        "openapi": "3.1.0",
        "info": {"title": "Perspective", "version": version, "description": _DESCRIPTION},
        "tags": [{"name": r.name, "description": r.description} for r in resources],
        "security": [{"bearer": []}] if has_token else [{}, {"bearer": []}],
        "paths": paths,
        "components": {
            "schemas": schemas,
            "responses": _problem_responses(operations, refs),
            "securitySchemes": {"bearer": {"type": "http", "scheme": "bearer"}},
        },
    }


def _schemas(operations: Iterable[Operation]) -> tuple[dict[Any, Any], dict[str, Any]]:
    """A reference for each type that an operation names, and the schemas they lead to."""
    types: dict[Any, None] = dict.fromkeys(_ALWAYS)
    for operation in operations:
        named = (operation.path_type, operation.query_type, operation.body_type)
        types |= dict.fromkeys(t for t in (*named, operation.answer_type) if t is not None)
        if form := operation.lines:
            types |= dict.fromkeys((form.query_type, form.line_type, *form.answer_types))
    refs, schemas = msgspec.json.schema_components(tuple(types), ref_template=_REF)
    for described in inspect.multi_type_info(tuple(types)):
        _mark_times(described, schemas, set())
    return dict(zip(types, refs, strict=True)), schemas


def _mark_times(described: inspect.Type, schemas: dict[str, Any], seen: set[type]) -> None:
    """Times get `format: date-time`, which msgspec says only of those that must have a zone."""
    if isinstance(described, inspect.StructType):
        if described.cls in seen:
            return
        seen.add(described.cls)
        properties = schemas[described.cls.__name__]["properties"]
        for field in described.fields:
            kinds = getattr(field.type, "types", (field.type,))
            if any(isinstance(kind, inspect.DateTimeType) for kind in kinds):
                _mark_time(properties[field.encode_name])
            _mark_times(field.type, schemas, seen)
        return
    for inner in (
        *getattr(described, "types", ()),
        *(getattr(described, name, None) for name in ("item_type", "value_type", "type")),
    ):
        if isinstance(inner, inspect.Type):
            _mark_times(inner, schemas, seen)


def _mark_time(schema: dict[str, Any]) -> None:
    for option in schema.get("anyOf", [schema]):
        if option.get("type") == "string":
            option["format"] = "date-time"


def _operation(
    operation: Operation, refs: Mapping[Any, Any], schemas: Mapping[str, Any]
) -> dict[str, Any]:
    """The Operation Object of one operation."""
    described: dict[str, Any] = {
        "operationId": operation.id,
        "tags": [operation.tag],
        "summary": operation.summary,
    }
    if operation.description:
        described["description"] = operation.description
    form = operation.lines
    parameters = [
        *_parameters("path", operation.path_type, schemas),
        *_parameters("query", operation.query_type, schemas),
        *_parameters("query", form.query_type if form else None, schemas),
    ]
    if operation.takes_key:
        parameters.append(_KEY_PARAMETER)
    if parameters:
        described["parameters"] = parameters
    if operation.body_type is not None:
        described["requestBody"] = _body(operation, refs)
    if operation.is_open:
        described["security"] = []
    described["responses"] = _responses(operation, refs)
    return described


def _parameters(
    place: str, source: type[msgspec.Struct] | None, schemas: Mapping[str, Any]
) -> list[dict[str, Any]]:
    """A Parameter Object for each field of a path's or a query's type."""
    if source is None:
        return []
    schema = schemas[source.__name__]
    parameters = []
    for name, described in schema["properties"].items():
        described = dict(described)
        parameter: dict[str, Any] = {"name": name, "in": place}
        if described.get("description"):
            parameter["description"] = described.pop("description")
        options = [o for o in described.pop("anyOf", []) if o != {"type": "null"}]
        if len(options) == 1:
            parameter.setdefault("description", options[0].get("description", ""))
            described |= {k: v for k, v in options[0].items() if k != "description"}
        elif options:
            described["anyOf"] = options
        if described.get("default", ...) is None:
            del described["default"]
        parameter["schema"] = described
        parameter["required"] = place == "path" or name in schema["required"]
        parameters.append(parameter)
    return parameters


def _body(operation: Operation, refs: Mapping[Any, Any]) -> dict[str, Any]:
    media: dict[str, Any] = {"schema": refs[operation.body_type]}
    if operation.example is not None:
        media["example"] = dict(operation.example)
    content = {"application/json": media}
    if form := operation.lines:
        content[lines.CONTENT_TYPE] = {"schema": refs[form.line_type]}
    return {"required": not operation.is_body_optional, "content": content}


def _responses(operation: Operation, refs: Mapping[Any, Any]) -> dict[str, Any]:
    """Each success with its type, and the problems that can come instead."""
    schema = {"type": "string"} if operation.answer_type is None else refs[operation.answer_type]
    success: dict[str, dict[str, Any]] = {
        str(status): {
            "description": problems.phrase(status),
            "content": {operation.content_type: {"schema": schema}},
        }
        for status in operation.statuses
    }
    if form := operation.lines:
        described = {"anyOf": [refs[answer] for answer in form.answer_types]}
        success[str(HTTPStatus.OK.value)]["content"][lines.CONTENT_TYPE] = {"schema": described}
    failures = {
        str(status): {"$ref": f"#/components/responses/Problem{status}"}
        for status in _problem_statuses(operation)
    }
    return success | failures


def _problem_statuses(operation: Operation) -> tuple[int, ...]:
    return problems.statuses_for(
        is_write=operation.is_write,
        has_body=operation.body_type is not None,
        has_names=any(
            "tenant_id" in t.__struct_fields__ or "id" in t.__struct_fields__
            for t in (operation.path_type, operation.query_type, operation.body_type)
            if t is not None
        ),
    )


def _problem_responses(operations: Iterable[Operation], refs: Mapping[Any, Any]) -> dict[str, Any]:
    """A Response Object for each status of a problem."""
    statuses = sorted({s for operation in operations for s in _problem_statuses(operation)})
    content = {problems.CONTENT_TYPE: {"schema": refs[problems.Problem]}}
    return {
        f"Problem{status}": {"description": problems.phrase(status), "content": content}
        for status in statuses
    }
