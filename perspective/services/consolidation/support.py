"""What supports a memory, what was made of it, does it hold itself, and how are pairs judged?"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Sequence
from functools import partial
from typing import TypeVar

from perspective.domain.consolidation.claims import Claims
from perspective.domain.filter import Filter
from perspective.domain.memory import Recorded
from perspective.ports.feed import Change
from perspective.ports.trust.survey import Pair
from perspective.services.jobs.look import Look

T = TypeVar("T")
Judge = Callable[[Recorded, Recorded, Pair, Claims], T | None]

_READ = 64  # pairs at once
_SMALL = 2_000  # memories
_SLICE_S = 0.01  # a judge holds the interpreter so long at most, but for one long pair


async def judged(look: Look, pairs: Sequence[Pair], judge: Judge[T]) -> AsyncIterator[T]:
    """What a judge says of each pair that is there, if it says anything; in short slices between
    which others work."""
    claims = Claims()
    for first in range(0, len(pairs), _READ):
        batch, done = pairs[first : first + _READ], 0
        found = await look.recorded(end for pair in batch for end in (pair.one, pair.other))
        while done < len(batch):
            work = partial(_slice, batch[done:], found, judge, claims)
            told: tuple[list[T], int] = await asyncio.to_thread(work)
            done += told[1]
            for one in told[0]:
                yield one
            await look.breathe()


def _slice(
    pairs: Sequence[Pair], found: dict[str, Recorded], judge: Judge[T], claims: Claims
) -> tuple[list[T], int]:
    """What is said of as many of the pairs as fit into a slice, and how many those are."""
    until, told = time.monotonic() + _SLICE_S, list[T]()
    for n, pair in enumerate(pairs, start=1):
        one, other = found.get(pair.one), found.get(pair.other)
        if one is not None and other is not None:
            said = judge(one, other, pair, claims)
            if said is not None:
                told.append(said)
        if time.monotonic() > until:
            return told, n
    return told, len(pairs)


async def candidates(look: Look, *, above: float, since: int, n_nearest: int) -> list[Pair]:
    """Pairs that may speak of one thing. In a small store too little is known of what is usual for its
    semantic edges to tell: there the nearest of each memory that changed are looked for as well."""
    records = look.space.stores.records
    pairs = await records.read(lambda snapshot: snapshot.survey.alike(above=above, since=since))
    if n_nearest and (await records.counts()).memories <= _SMALL:
        pairs += await _nearest(look, above, since, n_nearest)
    return list({frozenset((one.one, one.other)): one for one in reversed(pairs)}.values())


async def _nearest(look: Look, above: float, since: int, n_nearest: int) -> list[Pair]:
    pairs: list[Pair] = []
    stores, after = look.space.stores, since
    with look.space.meaning.use() as meaning:
        while meaning.model is not None:
            found = await stores.feed.changes(after=after, limit=_READ, model=meaning.model)
            changes = [one for one in found if one.seq <= meaning.position]
            if not changes:
                break
            for one in changes:
                if not isinstance(one, Change) or one.vector is None or one.entry.known_to:
                    continue
                where = Filter(
                    as_of=None, known_at=None, namespaces=(one.entry.namespace,),
                    states=("active", "archived"),
                )  # fmt: skip
                hits = await meaning.vectors.search(one.vector, where, limit=n_nearest + 1)
                scores = {hit.key: hit.score for hit in hits if hit.score > above}
                pairs += [
                    Pair(one.entry.memory_id, other.memory.id, scores[other.version.key])
                    for other in await stores.records.at_keys(sorted(scores))
                    if other.memory.id != one.entry.memory_id and other.version.known_to is None
                ]
            await look.breathe()
            after = changes[-1].seq
    return pairs


async def derived_alone(look: Look, memory_id: str) -> list[Recorded]:
    """What was made of a memory, and of no other that stands."""
    edges = await look.space.stores.records.read(
        lambda snapshot: snapshot.survey.edges_at(memory_id)
    )
    made = [e.target for e in edges if e.kind == "supports" and e.source == memory_id]
    found = await look.recorded(made)
    alone: list[Recorded] = []
    for one in found.values():
        if one.memory.deleted_at is not None or one.memory.state == "retired":
            continue
        sources = await sources_of(look, one.memory.id)
        if all(source.memory.id == memory_id or not stands(source) for source in sources):
            alone.append(one)
    return alone


async def sources_of(look: Look, memory_id: str) -> list[Recorded]:
    """The memories that support one."""
    edges = await look.space.stores.records.read(
        lambda snapshot: snapshot.survey.edges_at(memory_id)
    )
    ids = [e.source for e in edges if e.kind == "supports" and e.target == memory_id]
    return list((await look.recorded(ids)).values())


def stands(recorded: Recorded) -> bool:
    """Whether a memory holds now: not deleted, retired or replaced."""
    memory, version = recorded.memory, recorded.version
    is_there = memory.deleted_at is None and memory.state != "retired"
    return is_there and version.superseded_by is None
