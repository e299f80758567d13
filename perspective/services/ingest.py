"""What happens to a text on its way in: from the caller's words to a durable, findable memory?

validate → mask → gate → split → analyse, all before the one transaction that keeps it; then the
pumps are woken, and the answer waits for them as long as the caller wants. Models are not asked
here: none can lose, refuse or delay the commit.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Sequence
from datetime import datetime, tzinfo
from typing import Any

import msgspec
from msgspec import UNSET

from perspective.domain.answer import Stored
from perspective.domain.interval import to_utc
from perspective.domain.memory import DERIVED_SOURCES
from perspective.domain.query import NewMemory, Procedure
from perspective.domain.text.gate import gate
from perspective.domain.text.normal import unstorable
from perspective.domain.text.secret import mask
from perspective.errors import CallerError, InvalidRequest
from perspective.ports.system import Clock, Ids
from perspective.ports.transaction import RecordTransaction
from perspective.services.background.documents import Documents
from perspective.services.background.visits import Visits
from perspective.services.host import Space
from perspective.services.keep import Keeper, Prepared, Times, is_queued
from perspective.services.split import Cut, Splitter
from perspective.settings import Settings

_INLINE_BYTES = 8_192
_GATED_CHARS = 20_000  # what a text is about shows in its beginning


class Ingest:
    """Takes texts in. One instance serves all tenants."""

    def __init__(
        self,
        settings: Settings,
        splitter: Splitter,
        documents: Documents,
        visits: Visits,
        clock: Clock,
        ids: Ids,
        zone: tzinfo,
    ) -> None:
        self._settings = settings
        self._splitter = splitter
        self._documents = documents
        self._visits = visits
        self._cut = Cut.of(settings.storing)
        self._clock = clock
        self._ids = ids
        self._zone = zone

    async def store(
        self, space: Space, item: NewMemory, *, key: str | None, wait: bool, actor: str
    ) -> Stored:
        """The text is durable when this returns; findable too, if `indexed` says so."""
        prepared = await self._prepare([item])
        answers = await self._commit(space, prepared, keys=[_keyed(key, item)], actor=actor)
        if isinstance(answers[0], CallerError):
            raise answers[0]
        done = await self._indexed(space, [answers[0]], wait=wait)
        return done[0]

    async def store_batch(
        self,
        space: Space,
        items: Sequence[NewMemory | CallerError],
        *,
        key: str | None,
        wait: bool,
        actor: str,
        first: int = 0,
    ) -> list[Stored | CallerError]:
        """As `store`, in one transaction; what is wrong with an item is its own answer.

        Items are numbered from `first`: a key and a number are one retry.
        """
        numbered = [
            (number, item)
            for number, item in enumerate(items, start=first)
            if isinstance(item, NewMemory)
        ]
        given = [item for _, item in numbered]
        keys = [_keyed(key, item, place=number) for number, item in numbered]
        outcomes = iter(
            await self._commit(space, await self._prepare(given), keys=keys, actor=actor)
        )
        answers = [item if isinstance(item, CallerError) else next(outcomes) for item in items]
        stored = [answer for answer in answers if isinstance(answer, Stored)]
        indexed = iter(await self._indexed(space, stored, wait=wait))
        return [next(indexed) if isinstance(answer, Stored) else answer for answer in answers]

    async def _indexed(
        self, space: Space, answers: Sequence[Stored], *, wait: bool
    ) -> list[Stored]:
        space.wake()
        has_text = any(_is_kept(answer) for answer in answers)
        timeout_s = self._settings.server.index_wait_s
        is_indexed = wait and has_text and await space.indexed(timeout_s)
        return [
            msgspec.structs.replace(answer, indexed=is_indexed and _is_kept(answer))
            for answer in answers
        ]

    def _is_deferred(self, item: NewMemory) -> bool:
        """Whether a text is so long that it is split behind the answer."""
        return len(item.content) > self._settings.storing.background_chars

    async def _prepare(self, items: Sequence[NewMemory]) -> list[Prepared | CallerError]:
        if sum(len(item.content) for item in items) <= _INLINE_BYTES:
            return [self._prepare_one(item) for item in items]
        return await asyncio.to_thread(lambda: [self._prepare_one(item) for item in items])

    def _prepare_one(self, item: NewMemory) -> Prepared | CallerError:
        try:
            _check_texts(item)
            times = self._times(item)
            item = self._with_masked_steps(item)
        except InvalidRequest as error:
            return error
        request_hash = hashlib.sha256(msgspec.json.encode(item, order="sorted")).hexdigest()
        is_deferred = self._is_deferred(item)
        content, masked = (
            mask(item.content) if self._settings.security.mask_secrets else (item.content, 0)
        )
        return Prepared(
            item=item,
            whole=content,
            parts=() if is_deferred else self._splitter.parts(content, self._cut),
            times=times,
            masked=masked,
            gated=gate(content.strip()[:_GATED_CHARS], item.role),
            request_hash=request_hash,
            process_id=self._ids.new() if is_deferred else None,
            cut=self._cut,
        )

    def _with_masked_steps(self, item: NewMemory) -> NewMemory:
        if item.procedure is None:
            return item
        masks = self._settings.security.mask_secrets
        steps = Procedure(**checked_procedure(item.procedure, masks=masks))
        masked: NewMemory = msgspec.structs.replace(item, procedure=steps)
        return masked

    def _times(self, item: NewMemory) -> Times:
        event_at, event_zone = None, None
        if item.event_at is not None:
            event_at, event_zone = to_utc(item.event_at, self._zone, field="event_at")
        valid_from, valid_to = (
            None if at is None else to_utc(at, self._zone, field=field)[0]
            for at, field in ((item.valid_from, "valid_from"), (item.valid_to, "valid_to"))
        )
        check_interval(valid_from, valid_to)
        return Times(event_at, event_zone, valid_from, valid_to)

    async def _commit(
        self,
        space: Space,
        prepared: Sequence[Prepared | CallerError],
        *,
        keys: Sequence[str | None],
        actor: str,
    ) -> list[Stored | CallerError]:
        if not any(isinstance(one, Prepared) for one in prepared):
            return [one for one in prepared if isinstance(one, CallerError)]

        def work(tx: RecordTransaction) -> list[Stored | CallerError]:
            writer = Keeper(
                tx, space.tenant, self._settings.storing, self._ids, self._clock.now(), actor
            )
            return [
                one if isinstance(one, CallerError) else writer.keep(one, key)
                for one, key in zip(prepared, keys, strict=True)
            ]

        if any(isinstance(one, Prepared) and is_queued(space.tenant, one) for one in prepared):
            await self._visits.expect(space)
        deferred = [one for one in prepared if isinstance(one, Prepared) and not one.parts]
        if deferred:
            await self._documents.expect(space)
        answers = await space.stores.records.write(work)
        for answer in answers:
            if isinstance(answer, Stored) and answer.process_id and not answer.is_repeat:
                assert answer.source_id is not None
                self._documents.take_up(space.tenant.id, answer.source_id, answer.process_id)
        return answers


def _is_kept(answer: Stored) -> bool:
    """Whether the text is in the records as memories, so that indexes can take it in."""
    return answer.stored and answer.process_id is None


def _keyed(key: str | None, item: NewMemory, *, place: int | None = None) -> str | None:
    """What tells a retry: the caller's key, with the place in a batch, else the id it chose.

    The three never meet, nor the key by which a document's words are known (`keep`).
    """
    if key:
        return f"key:{key}" if place is None else f"batch:{place}:{key}"
    return f"id:{item.id}" if item.id else None


def check_interval(valid_from: datetime | None, valid_to: datetime | None) -> None:
    """Raises InvalidRequest when a statement would hold at no time."""
    if valid_from is not None and valid_to is not None and valid_to <= valid_from:
        reason = "valid_to must be after valid_from"
        raise InvalidRequest(reason, fields=(("valid_to", reason),))


def check_text(field: str, text: str) -> str:
    """Returns the text unchanged, or raises InvalidRequest when it cannot be kept as text."""
    reason = unstorable(text) or (None if text.strip() else "has no text in it")
    if reason is not None:
        raise InvalidRequest(f"{field} {reason}", fields=((field, reason),))
    return text


def check_metadata(metadata: dict[str, Any]) -> None:
    """Raises InvalidRequest when the metadata cannot be kept as JSON."""
    try:
        text = msgspec.json.encode(metadata).decode()
    except (TypeError, ValueError, RecursionError) as error:
        reason = f"is not plain JSON: {error}"
        raise InvalidRequest(f"metadata {reason}", fields=(("metadata", reason),)) from error
    check_text("metadata", text)


def checked_procedure(given: Procedure, *, masks: bool) -> dict[str, Any]:
    """The fields that are given, secrets masked; raises InvalidRequest for what is no text."""
    found: dict[str, Any] = {}
    for name in given.__struct_fields__:
        value = getattr(given, name)
        if value is UNSET:
            continue
        texts = (value,) if isinstance(value, str) else value or ()
        for text in texts:
            check_text(f"procedure.{name}", text)
        if masks and value:
            value = mask(value)[0] if isinstance(value, str) else tuple(mask(x)[0] for x in value)
        found[name] = value
    return found


def _check_texts(item: NewMemory) -> None:
    check_text("content", item.content)
    if item.source in DERIVED_SOURCES:
        reason = f"{item.source!r} is kept for what is made of other memories"
        raise InvalidRequest(f"source: {reason}", fields=(("source", reason),))
    check_metadata(item.metadata)
    if item.procedure is not None and item.memory_type != "procedural":
        reason = "only a procedural memory has steps"
        raise InvalidRequest(f"procedure: {reason}", fields=(("procedure", reason),))
    names = {
        "namespace": item.namespace,
        "source_session": item.source_session,
        "speaker": item.speaker,
        "source": item.source,
        "id": item.id,
        **{f"tags[{n}]": tag for n, tag in enumerate(item.tags)},
        **{f"entities[{n}].name": e.name for n, e in enumerate(item.entities)},
    }
    for field, text in names.items():
        if text is not None:
            check_text(field, text)
