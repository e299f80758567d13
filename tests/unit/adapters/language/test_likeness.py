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


@given(st.text(st.characters()))
def test_any_text_becomes_latin(text: str) -> None:
    """What comes out is ASCII in lower case, also for half characters."""
    latin = NameLikeness().in_latin(text)
    assert latin.isascii()
    assert latin == latin.lower()
