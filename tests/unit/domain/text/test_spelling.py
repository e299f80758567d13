"""Do the spellings of one word meet, and different words not?"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perspective.domain.text.spelling import spelling, spellings


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ångström", "angstrom"), ("Αθήνα", "ΑΘΗΝΑ"), ("Фёдор", "федор"), ("שָׁלוֹם", "שלום"),
        ("مُحَمَّد", "محمد"), ("علي", "علی"), ("علی‌رضا", "علیرضا"), ("सम्बन्ध", "संबंध"),
        ("臺灣", "台湾"), ("渡邉", "渡辺"), ("İzmir", "IZMIR"), ("e\u0301", "é"),
    ],
)  # fmt: skip
def test_spellings_of_a_word_meet(one: str, other: str) -> None:
    """Accents, points, variants of letters and forms of Han characters do not matter."""
    assert spelling(one) == spelling(other)


@pytest.mark.parametrize(("one", "other"), [("มา", "มี"), ("が", "か"), ("कल", "कला"), ("明", "铭")])
def test_other_words_do_not_meet(one: str, other: str) -> None:
    """Vowel signs and voicing are letters, and characters that sound alike are two."""
    assert spelling(one) != spelling(other)


def test_two_letters_may_stand_for_one() -> None:
    """Müller is written Muller and Mueller."""
    assert spellings("Müller") == {"muller", "mueller"}


@given(st.text(st.characters()))
def test_a_spelling_is_its_own(text: str) -> None:
    """Done twice it is the same, on any text."""
    assert spelling(spelling(text)) == spelling(text)
