"""What comes of each question? Asked through the public class, compared with the file itself."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from perspective.domain.query import MemoryListing
from perspective.domain.reflection.answer import Reflection
from perspective.engine import Perspective
from perspective.evaluation.systems.engine import Store
from tests.bench.reflect.sources import Asked, Source, next_of
from tests.bench.report import say

_BATCH = 20


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """A question's answer: the names of the cited texts, and of its sentences how many are not
    the span that they claim."""

    layout: str
    kind: str
    category: str
    text: str
    evidence: frozenset[str]
    cited: frozenset[str]
    is_known: bool
    n_sentences: int
    n_not_spans: int
    took_ms: float


async def ask_all(memory: Perspective, sources: Sequence[Source], every: int) -> list[Outcome]:
    """Stores what is not there yet; then every question of its own source and of another, and every
    few questions without the memories that answer them."""
    there = {one.id for one in await memory.tenants.list()}
    for source in sources:
        if source.name not in there:
            await _store(memory, source)
    outcomes: list[Outcome] = []
    for source in sources:
        other = next_of(sources, source)
        for n, asked in enumerate(source.questions):
            outcomes.append(await _ask(memory, source, asked))
            if asked.kind != "answerable":
                continue
            if other is not None:
                foreign = Asked(asked.text, "asked of another", asked.category)
                outcomes.append(await _ask(memory, other, foreign))
            if n % every == 0 or source.layout == "world":
                outcomes.append(await _ask_without(memory, source, asked))
        say(f"  asked: {source.name}")
    return outcomes


async def _store(memory: Perspective, source: Source) -> None:
    store = Store(memory, source.name)
    await store.create()
    for start in range(0, len(source.items), _BATCH):
        await store.add(source.items[start : start + _BATCH])
    say(f"  stored: {source.name}, {len(source.items)} texts")


async def _ask(memory: Perspective, source: Source, asked: Asked) -> Outcome:
    answer = await memory.reflect(asked.text, tenant_id=source.name, reinforce=False)
    if answer.degraded:
        raise SystemExit(f"it was degraded: {answer.degraded}")
    views = {
        name: await memory.memories.read(name, tenant_id=source.name)
        for name in {*answer.memory_ids, *(one.memory_id for one in answer.sentences)}
    }
    names = {name: str(view.current.metadata["turn"]) for name, view in views.items()}
    parts = {name for name, view in views.items() if view.ordinal is not None}
    return Outcome(
        layout=source.layout,
        kind=asked.kind,
        category=asked.category,
        text=asked.text,
        evidence=asked.evidence,
        cited=frozenset(names[name] for name in answer.memory_ids),
        is_known=answer.known,
        n_sentences=len(answer.sentences),
        n_not_spans=_n_not_spans(answer, source, names, parts),
        took_ms=answer.took_ms,
    )


def _n_not_spans(answer: Reflection, source: Source, names: dict[str, str], parts: set[str]) -> int:
    """Compared with the file: a text that was stored whole has the sentence at that place; one
    that was stored in parts has it somewhere."""
    n = 0
    for one in answer.sentences:
        text = source.texts[names[one.memory_id]]
        is_span = (
            one.text in text if one.memory_id in parts else text[one.start : one.end] == one.text
        )
        n += not (is_span and one.text)
    return n


async def _ask_without(memory: Perspective, source: Source, asked: Asked) -> Outcome:
    """The question while the memories that answer it are deleted; they come back afterwards."""
    tenant = source.name
    ids = [name for name, turn in (await _ids(memory, tenant)).items() if turn in asked.evidence]
    for name in ids:
        await memory.memories.delete(name, tenant_id=tenant)
    try:
        return await _ask(memory, source, Asked(asked.text, "answers deleted", asked.category))
    finally:
        for name in ids:
            await memory.memories.restore(name, tenant_id=tenant)


_known_ids: dict[str, dict[str, str]] = {}


async def _ids(memory: Perspective, tenant: str) -> dict[str, str]:
    """The turn of each memory."""
    if tenant not in _known_ids:
        found: dict[str, str] = {}
        cursor: str | None = None
        while True:
            listing = MemoryListing(limit=500, cursor=cursor)
            page = await memory.memories.list(listing, tenant_id=tenant)
            found |= {one.id: str(one.current.metadata["turn"]) for one in page.items}
            cursor = page.next_cursor
            if cursor is None:
                break
        _known_ids[tenant] = found
    return _known_ids[tenant]
