"""How is a memory changed by hand: edited, deleted, archived, restored, pinned?

An edit appends a version and closes the one before; a delete only hides. Every change leaves an
event with what was before and after, and can be taken back.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from datetime import datetime, tzinfo
from typing import Any, TypeVar

import msgspec

from perspective.domain.event import Event, EventKind
from perspective.domain.interval import to_utc
from perspective.domain.memory import Memory, Procedural, Recorded, Version
from perspective.domain.query import MemoryEdit, Outcome
from perspective.domain.text.normal import content_hash
from perspective.domain.text.secret import mask
from perspective.domain.text.suspect.orders import SUSPECT, with_suspect
from perspective.domain.text.suspect.orders import is_suspect as orders_about
from perspective.errors import Conflict, InvalidRequest, MemoryNotFound
from perspective.ports.analyzer import Analyzer
from perspective.ports.system import Clock
from perspective.ports.transaction import QueueItem, RecordTransaction
from perspective.services.background.visits import Visits
from perspective.services.changes.withdraw import withdraw_about, withdraw_promotions
from perspective.services.host import Space
from perspective.services.ingest import (
    check_interval,
    check_metadata,
    check_text,
    checked_procedure,
)
from perspective.settings import Settings

T = TypeVar("T")

_TIME_FIELDS = ("event_at", "valid_from", "valid_to")


class Revise:
    """Changes single memories. One instance serves all tenants."""

    def __init__(
        self, settings: Settings, analyzer: Analyzer, visits: Visits, clock: Clock, zone: tzinfo
    ) -> None:
        self._visits = visits
        self._settings = settings
        self._analyzer = analyzer
        self._clock = clock
        self._zone = zone

    async def edit(self, space: Space, memory_id: str, edit: MemoryEdit, *, actor: str) -> Recorded:
        """The memory has a new version with the changes; an edit that changes nothing makes
        none. Raises MemoryNotFound, also for a deleted one."""
        changes = await asyncio.to_thread(self._changes, edit)
        procedure = changes.pop("procedure", {})
        is_now_suspect = await asyncio.to_thread(orders_about, changes.get("content", ""))

        if "content" in changes and space.tenant.settings.extraction:
            await self._visits.expect(space)

        def work(tx: RecordTransaction) -> Recorded:
            old = _living(tx, memory_id)
            fresh = {k: v for k, v in changes.items() if getattr(old.version, k) != v}
            fresh |= _redone(old.version, procedure, is_reworded="content" in fresh)
            if "content" in fresh:
                given = fresh.pop("tags", old.version.tags)
                tags = _judged(given, old.version, is_suspect=is_now_suspect)
                fresh |= {"tags": tags} if tags != old.version.tags else {}
            if not fresh:
                return old
            known_from = max(self._clock.now(), old.version.known_from)
            if "content" in fresh:
                withdraw_promotions(tx, memory_id, known_from, actor)
                old = _living(tx, memory_id)
            version: Version = msgspec.structs.replace(
                old.version, number=old.version.number + 1, known_from=known_from, **fresh
            )
            check_interval(version.valid_from, version.valid_to)
            key = tx.append(version)
            if "content" in fresh and space.tenant.settings.extraction:
                tx.add(QueueItem(memory_id=memory_id, enqueued_at=known_from))
            shown = [name for name in fresh if name not in ("terms", "content_hash")]
            tx.add(
                Event(
                    at=known_from,
                    kind="edited",
                    actor=actor,
                    memory_id=memory_id,
                    before=_shown(old.version, shown),
                    after=_shown(version, shown),
                )
            )
            return Recorded(old.memory, msgspec.structs.replace(version, key=key))

        return await self._write(space, work)

    async def delete(self, space: Space, memory_id: str, *, actor: str) -> int:
        """Recall no longer sees the memory, or all parts of the text with this source_id.

        Returns how many were deleted: 0 when they were deleted before. Raises MemoryNotFound.
        """
        return await self._hide(space, memory_id, hidden=True, actor=actor)

    async def restore(self, space: Space, memory_id: str, *, actor: str) -> int:
        """The inverse of `delete`, and of archiving; returns how many came back."""
        return await self._hide(space, memory_id, hidden=False, actor=actor)

    async def archive(self, space: Space, memory_id: str, *, actor: str) -> int:
        """The memory, or all parts of the text with this source_id, go into the archive, whatever
        strength is left; `restore` brings them back. Returns how many went.

        Raises MemoryNotFound, also for a deleted one, and Conflict, with nothing changed, for one that
        is pinned, retired, or in the archive already.
        """

        def work(tx: RecordTransaction) -> int:
            found = tx.memory(memory_id)
            targets = [found] if found is not None else tx.parts(memory_id)
            memories = [one.memory for one in targets if one.memory.deleted_at is None]
            if not memories:
                raise MemoryNotFound(f"there is no memory {memory_id!r}")
            for one in memories:
                if one.pinned:
                    raise Conflict(f"{one.id} is pinned: unpin it first")
                if one.state == "retired":
                    raise Conflict(f"{one.id} is retired: another memory stands for it")
            active = [one for one in memories if one.state == "active"]
            if not active:
                raise Conflict(f"{memory_id} is in the archive already")
            for one in active:
                tx.replace(msgspec.structs.replace(one, state="archived"))
                self._record(tx, "archived", one.id, actor)
            return len(active)

        return await self._write(space, work)

    async def pin(self, space: Space, memory_id: str, *, pinned: bool, actor: str) -> Recorded:
        """A pinned memory never fades. Raises MemoryNotFound, also for a deleted one."""

        def work(tx: RecordTransaction) -> Recorded:
            old = _living(tx, memory_id)
            if old.memory.pinned == pinned:
                return old
            memory: Memory = msgspec.structs.replace(old.memory, pinned=pinned)
            tx.replace(memory)
            self._record(tx, "pinned" if pinned else "unpinned", memory_id, actor)
            return Recorded(memory, old.version)

        return await self._write(space, work)

    async def outcome(
        self, space: Space, memory_id: str, outcome: Outcome, *, actor: str
    ) -> Recorded:
        """The procedure's latest version counts one outcome more, or one less when it is taken
        back; no version is made.

        Raises MemoryNotFound, also for a deleted one, InvalidRequest for what is no procedure, and
        Conflict when there is no such outcome to take back.
        """
        told: dict[str, Any] = {"taken_back": True} if outcome.taken_back else {}
        if outcome.note is not None:
            note = check_text("note", outcome.note)
            told["note"] = mask(note)[0] if self._settings.security.mask_secrets else note
        field = "success_count" if outcome.success else "failure_count"

        def work(tx: RecordTransaction) -> Recorded:
            old = _living(tx, memory_id)
            before = _procedure(old.version)
            after = before.after(success=outcome.success, taken_back=outcome.taken_back)
            if after is None:
                raise Conflict(f"{field} is 0: there is no such outcome to take back")
            tx.replace_detail(memory_id, after)
            tx.add(
                Event(
                    at=self._clock.now(),
                    kind="outcome",
                    actor=actor,
                    memory_id=memory_id,
                    before={field: getattr(before, field)},
                    after={field: getattr(after, field), **told},
                )
            )
            return Recorded(old.memory, msgspec.structs.replace(old.version, detail=after))

        return await space.stores.records.write(work)

    async def _hide(self, space: Space, memory_id: str, *, hidden: bool, actor: str) -> int:
        if not hidden and space.tenant.settings.extraction:
            await self._visits.expect(space)

        def work(tx: RecordTransaction) -> int:
            found = tx.memory(memory_id)
            targets = [found] if found is not None else tx.parts(memory_id)
            work = None if found is not None else tx.work(memory_id)
            if work is not None and work.state == "pending" and hidden:
                tx.add(msgspec.structs.replace(work, state="cancelled"))  # no more parts come
            if not targets and work is None:
                raise MemoryNotFound(f"there is no memory {memory_id!r}")
            now = self._clock.now()
            concerned = [t for t in targets if (t.memory.deleted_at is not None) != hidden]
            all_of_it = _with_derived(tx, concerned, hidden=hidden)
            if hidden:
                withdraw_about(tx, [one.memory.id for one in all_of_it], now, actor)
            for target in all_of_it:
                current = tx.memory(target.memory.id)
                assert current is not None
                tx.replace(
                    msgspec.structs.replace(current.memory, deleted_at=now if hidden else None)
                )
                self._record(tx, "deleted" if hidden else "restored", target.memory.id, actor)
                if (
                    not hidden
                    and space.tenant.settings.extraction
                    and not (target.memory.is_derived or target.memory.gated)
                ):  # it may have waited when it was deleted
                    tx.add(QueueItem(memory_id=target.memory.id, enqueued_at=now))
            return len(concerned) + (0 if hidden else self._unarchive(tx, targets, actor))

        return await self._write(space, work)

    def _unarchive(self, tx: RecordTransaction, targets: Sequence[Recorded], actor: str) -> int:
        """What is archived and was asked for is as if it were used now, so that no job archives it
        at once."""
        archived = [one.memory for one in targets if one.memory.state == "archived"]
        for memory in archived:
            current = tx.memory(memory.id)
            assert current is not None
            tx.replace(msgspec.structs.replace(current.memory, state="active"))
            self._record(tx, "unarchived", memory.id, actor)
        tx.touch([memory.id for memory in archived], self._clock.now())
        return len(archived)

    def _record(self, tx: RecordTransaction, kind: EventKind, memory_id: str, actor: str) -> None:
        tx.add(Event(at=self._clock.now(), kind=kind, actor=actor, memory_id=memory_id))

    async def _write(self, space: Space, work: Callable[[RecordTransaction], T]) -> T:
        result = await space.stores.records.write(work)
        space.wake()
        await space.indexed(self._settings.server.index_wait_s)
        return result

    def _changes(self, edit: MemoryEdit) -> dict[str, Any]:
        """The edit as fields of a version, checked, masked and analysed."""
        changes: dict[str, Any] = {
            name: value
            for name in edit.__struct_fields__
            if (value := getattr(edit, name)) is not msgspec.UNSET
        }
        if "event_at" in changes:
            changes["event_zone"] = None
        for field in _TIME_FIELDS:
            at: datetime | None = changes.get(field)
            if at is not None:
                changes[field], zone = to_utc(at, self._zone, field=field)
                if field == "event_at":
                    changes["event_zone"] = zone
        for tag in changes.get("tags", ()):
            check_text("tags", tag)
        check_metadata(changes.get("metadata", {}))
        if "procedure" in changes:
            changes["procedure"] = checked_procedure(
                changes["procedure"], masks=self._settings.security.mask_secrets
            )
        if "content" in changes:
            content = check_text("content", changes["content"])
            if self._settings.security.mask_secrets:
                content, _ = mask(content)
            changes["content"] = content
            changes["content_hash"] = content_hash(content)
            changes["terms"] = " ".join(self._analyzer.terms(content))
        return changes


def _with_derived(
    tx: RecordTransaction, concerned: Sequence[Recorded], *, hidden: bool
) -> list[Recorded]:
    """These, and what was read out of them: hidden when nothing that is left supports it, and shown
    again when it was hidden with one of them."""
    found = {one.memory.id: one for one in concerned}
    for target in concerned:
        for fact in tx.derived(target.memory.id):
            sources = tx.sources(fact.memory.id)
            is_left = any(
                one.memory.deleted_at is None and one.memory.id not in found for one in sources
            )
            if hidden and fact.memory.deleted_at is None and not is_left:
                found[fact.memory.id] = fact
            gone = {one.memory.deleted_at for one in sources} - {None}
            if not hidden and fact.memory.deleted_at in gone:
                found[fact.memory.id] = fact
    return list(found.values())


def _living(tx: RecordTransaction, memory_id: str) -> Recorded:
    found = tx.memory(memory_id)
    if found is None or found.memory.deleted_at is not None:
        raise MemoryNotFound(f"there is no memory {memory_id!r}")
    return found


def _procedure(version: Version) -> Procedural:
    if not isinstance(version.detail, Procedural):
        reason = "only a procedural memory has steps and outcomes"
        raise InvalidRequest(reason, fields=(("id", reason),))
    return version.detail


def _redone(old: Version, procedure: dict[str, Any], *, is_reworded: bool) -> dict[str, Any]:
    """A procedure's own fields in its next version, if other words or fields make it another way
    of doing it. Its outcomes go on being counted."""
    if not procedure and not (is_reworded and isinstance(old.detail, Procedural)):
        return {}
    detail = _procedure(old)
    changes = {name: value for name, value in procedure.items() if getattr(detail, name) != value}
    if not changes and not is_reworded:
        return {}
    return {"detail": detail.succeeded_by(f"{old.memory_id}@{old.number}", **changes)}


def _judged(tags: tuple[str, ...], old: Version, *, is_suspect: bool) -> tuple[str, ...]:
    """The tags of new words: suspect or not is told anew. A tag that somebody put on words that
    were not suspect stays, and an edit of the tags alone is not judged."""
    if is_suspect:
        return with_suspect(tags)
    if SUSPECT in tags and orders_about(old.content):
        return tuple(tag for tag in tags if tag != SUSPECT)
    return tags


def _shown(version: Version, names: list[str]) -> dict[str, Any]:
    """These fields as plain JSON values."""
    built: dict[str, Any] = msgspec.to_builtins({name: getattr(version, name) for name in names})
    return built
