"""How is a text stored, alone or with a thousand others?"""

from __future__ import annotations

from http import HTTPStatus

import msgspec

from perspective.api.decoding import BodyDecoder, narrow
from perspective.api.operation import ACTOR, Answer, Call, Resource
from perspective.api.problems import problem_of
from perspective.api.wire import BatchAnswer, BatchBody, FailedItem, StoreAnswer, StoreBody
from perspective.domain.answer import Stored
from perspective.domain.query import NewMemory
from perspective.errors import CallerError, InvalidRequest

resource = Resource("store", "What should be remembered.")

_item_decoder = BodyDecoder(NewMemory)


@resource.operation(
    "POST",
    "/api/store",
    summary="Stores a memory",
    statuses=(HTTPStatus.CREATED, HTTPStatus.OK),
    takes_key=True,
    example={
        "content": "Ana moved to Lisbon in March",
        "tags": ["people"],
        "event_at": "2024-03-02T09:00:00+01:00",
    },
)
async def store(call: Call, body: StoreBody) -> Answer[StoreAnswer]:
    """It is durable when this answers: 201 for a new memory, 200 for a retry or a repeat."""
    stored = await call.memory.store(
        narrow(body, NewMemory),
        tenant_id=body.tenant_id,
        wait=body.wait,
        idempotency_key=call.idempotency_key,
        actor=ACTOR,
    )
    status = HTTPStatus.OK if stored.is_repeat else HTTPStatus.CREATED
    return Answer(StoreAnswer.of(stored), status)


@resource.operation(
    "POST",
    "/api/store/batch",
    summary="Stores up to 1,000 memories",
    takes_key=True,
    example={"items": [{"content": "Ana likes tea"}, {"content": "Ben keeps bees"}]},
)
async def store_batch(call: Call, body: BatchBody) -> BatchAnswer:
    """One result for each item, in order. An item that cannot be stored fails alone."""
    outcomes = await call.memory.store_batch(
        [_item(raw) for raw in body.items],
        tenant_id=body.tenant_id,
        wait=body.wait,
        idempotency_key=call.idempotency_key,
        actor=ACTOR,
    )
    return _batch_answer(outcomes)


def _item(raw: msgspec.Raw) -> NewMemory | InvalidRequest:
    """One item of a batch, or why it is none."""
    try:
        item: NewMemory = _item_decoder.decode(raw)
    except InvalidRequest as error:
        return error
    return item


def _batch_answer(outcomes: list[Stored | CallerError]) -> BatchAnswer:
    """The answer to a batch; each failure is a problem that points to its item."""
    results = tuple(
        StoreAnswer.of(outcome)
        if isinstance(outcome, Stored)
        else FailedItem(problem_of(outcome, instance=f"/api/store/batch#/items/{place}"))
        for place, outcome in enumerate(outcomes)
    )
    n_failed = sum(isinstance(result, FailedItem) for result in results)
    return BatchAnswer(results=results, stored=len(results) - n_failed, failed=n_failed)
