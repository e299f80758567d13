"""What does ranking know of each question's candidates? Recall's first half, without a store.

Candidates are chosen as recall chooses them and described exactly, by Perspective's own analysis,
embedding and BM25; so any weights can be tried in a fraction of a second. The neighbours of all
candidates are added. Talks name no entities, so mentions count for nothing here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

import msgspec
import numpy as np
from numpy.typing import NDArray

from perspective.adapters.language.unicode_analyzer import UnicodeAnalyzer
from perspective.domain.ranking.bm25 import TextStatistics, bm25
from perspective.domain.ranking.candidate import asks
from perspective.domain.ranking.fusion import Evidence, FusionWeights, fuse
from perspective.domain.ranking.top import best
from perspective.domain.text.normal import normal_form
from perspective.domain.text.voice import in_first_person
from perspective.domain.text.when import period_of
from perspective.ports.embedder import Embedder
from perspective.ports.feed import Vector
from tests.bench.metrics import Outcome, measure
from tests.bench.talks import AskedQuestion, Talk

Floats = NDArray[np.float64]
Places = NDArray[np.intp]

_N_KEPT = 20


class Case(msgspec.Struct, frozen=True):
    """A question to a talk: its candidates by turn id, in the order of the talk, and what is
    known of them."""

    talk: str
    question: AskedQuestion
    ids: tuple[str, ...]
    evidence: Evidence

    @property
    def is_answer(self) -> NDArray[np.bool_]:
        """Which candidates answer the question, bool (n,)."""
        return np.isin(self.ids, self.question.evidence)

    def order(self, scores: Floats) -> Places:
        """The places of all candidates, best first. **Ties** the later turn first."""
        return np.lexsort((-np.arange(len(scores)), -scores))

    def outcome(self, weights: FusionWeights) -> Outcome:
        """What the question comes to under these weights, within a budget of 20."""
        order = self.order(fuse(self.evidence, weights).scores)[:_N_KEPT]
        found = measure([self.ids[n] for n in order], self.question.evidence)
        return Outcome(self.talk, self.question.id, self.question.category, found)


class Words:
    """Perspective's analysis and embedding; each text is embedded once."""

    def __init__(self, embedder: Embedder) -> None:
        self.analyzer = UnicodeAnalyzer()
        self._embedder = embedder
        self._queries: dict[str, Vector | None] = {}

    async def passages(self, texts: Sequence[str]) -> list[Vector | None]:
        """The vectors of stored texts."""
        return await self._embedder.embed_passages(texts)

    async def query(self, text: str) -> Vector | None:
        """The vector of a question."""
        if text not in self._queries:
            self._queries[text] = await self._embedder.embed_query(text)
        return self._queries[text]


