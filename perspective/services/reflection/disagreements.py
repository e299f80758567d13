"""What do other memories say against the cited ones? Contradictions are named, never settled here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, tzinfo

import msgspec

from perspective.domain.filter import Filter, IndexEntry
from perspective.domain.memory import Recorded
from perspective.domain.reflection.answer import CitedSentence, Disagreement
from perspective.domain.text.suspect.orders import SUSPECT
from perspective.ports.graph import Link
from perspective.ports.records import RecordStore

_MOST = 50

Excerpt = Callable[[str], tuple[int, int]]


async def disagreements(
    records: RecordStore,
    cited: Sequence[Recorded],
    where: Filter,
    *,
    now: datetime,
    zone: tzinfo,
    excerpt: Excerpt,
    with_suspect: bool,
) -> tuple[Disagreement, ...]:
    """The memories that contradict a cited one, and those that took its place or gave way to it.

    They pass the same filter, but for the time: what no longer holds is named too. `excerpt` tells
    which sentence of a text speaks of the question. Each pair once, in the order of `cited`.
    """
    ids = [one.memory.id for one in cited]
    wide = _at_any_time(where)
    links = await records.read(
        lambda snapshot: snapshot.adjacent(ids, ("contradicts",), wide, now=now, limit=_MOST)
    )
    linked = {row.version.key: row for row in await records.at_keys([x.target_key for x in links])}
    pairs = _pairs(cited, links, linked)
    pairs += await _successors(records, cited, wide)
    found: dict[frozenset[str], Disagreement] = {}
    for one, other in pairs:
        names = frozenset((one.memory.id, other.memory.id))
        if len(names) == 2 and (with_suspect or SUSPECT not in other.version.tags):
            found.setdefault(names, _named(one, other, zone, excerpt))
    return tuple(found.values())


def _at_any_time(where: Filter) -> Filter:
    """The same filter, for what held at another time as well. What was not known yet stays
    unknown."""
    wide: Filter = msgspec.structs.replace(where, as_of=None, with_superseded=True)
    return wide


def _pairs(
    cited: Sequence[Recorded], links: Sequence[Link], linked: dict[int, Recorded]
) -> list[tuple[Recorded, Recorded]]:
    by_id: dict[str, list[Recorded]] = {}
    for link in links:
        if link.target_key in linked:
            by_id.setdefault(link.source_id, []).append(linked[link.target_key])
    return [(one, other) for one in cited for other in by_id.get(one.memory.id, ())]


async def _successors(
    records: RecordStore, cited: Sequence[Recorded], where: Filter
) -> list[tuple[Recorded, Recorded]]:
    """What took the place of a cited memory, where another time was asked for."""
    wanted = {one.version.superseded_by for one in cited} - {None}
    rows = await records.recorded(sorted(str(name) for name in wanted)) if wanted else []
    known = {row.memory.id: row for row in rows if where.matches(IndexEntry.of(row))}
    return [
        (one, known[name])
        for one in cited
        if (name := one.version.superseded_by) is not None and name in known
    ]


def _named(one: Recorded, other: Recorded, zone: tzinfo, excerpt: Excerpt) -> Disagreement:
    by = None
    if other.version.superseded_by == one.memory.id:
        by = one.memory.id
    elif one.version.superseded_by == other.memory.id:
        by = other.memory.id
    content = other.version.content
    start, end = excerpt(content)
    return Disagreement(
        kind="contradicts" if by is None else "superseded",
        memory_id=one.memory.id,
        other=CitedSentence(
            text=content[start:end],
            memory_id=other.memory.id,
            start=start,
            end=end,
            at=other.at.astimezone(zone),
            speaker=other.memory.speaker,
            memory_ids=(other.memory.id,),
        ),
        by=by,
    )
