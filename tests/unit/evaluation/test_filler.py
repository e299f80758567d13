"""Is filler like the talks, endless, and no answer to anything?"""

from __future__ import annotations

from perspective.evaluation.filler import Filler, sentences_of
from perspective.evaluation.talk import Question, Turn
from tests.unit.evaluation.sample import talk_of, turn

ANSWER = turn("a", "The treasure lies under the oak.")
OTHERS = (
    turn("b", "It rained for the whole day. We stayed inside.", speaker="Tom"),
    turn("c", "Is there any coffee left over?", session="2"),
)
QUESTION = Question(id="q", text="Where is the treasure?", category="x", evidence=("a",))
TALK = talk_of(ANSWER, *OTHERS, questions=(QUESTION,))


def _texts(n: int, seed: int = 0) -> list[str]:
    return [one.text for one in Filler([TALK], seed=seed).turns(n)]


def test_filler_holds_no_answer() -> None:
    """Sentences of turns that answer a question are left out."""
    texts = _texts(200)
    assert not any("treasure" in text for text in texts)
    assert any("coffee" in text for text in texts)


def test_filler_is_different_and_repeatable() -> None:
    """No text comes twice; the same seed gives the same texts."""
    texts = _texts(500)
    assert len(set(texts)) == 500
    assert texts == _texts(500)
    assert texts != _texts(500, seed=1)


def test_filler_goes_on_where_it_was() -> None:
    """Turns that are asked for later have ids, and sessions, of their own."""
    filler = Filler([TALK])
    turns: list[Turn] = [*filler.turns(30), *filler.turns(30)]
    assert len({one.id for one in turns}) == 60
    assert len({one.session for one in turns}) == 3
    assert {one.speaker for one in turns} == {"Ida", "Tom"}


def test_all_is_used_where_all_is_an_answer() -> None:
    """Without any other sentence the answers' own are used."""
    talk = talk_of(ANSWER, questions=(QUESTION,))
    assert "treasure" in Filler([talk]).text()


def test_very_short_and_very_long_sentences_are_left_out() -> None:
    """Neither a cry nor a page of code is a sentence to fill with."""
    turns = [turn("a", "Oh! A sentence of some length."), turn("b", "x" * 1000)]
    assert sentences_of(turns) == ["A sentence of some length."]
