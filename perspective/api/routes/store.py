"""How is a text stored, alone or with a thousand others?"""

from __future__ import annotations

from contextlib import aclosing
from http import HTTPStatus

import msgspec
from aiohttp import web
from msgspec import UNSET, UnsetType

from perspective.api import keys
from perspective.api.decoding import BodyDecoder, narrow
from perspective.api.lines import LineReader, LineWriter
from perspective.api.operation import ACTOR, Answer, Call, LineForm, Resource
from perspective.api.problems import Problem, problem_of
from perspective.api.wire import (
    BatchAnswer,
    BatchBody,
    FailedItem,
    LastLine,
    LinesQuery,
    LineTotals,
    StoreAnswer,
    StoreBody,
)
from perspective.domain.answer import Stored
from perspective.domain.query import NewMemory
from perspective.errors import CallerError, InvalidRequest, PerspectiveError

resource = Resource("store", "What should be remembered.")

_BATCH = "/api/store/batch"

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


async def store_lines(call: Call, query: LinesQuery) -> web.StreamResponse:
    """Takes the lines in and answers each in its order; the last line has the totals."""
    reader = LineReader(call.request.content, _item_decoder)
    outcomes = call.memory.store_stream(
        reader.chunks(),
        tenant_id=query.tenant_id,
        idempotency_key=call.idempotency_key,
        actor=ACTOR,
    )
    timeout_s = call.app[keys.SETTINGS].server.body_timeout_s
    writer = LineWriter(call.request, timeout_s=timeout_s)
    n_lines = n_stored = 0
    problem: Problem | UnsetType = UNSET
    try:
        async with aclosing(outcomes):
            async for chunk in outcomes:
                if not n_lines:
                    await writer.begin()
                results = [_line(one, n_lines + n) for n, one in enumerate(chunk)]
                n_lines += len(results)
                n_stored += sum(isinstance(one, StoreAnswer) for one in results)
                await writer.write(results)
                if not writer.is_heard:
                    break
    except PerspectiveError as error:
        if not n_lines:
            raise  # nothing was said yet: the answer can still be a problem
        problem = problem_of(error, instance=_BATCH)
    if not n_lines:
        await writer.begin()
    totals = LineTotals(
        lines=n_lines,
        stored=n_stored,
        failed=n_lines - n_stored,
        complete=reader.is_whole and problem is UNSET,
        error=problem,
    )
    await writer.write([LastLine(totals)])
    await writer.end()
    return writer.response


def _line(outcome: Stored | CallerError, number: int) -> StoreAnswer | FailedItem:
    """The answer to a line, counted from 0; a failure is a problem that points to it."""
    if isinstance(outcome, Stored):
        return StoreAnswer.of(outcome)
    return FailedItem(problem_of(outcome, instance=f"{_BATCH}#/{number}"))


@resource.operation(
    "POST",
    "/api/store/batch",
    summary="Stores up to 1,000 memories, or lines without end",
    lines=LineForm(store_lines, LinesQuery, NewMemory, (StoreAnswer, FailedItem, LastLine)),
    takes_key=True,
    example={"items": [{"content": "Ana likes tea"}, {"content": "Ben keeps bees"}]},
)
async def store_batch(call: Call, body: BatchBody) -> BatchAnswer:
    """One result for each item, in order. An item that cannot be stored fails alone.

    As `application/x-ndjson` it takes one item a line, as many as you like, with the tenant in
    the address. Answers come line by line while you send, so read them while you do; an answered
    line is durable, and found soon after. The last line has the totals. Each chunk of lines is
    one transaction. A retry with the same Idempotency-Key and the same lines stores none twice.
    """
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
        else FailedItem(problem_of(outcome, instance=f"{_BATCH}#/items/{place}"))
        for place, outcome in enumerate(outcomes)
    )
    n_failed = sum(isinstance(result, FailedItem) for result in results)
    return BatchAnswer(results=results, stored=len(results) - n_failed, failed=n_failed)
