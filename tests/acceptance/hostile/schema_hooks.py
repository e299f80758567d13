"""What does Schemathesis not know of our API? Loaded by it (SCHEMATHESIS_HOOKS), not by pytest.

Of well-formed requests half are about memories that exist, and what must be confirmed is
confirmed: else no edit, erasure or deletion would get beyond its first check.
"""

from __future__ import annotations

import json
from typing import Any

import jsonschema_rs
import schemathesis
from schemathesis import Case, CheckContext, GenerationMode, HookContext, Response

N_MEMORIES = 24
_LINES = "application/x-ndjson"
_ABOUT_MEMORIES = "/api/memories/{id}"


@schemathesis.hook
def map_case(context: HookContext, case: Case[Any]) -> Case[Any]:
    """The case, about something that exists."""
    mode = case.meta.generation.mode if case.meta is not None else None
    if mode != GenerationMode.POSITIVE or "id" not in case.path_parameters:
        return case
    if case.path.startswith(_ABOUT_MEMORIES):
        number = sum(map(ord, str(case.path_parameters["id"])))
        if number % 2:
            case.path_parameters["id"] = f"m-{number % N_MEMORIES}"
            case.query.pop("tenant_id", None)
        if case.path.endswith("/erase") and isinstance(case.body, dict):
            case.body["confirm"] = case.path_parameters["id"]
    elif case.method == "DELETE":
        case.query["confirm"] = case.path_parameters["id"]
    return case


@schemathesis.deserializer(_LINES)
def last_line(context: Any, response: Response) -> Any:
    """Lines are described one by one; `every_line_is_described` looks at all of them."""
    return json.loads(response.content.splitlines()[-1])


@schemathesis.check
def every_line_is_described(ctx: CheckContext, response: Response, case: Case[Any]) -> None:
    """Each line of an answer of lines is as the document says, and the last one has the totals."""
    if response.headers.get("content-type", [""])[0].partition(";")[0] != _LINES:
        return
    raw = case.operation.schema.raw_schema
    operation = raw["paths"][case.path][case.method.lower()]
    described = operation["responses"]["200"]["content"][_LINES]["schema"]
    validator = jsonschema_rs.validator_for({**described, "components": raw["components"]})
    lines = [json.loads(line) for line in response.content.splitlines()]
    for line in lines:
        validator.validate(line)
    assert "totals" in lines[-1], "the last line has no totals"


@schemathesis.check
def problem_is_one(ctx: CheckContext, response: Response, case: Case[Any]) -> None:
    """A refusal is a problem that says its status and a reason, and nothing of our insides."""
    if response.status_code < 400 or case.method == "HEAD":
        return
    assert response.content, "a refusal without a body"
    problem = json.loads(response.content)
    assert problem["status"] == response.status_code, problem
    assert problem["detail"], problem
    assert "Traceback" not in response.content.decode(), problem