class TalkIndex:
    """The turns of a talk, analysed and embedded."""

    def __init__(self, talk: Talk, words: Words, vectors: Sequence[Vector | None]) -> None:
        self.talk = talk
        self._words = words
        self._ids = np.array([turn.id for turn in talk.turns])
        self._speakers = np.array([normal_form(turn.speaker) for turn in talk.turns])
        self._sessions = np.array([str(turn.session) for turn in talk.turns])
        self._asks = np.array([asks(turn.text) for turn in talk.turns])
        n_dimensions = next(len(v) for v in vectors if v is not None)
        unread = np.full(n_dimensions, np.nan)
        self._vectors = np.array([unread if v is None else v for v in vectors], dtype=np.float64)
        documents = [words.analyzer.terms(turn.text) for turn in talk.turns]
        self._lengths = np.array([len(document) for document in documents], dtype=np.float64)
        self._counts: dict[str, Floats] = {}
        for n, document in enumerate(documents):
            for term, count in Counter(document).items():
                self._counts.setdefault(term, np.zeros(len(documents)))[n] = count

    @classmethod
    async def of(cls, talk: Talk, words: Words) -> TalkIndex:
        """The index of a talk."""
        return cls(talk, words, await words.passages([turn.text for turn in talk.turns]))

    async def case(self, question: AskedQuestion, *, limit: int) -> Case:
        """The question with the candidates of both arms, at most `limit` each, and with their
        neighbours."""
        analyzer = self._words.analyzer
        named = set(analyzer.names(question.text)) & set(self._speakers.tolist())
        vector = await self._words.query(in_first_person(question.text, named))
        n_turns = len(self._ids)
        cosines = np.full(n_turns, np.nan) if vector is None else self._vectors @ vector
        terms = analyzer.query_terms(question.text)
        frequencies = self._frequencies(terms)
        statistics = TextStatistics(
            n_turns, int(self._lengths.sum()), tuple((frequencies > 0).sum(axis=0).tolist())
        )
        text_scores = bm25(frequencies, self._lengths, statistics)
        places = self._candidates(cosines, text_scores, limit)
        return Case(
            self.talk.id,
            question,
            tuple(self._ids[places].tolist()),
            Evidence(
                cosines=cosines[places],
                frequencies=frequencies[places],
                lengths=self._lengths[places],
                statistics=statistics,
                mentions=np.zeros(len(places)),
                spoken=np.isin(self._speakers[places], list(named)),
                sessions=np.unique(self._sessions[places], return_inverse=True)[1],
                asks=self._asks[places],
                replies=np.zeros(len(places), dtype=np.bool_),
                times=self._times(question.text)[places],
                ordinals=np.full(len(places), -1),
                links=self._links(places),
                like=np.empty((0, 2), dtype=np.intp),
                likeness=np.empty(0),
            ),
        )

    def _times(self, question: str) -> Floats:
        """How near each turn is to the time that the question names, 0–1, (turns,)."""
        period = period_of(question, datetime.now(UTC))
        if period is None:
            return np.zeros(len(self._ids))
        moments = [datetime.fromisoformat(turn.at) for turn in self.talk.turns]
        return np.array([period.nearness(at.astimezone(UTC)) for at in moments])

    def _frequencies(self, terms: Sequence[str]) -> Floats:
        """float64 (turns, terms)."""
        nothing = np.zeros(len(self._ids))
        columns = [self._counts.get(term, nothing) for term in terms]
        return np.stack(columns, axis=1) if columns else np.zeros((len(self._ids), 0))

    def _candidates(self, cosines: Floats, text_scores: Floats, limit: int) -> Places:
        """The best of each arm and the turns just before and after them, in order."""
        keys = np.arange(len(self._ids))
        readable = np.flatnonzero(~np.isnan(cosines))
        matching = np.flatnonzero(text_scores > 0)
        arms = [
            rows[best(scores[rows], keys[rows], limit)]
            for rows, scores in ((readable, cosines), (matching, text_scores))
        ]
        chosen = np.concatenate(arms)
        near = [self._neighbours(chosen, step) for step in (-1, 1)]
        return np.unique(np.concatenate([chosen, *near]))

    def _neighbours(self, places: Places, step: int) -> Places:
        """The turns `step` further on in the same session, where there are any."""
        moved = places + step
        is_inside = (moved >= 0) & (moved < len(self._ids))
        places, moved = places[is_inside], moved[is_inside]
        is_same: NDArray[np.bool_] = self._sessions[places] == self._sessions[moved]
        return moved[is_same]

    def _links(self, places: Places) -> Places:
        """Which candidates are neighbours, int (m, 2), by their place among the candidates."""
        first = np.flatnonzero(np.diff(places) == 1)
        is_same = self._sessions[places[first]] == self._sessions[places[first + 1]]
        first = first[is_same]
        return np.stack([first, first + 1], axis=1)


async def cases_of(
    indexes: Mapping[str, TalkIndex], talks: Sequence[Talk], *, limit: int
) -> list[Case]:
    """Every question about every talk, put to its own talk."""
    return [
        await indexes[talk.id].case(question, limit=limit)
        for talk in talks
        for question in talk.answerable
    ]
