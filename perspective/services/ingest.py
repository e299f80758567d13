"""What happens to a text on its way in: from the caller's words to a durable, findable memory?

validate → mask → gate → split → analyse, all before the one transaction that keeps it; then the
pumps are woken, and the answer waits for them as long as the caller wants. Models are not asked
here: none can lose, refuse or delay the commit.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import datetime, tzinfo
from typing import Any

import msgspec

from perspective.domain.answer import Stored
from perspective.domain.interval import to_utc
from perspective.domain.query import NewMemory
from perspective.domain.text.gate import gate
from perspective.domain.text.normal import content_hash, unstorable
from perspective.domain.text.parts import pack
from perspective.domain.text.secret import mask
from perspective.errors import CallerError, InvalidRequest
from perspective.ports.analyzer import Analyzer
from perspective.ports.system import Clock, Ids
from perspective.ports.transaction import RecordTransaction
from perspective.services.host import Space
from perspective.services.keep import Keeper, Part, Prepared, Times
from perspective.settings import Settings

_INLINE_BYTES = 8_192


class Ingest:
    """Takes texts in. One instance serves all tenants."""

    def __init__(
        self, settings: Settings, analyzer: Analyzer, clock: Clock, ids: Ids, zone: tzinfo
    ) -> None:
        self._settings = settings
        self._analyzer = analyzer
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
    ) -> list[Stored | CallerError]:
        """As `store`, in one transaction; what is wrong with an item is its own answer."""
        given = [item for item in items if isinstance(item, NewMemory)]
        keys = [_keyed(key, item, place=n) for n, item in enumerate(given)]
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
        has_text = any(answer.stored for answer in answers)
        timeout_s = self._settings.server.index_wait_s
        is_indexed = wait and has_text and await space.indexed(timeout_s)
        return [
            msgspec.structs.replace(answer, indexed=is_indexed and answer.stored)
            for answer in answers
        ]

    async def _prepare(self, items: Sequence[NewMemory]) -> list[Prepared | CallerError]:
        if sum(len(item.content) for item in items) <= _INLINE_BYTES:
            return [self._prepare_one(item) for item in items]
        return await asyncio.to_thread(lambda: [self._prepare_one(item) for item in items])

    def _prepare_one(self, item: NewMemory) -> Prepared | CallerError:
        try:
            _check_texts(item)
            times = self._times(item)
        except InvalidRequest as error:
            return error
        request_hash = content_hash(msgspec.json.encode(item, order="sorted").decode())
        content, masked = (
            mask(item.content) if self._settings.security.mask_secrets else (item.content, 0)
        )
        return Prepared(
            item=item,
            whole=content,
            parts=self._parts(content),
            times=times,
            masked=masked,
            gated=gate(content, item.role),
            request_hash=request_hash,
        )

    def _parts(self, content: str) -> tuple[Part, ...]:
        limit = self._settings.storing.part_tokens
        if self._analyzer.n_tokens(content) <= limit:
            return (self._part(content),)
        spans = self._analyzer.sentences(content)
        lengths = [self._analyzer.n_tokens(content[span.start : span.end]) for span in spans]
        overlap = self._settings.storing.overlap_sentences
        ranges = pack(lengths, limit=limit, overlap=overlap)
        texts = [content[spans[a].start : spans[b - 1].end].strip() for a, b in ranges]
        parts = tuple(self._part(text) for text in texts if text)
        return parts if len(parts) > 1 else (self._part(content),)

    def _part(self, content: str) -> Part:
        terms = " ".join(self._analyzer.terms(content))
        return Part(content, content_hash(content), terms)

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

        return await space.stores.records.write(work)


def _keyed(key: str | None, item: NewMemory, *, place: int | None = None) -> str | None:
    """What tells a retry: the caller's key, with the place in a batch, else the id it chose.

    The three never meet.
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


def _check_texts(item: NewMemory) -> None:
    check_text("content", item.content)
    check_metadata(item.metadata)
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
