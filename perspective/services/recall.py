"""Which memories answer a question, in which order, and how sure is that?

The arms only choose candidates; every candidate is then scored exactly by every signal, with the
statistics of what the filter lets through. So a namespace of ten memories among many thousand
recalls what a store of those ten would. Answers never wait for reinforcement.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from datetime import datetime, tzinfo

from perspective.domain.answer import Recalled
from perspective.domain.filter import Filter, IndexEntry
from perspective.domain.interval import to_utc
from perspective.domain.memory import MemoryState, Recorded
from perspective.domain.query import RecallQuery
from perspective.domain.ranking.bm25 import TextStatistics
from perspective.domain.text.voice import in_first_person
from perspective.errors import ModelError, StorageError
from perspective.observability.events import event_log
from perspective.ports.analyzer import Analyzer
from perspective.ports.embedder import Embedder
from perspective.ports.feed import Vector
from perspective.ports.graph import Link
from perspective.ports.system import Clock
from perspective.ports.transaction import RecordTransaction
from perspective.ports.vectors import Hit
from perspective.services.host import Space
from perspective.services.rank import Found, Question, Ranked, rank, to_answer
from perspective.settings import Settings

_log = event_log(__name__)

_REINFORCE_AFTER_S = 0.05
_MAX_NEIGHBOURS = 100


class Recall:
    """Answers questions. One instance serves all tenants."""

    def __init__(
        self,
        settings: Settings,
        analyzer: Analyzer,
        embedder: Embedder | None,
        clock: Clock,
        zone: tzinfo,
    ) -> None:
        self._settings = settings
        self._analyzer = analyzer
        self._embedder = embedder
        self._clock = clock
        self._zone = zone

    async def recall(
        self, space: Space, query: RecallQuery, *, where: Filter | None = None
    ) -> Recalled:
        """The memories that answer, best first; an arm that fails is named in `degraded`.

        `where` takes the place of the query's own filters.
        """
        started = time.perf_counter()
        question = await self._question(space, query, where)
        degraded: dict[str, str] = {}
        found = await self._find(space, question, degraded)
        ranked = rank(found, question, self._settings, decays=space.tenant.settings.decay)
        chosen = self._within_budget(ranked, query)
        if query.reinforce and chosen:
            self._reinforce(space, [one.recorded.memory.id for one in chosen])
        floor = self._settings.retrieval.confident_above
        took_ms = (time.perf_counter() - started) * 1000.0
        return Recalled(
            results=tuple(to_answer(one, explain=query.explain) for one in chosen),
            confident=any(one.relevance >= floor for one in chosen),
            took_ms=round(took_ms, 3),
            degraded=degraded,
        )

    async def _question(self, space: Space, query: RecallQuery, where: Filter | None) -> Question:
        now = self._clock.now()
        where = where or self._where(query, now)
        names = frozenset(self._analyzer.names(query.query))
        speakers = await space.stores.graph.speakers_named(sorted(names), where)
        return Question(
            query=query,
            where=where,
            terms=tuple(self._analyzer.query_terms(query.query)),
            names=names,
            speakers=frozenset(speakers),
            now=now,
            budget=query.budget or self._settings.retrieval.budget,
        )

    def _where(self, query: RecallQuery, now: datetime) -> Filter:
        """The query's filters; times that it does not give are now."""
        as_of, known_at, since, until = (
            None if at is None else to_utc(at, self._zone, field=field)[0]
            for field, at in (
                ("as_of", query.as_of),
                ("known_at", query.known_at),
                ("since", query.since),
                ("until", query.until),
            )
        )
        states: list[MemoryState] = ["active"]
        if query.include_archived:
            states.append("archived")
        if known_at is not None:
            states.append("retired")
        return Filter(
            as_of=as_of or now,
            known_at=known_at or now,
            namespaces=query.namespaces,
            types=query.types,
            states=tuple(states),
            tags=query.tags,
            session=query.session,
            speaker=query.speaker,
            since=since,
            until=until,
            min_confidence=query.min_confidence,
            with_superseded=as_of is not None or known_at is not None,
        )

    async def _find(self, space: Space, question: Question, degraded: dict[str, str]) -> Found:
        """Every candidate of every arm, with all that ranking asks of it."""
        retrieval = self._settings.retrieval
        limit = max(retrieval.min_candidates, retrieval.overfetch * question.budget)
        stores, where = space.stores, question.where
        by_vector, by_text, by_entity = await asyncio.gather(
            self._vector_arm(space, question, limit, degraded),
            self._text_arm(space, question, limit, degraded),
            self._entity_arm(space, question, limit),
        )
        vector, vector_hits = by_vector
        statistics, text_hits = by_text
        keys = list(
            dict.fromkeys(
                [hit.key for hit in vector_hits]
                + [hit.key for hit in text_hits]
                + [link.target_key for link in by_entity]
            )
        )
        recorded = _visible(await stores.records.at_keys(keys), space, where)
        links: list[Link] = []
        if "temporal" in retrieval.arms and recorded:
            ids = [one.memory.id for one in recorded]
            links = await stores.graph.adjacent(
                ids, ("temporal",), where, now=question.now, limit=4 * len(ids)
            )
            present = {one.version.key for one in recorded}
            new = dict.fromkeys(k.target_key for k in links if k.target_key not in present)
            recorded += await stores.records.at_keys(list(new)[:_MAX_NEIGHBOURS])
        cosines: dict[int, float] = {}
        if vector is not None:
            cosines = await stores.vectors.scores(vector, [r.version.key for r in recorded])
        return Found(
            recorded=recorded,
            cosines=cosines,
            statistics=statistics,
            links=links,
            mentions={link.target_key: link.weight for link in reversed(by_entity)},
            arms={
                "vector": frozenset(hit.key for hit in vector_hits),
                "text": frozenset(hit.key for hit in text_hits),
                "entity": frozenset(link.target_key for link in by_entity),
            },
        )

    async def _vector_arm(
        self, space: Space, question: Question, limit: int, degraded: dict[str, str]
    ) -> tuple[Vector | None, list[Hit]]:
        if self._embedder is None or "vector" not in self._settings.retrieval.arms:
            return None, []
        try:
            text = in_first_person(question.query.query, question.speakers)
            vector = await self._embedder.embed_query(text)
            if vector is None:
                return None, []
            return vector, await space.stores.vectors.search(vector, question.where, limit=limit)
        except (ModelError, StorageError) as error:
            degraded["vector"] = str(error)
            _log.warning("arm_failed", arm="vector", reason=str(error))
            return None, []

    async def _text_arm(
        self, space: Space, question: Question, limit: int, degraded: dict[str, str]
    ) -> tuple[TextStatistics, list[Hit]]:
        nothing = TextStatistics(0, 0, tuple(0 for _ in question.terms))
        if not question.terms or "text" not in self._settings.retrieval.arms:
            return nothing, []
        texts = space.stores.texts
        try:
            return await asyncio.gather(
                texts.statistics(question.terms, question.where),
                texts.search(question.terms, question.where, limit=limit),
            )
        except StorageError as error:
            degraded["text"] = str(error)
            _log.warning("arm_failed", arm="text", reason=str(error))
            return nothing, []

    async def _entity_arm(self, space: Space, question: Question, limit: int) -> list[Link]:
        if not question.names or "entity" not in self._settings.retrieval.arms:
            return []
        graph = space.stores.graph
        entities = await graph.entities_named(sorted(question.names))
        if not entities:
            return []
        ids = [entity.id for entity in entities]
        return await graph.mentions(ids, question.where, now=question.now, limit=limit)

    def _within_budget(self, ranked: Sequence[Ranked], query: RecallQuery) -> list[Ranked]:
        if query.max_tokens is None:
            return list(ranked)
        chosen: list[Ranked] = []
        n_left = query.max_tokens
        for one in ranked:
            n_left -= self._analyzer.n_tokens(one.recorded.version.content)
            if n_left < 0:
                break
            chosen.append(one)
        return chosen

    def _reinforce(self, space: Space, memory_ids: Sequence[str]) -> None:
        """Counts the accesses soon, together with those of other answers."""
        space.touched.update(memory_ids)
        if space.touching is None or space.touching.done():
            space.touching = asyncio.create_task(self._touch(space), name="reinforce")

    async def _touch(self, space: Space) -> None:
        while space.touched:
            await asyncio.sleep(_REINFORCE_AFTER_S)
            ids, at = sorted(space.touched), self._clock.now()
            space.touched.clear()

            def work(tx: RecordTransaction, ids: list[str] = ids, at: datetime = at) -> None:
                tx.touch(ids, at)

            try:
                await space.stores.records.write(work)
            except StorageError as error:
                _log.warning("reinforcement_lost", n_memories=len(ids), reason=str(error))


def _visible(found: list[Recorded], space: Space, where: Filter) -> list[Recorded]:
    """An index that is behind may still find what was deleted or edited: the records decide."""
    if not any(pump.is_behind for pump in space.pumps.values()):
        return found
    return [one for one in found if where.matches(IndexEntry.of(one))]
