"""When is a stored text read, and what if reading it fails?

As long as a tenant is open, what waits in its queue is handed to the extractor a few texts at a
time, once there are enough of them or the oldest has waited long enough. What was read and the
item's new state are of one transaction, so a text is read once in effect, however often a process
was killed in between. A go that fails as a whole is tried again text by text, so that a bad one
fails alone; after some attempts, with growing waits, it is left with its reason. While the model is
missing everything waits, and no attempt counts. The raw memory is never concerned.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Sequence
from datetime import datetime, tzinfo
from typing import Protocol

import msgspec

from perspective.domain.answer import ModelHealth
from perspective.domain.extraction.reading import Passage, Reading
from perspective.domain.extraction.view import Queue, QueuedText
from perspective.domain.interval import in_zone
from perspective.domain.memory import Recorded
from perspective.errors import (
    ModelBusy,
    ModelError,
    ModelMissing,
    ModelOutputInvalid,
    StorageError,
)
from perspective.observability.events import event_log
from perspective.ports.models.extractor import Extractor
from perspective.ports.records import RecordSnapshot
from perspective.ports.system import Clock
from perspective.ports.transaction import QueueItem, QueueState, RecordTransaction
from perspective.services.background.batches import Batches
from perspective.services.background.lane import FIRST_RETRY_S, LAST_RETRY_S, Lane
from perspective.services.host import Space
from perspective.settings import ExtractionSettings

_log = event_log(__name__)

_MANY = 1_000_000


class Understanding(Protocol):
    """What becomes of a reading, within the transaction that ends its place in the queue."""

    def keep(
        self, tx: RecordTransaction, recorded: Recorded, passage: Passage, reading: Reading
    ) -> None:
        """Writes what the reading says of the memory."""
        ...


class Extraction:
    """Reads what the opened tenants have queued. One instance serves all of them."""

    def __init__(
        self,
        extractor: Extractor | None,
        understanding: Understanding,
        settings: ExtractionSettings,
        clock: Clock,
        zone: tzinfo,
    ) -> None:
        self._extractor = extractor
        self._understanding = understanding
        self._settings = settings
        self._clock = clock
        self._zone = zone
        self.batches = Batches(clock)

    async def run(self, space: Space) -> None:
        """Never returns while there may be something to read; may be cancelled at any time."""
        if self._extractor is None:
            return
        lane = Lane()
        try:
            await self._run(space, self._extractor, lane)
        finally:
            lane.let_go()

    async def _run(self, space: Space, extractor: Extractor, lane: Lane) -> None:
        retry_s = FIRST_RETRY_S
        while True:
            committed = space.next_commit()
            try:
                if lane.is_first:
                    await _take_back(space)
                    lane.is_first = False
                wait_s = await self._step(space, extractor, lane)
                if wait_s != 0.0:
                    await lane.settled()
            except StorageError as error:
                reason = type(error).__name__
                lane.is_first = True  # what was in hand is taken back
                _log.warning("extraction_held_up", tenant=space.tenant.id, reason=reason)
                await asyncio.sleep(retry_s)
                retry_s = min(retry_s * 2, LAST_RETRY_S)
                continue
            retry_s = FIRST_RETRY_S
            if wait_s != 0.0:
                await _either(committed, wait_s)

    def health(self) -> ModelHealth:
        """Whether what reads texts can be used; never waits."""
        if self._extractor is None:
            return ModelHealth(name="", state="none")
        return self._extractor.health()

    async def close(self) -> None:
        """Lets the extractor go. What waits is read at the next start."""
        if self._extractor is not None:
            await self._extractor.close()

    async def _step(self, space: Space, extractor: Extractor, lane: Lane) -> float | None:
        """Reads the next few texts, if it is time; returns how long to wait for the next, None
        if nothing waits."""
        if not space.tenant.settings.extraction or self.batches.is_paused:
            return None
        if lane.held_s > 0.0:
            return lane.held_s
        limit = self._settings.batch_items
        waiting = await space.stores.records.read(
            lambda snapshot: snapshot.queue("pending", limit=limit + lane.n_resting)
        )
        due = [item for item in waiting if lane.is_rested(item.memory_id)][:limit]
        if not due:
            return lane.next_s()
        failed = [item for item in due if lane.is_suspect(item.memory_id)]
        if failed:  # nobody else pays for its next attempt
            with self.batches.reading() as began_at:
                await self._read(space, extractor, lane, failed[:1], began_at)
            return 0.0
        age_s = (self._clock.now() - due[0].enqueued_at).total_seconds()
        is_fresh = 0.0 <= age_s < self._settings.batch_interval_s
        if len(due) < limit and is_fresh and self.batches.may_wait(due[0].enqueued_at):
            return self._settings.batch_interval_s - age_s
        with self.batches.reading() as began_at:
            await self._read(space, extractor, lane, due, began_at)
        return 0.0

    async def _read(
        self,
        space: Space,
        extractor: Extractor,
        lane: Lane,
        items: Sequence[QueueItem],
        began_at: datetime,
    ) -> None:
        """The texts of these items are read, or will be tried again, or have failed."""
        taken = await space.stores.records.write(lambda tx: _taken(tx, items))
        passages = [passage_of(recorded, self._zone) for _, recorded in taken]
        started = time.monotonic()
        try:
            answers: Sequence[Reading | ModelError] = (
                await _asked(extractor, passages) if passages else []
            )
        except ModelError as error:
            if len(taken) == 1 or isinstance(error, ModelMissing | ModelBusy):
                answers = [error] * len(taken)
            else:
                answers = [await _alone(extractor, passage) for passage in passages]
        await lane.settled()  # one batch after the other, so that names are resolved in order
        settling = self._settle(space, lane, taken, passages, answers, (started, began_at))
        if any(isinstance(answer, ModelError) for answer in answers):
            await settling  # what went wrong decides what is read next
        else:
            lane.settle(settling)

    async def _settle(
        self,
        space: Space,
        lane: Lane,
        taken: Sequence[tuple[QueueItem, Recorded]],
        passages: Sequence[Passage],
        answers: Sequence[Reading | ModelError],
        began: tuple[float, datetime],
    ) -> None:
        """What was read is kept, or goes back into the queue."""
        n_failed = 0
        keeping: list[Awaitable[None]] = []
        for (item, recorded), passage, answer in zip(taken, passages, answers, strict=True):
            if isinstance(answer, ModelMissing):
                n_failed += 1
                keeping.append(self._put_back(space, item, answer))
            elif isinstance(answer, ModelError):
                n_failed += 1
                keeping.append(self._fail(space, lane, item, answer))
            else:
                lane.forget(item.memory_id)
                keeping.append(self._keep(space, item, recorded, passage, answer))
        # Each by itself, in commits that they share.
        outcomes = await asyncio.gather(*keeping, return_exceptions=True)
        space.wake()
        for (item, _), outcome in zip(taken, outcomes, strict=True):
            if isinstance(outcome, StorageError) or (
                isinstance(outcome, BaseException) and not isinstance(outcome, Exception)
            ):
                raise outcome
            if outcome is not None:  # a mistake of ours with this text, which costs no other
                reason = f"could not be kept: {type(outcome).__name__}"
                _log.error("reading_not_kept", tenant=space.tenant.id, exc_info=outcome)
                await self._fail(space, lane, item, ModelOutputInvalid(reason))
                n_failed += 1
        lane.look_again(any(isinstance(answer, ModelMissing) for answer in answers))
        started, began_at = began
        self.batches.ended(space.tenant.id, began_at, len(taken), n_failed)
        _log.info(
            "texts_read",
            tenant=space.tenant.id,
            n_texts=len(taken),
            n_failed=n_failed,
            took_ms=round((time.monotonic() - started) * 1000.0),
        )

    async def _keep(
        self,
        space: Space,
        item: QueueItem,
        recorded: Recorded,
        passage: Passage,
        reading: Reading,
    ) -> None:
        def keep(tx: RecordTransaction) -> None:
            now = tx.queued(item.memory_id)
            current = tx.memory(item.memory_id)
            if now is None or now.state != "running" or current is None:
                return  # erased, or queued anew, meanwhile
            if current.memory.deleted_at is not None:
                tx.add(msgspec.structs.replace(now, state="done"))
                return  # restored, it is queued again
            if current.version.key != recorded.version.key:  # edited, or erased and stored anew
                tx.add(msgspec.structs.replace(now, state="pending"))
                return
            self._understanding.keep(tx, current, passage, reading)
            tx.add(msgspec.structs.replace(now, state="done", reason=None))

        await space.stores.records.write(keep)

    async def _fail(self, space: Space, lane: Lane, item: QueueItem, error: ModelError) -> None:
        """It is tried again later, or left with the reason after enough attempts."""
        is_last = item.attempts >= self._settings.max_attempts

        def fail(tx: RecordTransaction) -> None:
            now = tx.queued(item.memory_id)
            if now is not None and now.state == "running":
                state: QueueItem = msgspec.structs.replace(
                    now, state="failed" if is_last else "pending", reason=str(error)
                )
                tx.add(state)

        await space.stores.records.write(fail)
        if is_last:
            lane.forget(item.memory_id)
        else:
            wait_s = min(FIRST_RETRY_S * 2**item.attempts, LAST_RETRY_S)
            if isinstance(error, ModelBusy):  # nobody asks meanwhile, and then about all at once
                lane.hold(max(wait_s, min(error.retry_after_s or 0.0, LAST_RETRY_S)))
            else:
                lane.suspect(item.memory_id)
                lane.rest(item.memory_id, wait_s)
        reason = type(error).__name__
        _log.warning("text_not_read", tenant=space.tenant.id, reason=reason, is_last=is_last)

    async def _put_back(self, space: Space, item: QueueItem, error: ModelMissing) -> None:
        """It waits as before, and was not tried."""

        def put_back(tx: RecordTransaction) -> None:
            now = tx.queued(item.memory_id)
            if now is not None and now.state == "running":
                waiting: QueueItem = msgspec.structs.replace(
                    now, state="pending", attempts=now.attempts - 1, reason=str(error)
                )
                tx.add(waiting)

        await space.stores.records.write(put_back)


def passage_of(recorded: Recorded, zone: tzinfo) -> Passage:
    """The text as an extractor reads it, with its own time."""
    memory, version = recorded.memory, recorded.version
    at = in_zone(version.event_at or memory.recorded_at, version.event_zone, zone)
    return Passage(content=version.content, at=at, speaker=memory.speaker, role=memory.role)


async def _take_back(space: Space) -> None:
    """What an earlier run had taken in hand waits again."""
    records = space.stores.records
    items = await records.read(lambda snapshot: snapshot.queue("running", limit=_MANY))
    if items:
        waiting = [msgspec.structs.replace(item, state="pending") for item in items]
        await records.write(lambda tx: tx.add(*waiting))


def _taken(tx: RecordTransaction, items: Sequence[QueueItem]) -> list[tuple[QueueItem, Recorded]]:
    """The items that are being read from now on, with their texts; what was deleted meanwhile
    needs no reading."""
    taken: list[tuple[QueueItem, Recorded]] = []
    for one in items:
        item, recorded = tx.queued(one.memory_id), tx.memory(one.memory_id)
        if item is None or item.state != "pending":
            continue
        if recorded is None or recorded.memory.deleted_at is not None:
            tx.add(msgspec.structs.replace(item, state="done"))
            continue
        running: QueueItem = msgspec.structs.replace(
            item, state="running", attempts=item.attempts + 1
        )
        tx.add(running)
        taken.append((running, recorded))
    return taken


async def _asked(
    extractor: Extractor, passages: Sequence[Passage]
) -> Sequence[Reading | ModelError]:
    """An answer for each text. Raises a ModelError, also for what the extractor stumbled over."""
    (answers,) = await asyncio.gather(extractor.read(passages), return_exceptions=True)
    if isinstance(answers, ModelError):
        raise answers
    if isinstance(answers, Exception):
        _log.error("extractor_stumbled", exc_info=answers)
        raise ModelOutputInvalid(f"could not be read: {type(answers).__name__}") from answers
    if isinstance(answers, BaseException):
        raise answers
    if len(answers) != len(passages):
        raise ModelOutputInvalid("the extractor did not answer for each text")
    return answers


async def _alone(extractor: Extractor, passage: Passage) -> Reading | ModelError:
    """The reading of one text, or why there is none."""
    try:
        (answer,) = await _asked(extractor, [passage])
    except ModelError as error:
        return error
    return answer


async def _either(event: asyncio.Event, timeout_s: float | None) -> None:
    """Returns when it is set, or the time is over."""
    try:
        async with asyncio.timeout(timeout_s):
            await event.wait()
    except TimeoutError:
        pass


async def queue_of(space: Space, state: QueueState, *, limit: int) -> Queue:
    """How many texts are in each state, and the oldest of one state."""

    def read(snapshot: RecordSnapshot) -> tuple[dict[QueueState, int], list[QueueItem]]:
        return snapshot.queue_counts(), snapshot.queue(state, limit=limit)

    counts, items = await space.stores.records.read(read)
    texts = tuple(QueuedText(**msgspec.structs.asdict(item)) for item in items)
    return Queue(counts={str(name): n for name, n in counts.items()}, items=texts)


async def queue_failed(space: Space) -> int:
    """What has failed waits again, with no attempt counted; returns how many texts."""
    records = space.stores.records
    failed = await records.read(lambda snapshot: snapshot.queue("failed", limit=_MANY))

    def queue(tx: RecordTransaction) -> None:
        for item in failed:
            now = tx.queued(item.memory_id)
            if now is not None and now.state == "failed":
                waiting: QueueItem = msgspec.structs.replace(now, state="pending", attempts=0)
                tx.add(waiting)

    if failed:
        await records.write(queue)
        space.wake()
    return len(failed)
