"""Which sequences of actions are told to succeed again and again?"""

from __future__ import annotations

from perspective.domain.changes.procedure import Action, repeated


def done(session: str, *names: str) -> list[Action]:
    """Actions that succeeded; `!` before a name says that it failed, `?` that nobody says."""
    marks = {"!": False, "?": None}
    return [
        Action(f"{session}{n}", name.lstrip("!?"), marks.get(name[0], True))
        for n, name in enumerate(names)
    ]


def test_sequence_of_three_sessions_is_found_whole() -> None:
    """The longest sequence is named once, with the memories of each time."""
    sessions = [done(one, "test", "build", "deploy") for one in ("a", "b", "c")]
    (found,) = repeated(sessions, at_least=3)
    assert found.names == ("test", "build", "deploy")
    assert found.runs == (("a0", "a1", "a2"), ("b0", "b1", "b2"), ("c0", "c1", "c2"))


def test_two_sessions_are_too_few() -> None:
    """Nothing is found where a sequence succeeded less often than asked."""
    assert repeated([done("a", "test", "build"), done("b", "test", "build")], at_least=3) == []


def test_failure_and_silence_end_a_sequence() -> None:
    """An action that failed, or may have, is no part of a way."""
    sessions = [done(one, "test", "!build", "deploy") for one in ("a", "b", "c")]
    assert repeated(sessions, at_least=3) == []
    sessions = [done(one, "test", "?build", "deploy") for one in ("a", "b", "c")]
    assert repeated(sessions, at_least=3) == []


def test_part_that_is_more_frequent_stands_by_itself() -> None:
    """A part of a longer sequence is named only where it succeeded in more sessions."""
    sessions = [done(one, "test", "build", "deploy") for one in ("a", "b", "c")]
    found = repeated([*sessions, done("d", "test", "build")], at_least=3)
    assert [one.names for one in found] == [("test", "build"), ("test", "build", "deploy")]


def test_same_action_again_and_again_is_no_way() -> None:
    """One action repeated says nothing about an order; within a session nothing counts twice."""
    assert repeated([done("a", "ping", "ping", "ping")] * 3, at_least=3) == []
    assert repeated([done("a", "x", "y", "x", "y", "x", "y")], at_least=2) == []
