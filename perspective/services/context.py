"""Which memories belong into a prompt, within a number of tokens? Recall, laid out as text."""

from __future__ import annotations

import asyncio
import time
from datetime import tzinfo

from perspective.domain.answer import Context, RecalledMemory
from perspective.domain.context import Passage, pack
from perspective.domain.query import ContextQuery, RecallQuery, Scope
from perspective.ports.analyzer import Analyzer
from perspective.services.host import Space
from perspective.services.recall import Recall

# A memory with its id has seldom fewer tokens, and nobody reads more of them.
_TOKENS_EACH = 25
_MOST = 200


class Contexts:
    """Lays out what recall finds. One instance serves all tenants."""

    def __init__(self, recall: Recall, analyzer: Analyzer, zone: tzinfo) -> None:
        self._recall = recall
        self._analyzer = analyzer
        self._zone = zone

    async def context(self, space: Space, query: ContextQuery) -> Context:
        """A block of at most `token_budget` tokens; only what is in it counts as used."""
        started = time.perf_counter()
        shared = {name: getattr(query, name) for name in Scope.__struct_fields__}
        wanted = min(_MOST, 1 + query.token_budget // _TOKENS_EACH)
        answered = await self._recall.unsuspicious(
            space, RecallQuery(**shared, budget=wanted), with_suspect=query.include_suspect
        )
        found = answered.recalled
        passages = [self._passage(one) for one in found.results]
        block = await asyncio.to_thread(pack, passages, self._analyzer.n_tokens, query.token_budget)
        ids = tuple(passages[place].id for place in block.places)
        if query.reinforce:
            self._recall.reinforce(space, ids)
        took_ms = (time.perf_counter() - started) * 1000.0
        return Context(
            text=block.text,
            n_tokens=block.n_tokens,
            ids=ids,
            left_out=len(passages) - len(ids),
            suspect_left_out=answered.n_suspect,
            confident=found.confident,
            took_ms=round(took_ms, 3),
            degraded=found.degraded,
        )

    def _passage(self, one: RecalledMemory) -> Passage:
        return Passage(
            id=one.id,
            content=one.content,
            at=(one.event_at or one.recorded_at).astimezone(self._zone),
            speaker=one.speaker,
            session=one.source_session,
            source_id=one.source_id,
            ordinal=one.ordinal,
        )
