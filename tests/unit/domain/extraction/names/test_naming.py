"""Is a name taken apart as people of its language would?"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perspective.domain.extraction.names.given_names import gender_told
from perspective.domain.extraction.names.naming import as_meant, looks_like_acronym, take_apart
from perspective.domain.graph import EntityKind


@pytest.mark.parametrize(
    ("name", "kind", "words"),
    [
        ("Prof. Dr. Anke Groß", "person", ("anke", "gross")),
        ("д-р Ирина Седова", "person", ("ирина", "седова")),
        ("Sig.ra Bianchi", "person", ("bianchi",)),
        ("鈴木先生", "person", ("铃木",)),
        ("최 교수님", "person", ("최",)),
        ("คุณมาลี", "person", ("มาลี",)),
        ("Lê Minh Anh", "person", ("le", "minh", "anh")),
        ("«Волга» АО", "organization", ("волга",)),
        ("Vesna d.o.o.", "organization", ("vesna",)),
        ("㈜하늘", "organization", ("하늘",)),
        ("上海市", "place", ("上海",)),
        ("U.S.A.", "place", ("usa",)),
        ("C++", "tool", ("c++",)),
        ("1984", "concept", ("1984",)),
        ("...", "other", ()),
    ],
)
def test_words_of_a_name_are_left(name: str, kind: EntityKind, words: tuple[str, ...]) -> None:
    """Honorifics, legal forms and what administrations add go; a name never loses its last word."""
    assert take_apart(name, kind).words == words


def test_parts_are_told() -> None:
    """Initials, sex, generation, version and year are read from the name."""
    assert take_apart("J. K. Fox", "person").initials == {0, 1}
    assert take_apart("Señora Fuentes", "person").gender == "female"
    assert take_apart("Sam Fox Jr.", "person").generation == "jr"
    assert take_apart("Django v4.2", "tool").numbers == {"4.2"}
    assert take_apart("Fosdem 2021", "event").numbers == {"2021"}


def test_monsieur_is_read_in_french_only() -> None:
    """M. is a letter or Monsieur: the sentence tells."""
    assert as_meant("M. Duval", "Nous avons vu M. Duval chez le dentiste.") == "Monsieur Duval"
    assert as_meant("M. Duval", "We saw M. Duval at the dentist.") == "M. Duval"


def test_acronyms_look_like_it() -> None:
    """Capitals, with dots or gershayim in Hebrew; not a word that begins with one."""
    assert all(looks_like_acronym(name) for name in ("NATO", "U.N.", "צה״ל", "ВОЗ"))
    assert not any(looks_like_acronym(name) for name in ("Nato", "A", "", "北京"))


@pytest.mark.parametrize(
    ("words", "gender"),
    [
        (("marco", "bianchi"), "male"),
        (("anna", "kowalska"), "female"),
        (("luca", "bianchi"), "male"),
        (("maria", "jose", "ruiz"), "female"),
        (("мария", "седова"), "female"),
        (("fox",), None),
        (("robin", "fox"), None),
    ],
)
def test_a_full_name_may_tell_the_sex(words: tuple[str, ...], gender: str | None) -> None:
    """Where a language marks it or a name is common; else nothing is said."""
    assert gender_told(words) == gender


@given(st.text(st.characters(), max_size=60), st.sampled_from(["person", "organization", "tool"]))
def test_any_text_is_taken_apart(name: str, kind: EntityKind) -> None:
    """What has a letter or digit has words, and each word has its own spelling among the variants."""
    parts = take_apart(name, kind)
    assert len(parts.words) == len(parts.variants)
    assert all(word in variants for word, variants in zip(parts.words, parts.variants, strict=True))
