"""Do the talks of the scale curve fit, and are their turns told apart in one store?"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from perspective.errors import InvalidRequest
from perspective.evaluation.scale import fitting, with_full_names
from perspective.evaluation.talk import Question, Talk
from tests.unit.evaluation.sample import talk_of, turn

QUESTION = Question(
    id="q", text="?", category="x", evidence=("0",), older=("0",), newer=("1",)
)  # fmt: skip


def _talk(name: str, n_turns: int, category: str = "x") -> Talk:
    turns = [turn(str(n), f"text {n}") for n in range(n_turns)]
    talk = talk_of(*turns, questions=(replace(QUESTION, category=category),))
    return replace(talk, id=name)


def test_as_many_talks_as_fit() -> None:
    """In their order; a talk that is too long, or asks nothing that counts, is passed over."""
    talks = [_talk("a", 5), _talk("long", 50), _talk("b", 3), _talk("other", 2, "adversarial")]
    assert [talk.id for talk in fitting(talks, 10)] == ["a", "b"]
    assert [talk.id for talk in fitting(talks, 7)] == ["a"]


def test_too_small_a_size_is_refused() -> None:
    """A size that holds no talk has no questions."""
    with pytest.raises(InvalidRequest, match="fits into 4 memories"):
        fitting([_talk("a", 5)], 4)


def test_turns_of_two_talks_have_two_names() -> None:
    """Ids are those of talk and turn, in the questions too."""
    (question,) = with_full_names(_talk("a", 2)).questions
    assert [one.id for one in with_full_names(_talk("a", 2)).turns] == ["a/0", "a/1"]
    assert (question.evidence, question.older, question.newer) == (("a/0",), ("a/0",), ("a/1",))
