"""What can a program ask about what jobs and people changed, and what waits for a word?

Groups of the engine's face, as those of `groups.py` are: they validate, open what is needed and
hand over to the services.
"""

from __future__ import annotations

from typing import Any

from perspective.domain.answer import MemoryView, shortened
from perspective.domain.changes.change_set import ChangePage, ChangeSet
from perspective.domain.changes.decision import Decision
from perspective.domain.changes.review import ReviewKind, ReviewState
from perspective.domain.changes.view import (
    ChangeView,
    Decided,
    ReviewDetail,
    ReviewPage,
    view_of_step,
)
from perspective.domain.trust.arrivals import Arrivals, ArrivalsQuery
from perspective.domain.trust.survey import MaintenancePreview, Stats
from perspective.errors import InvalidRequest
from perspective.groups import DEFAULT_TENANT, Services, checked, converted
from perspective.settings import Settings


class ChangeSets:
    """`memory.changes`: what jobs and decisions changed. Unknown ids raise NotFound."""

    def __init__(self, settings: Settings, services: Services) -> None:
        self._host = services.host
        self._changes = services.changes
        self._wait_s = settings.server.index_wait_s

    async def list(
        self, *, tenant_id: str = DEFAULT_TENANT, cursor: str | None = None, limit: int = 50
    ) -> ChangePage:
        """Change sets, the newest first."""
        async with self._host.use(tenant_id) as space:
            return await self._changes.page(space, before=cursor, limit=limit)

    async def read(
        self,
        change_id: str,
        *,
        tenant_id: str = DEFAULT_TENANT,
        cursor: str | None = None,
        limit: int = 50,
    ) -> ChangeView:
        """One of them with what its steps changed, by pages."""
        async with self._host.use(tenant_id) as space:
            detail = await self._changes.detail(space, change_id, after=_place(cursor), limit=limit)
        steps = tuple(map(view_of_step, detail.steps))
        return ChangeView(detail.change, steps, detail.next_cursor)

    async def undo(
        self,
        change_id: str,
        *,
        step: int | None = None,
        partial: bool = False,
        tenant_id: str = DEFAULT_TENANT,
        actor: str = "library",
    ) -> ChangeSet:
        """All that it changed, or that one step did, is as it was before; safe to repeat. Raises
        Conflict, with nothing undone, where something that came later rests on it or a memory was
        erased; with `partial` only those steps stay."""
        async with self._host.use(tenant_id) as space:
            undone = await self._changes.undo(
                space, change_id, actor=actor, step=step, partial=partial
            )
            await space.indexed(self._wait_s)
            return undone


class ReviewQueue:
    """`memory.reviews`: what waits for a person's word. Unknown ids raise NotFound."""

    def __init__(self, services: Services) -> None:
        self._host = services.host
        self._reviews = services.reviews

    async def list(
        self,
        state: ReviewState | None = "open",
        kind: ReviewKind | None = None,
        *,
        tenant_id: str = DEFAULT_TENANT,
        cursor: str | None = None,
        limit: int = 50,
    ) -> ReviewPage:
        """Reviews of a state and kind, or of any (None), the newest first."""
        async with self._host.use(tenant_id) as space:
            return await self._reviews.page(space, state, kind, before=cursor, limit=limit)

    async def read(
        self,
        review_id: str,
        *,
        tenant_id: str = DEFAULT_TENANT,
        cursor: str | None = None,
        limit: int = 50,
        max_chars: int | None = None,
    ) -> ReviewDetail:
        """One of them with the memories that it is about, by pages; of each content no more than
        `max_chars` characters."""
        async with self._host.use(tenant_id) as space:
            found = await self._reviews.detail(space, review_id, after=_place(cursor), limit=limit)
        memories = tuple(shortened(one, max_chars) for one in found.memories)
        return ReviewDetail(found.review, memories, found.next_cursor)

    async def decide(
        self,
        review_id: str,
        decision: Decision | str,
        *,
        tenant_id: str = DEFAULT_TENANT,
        actor: str = "library",
        **fields: Any,
    ) -> Decided:
        """Confirms, rejects, or picks one of two; `fields` are those of `Decision`. What it changes
        is a change set that can be undone, which opens the review again.

        Raises InvalidRequest, and Conflict where it was decided before or its memories changed.
        """
        wanted = (
            converted({"decision": decision, **fields}, Decision)
            if isinstance(decision, str)
            else checked(decision, **fields)
        )
        async with self._host.use(tenant_id) as space:
            return await self._reviews.decide(space, review_id, wanted, actor=actor)


class Maintenance:
    """`memory.maintenance`: how memories stand together, and what is due for them."""

    def __init__(self, services: Services) -> None:
        self._host = services.host
        self._survey = services.survey
        self._revise = services.revise
        self._browse = services.browse

    async def stats(self, *, tenant_id: str = DEFAULT_TENANT) -> Stats:
        """Counts, tokens and means by tier and type, and how full each tier is."""
        async with self._host.use(tenant_id) as space:
            return await self._survey.stats(space)

    async def arrivals(self, *, tenant_id: str = DEFAULT_TENANT, **fields: Any) -> Arrivals:
        """How many memories came in when, by hours, days, weeks or months of a time zone. `fields` are
        those of `ArrivalsQuery`. Raises InvalidRequest where there would be too many."""
        query = converted(fields, ArrivalsQuery)
        async with self._host.use(tenant_id) as space:
            return await self._survey.arrivals(space, query)

    async def archive(
        self, memory_id: str, *, tenant_id: str = DEFAULT_TENANT, actor: str = "library"
    ) -> MemoryView:
        """Puts a memory, or all parts of a source_id, into the archive; `memory.memories.restore` brings them back.
        Raises Conflict for what is pinned, retired or archived already."""
        async with self._host.use(tenant_id) as space:
            await self._revise.archive(space, memory_id, actor=actor)
            return await self._browse.read(space, memory_id, versions=False)

    async def preview(self, *, tenant_id: str = DEFAULT_TENANT) -> MaintenancePreview:
        """What the next runs would promote, archive, ask about, check and keep, and why."""
        async with self._host.use(tenant_id) as space:
            return await self._survey.preview(space)


def _place(cursor: str | None) -> int:
    """How many items came before the page."""
    if cursor is None:
        return 0
    if not (cursor.isascii() and cursor.isdigit() and len(cursor) < 16):
        raise InvalidRequest("cursor: is not one that a page gave", fields=(("cursor", "unknown"),))
    return int(cursor)
