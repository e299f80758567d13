"""Which memories belong into a prompt, within a number of tokens? Recall, laid out as text.

And which turns of the conversation that is going on: its last ones, read from the records, so that
there is no other state that could be lost. What falls out of them is remembered like anything else.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from datetime import tzinfo

from perspective.domain.answer import Context, RecalledMemory, SessionWindow
from perspective.domain.context import Block, Passage, last_turns, pack
from perspective.domain.filter import Filter
from perspective.domain.interval import to_microseconds
from perspective.domain.memory import Recorded
from perspective.domain.query import ContextQuery, RecallQuery, Scope, SessionQuery
from perspective.domain.text.suspect.orders import SUSPECT
from perspective.ports.analyzer import Analyzer
from perspective.services.host import Space
from perspective.services.recall import Recall

# A memory with its id has seldom fewer tokens, and nobody reads more of them.
_TOKENS_EACH = 25
_MOST = 200
_PAGE = 50  # turns that are read together
_LONG = 4_000  # characters by which a turn is estimated while turns are collected


class Contexts:
    """Lays out what recall finds. One instance serves all tenants."""

    def __init__(self, recall: Recall, analyzer: Analyzer, zone: tzinfo) -> None:
        self._recall = recall
        self._analyzer = analyzer
        self._zone = zone

    async def context(self, space: Space, query: ContextQuery) -> Context:
        """A block of at most `token_budget` tokens; only what is in it counts as used."""
        started = time.perf_counter()
        window = await self._current(space, query)
        budget = query.token_budget - window.n_tokens
        shared = {name: getattr(query, name) for name in Scope.__struct_fields__}
        wanted = min(_MOST, 1 + budget // _TOKENS_EACH)
        answered = await self._recall.unsuspicious(
            space, RecallQuery(**shared, budget=wanted), with_suspect=query.include_suspect
        )
        found = answered.recalled
        told = frozenset(window.ids)
        passages = [self._passage(one) for one in found.results if one.id not in told]
        block, text = await asyncio.to_thread(self._packed, passages, window, query.token_budget)
        ids = tuple(passages[place].id for place in block.places)
        if query.reinforce:
            self._recall.reinforce(space, ids)
        took_ms = (time.perf_counter() - started) * 1000.0
        return Context(
            text=text,
            n_tokens=self._analyzer.n_tokens(text),
            ids=ids,
            left_out=len(passages) - len(ids),
            suspect_left_out=answered.n_suspect + window.suspect_left_out,
            session_ids=window.ids,
            confident=found.confident,
            took_ms=round(took_ms, 3),
            degraded=found.degraded,
        )

    async def session(self, space: Space, session: str, query: SessionQuery) -> SessionWindow:
        """The last turns of a conversation within `max_tokens`: each whole, the oldest out first.

        Statements that were read out of turns are no turns. Leaves no trace.
        """
        namespaces = None if query.namespace is None else (query.namespace,)
        return await self._window(
            space, session, namespaces, query.max_tokens, with_suspect=query.include_suspect
        )

    async def _window(
        self,
        space: Space,
        session: str,
        namespaces: tuple[str, ...] | None,
        max_tokens: int,
        *,
        with_suspect: bool,
    ) -> SessionWindow:
        where = Filter(
            as_of=None,
            known_at=None,
            namespaces=namespaces,
            states=("active", "archived", "retired"),
            session=session,
            with_superseded=True,
        )
        turns, n_suspect, is_all = await self._turns(
            space, where, max_tokens, with_suspect=with_suspect
        )
        block = await asyncio.to_thread(last_turns, turns, self._analyzer.n_tokens, max_tokens)
        return SessionWindow(
            text=block.text,
            n_tokens=block.n_tokens,
            ids=tuple(turns[place].id for place in block.places),
            is_cut=len(block.places) < len(turns) or not is_all,
            suspect_left_out=n_suspect,
        )

    async def _turns(
        self, space: Space, where: Filter, max_tokens: int, *, with_suspect: bool
    ) -> tuple[list[Passage], int, bool]:
        """The newest turns, more than fit; how many suspect ones are not among them; and whether
        these are all."""
        turns: list[Passage] = []
        n_suspect = n_tokens = 0
        before: tuple[int, str] | None = None
        while n_tokens <= max_tokens:
            page = await space.stores.records.page(where, before=before, limit=_PAGE)
            for row in page:
                if row.memory.is_derived:
                    continue
                if SUSPECT in row.version.tags and not with_suspect:
                    n_suspect += 1
                    continue
                turns.append(self._turn(row))
                n_tokens += self._analyzer.n_tokens(row.version.content[:_LONG])
            if len(page) < _PAGE:
                return turns, n_suspect, True
            before = (to_microseconds(page[-1].at), page[-1].memory.id)
        return turns, n_suspect, False

    async def _current(self, space: Space, query: ContextQuery) -> SessionWindow:
        """The turns of the current session that belong into the block."""
        if query.current_session is None:
            return SessionWindow(text="", n_tokens=0, ids=(), is_cut=False)
        most = query.session_tokens or query.token_budget // 2
        return await self._window(
            space,
            query.current_session,
            query.namespaces,
            max(1, min(most, query.token_budget)),
            with_suspect=query.include_suspect,
        )

    def _packed(
        self, passages: Sequence[Passage], window: SessionWindow, budget: int
    ) -> tuple[Block, str]:
        """The best of the passages and, behind them, the window: together within the budget."""
        n_tokens = self._analyzer.n_tokens
        room = budget - window.n_tokens
        while True:
            block = pack(passages, n_tokens, room)
            text = "\n\n".join(part for part in (block.text, window.text) if part)
            excess = n_tokens(text) - budget
            if excess <= 0 or not block.places:
                return block, text
            room -= excess

    def _turn(self, row: Recorded) -> Passage:
        memory, version = row.memory, row.version
        return Passage(
            id=memory.id,
            content=version.content,
            at=row.at.astimezone(self._zone),
            speaker=memory.speaker or memory.role,
            source_id=memory.source_id,
            ordinal=memory.ordinal,
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
