"""What do the memories answer to a question, sentence by sentence, each with what it rests on?

Recall finds more than is shown; where the best of it does not fit, the answer is "not known". Else the
sentences that speak of the question are chosen, or a language model writes some, of which those are
kept that the cited memories say. Contradictions of what is cited are named.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from datetime import tzinfo
from itertools import pairwise

from perspective.domain.answer import RecalledMemory
from perspective.domain.context import Passage, lay_out
from perspective.domain.memory import Recorded
from perspective.domain.query import RecallQuery, ReflectQuery, Scope
from perspective.domain.ranking.fusion import fuse
from perspective.domain.reflection.answer import CitedSentence, Disagreement, Reflection, times_of
from perspective.domain.reflection.choosing import Statement, choose
from perspective.domain.reflection.support import N_FITTING, support
from perspective.errors import ModelError
from perspective.observability.events import event_log
from perspective.ports.analyzer import Analyzer
from perspective.services.host import Space
from perspective.services.rank import evidence_of, fusion_weights
from perspective.services.recall import Answered, Recall
from perspective.services.reflection.disagreements import disagreements
from perspective.services.reflection.sentences import Words, statements_of
from perspective.services.reflection.writing import Writer
from perspective.settings import Settings

_log = event_log(__name__)

_MODEL = "model"


class Reflect:
    """Answers with citations. One instance serves all tenants; `writer` is None without a model."""

    def __init__(
        self,
        recall: Recall,
        writer: Writer | None,
        settings: Settings,
        analyzer: Analyzer,
        zone: tzinfo,
    ) -> None:
        self._recall = recall
        self._writer = writer
        self._settings = settings
        self._analyzer = analyzer
        self._zone = zone

    async def reflect(self, space: Space, query: ReflectQuery) -> Reflection:
        """The answer, or that nothing is known. Only what is cited counts as used."""
        started = time.perf_counter()
        shared = {name: getattr(query, name) for name in Scope.__struct_fields__}
        asked = RecallQuery(**shared, budget=self._settings.reflection.n_memories)
        answered = await self._recall.unsuspicious(space, asked, with_suspect=query.include_suspect)
        degraded = dict(answered.recalled.degraded)
        sentences: tuple[CitedSentence, ...] = ()
        author: str | None = None
        if self._supports(answered) >= self._settings.reflection.known_above:
            chosen = await asyncio.to_thread(self._chosen, answered, query.max_sentences)
            sentences, author = await self._written(query, answered, chosen, degraded)
        ids = tuple(dict.fromkeys(name for one in sentences for name in one.memory_ids))
        if query.reinforce:
            self._recall.reinforce(space, ids)
        conflicts = await self._conflicts(space, query, answered, ids)
        return Reflection(
            answer=self._laid_out(sentences, author, answered.recalled.results),
            known=bool(sentences),
            sentences=sentences,
            memory_ids=ids,
            conflicts=conflicts,
            model=author,
            suspect_left_out=answered.n_suspect,
            took_ms=round((time.perf_counter() - started) * 1000.0, 3),
            degraded=degraded,
        )

    def _supports(self, answered: Answered) -> float:
        """How likely what was found answers the question, 0–1."""
        found = answered.found
        best = [one.id for one in answered.recalled.results[:N_FITTING]]
        if not best:
            return 0.0
        evidence = evidence_of(found, answered.question)
        fused = fuse(evidence, fusion_weights(self._settings.retrieval))
        places = {one.memory_id: n for n, one in enumerate(found.candidates)}
        return support(
            [float(fused.relevance[places[name]]) for name in best],
            [float(fused.scores[places[name]]) for name in best],
            found.statistics.n_documents,
        )

    def _chosen(self, answered: Answered, n: int) -> tuple[CitedSentence, ...]:
        """Sentences of the memories as they are, best first."""
        results = answered.recalled.results
        chosen = choose(statements_of(results, answered, self._analyzer), n)
        return tuple(self._cited(results[one.place], one) for one in chosen)

    def _cited(self, memory: RecalledMemory, one: Statement) -> CitedSentence:
        text = memory.content[one.start : one.end]
        at = (memory.event_at or memory.recorded_at).astimezone(self._zone)
        return CitedSentence(
            text=text,
            memory_id=memory.id,
            start=one.start,
            end=one.end,
            at=at,
            speaker=memory.speaker,
            memory_ids=(memory.id,),
            times=times_of(text, at),
        )

    async def _written(
        self,
        query: ReflectQuery,
        answered: Answered,
        chosen: tuple[CitedSentence, ...],
        degraded: dict[str, str],
    ) -> tuple[tuple[CitedSentence, ...], str | None]:
        """What the model answers, and its name; the chosen sentences where it does not."""
        if self._writer is None or not query.use_model or not chosen:
            return chosen, None
        results = answered.recalled.results
        try:
            written = await self._writer.write(
                query.query, results, max_sentences=query.max_sentences
            )
        except ModelError as error:
            degraded[_MODEL] = str(error)
            _log.warning("reflection_without_model", reason=type(error).__name__)
            return chosen, None
        if written.is_known and not written.sentences:
            degraded[_MODEL] = "nothing that the model wrote is supported by what it cites"
            return chosen, None
        return written.sentences, self._writer.name

    async def _conflicts(
        self, space: Space, query: ReflectQuery, answered: Answered, ids: Sequence[str]
    ) -> tuple[Disagreement, ...]:
        if not ids:
            return ()
        records = space.stores.records
        keys = {one.memory_id: one.key for one in answered.found.candidates}
        cited: list[Recorded] = await records.at_keys([keys[name] for name in ids])
        words = Words(answered, self._analyzer)

        def excerpt(content: str) -> tuple[int, int]:
            best = choose(words.statements(0, content), 1)
            return (best[0].start, best[0].end) if best else (0, len(content))

        return await disagreements(
            records,
            cited,
            answered.question.where,
            now=answered.question.now,
            zone=self._zone,
            excerpt=excerpt,
            with_suspect=query.include_suspect,
        )

    def _laid_out(
        self,
        sentences: Sequence[CitedSentence],
        author: str | None,
        results: Sequence[RecalledMemory],
    ) -> str:
        """The sentences as text: a model's as it wrote them, chosen ones by memory and day."""
        if author is not None:
            return "\n".join(f"{one.text} [{', '.join(one.memory_ids)}]" for one in sentences)
        by_id = {one.id: one for one in results}
        said: dict[str, list[CitedSentence]] = {}
        for one in sorted(sentences, key=lambda one: one.start):
            said.setdefault(one.memory_id, []).append(one)
        return lay_out(
            [
                Passage(
                    id=name,
                    content=_joined(by_id[name].content, own),
                    at=own[0].at,
                    speaker=own[0].speaker,
                    session=by_id[name].source_session,
                )
                for name, own in said.items()
            ]
        )


def _joined(content: str, sentences: Sequence[CitedSentence]) -> str:
    """Sentences of one memory in its order; what is left out between two is shown by a sign."""
    text = sentences[0].text
    for before, one in pairwise(sentences):
        is_next = not content[before.end : one.start].strip()
        text += (" " if is_next else " … ") + one.text
    return text
