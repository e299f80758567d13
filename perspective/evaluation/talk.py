"""What is asked, and of what? Talks of people and chats with an assistant, in one shape."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Literal

import msgspec

from perspective.domain.memory import Role
from perspective.errors import InvalidRequest

Layout = Literal["talk", "chat"]

ADVERSARIAL = "adversarial"
MULTI_HOP = "multi-hop"
ABSTENTION = "abstention"


class Turn(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody said, in which session, and when (a time without a zone is the engine's).

    In a talk `speaker` is known, in a chat `role`.
    """

    id: str
    session: str
    at: datetime
    text: str
    speaker: str | None = None
    role: Role | None = None

    @property
    def document(self) -> str:
        """The text as a baseline reads it: opened by who said it."""
        return f"{self.speaker or self.role}: {self.text}"


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """A question, and the ids of the turns that answer it.

    For a question about something that changed, `older` and `newer` are the turns that state it
    before and after; empty for others.
    """

    id: str
    text: str
    category: str
    evidence: tuple[str, ...] = ()
    older: tuple[str, ...] = ()
    newer: tuple[str, ...] = ()

    @property
    def is_adversarial(self) -> bool:
        """Whether it names the wrong person on purpose: quoted apart from the others."""
        return self.category == ADVERSARIAL

    @property
    def is_unanswerable(self) -> bool:
        """Whether the right answer is that nobody said so."""
        return self.is_adversarial or (self.category == ABSTENTION and not self.evidence)


class Talk(msgspec.Struct, frozen=True, kw_only=True):
    """Turns in the order in which they were said, and questions about them."""

    id: str
    layout: Layout
    turns: tuple[Turn, ...]
    questions: tuple[Question, ...]
    speakers: tuple[str, ...] = ()

    @property
    def answerable(self) -> list[Question]:
        """The questions that some turn answers; the others have no recall to measure."""
        return [question for question in self.questions if question.evidence]

    @property
    def asked(self) -> list[Question]:
        """The questions from which something can be learned: with evidence, or unanswerable."""
        return [one for one in self.questions if one.evidence or one.is_unanswerable]


def choose(
    talks: Sequence[Talk], *, n_of_each: int | None = None, only: Sequence[str] = ()
) -> tuple[Talk, ...]:
    """The talks of these ids (all without any), at most the first `n_of_each` of each layout.

    Raises InvalidRequest for an unknown id, and where there is nothing to ask.
    """
    known = {talk.id for talk in talks}
    if unknown := [name for name in only if name not in known]:
        message = f"there is no talk {unknown[0]}; there are {', '.join(sorted(known))}"
        raise InvalidRequest(message)
    named = [talk for talk in talks if not only or talk.id in only]
    layouts = dict.fromkeys(talk.layout for talk in named)
    chosen = [talk for layout in layouts for talk in _first(named, layout, n_of_each)]
    if not any(talk.asked for talk in chosen):
        message = "no question names a turn as its evidence: there is nothing to measure"
        raise InvalidRequest(message)
    return tuple(chosen)


def _first(talks: Sequence[Talk], layout: Layout, n: int | None) -> list[Talk]:
    return [talk for talk in talks if talk.layout == layout][:n]
