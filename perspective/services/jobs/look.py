"""What does a phase plan with? The tenant, the draft, and the wish to leave time to others."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from datetime import datetime, timedelta
from functools import partial
from typing import Protocol

import msgspec

from perspective.domain.changes.draft import Draft
from perspective.domain.memory import Recorded
from perspective.ports.records import RecordSnapshot
from perspective.services.host import Space

_PAGE = 128
_NOT_YET = timedelta(minutes=1)


class Due:
    """When next something in a tenant comes due if nobody touches it; None for never."""

    def __init__(self, now: datetime) -> None:
        self._least = now + _NOT_YET
        self.at: datetime | None = None

    def note(self, at: datetime | None) -> None:
        """Something that is not due now is so at this time. A time that has come, as rounding may have
        it, is a minute from now: it is not left out for it."""
        if at is not None and (self.at is None or at < self.at):
            self.at = max(at, self._least)


class Look(msgspec.Struct, frozen=True):
    """One look at a tenant. `marks` are the places in the change feed up to which a phase has looked
    when its plan is done; `due` gathers what the passing of time alone will make due."""

    space: Space
    draft: Draft
    now: datetime
    breathe: Callable[[], Awaitable[None]]
    marks: dict[str, int]
    due: Due

    async def standing(self) -> AsyncIterator[list[Recorded]]:
        """The memories that are neither deleted nor retired, a page at a time."""
        after = 0
        while True:
            page = await self.space.stores.records.read(partial(_page, after))
            if not page:
                return
            yield page
            after = page[-1].version.key
            await self.breathe()

    async def recorded(self, memory_ids: Iterable[str]) -> dict[str, Recorded]:
        """The memories with these ids, with their latest versions."""
        wanted = list(dict.fromkeys(memory_ids))
        found: dict[str, Recorded] = {}
        for first in range(0, len(wanted), _PAGE):
            page = await self.space.stores.records.recorded(wanted[first : first + _PAGE])
            found |= {one.memory.id: one for one in page}
        return found


def _page(after: int, snapshot: RecordSnapshot) -> list[Recorded]:
    return snapshot.survey.standing(after=after, limit=_PAGE)


class Phase(Protocol):
    """One kind of thing that a job does."""

    @property
    def name(self) -> str:
        """As it stands in change sets."""
        ...

    async def plan(self, look: Look) -> None:
        """The draft holds the steps that are due."""
        ...
