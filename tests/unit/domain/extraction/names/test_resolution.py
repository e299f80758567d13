"""Which names are one entity's, rule by rule and in many scripts?"""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perspective.domain.extraction.names.known import Known, begun, keys_of, split_off, told
from perspective.domain.extraction.names.resolution import resolve
from perspective.domain.graph import EntityKind
from perspective.domain.text.normal import normal_form
from tests.unit.domain.extraction.names.cases import PERSONS, STATED, THINGS
from tests.unit.domain.extraction.names.telling import LIKENESS, entities_of, said

ANY_TEXT = st.text(st.characters(), max_size=40)  # lone surrogates too


@pytest.mark.parametrize("rule", PERSONS)
def test_persons_are_told_apart(rule: str) -> None:
    """Names told in this order belong to these persons."""
    names, numbers = PERSONS[rule]
    assert entities_of(names) == numbers


@pytest.mark.parametrize("rule", THINGS)
def test_things_are_told_apart(rule: str) -> None:
    """Names told in this order belong to these things."""
    kind, names, numbers = THINGS[rule]
    assert entities_of(names, kind) == numbers


@pytest.mark.parametrize("rule", STATED)
def test_a_sentence_may_give_a_name(rule: str) -> None:
    """A nickname belongs to the person of whom the sentence says so, and to nobody without that."""
    sentence, names, numbers = STATED[rule]
    assert entities_of([(name, sentence) for name in names]) == numbers


def test_a_typo_needs_context() -> None:
    """A long name with a wrong letter is the known one only where the sentences have a word in common."""
    first = ("Alexander Hamilton", "Our lawyer Alexander Hamilton.")
    alike = ("Alexander Hamliton", "The lawyer signed as Alexander Hamliton.")
    other = ("Alexander Hamliton", "Some Alexander Hamliton plays chess.")
    assert entities_of([first, alike]) == [0, 0]
    assert entities_of([first, other]) == [0, 1]


def test_a_first_name_becomes_a_full_one_in_context() -> None:
    """Tom is Tom Baker where both are the flatmate, and is nobody's in particular otherwise."""
    tom = ("Tom", "My flatmate Tom cooks.")
    assert entities_of([tom, ("Tom Baker", "My flatmate signed as Tom Baker.")]) == [0, 0]
    assert entities_of([tom, ("Tom Baker", "The dentist is called Tom Baker.")]) == [0, 1]


def test_a_relative_is_somebody_else() -> None:
    """A sister Anna is not the dentist of that first name, but the sister of that full name."""
    sister = ("Anna", "My sister Anna paints.")
    assert entities_of([("Anna Berg", "My dentist is Anna Berg."), sister]) == [0, 1]
    assert entities_of([("Anna Berg", "My sister is Anna Berg."), sister]) == [0, 0]


def test_kinds_keep_one_word_apart() -> None:
    """A person and a place of one name are two; what has no kind told agrees with either."""
    petra = begun("a", said("Petra", "place"))
    assert resolve(said("Petra", "person"), [petra]).entity is None
    assert resolve(said("Petra", "other"), [petra]).entity == "a"


def test_what_was_split_off_stays_apart() -> None:
    """A name that was taken from an entity is not given to it again; its own name stays."""
    entity = told(begun("a", said("Ann Lee")), said("A. Lee"))
    assert resolve(said("A. Lee"), [entity]).entity == "a"
    parted = split_off(entity, "A. Lee")
    assert resolve(said("A. Lee"), [parted]).entity is None
    assert resolve(said("Ann Lee"), [parted]).entity == "a"


def test_keys_find_what_may_be_one() -> None:
    """Names that are resolved to each other share a key; other names mostly do not."""
    for one, other in (
        ("Katharina Müller", "K. Mueller"), ("Київ", "Києві"), ("박지훈", "지훈"),
        ("World Food Programme", "WFP"), ("Tehran", "تهران"), ("陳志明", "陈先生"),
    ):  # fmt: skip
        assert set(keys_of(one, likeness=LIKENESS)) & set(keys_of(other, likeness=LIKENESS))
    assert not set(keys_of("Ann Lee")) & set(keys_of("Bob Ross"))


def test_names_that_fit_share_a_key() -> None:
    """Whatever is resolved to an entity would have been found in an index by its keys."""
    groups: list[tuple[EntityKind, list[str]]] = [
        ("person", names) for names, _ in PERSONS.values()
    ]
    groups += [(kind, names) for kind, names, _ in THINGS.values()]
    for kind, names in groups:
        for one, other in permutations(dict.fromkeys(names), 2):
            if resolve(said(other, kind), [begun("a", said(one, kind))], LIKENESS).entity:
                assert set(keys_of(one, kind, LIKENESS)) & set(keys_of(other, kind, LIKENESS))


@given(ANY_TEXT, ANY_TEXT, st.sampled_from(["person", "organization", "place", "tool", "other"]))
def test_any_text_may_be_a_name(name: str, sentence: str, kind: EntityKind) -> None:
    """No text makes it fail, with half a character or without any letter."""
    known = [begun("a", said(sentence, kind)), begun("b", said("Ann Lee", kind, name))]
    found = resolve(said(name, kind, f"{sentence} ({name})"), known, LIKENESS)
    assert found.entity in (None, "a", "b")
    assert 0 <= found.confidence <= 1


@given(ANY_TEXT, st.sampled_from(["person", "organization", "place", "event", "other"]))
def test_the_same_name_is_the_same(name: str, kind: EntityKind) -> None:
    """A name of one normal form and kind is always the entity's that has it as its own."""
    found = resolve(said(name.upper(), kind), [begun("a", said(name.upper(), kind))], LIKENESS)
    assert found.entity == ("a" if normal_form(name.upper()) else None)


@given(st.permutations(["Ann Lee", "Bob Ross", "Ивана Сорока", "김민수", "Lee", "Kim Ross"]))
def test_order_does_not_matter(names: list[str]) -> None:
    """In which order entities are given changes no decision."""
    known: list[Known] = [begun(name, said(name)) for name in names]
    for name in ("Bob Ross", "B. Ross", "Mr Lee", "민수", "Ross", "Ann"):
        expected = resolve(said(name), sorted(known, key=lambda one: one.id), LIKENESS)
        assert resolve(said(name), known, LIKENESS) == expected
