"""What does recall know of each question's candidates? Its own first half, asked once and kept.

The talks are stored through the public class and found with recall's own candidates, so what a
weight does here is what it does in the product; any weights can then be tried in milliseconds.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
import numpy as np
from numpy.typing import NDArray

from perspective.domain.query import RecallQuery
from perspective.domain.ranking.candidate import Candidate
from perspective.domain.ranking.fusion import Evidence, Fused
from perspective.domain.text.voice import in_first_person
from perspective.engine import Perspective
from perspective.evaluation.systems.engine import Store, as_memory
from perspective.evaluation.talk import Question, Talk
from perspective.services.rank import evidence_of, fused_of
from perspective.settings import ExtractionSettings, IndexSettings, RetrievalSettings, Settings
from perspective.wiring import open_engine
from tests.bench.metrics import Outcome, measure
from tests.bench.report import say

BUDGET = 20
_BATCH = 200
_UNREAD = Settings(index=IndexSettings(semantic_links=0), extraction=ExtractionSettings(mode="off"))
_READ = Settings(
    index=IndexSettings(semantic_links=0),
    extraction=ExtractionSettings(mode="rules", batch_interval_s=0.2),
)


class Case(msgspec.Struct, frozen=True):
    """A question put to a talk: `turns` names each candidate's turn. `about` is the talk that the
    question belongs to."""

    talk: Talk
    about: Talk
    question: Question
    turns: tuple[str, ...]
    candidates: Sequence[Candidate]
    evidence: Evidence

    @property
    def is_answer(self) -> NDArray[np.bool_]:
        """Which candidates answer the question, bool (n,)."""
        known = self.question.evidence if self.talk is self.about else ()
        return np.isin(self.turns, known)

    def fused(self, settings: RetrievalSettings) -> Fused:
        """The candidates' scores under these settings."""
        return fused_of(self.candidates, self.evidence, settings)

    def order(self, scores: NDArray[np.float64]) -> NDArray[np.intp]:
        """The places of all candidates, best first. **Ties** the newer first."""
        keys = np.array([one.key for one in self.candidates])
        return np.lexsort((-keys, -scores))

    def found(self, settings: RetrievalSettings) -> list[str]:
        """The turns in the order in which they are found; of several parts the first counts."""
        order = self.order(self.fused(settings).scores)
        return list(dict.fromkeys(self.turns[n] for n in order))

    def outcome(self, found: Sequence[str]) -> Outcome:
        """What the question comes to when this is found."""
        measures = measure(found[:BUDGET], self.question.evidence)
        return Outcome(self.talk.id, self.question.id, self.question.category, measures)

    def is_newer_first(self, found: Sequence[str]) -> bool | None:
        """Of a question about a change, whether the newer statement stands above the older."""
        if not (self.question.older and self.question.newer):
            return None
        places = {name: n for n, name in enumerate(found)}
        older, newer = (
            min(places.get(name, len(found)) for name in names)
            for names in (self.question.older, self.question.newer)
        )
        return newer < older


class Cases(msgspec.Struct, frozen=True):
    """The talks' own questions, and questions about other talks: as they are, and with their
    speakers' names put as "I"."""

    own: list[Case]
    foreign: list[Case]
    nameless: list[Case]


async def gather(talks: Sequence[Talk], *, is_read: bool = False) -> Cases:
    """Stores the talks, has them read by the rules if asked to, and asks every question of its own
    talk and of the next of its layout."""
    cases = Cases([], [], [])
    with TemporaryDirectory(prefix="perspective-tune-") as folder:
        memory = open_engine(_READ if is_read else _UNREAD, data_dir=Path(folder))
        await memory.open()
        try:
            stores = {
                talk.id: await _stored(memory, n, talk, is_read=is_read)
                for n, talk in enumerate(talks)
            }
            if is_read:
                for store in stores.values():
                    await store.read(lambda *_: None)
                    say(f"  read: {store.tenant_id}")
            for talk in talks:
                other = _next(talks, talk)
                for question in talk.asked:
                    cases.own.append(await _case(memory, stores[talk.id], talk, talk, question))
                    if other is None or question.is_unanswerable:
                        continue
                    put = (memory, stores[other.id], other, talk)
                    cases.foreign.append(await _case(*put, question))
                    text = in_first_person(question.text, talk.speakers)
                    nameless = msgspec.structs.replace(question, text=text)
                    cases.nameless.append(await _case(*put, nameless))
                say(f"  asked: {talk.id}")
        finally:
            await memory.close()
    return cases


async def _stored(memory: Perspective, n: int, talk: Talk, *, is_read: bool) -> Store:
    store = Store(memory, f"tune-{n}")
    await store.create(is_read=is_read)
    items = [as_memory(turn) for turn in talk.turns]
    for start in range(0, len(items), _BATCH):
        await store.add(items[start : start + _BATCH])
    say(f"  stored: {talk.id}, {len(items)} turns")
    return store


async def _case(
    memory: Perspective, store: Store, talk: Talk, about: Talk, question: Question
) -> Case:
    services = memory._services
    query = RecallQuery(query=question.text, budget=BUDGET, reinforce=False)
    async with services.host.use(store.tenant_id) as space:
        asked, found, degraded = await services.recall.find(space, query)
        if degraded:
            raise SystemExit(f"recall was degraded: {degraded}")
        keys = [one.key for one in found.candidates]
        rows = await space.stores.records.at_keys(keys)
    turns = {row.version.key: str(row.version.metadata["turn"]) for row in rows}
    return Case(
        talk,
        about,
        question,
        tuple(turns[key] for key in keys),
        found.candidates,
        evidence_of(found, asked),
    )


def _next(talks: Sequence[Talk], talk: Talk) -> Talk | None:
    """The talk after this one among those of its layout, in a circle."""
    like = [one for one in talks if one.layout == talk.layout]
    return None if len(like) < 2 else like[(like.index(talk) + 1) % len(like)]
