"""How is a question put to the memories?"""

from __future__ import annotations

import msgspec

from perspective.api.decoding import narrow
from perspective.api.operation import Call, Resource
from perspective.api.questions import (
    ContextBody,
    RecallAnswer,
    RecallBody,
    ReflectBody,
    SessionPath,
    WindowQuery,
)
from perspective.domain.answer import Context, SessionWindow
from perspective.domain.query import ContextQuery, RecallQuery, ReflectQuery, SessionQuery
from perspective.domain.reflection.answer import Reflection

resource = Resource("recall", "What is remembered.")


@resource.operation(
    "POST",
    "/api/recall",
    summary="Finds memories",
    example={"query": "where does Ana live?", "budget": 5, "explain": True},
)
async def recall(call: Call, body: RecallBody) -> RecallAnswer:
    """The memories that answer a question, best first, within the budget."""
    found = await call.memory.recall(narrow(body, RecallQuery), tenant_id=body.tenant_id)
    return RecallAnswer.of(found)


@resource.operation(
    "POST",
    "/api/context",
    summary="Makes a block for a prompt",
    example={"query": "where does Ana live?", "token_budget": 500},
)
async def context(call: Call, body: ContextBody) -> Context:
    """What is remembered about a question as text, dated, with ids, within the tokens."""
    return await call.memory.context(narrow(body, ContextQuery), tenant_id=body.tenant_id)


@resource.operation("GET", "/api/sessions/{id}/recent", summary="Reads the end of a conversation")
async def recent(call: Call, path: SessionPath, query: WindowQuery) -> SessionWindow:
    """Its last turns as text within the tokens, oldest first; no turn is cut."""
    wanted = msgspec.structs.asdict(narrow(query, SessionQuery))
    return await call.memory.sessions.recent(path.id, tenant_id=query.tenant_id, **wanted)


@resource.operation(
    "POST",
    "/api/reflect",
    summary="Answers a question in sentences, with citations",
    example={"query": "where does Ana live?", "max_sentences": 5},
)
async def reflect(call: Call, body: ReflectBody) -> Reflection:
    """Sentences that answer, each with the memory and the place in it that it rests on; or that
    nothing is known."""
    return await call.memory.reflect(narrow(body, ReflectQuery), tenant_id=body.tenant_id)
