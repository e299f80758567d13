"""What kind of thing does a question ask for?"""

from __future__ import annotations

import pytest

from perspective.domain.ranking.answer_type import asked_for

ASKS = {
    "Where did Ana go last summer?": {"place"},
    "which cities has John been to": {"place"},
    "In what country was Maria born?": {"place"},
    "What are the names of John's children?": {"person"},
    "Who gave Nate the ticket, and where?": {"person", "place"},
    "Whose car was sold?": {"person"},
    "Wo wohnt Ana jetzt?": {"place"},
    "In welcher Stadt arbeitet Ben?": {"place"},
    "Où habite Ana ?": {"place"},
    "¿Dónde trabaja Ana?": {"place"},
    "¿Quién llamó ayer?": {"person"},
    "Где живёт Аня?": {"place"},
    "Кто звонил вчера?": {"person"},
    "小明住在哪里？": {"place"},
    "是谁打来的电话？": {"person"},
    "アナはどこに住んでいますか": {"place"},
    "안나는 어디 살아요?": {"place"},
    "أين تعيش آنا؟": {"place"},
    "อาน่าอยู่ที่ไหน": {"place"},
    "आना कहाँ रहती है?": {"place"},
}
ASKS_NOTHING = [
    "When did Melanie go on a hike?",
    "What did Ana do in the city?",
    "How many books has Tim read?",
    "somewhere over the rainbow",
    "What did Kim whisper?",
    "everywhere and nowhere",
    "",
    "\ud800 ? \U0010ffff",
]


@pytest.mark.parametrize("question", ASKS)
def test_question_word_or_noun_tells(question: str) -> None:
    """In many languages, in any case."""
    assert asked_for(question) == ASKS[question]
    assert asked_for(question.upper()) == ASKS[question]


@pytest.mark.parametrize("question", ASKS_NOTHING)
def test_nothing_is_guessed(question: str) -> None:
    """A noun alone asks for nothing, nor does a word that only begins like one."""
    assert asked_for(question) == frozenset()


def test_long_question_takes_no_longer() -> None:
    """Only its beginning is looked at."""
    assert asked_for("what " * 200_000 + "city") == frozenset()
