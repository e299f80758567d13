"""What came of every question to every system? Talk by talk, so that all have answered the same
questions whenever it is stopped."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Sequence
from typing import NamedTuple

import msgspec

from perspective.evaluation.measure import places_of
from perspective.evaluation.progress import Progress
from perspective.evaluation.systems.system import Found, System
from perspective.evaluation.talk import Layout, Question, Talk

Ask = Callable[[str, int], Awaitable[Sequence[Found]]]

_DEEP = 200  # as far down as it is looked for which of two statements stands higher


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """What one question to one system came to.

    `places` are those of the evidence among the first `ks[-1]` different turns, `n_tokens` what
    the results cost a reader up to each k. `best_score` is None when nothing was found.
    `is_newer_first` is known only of questions about a change.
    """

    talk: str
    layout: Layout
    question: str
    category: str
    is_unanswerable: bool
    n_evidence: int
    places: tuple[int, ...]
    n_tokens: tuple[int, ...]
    took_ms: float
    best_score: float | None
    is_newer_first: bool | None = None


class Answered(NamedTuple):
    """A talk that all systems were asked about."""

    talk: Talk
    by_system: dict[str, list[Asked]]


async def ask_all(
    talks: Sequence[Talk],
    systems_for: Callable[[Layout], Sequence[System]],
    ks: Sequence[int],
    answered: list[Answered],
    progress: Progress,
) -> None:
    """Every question of the talks was put to every system; each finished talk is in `answered`,
    also when this is cancelled. `ks` are ascending."""
    for talk in talks:
        by_system: dict[str, list[Asked]] = {}
        for system in systems_for(talk.layout):
            await system.load(talk, progress)
            found = by_system.setdefault(system.name, [])
            questions = talk.asked
            for number, question in enumerate(questions, start=1):
                found.append(await ask_one(system.ask, talk, question, ks))
                progress(f"{system.name}: questions to {talk.id}", number, len(questions))
        answered.append(Answered(talk, by_system))


async def ask_one(ask: Ask, talk: Talk, question: Question, ks: Sequence[int]) -> Asked:
    """What a question about a talk comes to; only the answer itself is timed."""
    started = time.perf_counter()
    results = await ask(question.text, ks[-1])
    took_ms = (time.perf_counter() - started) * 1000.0
    is_newer_first = None
    if question.older and question.newer:
        deep = order_of(await ask(question.text, _DEEP))
        is_newer_first = _first(deep, question.newer) < _first(deep, question.older)
    return Asked(
        talk=talk.id,
        layout=talk.layout,
        question=question.id,
        category=question.category,
        is_unanswerable=question.is_unanswerable,
        n_evidence=len(question.evidence),
        places=places_of(order_of(results)[: ks[-1]], question.evidence),
        n_tokens=tuple(tokens_at(k, results) for k in ks),
        took_ms=took_ms,
        best_score=max((one.score for one in results), default=None),
        is_newer_first=is_newer_first,
    )


def order_of(results: Sequence[Found]) -> list[str]:
    """The turns in the order in which they were found; of several parts of one the first counts."""
    return list(dict.fromkeys(name for one in results for name in one.ids))


def tokens_at(k: int, results: Sequence[Found]) -> int:
    """The tokens of all results before the one that brings a turn more than k."""
    seen: set[str] = set()
    total = 0
    for one in results:
        seen.update(one.ids)
        if len(seen) > k:
            break
        total += one.n_tokens
    return total


def _first(order: Sequence[str], wanted: Sequence[str]) -> int:
    """The place of the first of some turns; behind all where none was found."""
    return next((n for n, name in enumerate(order) if name in wanted), len(order))
