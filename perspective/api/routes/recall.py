"""How is a question put to the memories?"""

from __future__ import annotations

from perspective.api.decoding import narrow
from perspective.api.operation import Call, Resource
from perspective.api.wire import RecallAnswer, RecallBody
from perspective.domain.query import RecallQuery

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
