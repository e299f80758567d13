"""What was asked already, and need not be asked again?"""

from __future__ import annotations

from functools import partial

from perspective.domain.changes.review import Review, ReviewKind
from perspective.ports.records import RecordSnapshot
from perspective.services.jobs.look import Look

_PAGE = 256


async def settled(look: Look, kind: ReviewKind) -> set[frozenset[str]]:
    """The memories of each review of a kind, open or decided."""
    return {frozenset(one.memory_ids) for one in await reviews_of(look, kind)}


async def reviews_of(look: Look, kind: ReviewKind) -> list[Review]:
    """All reviews of a kind, open or decided, the newest first."""
    found: list[Review] = []
    before: str | None = None
    while True:
        page = await look.space.stores.records.read(partial(_page, kind, before))
        found += page
        if len(page) < _PAGE:
            return found
        before = page[-1].id


def _page(kind: ReviewKind, before: str | None, snapshot: RecordSnapshot) -> list[Review]:
    return snapshot.archive.reviews(None, kind, before=before, limit=_PAGE)
