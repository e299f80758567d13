"""Are distances counted and scripts romanised as the resolution of names expects?"""

from hypothesis import given
from hypothesis import strategies as st

from perspective.adapters.language.likeness import NameLikeness


def test_edits_are_counted() -> None:
    """A swap of neighbours is one edit, as is a letter more."""
    likeness = NameLikeness()
    assert likeness.n_edits("hamilton", "hamliton") == 1
    assert likeness.n_edits("lindqvist", "lindquist") == 1


def test_scripts_become_latin() -> None:
    """Cyrillic and Greek become what one would read."""
    assert NameLikeness().in_latin("Харків").startswith("khark")
    assert NameLikeness().in_latin("Σοφία") == "sofia"


def test_vowels_that_are_not_written_are_heard() -> None:
    """A consonant of an Indic script has an a, unless a sign follows or the word ends."""
    assert NameLikeness().in_latin("राजेश") == "rajesh"
    assert NameLikeness().in_latin("शर्मा") == "sharma"


def test_han_is_read_in_japanese() -> None:
    """Each character takes one of its readings, and all letters are used."""
    likeness = NameLikeness()
    assert likeness.may_be_read("山田太郎", "yamadataro")
    assert likeness.may_be_read("佐々木", "sasaki")
    assert not likeness.may_be_read("山田", "tanaka")
    assert not likeness.may_be_read("山田", "yama")
    assert "ya" in likeness.first_sounds("山")


def test_short_names_have_full_ones() -> None:
    """A short form is told in any language listed; two full names are not each other's."""
    likeness = NameLikeness()
    assert "robert" in likeness.given_names("bob")
    assert "дмитрии" in likeness.given_names("дима")
    assert not likeness.given_names("marie") & {"maria", "mary"}


@given(st.text(st.characters()))
def test_any_text_becomes_latin(text: str) -> None:
    """What comes out is ASCII in lower case, also for half characters."""
    latin = NameLikeness().in_latin(text)
    assert latin.isascii()
    assert latin == latin.lower()
