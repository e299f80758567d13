"""What is done in one evaluation, and what came of it, also when it was stopped on the way?"""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from importlib import metadata
from typing import Any

import msgspec

from perspective.engine import Perspective
from perspective.errors import ModelMissing
from perspective.evaluation.ask import Answered, ask_all
from perspective.evaluation.machine import this_machine
from perspective.evaluation.progress import Progress
from perspective.evaluation.result import Evaluation, ScalePoint
from perspective.evaluation.scale import fitting, scale_curve
from perspective.evaluation.summarize import LAYOUTS, summarize
from perspective.evaluation.systems.engine import EngineSystem
from perspective.evaluation.systems.keyword_scan import KeywordScan
from perspective.evaluation.systems.plain_bm25 import BM25System
from perspective.evaluation.systems.system import System
from perspective.evaluation.systems.vector_only import VectorOnly
from perspective.evaluation.talk import Layout, Talk
from perspective.ports.embedder import Embedder

N_NEIGHBOURS = 2

_POLL_S = 0.05


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be measured: `data` is what the talks are called, `ks` and `sizes` ascend, and no
    sizes ask for no curve. `settings` are those that are not at their defaults; `is_read` has texts
    read in the background before questions are asked."""

    data: str
    talks: tuple[Talk, ...]
    ks: tuple[int, ...]
    sizes: tuple[int, ...]
    settings: dict[str, Any]
    is_read: bool = False


class Run:
    """One evaluation, from now on."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._started_at = datetime.now(UTC)
        self._machine = this_machine()
        self._model: str | None = None
        self._answered: list[Answered] = []
        self._points: list[ScalePoint] = []
        self._is_complete = False

    async def measure(
        self, memory: Perspective, embedder: Embedder | None, progress: Progress
    ) -> None:
        """All is measured in a memory that holds nothing yet; when it is cancelled, `result` has
        what was finished. `embedder` is as the memory's own, None for one without a model.

        Raises InvalidRequest for sizes that hold no talk, ModelMissing, and what storing and recalling raise.
        """
        plan = self._plan
        if plan.sizes:
            fitting(plan.talks, plan.sizes[0])  # what cannot be done is refused before all else
        self._model = await _model_of(memory)
        ours = EngineSystem(memory, is_read=plan.is_read)
        vectors = None
        if embedder is not None:
            part_tokens = memory.settings.storing.part_tokens
            vectors = VectorOnly(embedder, part_tokens=part_tokens)
        systems = {layout: systems_for(layout, ours, vectors) for layout in LAYOUTS}
        await ask_all(plan.talks, lambda layout: systems[layout], plan.ks, self._answered, progress)
        if plan.sizes:
            await scale_curve(memory, plan.talks, plan.sizes, plan.ks, self._points, progress)
        self._is_complete = True

    def result(self) -> Evaluation:
        """What was finished so far."""
        return Evaluation(
            perspective=metadata.version("perspective-memory"),
            started_at=self._started_at,
            ended_at=datetime.now(UTC),
            is_complete=self._is_complete,
            machine=self._machine,
            settings=self._plan.settings,
            embedding_model=self._model,
            data=self._plan.data,
            ks=self._plan.ks,
            layouts=summarize(self._answered, self._plan.ks),
            scale=tuple(self._points),
        )


def systems_for(layout: Layout, ours: System, vectors: System | None) -> tuple[System, ...]:
    """Who answers questions about talks or chats, ours first.

    In a chat the assistant's long replies hide what the user said, so BM25 also gets the user's
    messages alone.
    """
    systems = [ours, BM25System("BM25"), BM25System("BM25 + neighbours", window=N_NEIGHBOURS)]
    if layout == "chat":
        systems.append(BM25System("BM25, user only", roles=("user",)))
    if vectors is not None:
        systems.append(vectors)
    return (*systems, KeywordScan())


async def _model_of(memory: Perspective) -> str | None:
    """The embedding model's name once it is loaded; None where there is to be none."""
    while (model := (await memory.health()).model).state == "loading":  # noqa: ASYNC110 - it has no event
        await asyncio.sleep(_POLL_S)
    if model.state == "missing":
        raise ModelMissing(model.reason)
    return model.name or None
