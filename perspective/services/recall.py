"""Which memories answer a question, in which order, and how sure is that?

The arms only choose candidates; every candidate is then scored exactly by every signal, with the
statistics of what the filter lets through. So a namespace of ten memories among many thousand
recalls what a store of those ten would. Answers never wait for reinforcement.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from datetime import UTC, datetime, tzinfo

import msgspec

from perspective.domain.answer import Recalled, RecalledMemory
from perspective.domain.decay import confidence_at
from perspective.domain.filter import Filter
from perspective.domain.interval import to_utc
from perspective.domain.memory import MemoryState, Recorded
from perspective.domain.query import MAX_BUDGET, RecallQuery
from perspective.domain.ranking.answer_type import asked_for
from perspective.domain.ranking.bm25 import TextStatistics
from perspective.domain.ranking.candidate import Candidate
from perspective.domain.text.normal import normal_form
from perspective.domain.text.suspect.orders import SUSPECT
from perspective.domain.text.voice import in_first_person
from perspective.domain.text.when import period_of
from perspective.errors import ModelError, StorageError
from perspective.observability.events import event_log
from perspective.ports.analyzer import Analyzer
from perspective.ports.feed import Vector
from perspective.ports.graph import Link
from perspective.ports.system import Clock
from perspective.ports.transaction import RecordTransaction
from perspective.ports.vectors import Hit
from perspective.services.gather import Pool
from perspective.services.host import Space
from perspective.services.models.meaning import Meaning
from perspective.services.rank import Found, Question, rank, to_answer, weighed
from perspective.settings import Settings

_log = event_log(__name__)

_REINFORCE_AFTER_S = 0.05
_WIDER_FOR_A_TIME = 3
_UNAGED = datetime(1970, 1, 1, tzinfo=UTC)  # before any edge was made
_MOST_OF_A_TIME = 2000  # characters of a question in which one is looked for


class Answered(msgspec.Struct, frozen=True):
    """What recall answers, and what it knew of it; `n_suspect` memories were left out."""

    recalled: Recalled
    question: Question
    found: Found
    n_suspect: int = 0


class Recall:
    """Answers questions. One instance serves all tenants."""

    def __init__(
        self,
        settings: Settings,
        analyzer: Analyzer,
        clock: Clock,
        zone: tzinfo,
    ) -> None:
        self._settings = settings
        self._analyzer = analyzer
        self._clock = clock
        self._zone = zone

    async def recall(
        self, space: Space, query: RecallQuery, *, where: Filter | None = None
    ) -> Recalled:
        """The memories that answer, best first; an arm that fails is named in `degraded`.

        `where` takes the place of the query's own filters.
        """
        return (await self.answer(space, query, where=where)).recalled

    async def answer(
        self, space: Space, query: RecallQuery, *, where: Filter | None = None
    ) -> Answered:
        """The same with what it was made from."""
        started = time.perf_counter()
        question, found, degraded = await self.find(space, query, where=where)
        ranked = rank(found, question, self._settings, decays=space.tenant.settings.decay)
        rows = await space.stores.records.at_keys([one.candidate.key for one in ranked])
        recorded = {row.version.key: row for row in rows}
        results = self._within_tokens(
            [
                to_answer(
                    one,
                    row,
                    confidence=self._confidence(space, row, question.now),
                    explain=query.explain,
                )
                for one in ranked
                if (row := recorded.get(one.candidate.key)) is not None
            ],
            query.max_tokens,
        )
        if query.reinforce:
            self.reinforce(space, [one.id for one in results])
        floor = self._settings.retrieval.confident_above
        took_ms = (time.perf_counter() - started) * 1000.0
        recalled = Recalled(
            results=results,
            confident=any(one.relevance >= floor for one in results),
            took_ms=round(took_ms, 3),
            degraded=degraded,
        )
        return Answered(recalled, question, found)

    async def unsuspicious(
        self, space: Space, query: RecallQuery, *, with_suspect: bool = False
    ) -> Answered:
        """The same without memories that order the agent about. They take nobody's place: as long
        as they do, more are asked for. Leaves no trace, whatever the query says."""
        wanted = query.budget or self._settings.retrieval.budget
        budget = wanted
        while True:
            asked = msgspec.structs.replace(query, budget=budget, reinforce=False)
            answered = await self.answer(space, asked)
            results = answered.recalled.results
            fine = [one for one in results if with_suspect or SUSPECT not in one.tags]
            if len(fine) >= wanted or len(results) < budget or budget == MAX_BUDGET:
                recalled = msgspec.structs.replace(answered.recalled, results=tuple(fine[:wanted]))
                n_suspect = len(results) - len(fine)
                return Answered(recalled, answered.question, answered.found, n_suspect)
            budget = min(MAX_BUDGET, budget * 2)

    async def find(
        self, space: Space, query: RecallQuery, *, where: Filter | None = None
    ) -> tuple[Question, Found, dict[str, str]]:
        """What ranking starts from: the query made ready, the candidates with all that is known
        of them, and the arms that failed."""
        question = await self._question(space, query, where)
        degraded: dict[str, str] = {}
        if space.reason is not None:
            degraded["vector"] = space.reason
        with space.meaning.use() as meaning:
            return question, await self._find(space, question, meaning, degraded), degraded

    def reinforce(self, space: Space, memory_ids: Sequence[str]) -> None:
        """Counts the accesses soon, together with those of other answers."""
        if not memory_ids:
            return
        space.touched.update(memory_ids)
        if space.touching is None or space.touching.done():
            space.touching = asyncio.create_task(self._touch(space), name="reinforce")

    async def _question(self, space: Space, query: RecallQuery, where: Filter | None) -> Question:
        weighed(query, self._settings.retrieval)  # a bad weight is told before anything is searched
        now = self._clock.now().astimezone(self._zone)
        where = where or self._where(query, now)
        names = frozenset(self._analyzer.names(query.query))
        speakers = await space.stores.graph.speakers_named(sorted(names), where)
        words = self._analyzer.query_words(query.query)
        return Question(
            query=query,
            where=where,
            terms=tuple(form for word in words for form in word),
            names=names,
            speakers=frozenset(speakers),
            now=now,
            budget=query.budget or self._settings.retrieval.budget,
            n_forms=tuple(map(len, words)),
            period=period_of(query.query[:_MOST_OF_A_TIME], now),
            kinds=asked_for(query.query),
        )

    def _where(self, query: RecallQuery, now: datetime) -> Filter:
        """The query's filters; times that it does not give are the present."""
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
            known_at=known_at,
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

    async def _find(
        self, space: Space, question: Question, meaning: Meaning, degraded: dict[str, str]
    ) -> Found:
        """Every candidate of every arm, with all that ranking asks of it.

        The words are looked up, and their candidates read, while the model embeds the query.
        """
        retrieval = self._settings.retrieval
        limit = max(retrieval.min_candidates, retrieval.overfetch * question.budget)
        if question.period is not None:
            limit *= _WIDER_FOR_A_TIME  # what comes first at that time may not come first of all
        pool = Pool(space.stores.records, question, retrieval.arms)
        embedding = asyncio.create_task(
            self._embed(question, meaning, degraded), name="embed-query"
        )
        try:
            (statistics, text_hits), mentions = await asyncio.gather(
                self._text_arm(space, question, limit, degraded),
                self._entity_arm(space, question, limit),
            )
            text_keys = [hit.key for hit in text_hits]
            entity_keys = [link.target_key for link in mentions]
            await pool.add([*text_keys, *entity_keys])
            vector = await embedding
        finally:
            embedding.cancel()
        vector_keys = await self._nearest(question, meaning, vector, limit, degraded)
        await pool.add(vector_keys)
        candidates = await self._believed(space, question, pool.candidates)
        keys = [one.key for one in candidates]
        cosines = await self._cosines(meaning, vector, keys, degraded)
        fitting = await self._fitting(space, question, candidates)
        return Found(
            candidates=candidates,
            cosines=cosines,
            statistics=statistics,
            links=pool.links,
            mentions={link.target_key: link.weight for link in reversed(mentions)},
            fitting=fitting,
            arms={
                "vector": frozenset(vector_keys),
                "text": frozenset(text_keys),
                "entity": frozenset(entity_keys),
                **{kind: frozenset(keys) for kind, keys in pool.brought.items()},
            },
        )

    async def _embed(
        self, question: Question, meaning: Meaning, degraded: dict[str, str]
    ) -> Vector | None:
        if meaning.embedder is None or "vector" not in self._settings.retrieval.arms:
            return None
        try:
            text = in_first_person(question.query.query, question.speakers)
            return await meaning.embedder.embed_query(text)
        except ModelError as error:
            _note_failure("vector", error, degraded)
            return None

    async def _nearest(
        self,
        question: Question,
        meaning: Meaning,
        vector: Vector | None,
        limit: int,
        degraded: dict[str, str],
    ) -> list[int]:
        if vector is None:
            return []
        try:
            hits = await meaning.vectors.search(vector, question.where, limit=limit)
        except StorageError as error:
            _note_failure("vector", error, degraded)
            return []
        return [hit.key for hit in hits]

    async def _cosines(
        self, meaning: Meaning, vector: Vector | None, keys: Sequence[int], degraded: dict[str, str]
    ) -> dict[int, float]:
        if (
            meaning.embedder is None or vector is None or "vector" in degraded
        ):  # a store that is away is not waited for twice
            return {}
        try:
            cosines = await meaning.vectors.scores(vector, keys)
        except StorageError as error:
            _note_failure("vector", error, degraded)
            return {}
        calibrated = meaning.embedder.calibration
        return {key: calibrated(cosine) for key, cosine in cosines.items()}

    async def _text_arm(
        self, space: Space, question: Question, limit: int, degraded: dict[str, str]
    ) -> tuple[TextStatistics, list[Hit]]:
        nothing = TextStatistics(0, 0, tuple(0 for _ in question.terms))
        if not question.terms or "text" not in self._settings.retrieval.arms:
            return nothing, []
        texts = space.stores.texts
        try:
            # One after the other: a search weighs the terms by these very counts.
            statistics = await texts.statistics(question.terms, question.where)
            return statistics, await texts.search(question.terms, question.where, limit=limit)
        except StorageError as error:
            _note_failure("text", error, degraded)
            return nothing, []

    async def _entity_arm(self, space: Space, question: Question, limit: int) -> list[Link]:
        """What mentions an entity that the question names; a speaker's name is weighed by who
        said what, since those who talk call each other by name all the time. A mention counts
        by its own weight: how the memory has aged is told by its recency alone."""
        names = question.names - question.speakers
        if not names or "entity" not in self._settings.retrieval.arms:
            return []
        graph = space.stores.graph
        entities = await graph.entities_named(sorted(names))
        if not entities:
            return []
        ids = [entity.id for entity in entities]
        return await graph.mentions(ids, question.where, now=_UNAGED, limit=limit)

    async def _fitting(
        self, space: Space, question: Question, candidates: Sequence[Candidate]
    ) -> frozenset[str]:
        """Those that name a thing of the kind that is asked for; that speakers name each other
        says nothing."""
        retrieval = self._settings.retrieval
        if not question.kinds or "entity" not in retrieval.arms or not retrieval.answer_type_weight:
            return frozenset()
        speakers = {normal_form(one.speaker) for one in candidates if one.speaker is not None}
        ids = [one.memory_id for one in candidates]
        return await space.stores.records.read(
            lambda snapshot: snapshot.naming(ids, question.kinds, but=speakers)
        )

    async def _believed(
        self, space: Space, question: Question, candidates: Sequence[Candidate]
    ) -> Sequence[Candidate]:
        """Those whose confidence now is what the question asks for. The arms looked at the
        confidence as it was stored, which is never less."""
        least = question.where.min_confidence
        facts = [one.key for one in candidates if one.type == "semantic"]
        if least is None or not facts:
            return candidates
        rows = await space.stores.records.at_keys(facts)
        doubted = {
            row.version.key for row in rows if self._confidence(space, row, question.now) < least
        }
        return [one for one in candidates if one.key not in doubted]

    def _confidence(self, space: Space, recorded: Recorded, now: datetime) -> float:
        kept = self._settings.decay.kept_confidence(decays=space.tenant.settings.decay)
        return confidence_at(recorded, now, per_30_days=kept)

    def _within_tokens(
        self, results: Sequence[RecalledMemory], max_tokens: int | None
    ) -> tuple[RecalledMemory, ...]:
        """As many of the best as fit."""
        if max_tokens is None:
            return tuple(results)
        n_left = max_tokens
        for n_fitting, one in enumerate(results):
            n_left -= self._analyzer.n_tokens(one.content)
            if n_left < 0:
                return tuple(results[:n_fitting])
        return tuple(results)

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


def _note_failure(arm: str, error: ModelError | StorageError, degraded: dict[str, str]) -> None:
    degraded[arm] = str(error)
    _log.warning("arm_failed", arm=arm, reason=str(error))
