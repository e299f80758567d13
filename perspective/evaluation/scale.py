"""Does it find as well, and as fast, in a store of many memories as in a small one?

One tenant grows from size to size: first the talks that fit into the smallest size, then filler.
The same questions are asked at each size.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

from msgspec.structs import replace

from perspective.engine import Perspective
from perspective.errors import InvalidRequest
from perspective.evaluation.ask import ask_one
from perspective.evaluation.filler import Filler
from perspective.evaluation.progress import Progress
from perspective.evaluation.result import ScalePoint
from perspective.evaluation.summarize import percentiles, quality
from perspective.evaluation.systems.engine import Store, as_memory
from perspective.evaluation.talk import Talk, Turn

DEFAULT_SIZES = (1_000, 10_000, 100_000)

_BATCH = 250
_TENANT = "scale"
_N_WARM_UP = 10


class Growing:
    """A tenant that is filled up to one size after another."""

    def __init__(self, memory: Perspective, talks: Sequence[Talk], smallest: int) -> None:
        """Raises InvalidRequest when no talk fits into the smallest size."""
        self._talks = [with_full_names(talk) for talk in fitting(talks, smallest)]
        self._questions = [
            (talk, question)
            for talk in self._talks
            for question in talk.answerable
            if not question.is_adversarial
        ]
        self._filler = Filler(self._talks)
        self._store = Store(memory, _TENANT)
        self._n_memories = 0
        self._load_s = 0.0

    async def measure(self, size: int, ks: Sequence[int], progress: Progress) -> ScalePoint:
        """The tenant holds `size` memories and was asked all questions."""
        started = time.perf_counter()
        await self._fill(size, progress)
        self._load_s += time.perf_counter() - started
        for _, question in self._questions[:_N_WARM_UP]:
            await self._store.ask(question.text, ks[-1])
        asked = []
        for number, (talk, question) in enumerate(self._questions, start=1):
            asked.append(await ask_one(self._store.ask, talk, question, ks))
            progress(f"questions at {size:,}", number, len(self._questions))
        return ScalePoint(
            n_memories=self._n_memories,
            load_s=self._load_s,
            quality=quality(asked, ks),
            latency_ms=percentiles([one.took_ms for one in asked]),
        )

    async def _fill(self, size: int, progress: Progress) -> None:
        turns: list[Turn] = []
        if not self._n_memories:
            await self._store.create()
            turns = [turn for talk in self._talks for turn in talk.turns]
        turns += self._filler.turns(size - self._n_memories - len(turns))
        items = [as_memory(turn) for turn in turns]
        for start in range(0, len(items), _BATCH):
            batch = items[start : start + _BATCH]
            await self._store.add(batch)
            self._n_memories += len(batch)
            progress(f"memories up to {size:,}", start + len(batch), len(items))


async def scale_curve(
    memory: Perspective,
    talks: Sequence[Talk],
    sizes: Sequence[int],
    ks: Sequence[int],
    points: list[ScalePoint],
    progress: Progress,
) -> None:
    """Each size was measured, in ascending order; what is finished is in `points`, also when this
    is cancelled. Raises InvalidRequest when no talk fits into the smallest size."""
    growing = Growing(memory, talks, min(sizes))
    for size in sorted(set(sizes)):
        point = await growing.measure(size, ks, progress)
        points.append(point)


def fitting(talks: Sequence[Talk], n_memories: int) -> list[Talk]:
    """Talks with questions, as many as fit together, in their order. Raises InvalidRequest for
    none."""
    chosen: list[Talk] = []
    n_left = n_memories
    for talk in talks:
        is_asked = any(not question.is_adversarial for question in talk.answerable)
        if is_asked and len(talk.turns) <= n_left:
            chosen.append(talk)
            n_left -= len(talk.turns)
    if not chosen:
        message = f"no talk with questions fits into {n_memories:,} memories; give larger sizes"
        raise InvalidRequest(message)
    return chosen


def with_full_names(talk: Talk) -> Talk:
    """The talk with ids of turns that differ from those of all other talks."""

    def full(names: Sequence[str]) -> tuple[str, ...]:
        return tuple(f"{talk.id}/{name}" for name in names)

    turns = [replace(turn, id=f"{talk.id}/{turn.id}") for turn in talk.turns]
    questions = [
        replace(q, evidence=full(q.evidence), older=full(q.older), newer=full(q.newer))
        for q in talk.questions
    ]
    return replace(talk, turns=tuple(turns), questions=tuple(questions))
