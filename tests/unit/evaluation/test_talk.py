"""Are the talks chosen that were asked for?"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from perspective.errors import InvalidRequest
from perspective.evaluation.talk import Question, Talk, choose
from tests.unit.evaluation.sample import talk_of, turn

QUESTION = Question(id="q", text="?", category="x", evidence=("a",))


def _talks() -> list[Talk]:
    talk = talk_of(turn("a", "x"), questions=(QUESTION,))
    layouts = {"one": "talk", "two": "talk", "three": "chat", "four": "chat"}
    return [replace(talk, id=name, layout=layout) for name, layout in layouts.items()]


def _ids(talks: tuple[Talk, ...]) -> list[str]:
    return [talk.id for talk in talks]


def test_some_of_each_layout() -> None:
    """A limit holds for talks and for chats."""
    assert _ids(choose(_talks())) == ["one", "two", "three", "four"]
    assert _ids(choose(_talks(), n_of_each=1)) == ["one", "three"]


def test_by_name() -> None:
    """Only those that are named; an unknown name is refused with those that there are."""
    assert _ids(choose(_talks(), only=["four", "one"])) == ["one", "four"]
    with pytest.raises(InvalidRequest, match="no talk five; there are four, one, three, two"):
        choose(_talks(), only=["five"])


def test_something_must_be_asked() -> None:
    """Talks whose questions name no turn are nothing to measure."""
    with pytest.raises(InvalidRequest, match="nothing to measure"):
        choose([talk_of(turn("a", "x"))])


def test_who_said_it_opens_a_document() -> None:
    """Baselines read the speaker, or in a chat the role."""
    said = turn("a", "good morning", speaker="Ida")
    assert said.document == "Ida: good morning"
    assert replace(said, speaker=None, role="user").document == "user: good morning"
