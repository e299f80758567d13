"""Is it measured what a system answered: places, tokens, which of two statements leads?"""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from perspective.evaluation.ask import Answered, ask_all, ask_one, order_of, tokens_at
from perspective.evaluation.progress import Progress
from perspective.evaluation.systems.system import Found
from perspective.evaluation.talk import Question, Talk
from tests.unit.evaluation.sample import silent, talk_of, turn

RESULTS = (
    Found(("a",), 0.5, 10),
    Found(("a",), 0.9, 20),  # another part of the same text
    Found(("b", "c"), 0.4, 5),
    Found(("d",), 0.3, 7),
)


class _Fixed:
    """A system that always answers the same."""

    name = "fixed"

    async def load(self, talk: Talk, progress: Progress) -> None:
        """See `System`."""
        if talk.id == "broken":
            raise InterruptedError

    async def ask(self, question: str, limit: int) -> Sequence[Found]:
        """See `System`."""
        return RESULTS[:limit]


def _talk(name: str, *questions: Question) -> Talk:
    turns = [turn(one, one) for one in "abcd"]
    return Talk(id=name, layout="talk", turns=tuple(turns), questions=questions)


def test_parts_of_a_text_are_one_turn() -> None:
    """The first part found counts; a memory that stands for two turns is both."""
    assert order_of(RESULTS) == ["a", "b", "c", "d"]


def test_tokens_are_those_of_k_turns() -> None:
    """Every part that is read on the way costs; what does not fit into k does not."""
    assert [tokens_at(k, RESULTS) for k in (1, 2, 3, 4)] == [30, 30, 35, 42]


async def test_a_question_is_measured() -> None:
    """Places of the evidence, the best score wherever it stands, and the newer statement first."""
    question = Question(
        id="q", text="?", category="x", evidence=("b", "d", "z"), older=("d",), newer=("c",)
    )
    asked = await ask_one(_Fixed().ask, talk_of(), question, (1, 4))
    assert asked.places == (1, 3)
    assert (asked.n_evidence, asked.n_tokens, asked.best_score) == (3, (30, 42), 0.9)
    assert asked.is_newer_first is True
    assert asked.took_ms >= 0.0


async def test_what_was_not_found_is_not_first() -> None:
    """Neither statement found is no success."""
    question = Question(id="q", text="?", category="x", evidence=("a",), older=("y",), newer=("z",))
    assert (await ask_one(_Fixed().ask, talk_of(), question, (1,))).is_newer_first is False


async def test_finished_talks_remain_when_it_stops() -> None:
    """A talk is kept once every system has answered all of it, and questions without evidence are
    not asked."""
    asked, not_asked = (
        Question(id="q", text="?", category="x", evidence=("a",)),
        Question(id="r", text="?", category="x"),
    )
    answered: list[Answered] = []
    talks = [_talk("whole", asked, not_asked), _talk("broken", asked)]
    with pytest.raises(InterruptedError):
        await ask_all(talks, lambda _: [_Fixed()], (5,), answered, silent)
    assert [one.talk.id for one in answered] == ["whole"]
    assert [one.question for one in answered[0].by_system["fixed"]] == ["q"]
